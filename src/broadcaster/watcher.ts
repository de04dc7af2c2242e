import { checkOptions } from "../api/check_options.ts";
import { inspectAs, summaryOf } from "../api/inspect_as.ts";
import type { WatchEvent } from "../api/watch_event.ts";
import { HandlerConsumer } from "./handler_consumer.ts";
import { Inbox } from "./inbox.ts";
import { Pipe, PIPE_OPTIONS, type PipeOptions } from "./pipe.ts";
import { StreamConsumer } from "./stream_consumer.ts";
import type { WatchOptions } from "./watch_options.ts";
import {
  BatchIterator,
  EventIterator,
  type InboxIteratorOptions,
  type WatcherIterator,
  type WatcherIteratorOptions,
} from "./watcher_iterator.ts";
import { WatcherReader } from "./watcher_reader.ts";

/** The inbox behind a watcher, for whoever fills it. */
export let inboxOf: <T>(watcher: Watcher<T>) => Inbox<T>;

/**
 * One watch of a broadcaster: a stream of events that has a queue of its own (apimachinery's `watch.Interface`).
 *
 * - **Reading**: `for await`, {@linkcode Watcher.batches}, or all that a `ReadableStream` offers: `getReader`, `pipeTo`,
 *   `pipeThrough`, `tee`, transfer. One at a time: whoever reads has the stream's lock. With the option `handler`, that is the
 *   handler.
 * - **Lagging**: up to its high-water mark events wait for the reader; then `whenFull` decides. `dropped` counts exactly what
 *   this watcher lost, and `onDrop` hears of it.
 * - **Stopping** frees everything at once: `stop()`, leaving the loop, `cancel()`, or the `signal`. Reads and pipes end,
 *   quietly. Only a branch of `tee`, which the platform has read ahead for, still gives what it holds.
 * - **Closing**, when the broadcaster is shut down or a full watcher's mode is `"close"`, lets what is queued be read first.
 *
 * @typeParam T The objects that events are about.
 *
 * @example
 * ```ts
 * import { Broadcaster } from "@kubecast/events";
 * import assert from "node:assert/strict";
 *
 * const broadcaster = new Broadcaster<number>();
 * const watcher = broadcaster.watch({ highWaterMark: 2 });
 * for (let n = 1; n <= 5; n++) await broadcaster.action("ADDED", n);
 * await broadcaster.shutdown();
 *
 * const seen = [];
 * for await (const { object } of watcher) seen.push(object);
 * assert.deepEqual(seen, [1, 2]);
 * assert.equal(watcher.dropped, 3);
 * ```
 */
