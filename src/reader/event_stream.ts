import type { ApiVersion, EventOf } from "../api/event.ts";
import { invalid } from "../api/check_options.ts";
import { inspectAs, summaryOf } from "../api/inspect_as.ts";
import type { WatchEvent } from "../api/watch_event.ts";
import { IterableStream } from "./iterable_stream.ts";
import type { Change } from "./known_events.ts";
import type { Occurrence } from "../api/occurrence.ts";
import { type EventStreamStats, Reflector, type ReflectorOptions } from "./reflector.ts";
import type { Batch } from "./reported_changes.ts";

/**
 * Start of a stream: all events, only new ones, or those after a version.
 *
 * @category Reader
 */
export type Since = "beginning" | "now" | (string & Record<never, never>);

/**
 * Options of {@linkcode EventReader.watch} and {@linkcode EventReader.occurrences}.
 *
 * @category Reader
 */
export interface ReadOptions {
  /**
   * Start of the stream: `"beginning"` emits existing events first, `"now"` skips them without listing them, and a
   * `resourceVersion`, such as an earlier stream's, resumes after it.
   *
   * To resume exactly, the events at that version are listed first, without emitting them. If the server no longer has
   * it, every event changed since is emitted as `ADDED`, then a bookmark that marks the gap.
   *
   * @default {"beginning"}
   */
  readonly since?: Since | undefined;
  /** Ends the stream when it aborts: loops over it end without an error. */
  readonly signal?: AbortSignal | undefined;
}

/** Rejects invalid versions up front: a server answers them with 500, which would be retried forever. */
export function checkSince(since: unknown, verb: string = "watch events", name: string = "since"): void {
  if (
    since === "beginning" || since === "now" || typeof since === "string" && /^[1-9]\d*(\+[1-9]\d{0,8})?$/.test(since)
  ) {
    return;
  }
  throw new RangeError(invalid(verb, name, 'be "beginning", "now" or a resourceVersion', since));
}

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
   * `undefined` until all initial events have been read. Without changes it advances every minute or two.
   *
   * Opaque: after deletions, it is the version before them and their number, such as `"41+2"`, as events that expire
   * together share one version. Amid the list after a gap it stays where it was, so that resuming there repeats changes.
   */
  readonly resourceVersion: string | undefined;
  /** Returns the counters of lists, watches and events. */
  stats(): EventStreamStats;
  /** Reads event by event; leaving the loop ends the watch, unless `preventCancel` is true. */
  [Symbol.asyncIterator](
    options?: { readonly preventCancel?: boolean },
  ): AsyncGenerator<WatchEvent<EventOf<V>>, undefined>;
}

/**
 * A watch of occurrences that survives its connections: returned by {@linkcode EventReader.occurrences}.
 *
 * @category Reader
 */
export interface OccurrenceStream extends ReadableStream<Occurrence>, AsyncDisposable {
  /**
   * The version to resume from: `occurrences({ since })` of another reader continues after the last occurrence read
   * here, with deltas that count from it. `undefined` until all initial events have been read. Opaque, as that of an
   * {@linkcode EventStream}.
   */
  readonly resourceVersion: string | undefined;
  /** Returns the counters of lists, watches and events. */
  stats(): EventStreamStats;
  /** Reads occurrence by occurrence; leaving the loop ends the watch, unless `preventCancel` is true. */
  [Symbol.asyncIterator](options?: { readonly preventCancel?: boolean }): AsyncGenerator<Occurrence, undefined>;
}

interface ReflectorStreamOptions<V extends ApiVersion, T> extends Omit<ReflectorOptions<V>, "signal"> {
  readonly signal: AbortSignal | undefined;
  /** Returns the item to emit for a change; `undefined` for none. */
  readonly toItem: (change: Change<EventOf<V>>) => T | undefined;
}

/** Feeds a stream from a {@linkcode Reflector}, one item per read. */
export class ReflectorStream<V extends ApiVersion, T> extends IterableStream<T> implements AsyncDisposable {
  readonly #source: ReflectorSource<V, T>;

  constructor(options: ReflectorStreamOptions<V, T>) {
    const source = new ReflectorSource(options);
    // Reads nothing ahead: resourceVersion covers exactly the items that the consumer has read.
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
    return this.#source.reflector.stats;
  }

  /** The error of the last request, or of a server that has never responded; `undefined` if it has responded since. */
  get failure(): unknown {
    return this.#source.reflector.failure;
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.#source.end();
    return Promise.resolve();
  }
}

class ReflectorSource<V extends ApiVersion, T> implements UnderlyingDefaultSource<T> {
  readonly reflector: Reflector<V>;
  readonly #batches: AsyncGenerator<Batch<EventOf<V>>, void, undefined>;
  readonly #toItem: (change: Change<EventOf<V>>) => T | undefined;
  readonly #aborter = new AbortController();
  readonly #forgetSignal: () => void;
  readonly #startsEnded: boolean;
  #controller!: ReadableStreamDefaultController<T>;
  #batch: Batch<EventOf<V>> = { changes: [], position: undefined };
  #read = 0;
  #ended = false;
  resourceVersion: string | undefined;

  constructor({ signal, toItem, ...options }: ReflectorStreamOptions<V, T>) {
    this.reflector = new Reflector({ ...options, signal: this.#aborter.signal });
    this.#batches = this.reflector.batches();
    this.#toItem = toItem;
    if (options.since !== "beginning" && options.since !== "now") this.resourceVersion = options.since;
    const end = (): void => this.end();
    this.#forgetSignal = () => signal?.removeEventListener("abort", end);
    signal?.addEventListener("abort", end);
    this.#startsEnded = signal?.aborted ?? false;
  }

  start(controller: ReadableStreamDefaultController<T>): void {
    this.#controller = controller;
    if (this.#startsEnded) this.end();
  }

  pull(): Promise<void> | void {
    if (!this.#emit()) return this.#fill();
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
      if (value.changes.length === 0) this.resourceVersion = value.position;
    } while (!this.#emit());
  }

  /** Emits the next item of the batch; returns whether there was one. */
  #emit(): boolean {
    const { changes, position } = this.#batch;
    while (this.#read < changes.length) {
      const change = changes[this.#read++]!;
      const item = this.#toItem(change);
      // After the last change, the batch's version: bookmarks may follow.
      this.resourceVersion = this.#read < changes.length ? change.position : position;
      if (item === undefined) continue;
      this.#controller.enqueue(item);
      return true;
    }
    return false;
  }

  /** Ends the requests; returns `false` if they had ended before. */
  #release(): boolean {
    if (this.#ended) return false;
    this.#ended = true;
    this.#batch = { changes: [], position: undefined };
    this.#read = 0;
    this.#forgetSignal();
    this.#aborter.abort();
    // Runs the generator's cleanup if it is suspended at a yield.
    this.#batches.return().catch(() => {});
    return true;
  }
}
