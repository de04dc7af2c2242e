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
    const handler = this.#handler;
    while (from < to) {
      // One `try` for many events: one for each takes a quarter longer in JavaScriptCore.
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
    // Last: a Promise may have an own `then` that throws.
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
