import type { WatchEvent } from "../api/watch_event.ts";
import type { Inbox } from "./inbox.ts";
import type { WatcherIterator } from "./watcher.ts";

/** What a {@linkcode StreamIterator} reads with, and how it ends. */
export interface StreamIteratorOptions<T> {
  /** Holds the lock of the stream until the end. */
  readonly reader: ReadableStreamDefaultReader<WatchEvent<T>>;
  /** Whether leaving the loop leaves the watcher running. */
  readonly preventCancel: boolean;
}

/**
 * Reads the stream of an inbox, which may hold events itself once it was read before.
 *
 * The platform's own iterator cannot be left while a read is pending, nor be disposed of everywhere.
 */
abstract class StreamIterator<T, R> implements WatcherIterator<R> {
  protected readonly inbox: Inbox<T>;
  protected readonly reader: ReadableStreamDefaultReader<WatchEvent<T>>;
  protected done = false;
  readonly #preventCancel: boolean;
  #last: Promise<unknown> = Promise.resolve();

  constructor(inbox: Inbox<T>, { reader, preventCancel }: StreamIteratorOptions<T>) {
    this.inbox = inbox;
    this.reader = reader;
    this.#preventCancel = preventCancel;
  }

  /** Makes of an event that was read what one read gives. */
  protected abstract complete(event: WatchEvent<T>): R | Promise<R>;

  next(): Promise<IteratorResult<R, undefined>> {
    const read = this.#last.then(() => this.#read());
    this.#last = read;
    return read;
  }

  return(): Promise<IteratorResult<R, undefined>> {
    if (!this.done && !this.#preventCancel) void this.reader.cancel();
    this.#end();
    return Promise.resolve({ value: undefined, done: true });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.return();
  }

  async #read(): Promise<IteratorResult<R, undefined>> {
    // A read that is pending when the lock is given back rejects.
    const end = { value: undefined, done: true } as const;
    const { value, done } = this.done ? end : await this.reader.read().catch(() => end);
    if (!done) return { value: await this.complete(value), done };
    this.#end();
    return end;
  }

  #end(): void {
    if (this.done) return;
    this.done = true;
    this.reader.releaseLock();
  }
}

/** Reads event by event. */
export class StreamEventIterator<T> extends StreamIterator<T, WatchEvent<T>> {
  protected complete(event: WatchEvent<T>): WatchEvent<T> {
    return event;
  }
}

/** Reads what the stream holds, and what is queued behind it, at once. */
export class StreamBatchIterator<T> extends StreamIterator<T, readonly WatchEvent<T>[]> {
  protected async complete(event: WatchEvent<T>): Promise<readonly WatchEvent<T>[]> {
    if (this.done) return [event];
    const held = Array.from({ length: this.inbox.consumer.held }, () => this.reader.read());
    const queued = this.inbox.takeAll();
    return [event, ...(await Promise.all(held)).map(({ value }) => value!), ...queued];
  }
}
