import type { WatchEvent } from "../../base/event/kubernetes_object.ts";
import { checkIterable, readOptions } from "../../base/tools/check_options.ts";
import { Inbox } from "./inbox.ts";
import { type ReadWatchOptions, type WatchOptions, watchOptionTable } from "./broadcaster_options.ts";
import {
  BatchIterator,
  EventIterator,
  HandlerConsumer,
  type InboxIteratorOptions,
  StreamConsumer,
  type WatcherIterator,
} from "./consumers.ts";

/** Returns the inbox behind a watcher, for the code that fills it. Set when the first watcher is created. */
export let inboxOf: <T>(watcher: Watcher<T>) => Inbox<T>;

export function redirect<T>(watcher: Watcher<T>, handler: (event: WatchEvent<T>) => void): void {
  const inbox = inboxOf(watcher);
  inbox.consumer = new HandlerConsumer(inbox, handler);
}

/**
 * One watch of a broadcaster: a stream of events with its own queue (apimachinery's `watch.Interface`).
 *
 * - **Reading**: `for await`, {@linkcode Watcher.batches}, or anything a `ReadableStream` offers: `getReader`,
 *   `pipeTo`, `pipeThrough`, `tee`, transfer. One reader at a time holds the stream's lock; with the option `handler`,
 *   the handler does.
 * - **Lagging**: events queue up to the high-water mark; then `whenFull` decides. `dropped` is the exact number of
 *   events lost, and `onDrop` reports losses.
 * - **Stopping** frees everything at once: `stop()`, leaving the loop, `cancel()`, or the `signal`. Reads and pipes end
 *   without an error. Only a pipe, or a branch of `tee`, still emits the events that the platform has read ahead for
 *   it.
 * - **Closing**, when the broadcaster is shut down or a full watcher's mode is `"close"`, lets queued events be read
 *   first.
 *
 * @typeParam T The type of the events' objects.
 *
 * @category Broadcaster
 */
export class Watcher<T> extends ReadableStream<WatchEvent<T>> implements Disposable, AsyncDisposable {
  readonly #inbox: Inbox<T>;

  /**
   * Creates a watcher that emits `events` and then waits; to watch published events, use {@linkcode Broadcaster.watch}.
   *
   * @throws {RangeError} If `highWaterMark` is out of its range, or `whenFull` is unknown.
   * @throws {TypeError} If an option is of another type.
   */
  constructor(events?: Iterable<WatchEvent<T>>, options?: WatchOptions<T>);
  /**
   * Creates a watcher from options that a broadcaster has read.
   *
   * @internal
   */
  constructor(events: Iterable<WatchEvent<T>>, options: WatchOptions<T>, read: ReadWatchOptions<T>);
  constructor(
    events: Iterable<WatchEvent<T>> = [],
    options: WatchOptions<T> = {},
    read: ReadWatchOptions<T> = readOptions("watch", options, watchOptionTable()),
  ) {
    const inbox = new Inbox(read);
    const stream = new StreamConsumer(inbox);
    super(stream, { highWaterMark: 0 });
    this.#inbox = inbox;
    // Set here because a static block would keep bundlers from dropping an unused class.
    inboxOf ??= (watcher) => watcher.#inbox;
    stream.stream = this;
    inbox.stream = stream;
    checkIterable("watch", "events", events);
    inbox.prefix(Array.from(events));
    const { handler, signal } = read;
    if (handler !== undefined) {
      super.getReader();
      inbox.consumer = new HandlerConsumer(inbox, handler);
    }
    inbox.stopWith(signal);
  }

  /** Number of events lost because the watcher was full. */
  get dropped(): number {
    return this.#inbox.dropped;
  }

  /** Number of queued events. */
  get queued(): number {
    return this.#inbox.queued;
  }

  /**
   * Ends the watch: leaves the broadcaster, frees the queue, and ends loops, pipes and reads. Idempotent, and safe
   * anywhere: in a handler or filter, while a producer waits or a read is pending.
   */
  stop(): void {
    this.#inbox.stop();
  }

  /** Throws a TypeError, because events are not bytes. */
  override getReader(options: { mode: "byob" }): ReadableStreamBYOBReader;
  /**
   * Returns a reader, which may have any number of pending reads, served in order.
   *
   * @throws {TypeError} If the watcher is already being read.
   */
  override getReader(options?: { mode?: "byob" }): ReadableStreamDefaultReader<WatchEvent<T>>;
  override getReader(options?: { mode?: "byob" }): ReadableStreamReader<WatchEvent<T>> {
    // The platform throws for any mode.
    return options?.mode === undefined ? readFrom(this.#inbox, super.getReader()) : super.getReader(options);
  }

  /**
   * Reads event by event, as `for await` over the watcher does; leaving the loop stops the watcher, unless
   * `preventCancel` is true.
   *
   * @throws {TypeError} If the watcher is already being read.
   */
  override values(options: { readonly preventCancel?: boolean } = {}): WatcherIterator<WatchEvent<T>> {
    return this.#iterate(EventIterator, options);
  }

  /** The same as {@linkcode values}. */
  override [Symbol.asyncIterator](options?: { readonly preventCancel?: boolean }): WatcherIterator<WatchEvent<T>> {
    return this.values(options);
  }

  /**
   * Reads all queued events at once: one array per turn, for fast consumers. Leaving the loop stops the watcher, unless
   * `preventCancel` is true.
   *
   * The arrays are never empty. Do not modify them, because other watchers may share them; `toSorted`, `slice` and the
   * like return a copy.
   *
   * @throws {TypeError} If the watcher is already being read.
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
  batches(options: { readonly preventCancel?: boolean } = {}): WatcherIterator<readonly WatchEvent<T>[]> {
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
    options: { readonly preventCancel?: boolean },
  ): I {
    const { preventCancel } = readOptions("iterate", options, { preventCancel: ["a boolean", false] });
    if (this.locked) {
      throw new TypeError("Cannot read the watcher: it is already being read, call watch() once per reader");
    }
    const lock = super.getReader();
    return new Iterator(this.#inbox, { preventCancel, release: () => lock.releaseLock() });
  }
}

/**
 * Lets `reader`, which holds the stream's lock, read from the inbox, as `for await` does.
 *
 * Through the stream, the inbox would learn of only one pending read at a time, and at a high-water mark of 0 would
 * drop the events that other reads wait for. Replaces two methods of the object, because bundlers could not drop an
 * unused subclass.
 */
function readFrom<T>(
  inbox: Inbox<T>,
  reader: ReadableStreamDefaultReader<WatchEvent<T>>,
): ReadableStreamDefaultReader<WatchEvent<T>> {
  const platform = Object.getPrototypeOf(reader) as typeof reader;
  let events: EventIterator<T> | undefined = new EventIterator(inbox, { preventCancel: true, release: () => {} });
  return Object.assign(reader, {
    read(): Promise<ReadableStreamReadResult<WatchEvent<T>>> {
      // An iterator's results are valid for a reader, though some type libraries declare stricter types.
      const result = events?.next() as Promise<ReadableStreamReadResult<WatchEvent<T>>> | undefined;
      return result ?? platform.read.call(reader); // rejects: the lock was released
    },
    releaseLock(): void {
      platform.releaseLock.call(reader);
      events?.leave(() => Promise.reject(new TypeError("Cannot read: the reader's lock was released")));
      events = undefined;
    },
  });
}
