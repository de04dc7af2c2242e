import type { Clock } from "../api/time.ts";

/** Remembers events written within the last interval, whose next patch must wait. */
export class PatchIntervals {
  readonly #intervalMs: number;
  readonly #clock: Clock;
  readonly #untilMs = new Map<string, number>();

  constructor(intervalMs: number, clock: Clock) {
    this.#intervalMs = intervalMs;
    this.#clock = clock;
  }

  /** Called when an event was written. */
  start(key: string): void {
    if (this.#intervalMs === 0) return;
    const nowMs = this.#clock.now();
    // All intervals have the same length, so the expired ones come first.
    for (const [other, untilMs] of this.#untilMs) {
      if (untilMs > nowMs) break;
      this.#untilMs.delete(other);
    }
    this.#untilMs.delete(key);
    this.#untilMs.set(key, nowMs + this.#intervalMs);
  }

  /** Returns the rest of an event's interval; 0 or less if it is over. */
  leftMs(key: string): number {
    const untilMs = this.#untilMs.get(key);
    // Caps the rest in case the clock was set back.
    return untilMs === undefined ? 0 : Math.min(untilMs - this.#clock.now(), this.#intervalMs);
  }
}
