import type { WatchEvent } from "../api/watch_event.ts";
import { HandlerConsumer } from "./handler_consumer.ts";
import { Inbox, NOBODY } from "./inbox.ts";
import { StreamConsumer } from "./stream_consumer.ts";
import type { WatchOptions } from "./watch_options.ts";
import {
  BatchIterator,
  EventIterator,
  type InboxIteratorOptions,
  StreamBatchIterator,
  StreamEventIterator,
  type StreamIteratorOptions,
  type WatcherIterator,
  type WatcherIteratorOptions,
} from "./watcher_iterator.ts";

/** The inbox behind a watcher, for whoever fills it. */
export let inboxOf: <T>(watcher: Watcher<T>) => Inbox<T>;

/**
 * One watch of a broadcaster: a stream of events that has a queue of its own (apimachinery's `watch.Interface`).
 *
 * - **Reading**: `for await`, {@linkcode Watcher.batches}, or all that a `ReadableStream` offers: `getReader`, `pipeTo`,
 *   `pipeThrough`, `tee`, transfer. `for await` is the cheaper way: it reads the queue without the stream in between. One at a
 *   time: whoever reads has the stream's lock. With the option `handler`, that is the handler.
 * - **Lagging**: up to its high-water mark events wait for the reader; then `whenFull` decides. `dropped` counts exactly what
 *   this watcher lost, and `onDrop` hears of it.
 * - **Stopping** frees everything at once: `stop()`, leaving the loop, `cancel()`, or the `signal`. Reads end, quietly.
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
  }

  readonly #inbox: Inbox<T>;
  readonly #stream: StreamConsumer<T>;

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
    this.#stream = stream;
    const { handler, signal } = options;
    const stop = (): void => this.stop();
    inbox.onEnd = () => {
      signal?.removeEventListener("abort", stop);
      stream.end();
    };
    inbox.prefix(Array.from(events));
    if (handler !== undefined) {
      this.getReader();
      inbox.consumer = new HandlerConsumer(inbox, handler);
    }
    if (signal?.aborted) this.stop();
    else signal?.addEventListener("abort", stop);
  }

  /** How many events this watcher lost, because it was full when they came. */
  get dropped(): number {
    return this.#inbox.dropped;
  }

  /** How many events are waiting to be read. (workerd cannot tell once a watcher whose stream was read has ended.) */
  get queued(): number {
    return this.#inbox.queued;
  }

  /**
   * Ends the watch: the broadcaster forgets it, what is queued is freed, loops and reads end. Twice is fine, and so is any
   * place: a handler, a filter, while a producer waits or a read is pending.
   */
  stop(): void {
    this.#inbox.stop();
    // What the stream has taken over already is its own; a reader that holds it may finish.
    if (this.#inbox.queued > 0 && !this.locked) this.cancel().catch(() => {});
  }

  /**
   * Reads event by event, as `for await` over the watcher does; leaving the loop stops the watcher, unless `preventCancel`
   * is true.
   *
   * @throws {TypeError} If somebody else is reading the watcher.
   */
  override values(options: WatcherIteratorOptions = {}): WatcherIterator<WatchEvent<T>> {
    return this.#iterate(EventIterator, StreamEventIterator, options);
  }

  /** The same as {@linkcode values}. */
  override [Symbol.asyncIterator](options?: WatcherIteratorOptions): WatcherIterator<WatchEvent<T>> {
    return this.values(options);
  }

  /**
   * Reads all that is queued at once: one array per turn, for consumers in a hurry. Leaving the loop stops the watcher,
   * unless `preventCancel` is true.
   *
   * The arrays are never empty. They are shared with other watchers: they are not to be changed.
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
    return this.#iterate(BatchIterator, StreamBatchIterator, options);
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

  #iterate<I extends EventIterator<T> | BatchIterator<T>, S>(
    OfInbox: new (inbox: Inbox<T>, options: InboxIteratorOptions) => I,
    OfStream: new (inbox: Inbox<T>, options: StreamIteratorOptions<T>) => S,
    { preventCancel = false }: WatcherIteratorOptions,
  ): I | S {
    const inbox = this.#inbox;
    if (this.locked) {
      throw new TypeError("Cannot read the watcher: it is read already; watch() makes one for each reader");
    }
    const reader = this.getReader();
    // Once the stream itself was read, events may be in its own queue.
    if (inbox.consumer === this.#stream) return new OfStream(inbox, { reader, preventCancel });
    const release = () => {
      inbox.consumer = NOBODY;
      reader.releaseLock();
    };
    const iterator = new OfInbox(inbox, { release, preventCancel });
    inbox.consumer = iterator;
    return iterator;
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
