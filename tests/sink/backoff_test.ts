import { test } from "node:test";
import assert from "node:assert/strict";
import { exponentialBackoff } from "../../mod.ts";
import { RetrySchedule } from "../../src/sink/backoff.ts";

test("RetrySchedule without a backoff pauses for retryDelayMs, and first for a random part of it", () => {
  const schedule = new RetrySchedule({ backoff: undefined, retryDelayMs: 10_000, random: () => 0.25 });
  assert.deepEqual([1, 2, 11].map((tries) => schedule.pauseMs(tries)), [2500, 10_000, 10_000]);
});

test("exponentialBackoff() doubles up to maxDelayMs, with jitter", () => {
  const backoff = exponentialBackoff();
  assert.deepEqual([1, 2, 3, 7, 50].map((tries) => backoff(tries, () => 0)), [500, 1000, 2000, 30_000, 30_000]);
  assert.deepEqual([1, 2, 3, 7, 50].map((tries) => backoff(tries, () => 1)), [1000, 2000, 4000, 60_000, 60_000]);
});

test("exponentialBackoff() rejects invalid delays", () => {
  assert.throws(() => exponentialBackoff({ minDelayMs: 0 }), {
    name: "RangeError",
    message: "Cannot back off exponentially: minDelayMs must be a positive number, received 0",
  });
  assert.throws(() => exponentialBackoff({ maxDelayMs: NaN }), RangeError);
});
