import { type Clock, startTimer, unrefTimer } from "../../api/time.ts";
import type { EventStore } from "./event_store.ts";

/**
 * Expires events on time while a client waits for changes, with one timer that does not keep the process alive.
 * Otherwise no timer runs, and expired events are removed at the next request or read.
 */
export class ExpiryTimer {
  readonly #store: EventStore;
  readonly #clock: Clock;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(store: EventStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Schedules the next expiry; must be called again when an empty store gets its first event. */
  start(): void {
    const nextMs = this.#store.nextExpiryMs;
    if (this.#timer !== undefined || nextMs === undefined) return;
    const expire = (): void => {
      this.#timer = undefined;
      this.#store.removeExpired();
      this.start();
    };
    this.#timer = unrefTimer(startTimer(expire, Math.max(1, nextMs - this.#clock.now())));
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
