import { invalid } from "../../base/tools/check_options.ts";
import type { Clock } from "../../base/tools/time.ts";

/**
 * A clock that does not advance until the test moves it (Go's
 * {@link https://pkg.go.dev/k8s.io/utils/clock/testing#FakeClock | clock/testing.FakeClock}).
 *
 * Unlike Go's, it does not control timers. To retry without pauses, give the recording `backoff: () => 0`, as in the
 * example of {@linkcode ScriptedSink}. To test pauses, use the fake timers of your test runner; recordings, readers and
 * servers follow them.
 *
 * @example
 * ```ts
 * import { FakeClock, FakeRecorder } from "@kubecast/events/testing";
 * import assert from "node:assert/strict";
 *
 * const clock = new FakeClock("2026-01-01T00:00:00Z");
 * const recorder = new FakeRecorder({ clock });
 * clock.step(90_000);
 * recorder.event({ apiVersion: "v1", kind: "Pod", metadata: { name: "web" } }, "Normal", "Pulled", "there");
 * assert.equal(recorder.events[0]?.firstTimestamp, "2026-01-01T00:01:30Z");
 * ```
 *
 * @category Testing
 */
export class FakeClock implements Clock {
  #now: number;

  /**
   * Creates a clock that is set to `start`.
   *
   * @param start A `Date`, a string that `Date` can parse, or milliseconds since 1970; defaults to 0.
   * @throws {RangeError} If `start` is an invalid time.
   */
  constructor(start: Date | string | number = 0) {
    this.#now = timeOf(start);
  }

  /** Returns the time in milliseconds since 1970. */
  now(): number {
    return this.#now;
  }

  /**
   * Moves the time by `ms` milliseconds, backwards if negative.
   *
   * @throws {RangeError} If `ms` is not a finite number.
   */
  step(ms: number): void {
    if (!Number.isFinite(ms)) throw new RangeError(invalid("step the clock", "ms", "be a finite number", ms));
    this.#now += ms;
  }

  /**
   * Sets the time.
   *
   * @param time A `Date`, a string that `Date` can parse, or milliseconds since 1970.
   * @throws {RangeError} If `time` is invalid.
   */
  setTime(time: Date | string | number): void {
    this.#now = timeOf(time);
  }
}

function timeOf(time: Date | string | number): number {
  const ms = new Date(time).getTime();
  if (!Number.isNaN(ms)) return ms;
  throw new RangeError(`Cannot set the clock: the time must be one that Date can hold, received ${String(time)}`);
}
