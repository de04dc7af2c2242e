import { test } from "node:test";
import assert from "node:assert/strict";
import { parseInstant, parseSpan } from "../../../src/app/cli/times.ts";

const END = Date.parse("2026-03-10T09:00:00Z");

/** A time in UTC, or in this machine's zone, as text. */
function instant(text: string, isUtc = true): string | undefined {
  const ms = parseInstant(text, { endMs: END, isUtc });
  return ms === undefined ? undefined : new Date(ms).toISOString();
}

test("parseSpan() adds up numbers with units, and rejects anything else", () => {
  const spans = ["90s", "1.5h", "1h30m", "2d", "1w", "100ms", "1m", "1h30m15s"].map(parseSpan);
  const hour = 3_600_000;
  assert.deepEqual(spans, [90_000, 1.5 * hour, 1.5 * hour, 48 * hour, 168 * hour, 100, 60_000, 1.5 * hour + 15_000]);
  for (const text of ["", "1", "s", "0s", "-1h", "1y", "1h 30m", "1H", "h1", "1e3s", "9".repeat(400) + "w"]) {
    assert.equal(parseSpan(text), undefined, text);
  }
});

test("parseInstant() parses spans, times of day and dates to the latest time that is not after the end", () => {
  const times = {
    "15m": "2026-03-10T08:45:00.000Z",
    "8:05": "2026-03-10T08:05:00.000Z",
    "09:00": "2026-03-10T09:00:00.000Z",
    "09:00:01": "2026-03-09T09:00:01.000Z",
    "10:30": "2026-03-09T10:30:00.000Z",
    "2026-03-01": "2026-03-01T00:00:00.000Z",
    "2026-03-01 10:30": "2026-03-01T10:30:00.000Z",
    "2026-03-01T10:30:15.5Z": "2026-03-01T10:30:15.500Z",
    "2026-03-01t10:30:15z": "2026-03-01T10:30:15.000Z",
    "2026-03-01T10:30:15+02:00": "2026-03-01T08:30:15.000Z",
    "2026-03-01T10:30:15+0200": "2026-03-01T08:30:15.000Z",
  };
  for (const [text, time] of Object.entries(times)) assert.equal(instant(text), time, text);
  for (const text of ["", "yesterday", "1030", "25:00", "10:60", "2026-02-30", "2026-13-01", "2026-03-01T", "10:30 "]) {
    assert.equal(instant(text), undefined, text);
  }
});

test("parseInstant() reads times without a zone in this machine's zone, unless they are in UTC", () => {
  const local = new Date(2026, 2, 1, 10, 30);
  assert.equal(instant("2026-03-01T10:30", false), local.toISOString());
  const end = new Date(END);
  const ofDay = `${end.getHours()}:${String(end.getMinutes()).padStart(2, "0")}`;
  assert.equal(instant(ofDay, false), end.toISOString());
});
