import type { Clock } from "../api/time.ts";

/** Remembers which events were written less than an interval ago, and are not to be patched again so soon. */
export class PatchIntervals {
  readonly #intervalMs: number;
  readonly #clock: Clock;
  readonly #untilMs = new Map<string, number>();

  constructor(intervalMs: number, clock: Clock) {
    this.#intervalMs = intervalMs;
    this.#clock = clock;
  }

  /** Notes that an event was written just now. */
  start(key: string): void {
    if (this.#intervalMs === 0) return;
    const nowMs = this.#clock.now();
    // All intervals are equally long, so those that are over are in front.
    for (const [other, untilMs] of this.#untilMs) {
      if (untilMs > nowMs) break;
      this.#untilMs.delete(other);
    }
    this.#untilMs.delete(key);
    this.#untilMs.set(key, nowMs + this.#intervalMs);
  }

  /** How much of its interval is left to an event; 0 or less if nothing is. */
  leftMs(key: string): number {
    const untilMs = this.#untilMs.get(key);
    // A clock that is set back makes it no longer.
    return untilMs === undefined ? 0 : Math.min(untilMs - this.#clock.now(), this.#intervalMs);
  }
}
