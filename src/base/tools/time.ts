/**
 * A source of the current time: anything with `now()` in milliseconds since 1970, such as `Date` itself.
 *
 * Pass a `FakeClock` of `@kubecast/events/testing` to make decisions reproducible in tests. A clock never drives
 * timers.
 *
 * @category Events
 */
export interface Clock {
  /** The current time in milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
}

/** The longest delay of a timer: the largest int32. A timer with a longer delay would fire immediately. */
export const MAX_TIMER_MS = 2_147_483_647;

/**
 * Starts a timer, with its delay rounded up to whole milliseconds. Runtimes truncate delays, so a timer that is
 * restarted for the remaining fraction would fire early again and again.
 */
export function startTimer(callback: () => void, delayMs: number): ReturnType<typeof setTimeout> {
  return setTimeout(callback, Math.min(Math.ceil(delayMs), MAX_TIMER_MS));
}

/** Calls a function that never throws in a microtask; not by `queueMicrotask`, which Jest's fake timers hold back. */
export function inMicrotask(callback: () => void): void {
  void Promise.resolve().then(callback);
}

/** Lets the process exit before a timer fires, in runtimes that have processes; returns the timer. */
export function unrefTimer<T>(timer: T): T {
  (timer as { unref?(): void }).unref?.();
  return timer;
}

export type Timer = ReturnType<typeof setTimeout> | Item;

/** Starts and clears timers: those of the runtime, or those of an {@linkcode Agenda}. */
export interface Timers {
  start(callback: () => void, delayMs: number): Timer;
  clear(timer: Timer | undefined): void;
}

export const RUNTIME_TIMERS: Timers = {
  start: startTimer,
  clear: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout> | undefined),
};

export function runtimeTimers(keepAlive: boolean): Timers {
  if (keepAlive) return RUNTIME_TIMERS;
  return { ...RUNTIME_TIMERS, start: (callback, delayMs) => unrefTimer(startTimer(callback, delayMs)) };
}

interface Item {
  readonly callback: () => void;
  dueMs: number;
}

/**
 * Timers kept as data. Nothing fires until {@linkcode run} is called.
 *
 * An isolate that serves many requests needs them, because its runtime cancels the timers of a finished request, and
 * lets no other request clear them.
 */
export class Agenda implements Timers {
  readonly #items = new Set<Item>();
  #nextMs = Infinity;
  #latestMs = -Infinity;

  /** Time until the next callback may be due, in milliseconds; `Infinity` if no timer was started. */
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
    // A callback may clear another timer.
    for (const item of due) if (this.#items.delete(item)) item.callback();
  }

  /**
   * Returns the time. If the clock was set back, moves all timers back with it, as if no time had passed since the
   * previous call.
   */
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
    // Events of the same second share one conversion and one string.
    cachedText = new Date(second * 1000).toISOString().slice(0, -5) + "Z";
    cachedSecond = second;
  }
  return cachedText;
}

/**
 * Formats a time as Kubernetes' `MicroTime`: RFC 3339 in UTC with exactly six digits of a second, as the server
 * requires (`Date.prototype.toISOString` has three, which the server rejects).
 *
 * @param ms Milliseconds since 1970, within the years 0 to 9999 that RFC 3339 can write; a fraction is rounded to the
 * microsecond.
 * @throws {RangeError} If `ms` is not a time that a `Date` can hold.
 *
 * @example
 * ```ts
 * import { formatMicroTime } from "@kubecast/events/client-go";
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

const RFC_3339 = /^(\d{4}-\d\d-\d\d)t([01]\d|2[0-3])(:[0-5]\d):([0-5]\d|60)(\.\d+)?(z|[+-]\d\d:\d\d)$/i;

/**
 * Returns a time in milliseconds since 1970, with the microseconds of a text or of Temporal. Returns NaN for any other
 * value, because `Number("2026")` and `Number([])` would be valid but wrong times.
 *
 * A leap second, `23:59:60`, counts as the second before it. Dates that do not exist are NaN, such as `2026-02-30` or
 * the hour 24, some of which `Date.parse` shifts.
 */
export function timeOf(time: unknown): number {
  if (typeof time !== "string") {
    const ms = epochMs(Object(time));
    return typeof ms === "number" ? ms : NaN;
  }
  const [, day = "", hour, minute, second, fraction = "", zone = ""] = RFC_3339.exec(time) ?? [];
  const dayMs = Date.parse(day);
  if (Number.isNaN(dayMs) || !new Date(dayMs).toISOString().startsWith(day)) return NaN;
  const ms = Date.parse(`${day}T${hour}${minute}:${second === "60" ? "59" : second}${zone.toUpperCase()}`);
  return ms + Number(fraction.slice(1, 7).padEnd(6, "0")) / 1000;
}

function epochMs(time: { readonly epochNanoseconds?: unknown; readonly epochMilliseconds?: unknown }): unknown {
  const { epochNanoseconds, epochMilliseconds } = time;
  if (typeof epochNanoseconds === "bigint") return Number(epochNanoseconds / 1000n) / 1000;
  try {
    return epochMilliseconds ?? time.valueOf();
  } catch {
    return NaN; // for example a Temporal.PlainDateTime, which has no time zone
  }
}

/** Whether a time of an event is before another; false if one is absent or invalid. */
export function isBefore(time: string | null | undefined, other: string | null | undefined): boolean {
  if (time === other || !time || !other) return false;
  // Nearly all times have this form, in which they sort as text.
  const areAlike = time.length === other.length && /Z$/.test(time) && /Z$/.test(other);
  return areAlike ? time < other : Date.parse(time) < Date.parse(other);
}

/** The milliseconds of the units of an age: second, minute, hour, day and year. */
const UNITS = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, y: 31_536_000_000 } as const;

/** How to format an age of less than so many units: in these units, followed by the smaller unit unless it is zero. */
const STEPS: readonly (readonly [below: number, unit: keyof typeof UNITS, smaller?: keyof typeof UNITS])[] = [
  [120, "s"],
  [10, "m", "s"],
  [180, "m"],
  [8, "h", "m"],
  [48, "h"],
  [8, "d", "h"],
  [730, "d"],
  [8, "y", "d"],
  [Infinity, "y"],
];

/** Formats an age as kubectl does, such as `"3m20s"` (apimachinery's `duration.HumanDuration`). */
export function humanDuration(ms: number): string {
  if (ms < -UNITS.s) return "<invalid>";
  // Go's longest duration is 2^63 nanoseconds, or 292 years.
  const age = Math.min(Math.max(0, ms), 2 ** 63 / 1e6);
  const [, unit, smaller] = STEPS.find(([below, unit]) => age < below * UNITS[unit])!;
  const text = Math.floor(age / UNITS[unit]) + unit;
  const rest = smaller ? Math.floor(age % UNITS[unit] / UNITS[smaller]) : 0;
  return rest > 0 ? text + rest + smaller : text;
}
