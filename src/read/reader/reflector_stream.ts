import type { ApiVersion, EventOf } from "../../base/event/event.ts";
import type { V1ObjectMeta } from "../../base/event/kubernetes_object.ts";
import type { Gap } from "../../base/event/occurrence.ts";
import { onAbort } from "../../base/tools/abort.ts";
import type { EventStreamStats, ResumableStream } from "./event_stream.ts";
import type { Change } from "./known_events.ts";
import { Position } from "./position.ts";
import { Reflector, type ReflectorOptions } from "./reflector.ts";
import type { Batch } from "./reported_changes.ts";

interface ReflectorStreamOptions<V extends ApiVersion, T> extends Omit<ReflectorOptions<V>, "signal"> {
  readonly signal: AbortSignal | undefined;
  /** Returns the item to emit for a change, or `undefined`; `gap` is set if no item has reported it yet. */
  readonly toItem: (change: Change<EventOf<V>>, gap: Gap | undefined) => T | undefined;
}

/**
 * A stream that a {@linkcode Reflector} feeds, one item per read. It has its own async iterator because the streams of
 * older Safari and Chrome have none, and neither do their types in TypeScript's `dom` library without
 * `dom.asynciterable`.
 */
export class ReflectorStream<V extends ApiVersion, T> extends ReadableStream<T> implements ResumableStream<T> {
  readonly #source: ReflectorSource<V, T>;

  constructor(options: ReflectorStreamOptions<V, T>) {
    const source = new ReflectorSource(options);
    // Does not read ahead, so that the position covers exactly the items that the consumer has read.
    super(source, { highWaterMark: 0 });
    this.#source = source;
  }

  get position(): string | undefined {
    return this.#source.position?.toString();
  }

  get beginning(): string | undefined {
    return this.#source.reflector.beginning?.toString();
  }

  get resourceVersion(): string | undefined {
    return this.#source.position?.resourceVersion;
  }

  get synced(): Promise<void> {
    return this.#source.synced;
  }

  stats(): EventStreamStats {
    return this.#source.reflector.stats;
  }

  /** The error of the last request, or one for a server that has never responded; `undefined` once it responds. */
  get failure(): unknown {
    return this.#source.reflector.failure;
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.#source.end();
    return Promise.resolve();
  }

  /** Reads until the end; leaving the loop cancels the stream, unless `preventCancel` is true. */
  override async *values(
    { preventCancel = false }: { readonly preventCancel?: boolean } = {},
  ): AsyncGenerator<T, undefined> {
    const reader = this.getReader();
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        yield value;
      }
    } finally {
      // At the end of the stream this has no effect; after an error it rejects with that error.
      const cancelled = preventCancel ? undefined : reader.cancel();
      reader.releaseLock();
      await cancelled;
    }
  }

  override [Symbol.asyncIterator](options?: { readonly preventCancel?: boolean }): AsyncGenerator<T, undefined> {
    return this.values(options);
  }
}

class ReflectorSource<V extends ApiVersion, T> implements UnderlyingDefaultSource<T> {
  readonly reflector: Reflector<V>;
  readonly #batches: AsyncGenerator<Batch<EventOf<V>>, void, undefined>;
  readonly #toItem: ReflectorStreamOptions<V, T>["toItem"];
  readonly #aborter = new AbortController();
  readonly #signal: AbortSignal | undefined;
  readonly #forgetSignal: () => void;
  #controller!: ReadableStreamDefaultController<T>;
  #batch: Batch<EventOf<V>> = { changes: [], position: undefined };
  #read = 0;
  #emittedGap: Gap | undefined;
  position: Position | undefined;
  readonly synced: Promise<void>;
  #settle!: (error?: Error) => void;

  constructor({ signal, toItem, ...options }: ReflectorStreamOptions<V, T>) {
    this.reflector = new Reflector({ ...options, signal: this.#aborter.signal });
    this.#batches = this.reflector.batches();
    this.#toItem = toItem;
    this.position = Position.parse(options.since);
    this.synced = new Promise((resolve, reject) => {
      this.#settle = (error) => error === undefined ? resolve() : reject(error);
    });
    this.synced.catch(() => {});
    if (this.position !== undefined && !this.position.isBegun) this.#settle();
    this.#signal = signal;
    this.#forgetSignal = onAbort(signal, () => this.end());
  }

  start(controller: ReadableStreamDefaultController<T>): void {
    this.#controller = controller;
    if (this.#signal?.aborted) this.end();
  }

  pull(): Promise<void> | void {
    if (!this.#emit()) return this.#fill();
  }

  cancel(): void {
    this.#release();
  }

  /** Ends the stream, including pending reads. */
  end(): void {
    if (this.#release()) this.#controller.close();
  }

  async #fill(): Promise<void> {
    do {
      const { done, value } = await this.#batches.next().catch((error) => {
        this.#release();
        throw error;
      });
      // The batches end only when the stream ends.
      if (this.#aborter.signal.aborted || done) return;
      this.#batch = value;
      this.#read = 0;
      if (value.changes.length === 0) this.position = value.position;
    } while (!this.#emit());
  }

  /** Emits the next item of the batch; returns false if there is none. */
  #emit(): boolean {
    const { changes, position } = this.#batch;
    const { lastGap } = this.reflector;
    while (this.#read < changes.length) {
      const change = changes[this.#read++]!;
      if (change.event.type === "BOOKMARK" && isSynced(change.event.object.metadata)) this.#settle();
      const item = this.#toItem(change, lastGap === this.#emittedGap ? undefined : lastGap);
      // The position of the batch may be later than that of its last change, because of bookmarks.
      this.position = this.#read < changes.length ? change.position : position;
      if (item === undefined) continue;
      this.#emittedGap = lastGap;
      this.#controller.enqueue(item);
      return true;
    }
    return false;
  }

  /** Ends the requests; returns `false` if they have already ended. */
  #release(): boolean {
    if (this.#aborter.signal.aborted) return false;
    this.#settle(new Error("The stream ended before all initial events were read"));
    this.#batch = { changes: [], position: undefined };
    this.#forgetSignal();
    this.#aborter.abort();
    // Runs the generator's cleanup if it is suspended at a yield.
    this.#batches.return().catch(() => {});
    return true;
  }
}

function isSynced({ annotations }: V1ObjectMeta): boolean {
  return annotations?.["k8s.io/initial-events-end"] === "true";
}
