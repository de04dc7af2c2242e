import type { Clock } from "../../api/time.ts";
import type { EventStore } from "./event_store.ts";

/** The longest delay that timers can hold. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/**
 * Lets events expire on time while somebody watches, with one timer; without watches nothing runs, and what has expired
 * goes with the next request.
 */
export class ExpiryTimer {
  readonly #store: EventStore;
  readonly #clock: Clock;
  #watches = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(store: EventStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** A watch has begun; the function that comes back, called once or more, says that it is over. */
  watch(): () => void {
    let over = false;
    this.#watches++;
    this.changed();
    return () => {
      if (over) return;
      over = true;
      if (--this.#watches === 0) this.stop();
    };
  }

  /** Something was written: a store that was empty now has a next event to expire. */
  changed(): void {
    const nextMs = this.#store.nextExpiryMs;
    if (this.#watches === 0 || this.#timer !== undefined || nextMs === undefined) return;
    const delayMs = Math.min(MAX_DELAY_MS, Math.max(1, nextMs - this.#clock.now()));
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#store.expire();
      this.changed();
    }, delayMs);
  }

  /** Clears the timer. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
