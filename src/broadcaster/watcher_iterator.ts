import { Fifo } from "../api/fifo.ts";
import type { WatchEvent } from "../api/watch_event.ts";
import type { Consumer, Inbox } from "./inbox.ts";

/**
 * The iterator of loops over a {@linkcode Watcher}: reads it until it ends, and holds its lock until then.
 *
 * @typeParam R The result of one read: an event, or an array of events.
 *
 * @category Broadcaster
 */
export interface WatcherIterator<R> extends AsyncIteratorObject<R, undefined> {
  /** Waits for the next event or array; several reads may be pending, and are served in order. */
  next(): Promise<IteratorResult<R, undefined>>;
  /** Ends the iteration: stops the watcher, unless `preventCancel` was true, and releases the lock. */
  return(): Promise<IteratorResult<R, undefined>>;
  /** Returns itself. */
  [Symbol.asyncIterator](): WatcherIterator<R>;
  /** The same as `return`. */
  [Symbol.asyncDispose](): Promise<void>;
}

export interface InboxIteratorOptions {
  /** Called once, at the end. */
  readonly release: () => void;
  /** Whether leaving the loop leaves the watcher running. */
  readonly preventCancel: boolean;
}

type Resolve<R> = (result: IteratorResult<R, undefined> | Promise<never>) => void;

const DONE = { value: undefined, done: true } as const;

/** Reads an inbox without the stream in between: one promise per read, no closure. */
abstract class InboxIterator<T, R> implements Consumer<T>, WatcherIterator<R> {
  protected readonly inbox: Inbox<T>;
  /** The pending reads; none while events are queued. */
  protected readonly reads: Fifo<Resolve<R>> = new Fifo();
  readonly #options: InboxIteratorOptions;
  #done = false;

  constructor(inbox: Inbox<T>, options: InboxIteratorOptions) {
    this.inbox = inbox;
    this.#options = options;
    inbox.consumer = this;
  }

  get wanted(): number {
    return this.reads.size;
  }

  abstract feed(batch: readonly WatchEvent<T>[], from: number, to: number): number;

  /** Takes the result of a read from the queue. */
  protected abstract take(): R;

  next(): Promise<IteratorResult<R, undefined>> {
    if (!this.#done && this.inbox.readable) return Promise.resolve({ value: this.take(), done: false });
    if (this.inbox.ended) this.end();
    if (this.#done) return Promise.resolve(DONE);
    const read = new Promise(this.#wait);
    this.inbox.roomFreed();
    return read;
  }

  return(): Promise<IteratorResult<R, undefined>> {
    if (!this.#done && !this.#options.preventCancel) this.inbox.stop();
    this.end();
    return Promise.resolve(DONE);
  }

  end(): void {
    this.leave(() => DONE);
  }

  /** Stops reading; `settle` returns the result of pending reads. */
  leave(settle: () => IteratorResult<R, undefined> | Promise<never>): void {
    if (this.#done) return;
    this.#done = true;
    for (const resolve of this.reads.takeAll()) resolve(settle());
    this.#options.release();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.return();
  }

  readonly #wait = (resolve: Resolve<R>): void => this.reads.push(resolve);
}

/** Reads event by event. */
export class EventIterator<T> extends InboxIterator<T, WatchEvent<T>> {
  feed(batch: readonly WatchEvent<T>[], from: number, to: number): number {
    while (from < to && this.reads.size > 0) this.reads.shift()!({ value: batch[from++]!, done: false });
    return from;
  }

  protected take(): WatchEvent<T> {
    return this.inbox.take();
  }
}

/** Reads all queued events at once. */
export class BatchIterator<T> extends InboxIterator<T, readonly WatchEvent<T>[]> {
  feed(batch: readonly WatchEvent<T>[], from: number, to: number): number {
    if (from === to || this.reads.size === 0) return from;
    const whole = from === 0 && to === batch.length;
    this.reads.shift()!({ value: whole ? batch : batch.slice(from, to), done: false });
    return to;
  }

  protected take(): readonly WatchEvent<T>[] {
    return this.inbox.takeAll();
  }
}
