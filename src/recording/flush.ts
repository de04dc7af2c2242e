import { onAbort } from "../api/on_abort.ts";
import type { Entries } from "./entries.ts";
import type { Named } from "./entry.ts";
import type { FlushOptions } from "./recording.ts";
import type { Writer } from "./writer.ts";

/** The flushes of a recording. */
export interface Flushes {
  /**
   * Runs a flush until all writes are done, or its deadline passes.
   *
   * @param prepare Queues held counts; returns `false` if some did not fit and it must be called again.
   * @returns The number of events in the writes that are not done.
   */
  run(prepare: () => boolean, options: FlushOptions): Promise<number>;
  /** Called when a write is done, or the runtime refuses to make more. */
  progress(): void;
}

type AnyEntries = Pick<Entries<Named>, "values" | "ids">;

/** The writes that a flush waits for: those queued and in flight when it began. */
export class Backlog {
  readonly #entries: AnyEntries;
  readonly #lastId: number;

  constructor(entries: AnyEntries) {
    this.#entries = entries;
    this.#lastId = entries.ids.latest;
  }

  /** Whether all writes are done. */
  get isDone(): boolean {
    return this.#entries.ids.oldest > this.#lastId;
  }

  /** Number of accepted events in the writes that are not done. */
  get pending(): number {
    let pending = 0;
    if (this.isDone) return pending;
    for (const entry of this.#entries.values()) {
      for (const write of [entry.sending, entry.queued]) {
        if (write !== undefined && this.includes(write)) pending += write.carried;
      }
    }
    return pending;
  }

  /** Whether a write is one of them. */
  includes({ id }: { readonly id: number }): boolean {
    return id <= this.#lastId;
  }
}

type AnyWriter = Pick<Writer<Named>, "isLimited"> & { readonly entries: AnyEntries };

/** The flushes of a recording that writes by itself: they only wait. */
export class AutomaticFlushes implements Flushes {
  readonly #writer: AnyWriter;
  /** Ends the wait for each backlog; the oldest, which is done first, comes first. */
  readonly #waiting = new Map<Backlog, () => void>();

  constructor(writer: AnyWriter) {
    this.#writer = writer;
  }

  progress(): void {
    for (const [backlog, wake] of this.#waiting) {
      if (!backlog.isDone && !this.#writer.isLimited) return;
      this.#waiting.delete(backlog);
      wake();
    }
  }

  async run(prepare: () => boolean, { signal }: FlushOptions): Promise<number> {
    for (;;) {
      const isAllQueued = prepare();
      const backlog = new Backlog(this.#writer.entries);
      if (!backlog.isDone && !signal?.aborted) await this.#wait(backlog, signal);
      if (isAllQueued || signal?.aborted || this.#writer.isLimited) return backlog.pending;
    }
  }

  async #wait(backlog: Backlog, signal: AbortSignal | undefined): Promise<void> {
    let removeCallback: (() => void) | undefined;
    await new Promise<void>((resolve) => {
      this.#waiting.set(backlog, resolve);
      removeCallback = onAbort(signal, resolve);
    });
    this.#waiting.delete(backlog);
    removeCallback!();
  }
}
