import type { WatchEvent } from "../api/watch_event.ts";
import type { Consumer, Inbox } from "./inbox.ts";

/**
 * What loops over a {@linkcode Watcher} use: reads it until it ends, and holds its lock until then.
 *
 * @typeParam R What one read gives: an event, or an array of them.
 */
export interface WatcherIterator<R> extends AsyncIteratorObject<R, undefined> {
  /** Waits for the next event or array; several reads may be outstanding, and are served in order. */
  next(): Promise<IteratorResult<R, undefined>>;
  /** Leaves: stops the watcher, unless `preventCancel` was true, and gives the lock back. */
  return(): Promise<IteratorResult<R, undefined>>;
  /** Itself. */
  [Symbol.asyncIterator](): WatcherIterator<R>;
  /** The same as `return`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** Options of a loop over a {@linkcode Watcher}: the platform's, whose name not every runtime's types have. */
export interface WatcherIteratorOptions {
  /** Whether leaving the loop leaves the watcher running. @default {false} */
  readonly preventCancel?: boolean;
}

/** What an {@linkcode InboxIterator} has to let go of at its end. */
export interface InboxIteratorOptions {
  /** Gives the lock of the stream back. */
  readonly release: () => void;
  /** Whether leaving the loop leaves the watcher running. */
  readonly preventCancel: boolean;
}

/** Reads an inbox without the stream in between: one promise per read, no closure. */
abstract class InboxIterator<T, R> implements Consumer<T>, WatcherIterator<R> {
  readonly held = 0;
  protected readonly inbox: Inbox<T>;
  protected readonly reads: ((result: IteratorResult<R, undefined>) => void)[] = [];
  readonly #options: InboxIteratorOptions;
  #done = false;

  constructor(inbox: Inbox<T>, options: InboxIteratorOptions) {
    this.inbox = inbox;
    this.#options = options;
  }

  get wanted(): number {
    return this.reads.length;
  }

  abstract feed(batch: readonly WatchEvent<T>[], from: number, to: number): number;

  /** Takes what a read gets from the queue. */
  protected abstract take(): R;

  next(): Promise<IteratorResult<R, undefined>> {
    if (this.inbox.queue.size > 0 && !this.#done) return Promise.resolve({ value: this.take(), done: false });
    if (this.inbox.ended) this.end();
    if (this.#done) return Promise.resolve({ value: undefined, done: true });
    const read = new Promise(this.#wait);
    this.inbox.roomFreed();
    return read;
  }

  return(): Promise<IteratorResult<R, undefined>> {
    if (!this.#done && !this.#options.preventCancel) this.inbox.stop();
    this.end();
    return Promise.resolve({ value: undefined, done: true });
  }

  end(): void {
    if (this.#done) return;
    this.#done = true;
    for (const read of this.reads.splice(0)) read({ value: undefined, done: true });
    this.#options.release();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.return();
  }

  readonly #wait = (resolve: (result: IteratorResult<R, undefined>) => void): void => {
    this.reads.push(resolve);
  };
}

/** Reads event by event. */
export class EventIterator<T> extends InboxIterator<T, WatchEvent<T>> {
  feed(batch: readonly WatchEvent<T>[], from: number, to: number): number {
    while (from < to && this.reads.length > 0) this.reads.shift()!({ value: batch[from++]!, done: false });
    return from;
  }

  protected take(): WatchEvent<T> {
    return this.inbox.take();
  }
}

/** Reads all that is queued at once. */
export class BatchIterator<T> extends InboxIterator<T, readonly WatchEvent<T>[]> {
  feed(batch: readonly WatchEvent<T>[], from: number, to: number): number {
    if (from === to || this.reads.length === 0) return from;
    const whole = from === 0 && to === batch.length;
    this.reads.shift()!({ value: whole ? batch : batch.slice(from, to), done: false });
    return to;
  }

  protected take(): readonly WatchEvent<T>[] {
    return this.inbox.takeAll();
  }
}

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
