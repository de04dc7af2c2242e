import type { WatchEvent } from "../api/watch_event.ts";
import type { Inbox } from "./inbox.ts";
import { EventIterator } from "./watcher_iterator.ts";

/**
 * The reader of a watcher's stream: the platform's, which has the lock, but its reads are those of `for await`.
 *
 * So the watcher knows how many reads are pending, and nothing is queued where `stop()` could not free it.
 */
export class WatcherReader<T> extends ReadableStreamDefaultReader<WatchEvent<T>> {
  #events: EventIterator<T> | undefined;

  constructor(stream: ReadableStream<WatchEvent<T>>, inbox: Inbox<T>) {
    super(stream);
    this.#events = new EventIterator(inbox, { preventCancel: true, release: () => {} });
  }

  override read(): Promise<ReadableStreamReadResult<WatchEvent<T>>> {
    // An iterator's results are a reader's, whose types some libraries declare more strictly.
    const result = this.#events?.next() as Promise<ReadableStreamReadResult<WatchEvent<T>>> | undefined;
    return result ?? super.read(); // which rejects, as the lock is gone
  }

  override releaseLock(): void {
    super.releaseLock();
    this.#events?.leave(() => Promise.reject(new TypeError("Cannot read: the reader's lock was released")));
    this.#events = undefined;
  }
}
