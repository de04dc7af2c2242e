import { type Clock, MAX_TIMER_MS } from "../../api/time.ts";
import type { EventStore } from "./event_store.ts";

/** A timer in Node and similar runtimes, where `unref` lets the process exit; on the web it is a number. */
interface ProcessTimer {
  unref?(): void;
}

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
    const delayMs = Math.min(MAX_TIMER_MS, Math.max(1, nextMs - this.#clock.now()));
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#store.expire();
      this.start();
    }, delayMs);
    (this.#timer as unknown as ProcessTimer).unref?.();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
