import type { WatchEvent } from "../api/watch_event.ts";
import type { Inbox } from "./inbox.ts";
import { EventIterator } from "./watcher_iterator.ts";

/**
 * The reader of a watcher's stream: holds the platform reader's lock, but reads like `for await`.
 *
 * The watcher thus knows the number of pending reads, and no event is queued where `stop()` could not free it.
 */
export class WatcherReader<T> extends ReadableStreamDefaultReader<WatchEvent<T>> {
  #events: EventIterator<T> | undefined;

  constructor(stream: ReadableStream<WatchEvent<T>>, inbox: Inbox<T>) {
    super(stream);
    this.#events = new EventIterator(inbox, { preventCancel: true, release: () => {} });
  }

  override read(): Promise<ReadableStreamReadResult<WatchEvent<T>>> {
    // An iterator's results are valid for a reader, though some type libraries declare stricter types.
    const result = this.#events?.next() as Promise<ReadableStreamReadResult<WatchEvent<T>>> | undefined;
    return result ?? super.read(); // rejects: the lock was released
  }

  override releaseLock(): void {
    super.releaseLock();
    this.#events?.leave(() => Promise.reject(new TypeError("Cannot read: the reader's lock was released")));
    this.#events = undefined;
  }
}
