import type { Clock } from "../../api/time.ts";
import type { EventStore } from "./event_store.ts";

/** The longest delay of a timer; beyond it, timers fire at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

/** A timer of Node and others that lets the process exit; the web's is a number. */
interface ProcessTimer {
  unref?(): void;
}

/**
 * Lets events expire on time while a client waits for changes, with one timer that keeps no process alive. Otherwise nothing
 * runs, and what has expired goes with the next request or read.
 */
export class ExpiryTimer {
  readonly #store: EventStore;
  readonly #clock: Clock;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(store: EventStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Waits for the next event to expire; to be called again when a store that was empty got its first event. */
  start(): void {
    const nextMs = this.#store.nextExpiryMs;
    if (this.#timer !== undefined || nextMs === undefined) return;
    const delayMs = Math.min(MAX_TIMER_MS, Math.max(1, nextMs - this.#clock.now()));
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#store.expire();
      this.start();
    }, delayMs);
    (this.#timer as unknown as ProcessTimer).unref?.();
  }

  /** Clears the timer. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
