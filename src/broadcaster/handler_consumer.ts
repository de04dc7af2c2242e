import type { WatchEvent } from "../api/watch_event.ts";
import type { Consumer, Inbox } from "./inbox.ts";

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
    queueMicrotask(this.#resume);
  }

  get wanted(): number {
    return this.#paused ? 0 : 1;
  }

  feed(batch: readonly WatchEvent<T>[], from: number, to: number): number {
    if (this.#paused) return from;
    const inbox = this.#inbox;
    while (from < to) {
      const ready = this.#call(batch[from++]!);
      if (inbox.closed) return to;
      if (ready) continue;
      this.#paused = true;
      break;
    }
    return from;
  }

  end(): void {}

  /** Calls the handler; returns whether it is ready for the next event. */
  #call(event: WatchEvent<T>): boolean {
    try {
      const result = this.#handler(event);
      if (result === undefined || !isThenable(result)) return true;
      Promise.resolve(result).then(this.#resume, (error) => {
        this.#inbox.failed(error);
        this.#resume();
      });
      return false;
    } catch (error) {
      this.#inbox.failed(error);
      return true;
    }
  }

  /** Calls the handler with the queued events; those published meanwhile queue behind them. */
  readonly #resume = (): void => {
    while (this.#inbox.readable) {
      if (!this.#call(this.#inbox.take())) return;
    }
    this.#paused = false;
    this.#inbox.roomFreed();
  };
}
