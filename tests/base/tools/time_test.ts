import { test } from "node:test";
import assert from "node:assert/strict";
import { formatMicroTime, formatTime, humanDuration, isBefore } from "../../../src/base/tools/time.ts";

test("formatTime() truncates the fraction, before 1970 too", () => {
  assert.equal(formatTime(1_700_000_000_999), "2023-11-14T22:13:20Z");
  assert.equal(formatTime(-1), "1969-12-31T23:59:59Z");
  assert.equal(formatTime(0), "1970-01-01T00:00:00Z");
});

test("formatMicroTime() always has six digits", () => {
  assert.equal(formatMicroTime(1_700_000_000_000), "2023-11-14T22:13:20.000000Z");
  assert.equal(formatMicroTime(1_700_000_000_007.25), "2023-11-14T22:13:20.007250Z");
  assert.equal(formatMicroTime(-1), "1969-12-31T23:59:59.999000Z");
});

test("formatMicroTime() rounds a fraction without an exact float to its microsecond", () => {
  for (let micros = 0; micros < 1000; micros++) {
    const text = formatMicroTime(1_700_000_000_000 + micros / 1000);
    assert.equal(text, `2023-11-14T22:13:20.000${String(micros).padStart(3, "0")}Z`);
  }
  assert.equal(formatMicroTime(1_699_999_999_999.9999), "2023-11-14T22:13:20.000000Z");
  assert.equal(formatMicroTime(-0.001), "1969-12-31T23:59:59.999999Z");
  assert.equal(formatMicroTime(999.9999), "1970-01-01T00:00:01.000000Z");
  assert.equal(formatMicroTime(7.9999), "1970-01-01T00:00:00.008000Z");
  assert.equal(formatMicroTime(-0.0001), "1970-01-01T00:00:00.000000Z");
});

test("formatTime() is correct from second to second, forward and back", () => {
  for (const ms of [1000, 1999, 2000, 1500, 86_400_000]) {
    assert.equal(formatTime(ms), new Date(ms).toISOString().slice(0, -5) + "Z");
    assert.equal(formatMicroTime(ms), new Date(ms).toISOString().slice(0, -1) + "000Z");
  }
});

test("formatTime() throws a RangeError for an invalid time", () => {
  assert.throws(() => formatTime(NaN), RangeError);
  assert.throws(() => formatMicroTime(8.64e15 + 1000), RangeError);
  assert.equal(formatTime(0), "1970-01-01T00:00:00Z");
});

const SECOND = 1000, MINUTE = 60 * SECOND, HOUR = 60 * MINUTE, DAY = 24 * HOUR, YEAR = 365 * DAY;

const DURATIONS: readonly [ms: number, text: string][] = [
  [-1001, "<invalid>"],
  [-1000, "0s"],
  [0, "0s"],
  [119_999, "119s"],
  [2 * MINUTE, "2m"],
  [3 * MINUTE + 20 * SECOND, "3m20s"],
  [10 * MINUTE + 5 * SECOND, "10m"],
  [179 * MINUTE, "179m"],
  [3 * HOUR, "3h"],
  [7 * HOUR + 59 * MINUTE, "7h59m"],
  [8 * HOUR + 30 * MINUTE, "8h"],
  [47 * HOUR, "47h"],
  [2 * DAY + 3 * HOUR, "2d3h"],
  [8 * DAY + 3 * HOUR, "8d"],
  [729 * DAY, "729d"],
  [2 * YEAR + 9 * DAY, "2y9d"],
  [8 * YEAR + 9 * DAY, "8y"],
  [291 * YEAR, "291y"],
  [300 * YEAR, "292y"],
];

for (const [ms, text] of DURATIONS) {
  test(`humanDuration() formats ${ms} ms as ${text}`, () => assert.equal(humanDuration(ms), text));
}

test("isBefore() compares times of any form, and is false for absent or equal times", () => {
  assert.ok(isBefore("2026-01-01T00:00:00Z", "2026-01-01T00:00:01Z"));
  assert.ok(isBefore("2026-01-01T00:00:00.000001Z", "2026-01-01T00:00:00.000002Z"));
  assert.ok(isBefore("2026-01-01T01:00:00+02:00", "2026-01-01T00:00:00Z"));
  // These would sort the other way as text.
  assert.ok(isBefore("2026-01-01T00:00:00Z", "2026-01-01T00:00:00.5Z"));
  assert.ok(isBefore("2026-01-01T00:30:00+01:00", "2026-01-01T00:00:00.0000Z"));
  assert.ok(isBefore("2026-01-01T00:00:00.0000Z", "2026-01-01T00:30:00-01:00"));
  for (
    const pair of [["2026-01-01T00:00:00Z", "2026-01-01T00:00:00Z"], ["2026-01-01T00:00:00Z", null], [undefined, "x"]]
  ) {
    assert.equal(isBefore(pair[0], pair[1]), false);
  }
  const [earlier, later] = [new Date(0), new Date(1000)] as unknown as [string, string];
  assert.deepEqual([isBefore(earlier, later), isBefore(later, earlier)], [true, false]);
});
