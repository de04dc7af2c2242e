import type { Clock } from "../api/clock.ts";

/**
 * A clock that stands still until the test moves it (client-go's `clock.FakeClock`).
 *
 * @example
 * ```ts
 * import { FakeClock } from "@kubecast/events/testing";
 * import assert from "node:assert/strict";
 *
 * const clock = new FakeClock("2026-01-01T00:00:00Z");
 * clock.step(1500);
 * assert.equal(new Date(clock.now()).toISOString(), "2026-01-01T00:00:01.500Z");
 * ```
 */
export class FakeClock implements Clock {
  #now: number;

  /** Starts at a time, given as a date, its text or milliseconds since 1970. @default {0} */
  constructor(start: Date | string | number = 0) {
    this.#now = new Date(start).getTime();
  }

  /** The time in milliseconds since 1970. */
  now(): number {
    return this.#now;
  }

  /** Moves the time by so many milliseconds, backwards too. */
  step(ms: number): void {
    this.#now += ms;
  }

  /** Sets the time. */
  setTime(time: Date | string | number): void {
    this.#now = new Date(time).getTime();
  }
}
