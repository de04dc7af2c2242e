import type { OptionTable } from "../api/check_options.ts";
import { onAbort } from "../api/on_abort.ts";
import type { WatchEvent } from "../api/watch_event.ts";
import { type Consumer, type Inbox, NO_CONSUMER } from "./inbox.ts";

function ignore(): void {}

/** The options of `pipeTo`, whose type has no name where the DOM library is missing. */
export type PipeOptions = NonNullable<Parameters<ReadableStream["pipeTo"]>[1]>;

/** The checks of a pipe's options; the platform converts any value to a boolean. */
export const pipeOptionTable = () => ({
  preventAbort: ["anything"],
  preventCancel: ["anything"],
  preventClose: ["anything"],
  signal: ["an AbortSignal"],
} as const satisfies OptionTable<PipeOptions>);

/**
 * Writes the events of an inbox to a stream, as the platform's `pipeTo` does, but straight from the queue: events that
 * the destination has no room for stay in the queue, where they can be evicted and freed.
 *
 * Unlike the platform's, an abort does not wait for the write in progress: it aborts the destination at once.
 */
export class Pipe<T> implements Consumer<T> {
  /** Settles when the pipe has ended, as the promise of `pipeTo` does. */
  readonly finished: Promise<void>;
  readonly #inbox: Inbox<T>;
  readonly #writer: WritableStreamDefaultWriter<WatchEvent<T>>;
  readonly #options: PipeOptions;
  readonly #forgetSignal: () => void;
  #settle!: (result: Promise<void>) => void;
  #lastWrite: Promise<unknown> = Promise.resolve();
  /** Whether the destination has room and the queue is empty. */
  #ready = false;
  #open = true;

  constructor(inbox: Inbox<T>, writer: WritableStreamDefaultWriter<WatchEvent<T>>, options: PipeOptions) {
    this.#inbox = inbox;
    this.#writer = writer;
    this.#options = options;
    this.finished = new Promise((resolve) => this.#settle = resolve);
    inbox.consumer = this;
    this.#writer.closed.then(
      () => this.#fail(new TypeError("Cannot pipe: the destination is closed")),
      (error) => this.#fail(error),
    );
    const { signal } = options;
    this.#forgetSignal = onAbort(signal, () => this.#abort(signal?.reason));
    if (signal?.aborted) this.#abort(signal.reason);
    else if (inbox.ended) this.end();
    else this.#writer.ready.then(this.#resume, ignore);
  }

  get wanted(): number {
    return this.#ready ? 1 : 0;
  }

  feed(batch: readonly WatchEvent<T>[], from: number, to: number): number {
    while (from < to && this.#ready) {
      if (!this.#write(batch[from++]!)) this.#ready = false;
    }
    return this.#open ? from : to; // a write calls the destination, which may have stopped the watcher
  }

  /** Called when the watcher has ended: closes the destination after all written events. */
  end(): void {
    this.#finish(() => this.#options.preventClose ? this.#lastWrite : this.#writer.close());
  }

  get #hasRoom(): boolean {
    return (this.#writer.desiredSize ?? 0) > 0;
  }

  /** Writes the queued events; those published meanwhile queue behind them. */
  readonly #resume = (): void => {
    if (this.#ready || !this.#open) return;
    const inbox = this.#inbox;
    let hasRoom = this.#hasRoom;
    while (hasRoom && this.#open && inbox.readable) {
      hasRoom = this.#write(inbox.queue.shift());
      inbox.roomFreed();
    }
    this.#ready = hasRoom;
    inbox.roomFreed();
  };

  /** Writes an event; returns whether there is room for another. */
  #write(event: WatchEvent<T>): boolean {
    // The destination has more room once a write is done: waiting for `ready` would take another promise per event.
    // Errors of the destination reject `closed`.
    this.#lastWrite = this.#writer.write(event).then(this.#resume, ignore);
    return this.#hasRoom;
  }

  #abort(reason: unknown): void {
    const { preventAbort, preventCancel } = this.#options;
    this.#finish(async () => {
      const aborted = preventAbort ? this.#lastWrite : this.#writer.abort(reason);
      if (!preventCancel) this.#inbox.stop();
      await aborted;
      throw reason;
    });
  }

  #fail(error: unknown): void {
    this.#finish(() => {
      if (!this.#options.preventCancel) this.#inbox.stop();
      return Promise.reject(error);
    });
  }

  #finish(settle: () => Promise<unknown>): void {
    if (!this.#open) return;
    this.#open = this.#ready = false;
    this.#forgetSignal();
    this.#inbox.consumer = NO_CONSUMER;
    const settled = settle().finally(() => this.#writer.releaseLock());
    this.#settle(settled.then(() => {}));
  }
}
