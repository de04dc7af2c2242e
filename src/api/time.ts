/**
 * A source of the time: anything with `now()` in milliseconds since 1970, such as `Date` itself.
 *
 * Pass one, such as `FakeClock` of `@kubecast/events/testing`, to make decisions reproducible in tests; it never drives
 * timers.
 *
 * @category Events
 */
export interface Clock {
  /** The current time in milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
}

/** Returns a clock that never fails: it tells the last known time if `clock` throws, or returns no number. */
export function guardClock(clock: Clock, onThrow: (error: unknown) => void): Clock {
  if (clock === Date) return clock;
  let lastMs = 0;
  return {
    now(): number {
      try {
        const nowMs = clock.now();
        if (Number.isFinite(nowMs)) lastMs = nowMs;
      } catch (error) {
        onThrow(error);
      }
      return lastMs;
    },
  };
}

/** The longest delay of a timer: the largest int32; longer ones fire at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Starts a timer of whole milliseconds: runtimes cut off the fraction of a delay, and the timer would fire before its
 * time has come, again and again.
 */
export function startTimer(callback: () => void, delayMs: number): ReturnType<typeof setTimeout> {
  return setTimeout(callback, Math.min(Math.ceil(delayMs), MAX_TIMER_MS));
}

let cachedSecond = NaN;
let cachedText = "";

/**
 * Formats a time as Kubernetes' `Time`: RFC 3339 in UTC and whole seconds, without the fraction.
 *
 * @param ms Milliseconds since 1970, within the years 0 to 9999 that RFC 3339 can write.
 * @throws {RangeError} If `ms` is not a time that a `Date` can hold.
 */
export function formatTime(ms: number): string {
  const second = Math.floor(ms / 1000);
  if (second !== cachedSecond) {
    // The events of a second share one conversion, and the text itself.
    cachedText = new Date(second * 1000).toISOString().slice(0, -5) + "Z";
    cachedSecond = second;
  }
  return cachedText;
}

/**
 * Formats a time as Kubernetes' `MicroTime`: RFC 3339 in UTC with exactly six digits of a second, as the server demands
 * (`Date.prototype.toISOString` has three and is refused).
 *
 * @param ms Milliseconds since 1970, within the years 0 to 9999 that RFC 3339 can write; a fraction is rounded to the
 * microsecond.
 * @throws {RangeError} If `ms` is not a time that a `Date` can hold.
 *
 * @example
 * ```ts
 * import { formatMicroTime } from "@kubecast/events";
 * import assert from "node:assert/strict";
 *
 * assert.equal(formatMicroTime(1700000000999), "2023-11-14T22:13:20.999000Z");
 * ```
 *
 * @category Events
 */
export function formatMicroTime(ms: number): string {
  let wholeMs = Math.floor(ms);
  let micros = Math.round((ms - wholeMs) * 1000);
  if (micros === 1000) [wholeMs, micros] = [wholeMs + 1, 0];
  const fraction = (wholeMs - Math.floor(wholeMs / 1000) * 1000) * 1000 + micros;
  return `${formatTime(wholeMs).slice(0, -1)}.${String(fraction).padStart(6, "0")}Z`;
}
