import type { WatchEvent } from "../api/watch_event.ts";
import { NOBODY } from "./consumer.ts";
import { HandlerConsumer } from "./handler_consumer.ts";
import { Inbox } from "./inbox.ts";
import { BatchIterator, EventIterator, type InboxIteratorOptions } from "./inbox_iterator.ts";
import { StreamConsumer } from "./stream_consumer.ts";
import type { WatchOptions } from "./watch_options.ts";

/** The inbox behind a watcher, for whoever fills it. */
export let inboxOf: <T>(watcher: Watcher<T>) => Inbox<T>;

/** What loops over a {@linkcode Watcher} use. */
export interface WatcherIterator<R> extends AsyncIteratorObject<R, undefined> {
  /** The next item; several reads may be outstanding. */
  next(): Promise<IteratorResult<R, undefined>>;
  /** Leaves: stops the watcher, unless `preventCancel` was true, and gives the lock back. */
  return(): Promise<IteratorResult<R, undefined>>;
  /** Itself. */
  [Symbol.asyncIterator](): WatcherIterator<R>;
  /** The same as `return`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * One watch of a broadcaster: a stream of events with a queue of its own (Go's `watch.Interface`).
 */
export class Watcher<T> extends ReadableStream<WatchEvent<T>> implements Disposable, AsyncDisposable {
  static {
    inboxOf = (watcher) => watcher.#inbox;
  }

  readonly #inbox: Inbox<T>;
  readonly #stream: StreamConsumer<T>;

  /** Makes a watcher that nobody feeds; {@linkcode Broadcaster.watch} makes those that see events. */
  constructor(options: WatchOptions<T> = {}, prefix: Iterable<WatchEvent<T>> = []) {
    const inbox = new Inbox(options);
    const stream = new StreamConsumer(inbox);
    super(stream, { highWaterMark: 0 });
    this.#inbox = inbox;
    this.#stream = stream;
    inbox.onEnd = () => stream.end();
    const { handler, signal } = options;
    inbox.prefix(Array.from(prefix));
    if (handler !== undefined) {
      super.getReader();
      inbox.consumer = new HandlerConsumer(inbox, handler);
    }
    if (signal?.aborted) this.stop();
    else if (signal) {
      const stop = () => this.stop();
      signal.addEventListener("abort", stop);
      inbox.onEnd = () => {
        stream.end();
        signal.removeEventListener("abort", stop);
      };
    }
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
   * Ends the watch: the broadcaster forgets it, what is queued is freed, loops and reads end. Twice is fine, and so is any
   * place: a handler, a filter, while a producer waits or a read is pending.
   */
  stop(): void {
    this.#inbox.stop();
    // What the stream has taken over already is its own; a reader that holds it may finish.
    if (this.#inbox.queued > 0 && !this.locked) this.cancel().catch(() => {});
  }

  /** Reads event by event; leaving the loop stops the watcher, unless `preventCancel` is true. */
  override values(options: ReadableStreamIteratorOptions = {}): WatcherIterator<WatchEvent<T>> {
    // Once the stream itself was read, events may be in its own queue.
    if (this.#inbox.consumer === this.#stream) return super.values(options) as WatcherIterator<WatchEvent<T>>;
    return this.#iterate(EventIterator, options);
  }

  /** The same as {@linkcode Watcher.values}. */
  override [Symbol.asyncIterator](options?: ReadableStreamIteratorOptions): WatcherIterator<WatchEvent<T>> {
    return this.values(options);
  }

  /**
   * Reads all that is queued at once: one array per turn, for consumers in a hurry.
   *
   * The arrays are shared with other watchers: they are not to be changed.
   */
  batches(options: ReadableStreamIteratorOptions = {}): WatcherIterator<readonly WatchEvent<T>[]> {
    if (this.#inbox.consumer === this.#stream) throw new TypeError("Cannot read batches: the stream was read before");
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

  #iterate<R extends EventIterator<T> | BatchIterator<T>>(
    Iterator: new (inbox: Inbox<T>, options: InboxIteratorOptions) => R,
    options: ReadableStreamIteratorOptions,
  ): R {
    const inbox = this.#inbox;
    const reader = this.getReader();
    const release = () => {
      inbox.consumer = NOBODY;
      reader.releaseLock();
    };
    const iterator = new Iterator(inbox, { release, preventCancel: options.preventCancel ?? false });
    inbox.consumer = iterator;
    return iterator;
  }
}
