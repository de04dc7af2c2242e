import type { V1ObjectMeta } from "../api/kubernetes_object.ts";
import type { Entries } from "./entries.ts";

type AnyEntries = Pick<Entries<{ readonly metadata: V1ObjectMeta }>, "values" | "lastId">;

/** Waits until the writes queued so far are done, or for a deadline. */
export class Flush {
  /** Resolves when all writes are done, or at the deadline. */
  readonly finished: Promise<void>;
  readonly #entries: AnyEntries;
  readonly #lastId: number;
  readonly #finish: () => void;
  #left = 0;

  constructor(entries: AnyEntries, signal: AbortSignal | undefined) {
    let resolve!: () => void;
    this.finished = new Promise((done) => resolve = done);
    this.#entries = entries;
    this.#lastId = entries.lastId;
    this.#finish = resolve;
    for (const _ of this.#writes()) this.#left++;
    signal?.addEventListener("abort", resolve);
    void this.finished.then(() => signal?.removeEventListener("abort", resolve));
    if (this.#left === 0 || signal?.aborted) resolve();
  }

  /** Number of accepted events in the writes that are not done. */
  get pending(): number {
    let pending = 0;
    for (const { carried } of this.#writes()) pending += carried;
    return pending;
  }

  /** Called with the id of a write that is done, or was coalesced into another that is also awaited. */
  done(id: number): void {
    if (id <= this.#lastId && --this.#left === 0) this.#finish();
  }

  /** Yields the writes, queued and in flight, that it waits for. */
  *#writes(): IterableIterator<{ readonly id: number; readonly carried: number }> {
    for (const entry of this.#entries.values()) {
      const { sending } = entry;
      if (sending !== undefined && sending.id <= this.#lastId) yield sending;
      if (entry.id <= this.#lastId) yield entry;
    }
  }
}
