import { Fifo } from "../../base/tools/fifo.ts";
import { inMicrotask } from "../../base/tools/time.ts";
import type { WatchEvent } from "../../base/event/kubernetes_object.ts";
import type { Consumer, Inbox } from "./inbox.ts";

/**
 * The iterator of loops over a {@linkcode Watcher}; reads the watcher until it ends, and holds its lock until then.
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

/** Reads an inbox without the stream in between, for one promise per read and no closure. */
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

export class EventIterator<T> extends InboxIterator<T, WatchEvent<T>> {
  feed(batch: readonly WatchEvent<T>[], from: number, to: number): number {
    while (from < to && this.reads.size > 0) this.reads.shift()!({ value: batch[from++]!, done: false });
    return from;
  }

  protected take(): WatchEvent<T> {
    return this.inbox.take();
  }
}

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

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
}

/**
 * Calls a handler with each event, straight from the batch; while the handler's promise is pending, events queue up.
 */
export class HandlerConsumer<T> implements Consumer<T> {
  readonly #inbox: Inbox<T>;
  readonly #handler: (event: WatchEvent<T>) => unknown;
  #paused = false;

  constructor(inbox: Inbox<T>, handler: (event: WatchEvent<T>) => unknown) {
    this.#inbox = inbox;
    this.#handler = handler;
    if (inbox.queue.size === 0) return;
    // The handler is called only after watchWithPrefix has returned the watcher.
    this.#paused = true;
    inMicrotask(this.#resume);
  }

  get wanted(): number {
    return this.#paused ? 0 : 1;
  }

  feed(batch: readonly WatchEvent<T>[], from: number, to: number): number {
    if (this.#paused) return from;
    const inbox = this.#inbox;
    const handler = this.#handler;
    while (from < to) {
      // One `try` for many events, because one for each event takes a quarter longer in JavaScriptCore.
      try {
        while (from < to) {
          const result = handler(batch[from++]!);
          if (result !== undefined && isThenable(result)) {
            this.#waitFor(result);
            return inbox.closed ? to : from;
          }
          if (inbox.closed) return to;
        }
      } catch (error) {
        inbox.failed(error);
        if (inbox.closed) return to;
      }
    }
    return from;
  }

  end(): void {}

  /** Queues events until the handler's promise has settled. */
  #waitFor(result: PromiseLike<unknown>): void {
    Promise.resolve(result).then(this.#resume, (error) => {
      this.#inbox.failed(error);
      this.#resume();
    });
    // Set last, because a Promise may have a custom `then` that throws.
    this.#paused = true;
  }

  /** Calls the handler with the queued events; those published meanwhile queue behind them. */
  readonly #resume = (): void => {
    const inbox = this.#inbox;
    const handler = this.#handler;
    while (inbox.readable) {
      try {
        const result = handler(inbox.take());
        if (isThenable(result)) return this.#waitFor(result);
      } catch (error) {
        inbox.failed(error);
      }
    }
    this.#paused = false;
    inbox.roomFreed();
  };
}

/**
 * The source of a watcher's stream, for reads that bypass the watcher's methods: `tee`, a transfer, a `Response`, or a
 * reader created by its constructor.
 *
 * Enqueues only events that a read is waiting for, because events in the stream's own queue could be neither evicted
 * nor freed.
 */
export class StreamConsumer<T> implements Consumer<T>, UnderlyingDefaultSource<WatchEvent<T>> {
  stream: ReadableStream | undefined;
  readonly #inbox: Inbox<T>;
  #controller!: ReadableStreamDefaultController<WatchEvent<T>>;
  #pulled = false;
  #open = true;

  constructor(inbox: Inbox<T>) {
    this.#inbox = inbox;
  }

  /** At most 1, because the stream reports no further reads until one is served. */
  get wanted(): number {
    return this.#pulled ? 1 : 0;
  }

  start(controller: ReadableStreamDefaultController<WatchEvent<T>>): void {
    this.#controller = controller;
  }

  pull(): void {
    const inbox = this.#inbox;
    inbox.consumer = this;
    this.#pulled = !inbox.readable;
    if (!this.#pulled) this.#controller.enqueue(inbox.queue.shift()!);
    inbox.roomFreed();
  }

  cancel(): void {
    this.#open = false;
    this.#inbox.stop();
  }

  feed(batch: readonly WatchEvent<T>[], from: number, to: number): number {
    // `enqueue` calls `pull` again if another read is pending. An abandoned read leaves the stream unlocked.
    while (from < to && this.#pulled) {
      this.#pulled = false;
      if (this.stream?.locked) this.#controller.enqueue(batch[from++]!);
    }
    return from;
  }

  end(): void {
    if (!this.#open) return;
    this.#open = false;
    this.#controller.close();
  }
}
