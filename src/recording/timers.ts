import { startTimer } from "../api/time.ts";

/** Handle of a timer, to clear it. */
export type Timer = ReturnType<typeof setTimeout> | Item;

/** Calls back after a delay: the timers of the runtime, or an {@linkcode Agenda}. */
export interface Timers {
  start(callback: () => void, delayMs: number): Timer;
  clear(timer: Timer | undefined): void;
}

/** The timers of the runtime. */
export const RUNTIME_TIMERS: Timers = {
  start: startTimer,
  clear: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout> | undefined),
};

/** A callback and the time when it is due. */
interface Item {
  readonly callback: () => void;
  dueMs: number;
}

/**
 * Timers as plain data: nothing happens until someone looks at the clock, by {@linkcode run}.
 *
 * For an isolate that serves many requests: the runtime cancels the timers of a request that has ended, and no other
 * request may clear them.
 */
export class Agenda implements Timers {
  readonly #items = new Set<Item>();
  /** No item is due earlier. */
  #nextMs = Infinity;
  /** The latest time seen. */
  #latestMs = -Infinity;

  /** Time until the next callback may be due, in milliseconds; `Infinity` if there is none. */
  get delayMs(): number {
    const nowMs = this.#now();
    return Math.max(this.#nextMs - nowMs, 0);
  }

  start(callback: () => void, delayMs: number): Timer {
    const item = { callback, dueMs: this.#now() + Math.ceil(delayMs) };
    this.#items.add(item);
    this.#nextMs = Math.min(this.#nextMs, item.dueMs);
    return item;
  }

  clear(timer: Timer | undefined): void {
    this.#items.delete(timer as Item);
  }

  /** Calls the due callbacks, the earliest first. */
  run(): void {
    const nowMs = this.#now();
    if (nowMs < this.#nextMs) return;
    this.#nextMs = Infinity;
    const due: Item[] = [];
    for (const item of this.#items) {
      if (item.dueMs <= nowMs) due.push(item);
      else this.#nextMs = Math.min(this.#nextMs, item.dueMs);
    }
    due.sort((a, b) => a.dueMs - b.dueMs);
    // A callback may clear another.
    for (const item of due) if (this.#items.delete(item)) item.callback();
  }

  /** Returns the time. If the clock was set back, moves everything with it, as if no time had passed since the last look. */
  #now(): number {
    const nowMs = Date.now();
    const backMs = this.#latestMs - nowMs;
    this.#latestMs = nowMs;
    if (backMs > 0) {
      for (const item of this.#items) item.dueMs -= backMs;
      this.#nextMs -= backMs;
    }
    return nowMs;
  }
}
