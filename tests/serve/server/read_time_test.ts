import assert from "node:assert/strict";
import { test } from "node:test";
import { readTime, timeMs } from "../../../src/serve/server/wire/decode_object.ts";

test("readTime() accepts valid days and times, and rejects others", () => {
  const real = ["2024-02-29", "2000-02-29", "0004-02-29", "2023-02-28", "2026-04-30", "2026-12-31", "9999-01-01"];
  for (const day of real) assert.deepEqual(readTime(`${day}T23:59:59Z`, "time"), { text: `${day}T23:59:59Z` });
  const unreal = [
    "2023-02-29T00:00:00Z",
    "2100-02-29T00:00:00Z",
    "2026-02-30T00:00:00Z",
    "2026-04-31T00:00:00Z",
    "2026-01-32T00:00:00Z",
    "2026-01-01T24:00:00Z",
    "2026-01-01T00:60:00Z",
    "2026-01-01T00:00:60Z",
    "2026-01-01T00:00:00+25:00",
    "2026-01-01T00:00:00-00:61",
  ];
  for (const text of unreal) {
    assert.deepEqual(readTime(text, "time"), { error: `parsing time "${text}": value out of range` });
  }
});

test("readTime() writes times in UTC, without the fraction or with six digits of it, at every call", () => {
  const times: readonly [text: string, type: "time" | "microTime", written: string | null][] = [
    ["2026-01-01T02:30:00+02:30", "time", "2026-01-01T00:00:00Z"],
    ["2026-01-01T00:00:00-24:60", "time", "2026-01-02T01:00:00Z"],
    ["2026-01-01T00:00:00.999999999Z", "time", "2026-01-01T00:00:00Z"],
    ["2026-01-01T00:00:00,5Z", "time", "2026-01-01T00:00:00Z"],
    ["2026-01-01T00:00:00.000001+00:01", "microTime", "2025-12-31T23:59:00.000001Z"],
    ["0001-01-01T00:00:00Z", "time", null],
    ["0001-01-01T00:00:00.5Z", "time", null],
    ["0001-01-01T01:00:00.5+01:00", "time", null],
    ["0001-01-01T00:00:01Z", "time", "0001-01-01T00:00:01Z"],
    ["2026-01-01T3:04:05Z", "time", "2026-01-01T03:04:05Z"],
    ["2026-01-01T0:00:00.000001+01:00", "microTime", "2025-12-31T23:00:00.000001Z"],
    ["9999-12-31T23:59:59-24:00", "time", "10000-01-01T23:59:59Z"],
    ["9999-12-31T23:59:59.000001-00:01", "microTime", "10000-01-01T00:00:59.000001Z"],
    ["0000-01-01T00:00:00+10:00", "time", "-0001-12-31T14:00:00Z"],
    ["0000-01-01T00:00:00Z", "time", "0000-01-01T00:00:00Z"],
    ["0001-01-01T00:00:00.000000Z", "microTime", null],
    ["0001-01-01T00:00:00.000001Z", "microTime", "0001-01-01T00:00:00.000001Z"],
  ];
  for (const [text, type, written] of [...times, ...times]) {
    assert.deepEqual(readTime(text, type), { text: written }, text);
  }
});

test("readTime() names the layout and the rest that does not fit", () => {
  const layouts = { time: "2006-01-02T15:04:05Z07:00", microTime: "2006-01-02T15:04:05.000000Z07:00" };
  const cases: readonly [text: string, type: "time" | "microTime", rest: string, part: string][] = [
    ["yesterday", "time", "yesterday", "2006"],
    ["2026-01-01 00:00:00Z", "time", "2026-01-01 00:00:00Z", "2006"],
    ["2026-01-01T003:00:00Z", "time", "2026-01-01T003:00:00Z", "2006"],
    ["2026-01-01T00:00:00Z", "microTime", "Z", ".000000"],
    ["2026-01-01T00:00:00.12345Z", "microTime", ".12345Z", ".000000"],
    ["2026-01-01T00:00:00.1234567+01:00", "microTime", "7+01:00", "Z07:00"],
  ];
  for (const [text, type, rest, part] of cases) {
    const error = `parsing time "${text}" as "${layouts[type]}": cannot parse "${rest}" as "${part}"`;
    assert.deepEqual(readTime(text, type), { error });
  }
});

test("timeMs() returns the milliseconds of a time, and undefined for an absent one", () => {
  assert.deepEqual(["1970-01-01T00:00:01.500000Z", "", null, undefined].map(timeMs), [
    1500,
    undefined,
    undefined,
    undefined,
  ]);
});

test("timeMs() reads years beyond four digits, as readTime() writes them", () => {
  assert.equal(timeMs("10000-01-01T00:00:00.500000Z"), Date.UTC(10000, 0, 1, 0, 0, 0, 500));
  assert.equal(timeMs("-0001-12-31T14:00:00Z"), Date.parse("-000001-12-31T14:00:00Z"));
});