export class Watcher<T> extends ReadableStream<WatchEvent<T>> implements Disposable, AsyncDisposable {
  static {
    inboxOf = (watcher) => watcher.#inbox;
    inspectAs(this.prototype, (watcher) => {
      const { closed, ended } = watcher.#inbox;
      return summaryOf("Watcher", { state: ended ? "ended" : closed ? "closed" : "open", ...watcher.#inbox.stats() });
    });
  }

  readonly #inbox: Inbox<T>;

  /**
   * Makes a watcher that sees `events` and then waits; {@linkcode Broadcaster.watch} makes those that see what is published.
   *
   * @throws {RangeError} If `highWaterMark` is out of its range, or `whenFull` is unknown.
   * @throws {TypeError} If an option is of another type.
   */
  constructor(events: Iterable<WatchEvent<T>> = [], options: WatchOptions<T> = {}) {
    const inbox = new Inbox(options);
    const stream = new StreamConsumer(inbox);
    super(stream, { highWaterMark: 0 });
    this.#inbox = inbox;
    stream.stream = this;
    inbox.stream = stream;
    inbox.prefix(Array.from(events));
    const { handler, signal } = options;
    if (handler !== undefined) {
      super.getReader();
      inbox.consumer = new HandlerConsumer(inbox, handler);
    }
    inbox.stopWith(signal);
  }

  /** How many events this watcher lost, because it was full when they came. */
  get dropped(): number {
    return this.#inbox.dropped;
  }

  /** How many events are waiting to be read. */
  get queued(): number {
    return this.#inbox.queued;
  }

  /**
   * Ends the watch: the broadcaster forgets it, what is queued is freed, loops, pipes and reads end. Twice is fine, and so is
   * any place: a handler, a filter, while a producer waits or a read is pending.
   */
  stop(): void {
    this.#inbox.stop();
  }

  /** Throws a TypeError, as events are no bytes. */
  override getReader(options: { mode: "byob" }): ReadableStreamBYOBReader;
  /**
   * Gives a reader, which may have any number of reads pending; they are served in order.
   *
   * @throws {TypeError} If somebody else is reading the watcher.
   */
  override getReader(options?: { mode?: "byob" }): ReadableStreamDefaultReader<WatchEvent<T>>;
  override getReader(options?: { mode?: "byob" }): ReadableStreamReader<WatchEvent<T>> {
    // The platform refuses a mode, whichever it is.
    return options?.mode === undefined ? new WatcherReader(this, this.#inbox) : super.getReader(options);
  }

  /**
   * Writes the events to `destination`, and closes it when the watcher has ended; an error of `destination` stops the watcher.
   *
   * What `destination` has no room for stays queued here. An abort of the `signal` aborts `destination` at once, without
   * waiting for a write that is under way.
   *
   * @returns A promise that resolves when `destination` is closed, and rejects with its error or the signal's reason, or with
   * a TypeError if somebody else is reading the watcher or writing to `destination`, or an option is of another type.
   */
  override async pipeTo(
    destination: WritableStream<WatchEvent<T>>,
    options: Parameters<ReadableStream["pipeTo"]>[1] = {},
  ): Promise<void> {
    await this.#pipe(destination, options);
  }

  /**
   * Pipes through a pair of streams, such as a `TransformStream`; see {@linkcode Watcher.pipeTo}.
   *
   * @throws {TypeError} If somebody else is reading the watcher or writing to the pair, or an option is of another type.
   */
  override pipeThrough<U>(
    transform: ReadableWritablePair<U, WatchEvent<T>>,
    options: Parameters<ReadableStream["pipeTo"]>[1] = {},
  ): ReadableStream<U> {
    const { readable, writable } = transform;
    this.#pipe(writable, options).catch(() => {}); // an error reaches whoever reads the other end
    return readable;
  }

  /**
   * Reads event by event, as `for await` over the watcher does; leaving the loop stops the watcher, unless `preventCancel`
   * is true.
   *
   * @throws {TypeError} If somebody else is reading the watcher.
   */
  override values(options: WatcherIteratorOptions = {}): WatcherIterator<WatchEvent<T>> {
    return this.#iterate(EventIterator, options);
  }

  /** The same as {@linkcode values}. */
  override [Symbol.asyncIterator](options?: WatcherIteratorOptions): WatcherIterator<WatchEvent<T>> {
    return this.values(options);
  }

  /**
   * Reads all that is queued at once: one array per turn, for consumers in a hurry. Leaving the loop stops the watcher,
   * unless `preventCancel` is true.
   *
   * The arrays are never empty. They are shared with other watchers, as a copy for each would take longer than reading it:
   * do not change them; `toSorted`, `slice` and the like give an array of your own.
   *
   * @throws {TypeError} If somebody else is reading the watcher.
   *
   * @example
   * ```ts
   * import { Broadcaster } from "@kubecast/events";
   * import assert from "node:assert/strict";
   *
   * const broadcaster = new Broadcaster<number>();
   * const watcher = broadcaster.watch();
   * for (let n = 1; n <= 3; n++) broadcaster.actionOrDrop("ADDED", n);
   * await broadcaster.shutdown();
   *
   * const sizes = [];
   * for await (const events of watcher.batches()) sizes.push(events.length);
   * assert.deepEqual(sizes, [3]);
   * ```
   */
  batches(options: WatcherIteratorOptions = {}): WatcherIterator<readonly WatchEvent<T>[]> {
    return this.#iterate(BatchIterator, options);
  }

  /** Stops the watcher. */
  [Symbol.dispose](): void {
    this.stop();
  }

  /** Stops the watcher. */
  [Symbol.asyncDispose](): Promise<void> {
    this.stop();
    return Promise.resolve();
  }

  #iterate<I>(
    Iterator: new (inbox: Inbox<T>, options: InboxIteratorOptions) => I,
    { preventCancel = false }: WatcherIteratorOptions,
  ): I {
    const lock = this.#lock();
    return new Iterator(this.#inbox, { preventCancel, release: () => lock.releaseLock() });
  }

  #pipe(destination: WritableStream<WatchEvent<T>>, options: PipeOptions): Promise<void> {
    checkOptions("pipe a watcher", options, PIPE_OPTIONS);
    const lock = this.#lock();
    try {
      return new Pipe(this.#inbox, destination.getWriter(), options).finished.finally(() => lock.releaseLock());
    } catch (error) {
      lock.releaseLock();
      throw error;
    }
  }

  #lock(): ReadableStreamDefaultReader<WatchEvent<T>> {
    if (!this.locked) return super.getReader();
    throw new TypeError("Cannot read the watcher: it is read already; watch() makes one for each reader");
  }
}

/**
 * Makes a watcher that is closed at once: a loop over it ends before its first turn (apimachinery's `watch.NewEmptyWatch`).
 *
 * @typeParam T The objects that its events would be about.
 */
export function emptyWatcher<T>(): Watcher<T> {
  const watcher = new Watcher<T>();
  inboxOf(watcher).close();
  return watcher;
}
