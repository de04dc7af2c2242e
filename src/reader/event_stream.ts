import type { ApiVersion, EventOf } from "../api/event.ts";
import { inspectAs, summaryOf } from "../api/inspect_as.ts";
import type { WatchEvent } from "../api/watch_event.ts";
import { IterableStream } from "./iterable_stream.ts";
import { type Batch, type EventStreamStats, Reflector, type ReflectorOptions } from "./reflector.ts";

/**
 * A watch of events that survives its connections: returned by {@linkcode EventReader.watch}.
 *
 * @typeParam V The API version.
 *
 * @category Reader
 */
export interface EventStream<V extends ApiVersion = "v1">
  extends ReadableStream<WatchEvent<EventOf<V>>>, AsyncDisposable {
  /**
   * The version to resume from: `watch({ since })` of another reader continues after the last event read here.
   * `undefined` until all initial events have been read. After deletions it lags until the next change, as events that
   * expire together share one version.
   */
  readonly resourceVersion: string | undefined;
  /** Returns the counters of lists, watches and events. */
  stats(): EventStreamStats;
  /** Reads event by event; leaving the loop ends the watch, unless `preventCancel` is true. */
  [Symbol.asyncIterator](
    options?: { readonly preventCancel?: boolean },
  ): AsyncGenerator<WatchEvent<EventOf<V>>, undefined>;
}

/** Feeds a stream from a {@linkcode Reflector}, one event per read. */
export class ReflectorStream<V extends ApiVersion> extends IterableStream<WatchEvent<EventOf<V>>>
  implements EventStream<V> {
  readonly #source: ReflectorSource<V>;

  constructor(options: Omit<ReflectorOptions<V>, "signal">, signal: AbortSignal | undefined) {
    const source = new ReflectorSource(options, signal);
    // Reads no event ahead: resourceVersion covers exactly the events that the consumer has read.
    super(source, { highWaterMark: 0 });
    this.#source = source;
    inspectAs(ReflectorStream.prototype, (stream) => {
      return summaryOf("EventStream", { resourceVersion: stream.resourceVersion, ...stream.stats() });
    });
  }

  get resourceVersion(): string | undefined {
    return this.#source.resourceVersion;
  }

  stats(): EventStreamStats {
    return this.#source.stats;
  }

  /** The error of the last request, or of a server that has never responded; `undefined` if it has responded since. */
  get failure(): unknown {
    return this.#source.failure;
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.#source.end();
    return Promise.resolve();
  }
}

class ReflectorSource<V extends ApiVersion> implements UnderlyingDefaultSource<WatchEvent<EventOf<V>>> {
  readonly #reflector: Reflector<V>;
  readonly #batches: AsyncGenerator<Batch<EventOf<V>>, void, undefined>;
  readonly #aborter = new AbortController();
  readonly #forgetSignal: () => void;
  readonly #startsEnded: boolean;
  #controller!: ReadableStreamDefaultController<WatchEvent<EventOf<V>>>;
  #batch: Batch<EventOf<V>> = { events: [], resourceVersion: undefined };
  #read = 0;
  #ended = false;
  resourceVersion: string | undefined;

  constructor(options: Omit<ReflectorOptions<V>, "signal">, signal: AbortSignal | undefined) {
    this.#reflector = new Reflector({ ...options, signal: this.#aborter.signal });
    this.#batches = this.#reflector.batches();
    if (options.since !== "beginning" && options.since !== "now") this.resourceVersion = options.since;
    const end = (): void => this.end();
    this.#forgetSignal = () => signal?.removeEventListener("abort", end);
    signal?.addEventListener("abort", end);
    this.#startsEnded = signal?.aborted ?? false;
  }

  get stats(): EventStreamStats {
    return this.#reflector.stats;
  }

  get failure(): unknown {
    return this.#reflector.failure;
  }

  start(controller: ReadableStreamDefaultController<WatchEvent<EventOf<V>>>): void {
    this.#controller = controller;
    if (this.#startsEnded) this.end();
  }

  pull(): Promise<void> | void {
    if (this.#read === this.#batch.events.length) return this.#fill();
    this.#emit();
  }

  cancel(): void {
    this.#release();
  }

  /** Ends the stream and its pending reads. */
  end(): void {
    if (this.#release()) this.#controller.close();
  }

  async #fill(): Promise<void> {
    do {
      const { done, value } = await this.#batches.next().catch((error) => {
        this.#release();
        throw error;
      });
      if (this.#ended) return;
      if (done) return this.end();
      this.#batch = value;
      this.#read = 0;
      if (value.events.length === 0) this.resourceVersion = value.resourceVersion;
    } while (this.#batch.events.length === 0);
    this.#emit();
  }

  #emit(): void {
    const { events, versions, resourceVersion } = this.#batch;
    const event = events[this.#read++]!;
    if (this.#read === events.length) this.resourceVersion = resourceVersion;
    else if (versions !== undefined) this.resourceVersion = versions[this.#read - 1];
    this.#controller.enqueue(event);
  }

  /** Ends the requests; returns `false` if they had ended before. */
  #release(): boolean {
    if (this.#ended) return false;
    this.#ended = true;
    this.#batch = { events: [], resourceVersion: undefined };
    this.#read = 0;
    this.#forgetSignal();
    this.#aborter.abort();
    // Runs the generator's cleanup if it is suspended at a yield.
    this.#batches.return().catch(() => {});
    return true;
  }
}
