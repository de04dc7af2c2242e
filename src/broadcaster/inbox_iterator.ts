import type { WatchEvent } from "../api/watch_event.ts";
import type { Consumer } from "./consumer.ts";
import type { Inbox } from "./inbox.ts";
import type { WatcherIterator } from "./watcher.ts";

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
