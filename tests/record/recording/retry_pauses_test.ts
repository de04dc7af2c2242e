import { test } from "node:test";
import assert from "node:assert/strict";
import { StatusError } from "../../../mod.ts";
import { exponentialBackoff } from "../../../src/client_go/mod.ts";
import { RetryPauses } from "../../../src/record/recording/retry.ts";

test("RetryPauses without a backoff pauses for retryDelayMs give or take a quarter, and first for a random part of it", () => {
  const table = [[0, 0, 7500], [0.25, 2500, 8750], [0.5, 5000, 10_000]] as const;
  for (const [random, first, others] of table) {
    const pauses = new RetryPauses({ backoff: undefined, retryDelayMs: 10_000, random: () => random });
    assert.deepEqual([1, 2, 11].map((trips) => pauses.pauseMs(trips)), [first, others, others]);
  }
});

test("RetryPauses begins below a second, and doubles up to retryDelayMs, for a write that someone waits for", () => {
  const pauses = (random: number, backoff?: () => number): RetryPauses =>
    new RetryPauses({ backoff, retryDelayMs: 10_000, random: () => random });
  const tries = [1, 2, 3, 4, 5, 5000];
  const awaited = (random: number): number[] => tries.map((count) => pauses(random).pauseMs(count, true));
  assert.deepEqual(awaited(0), [500, 1000, 2000, 4000, 5000, 5000]);
  assert.deepEqual(awaited(1), [1000, 2000, 4000, 8000, 10_000, 10_000]);
  assert.equal(pauses(0, () => 7).pauseMs(1, true), 7);
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

test("RetryPauses doubles the pauses of a namespace and of the server, with a jitter of a quarter", () => {
  const pauses = (random: number): RetryPauses =>
    new RetryPauses({ backoff: undefined, retryDelayMs: 10_000, random: () => random });
  const trips = [1, 2, 3, 5, 6, 50, 5000];
  const even = pauses(0.5);
  assert.deepEqual(trips.map((count) => even.namespacePauseMs(count)), [
    1000,
    2000,
    4000,
    16_000,
    30_000,
    30_000,
    30_000,
  ]);
  assert.deepEqual(trips.map((count) => even.serverPauseMs(count)), [1000, 2000, 4000, 10_000, 10_000, 10_000, 10_000]);
  assert.deepEqual([pauses(0).serverPauseMs(2), pauses(1).serverPauseMs(2)], [1500, 2500]);
  even.cap();
  assert.deepEqual([even.pauseMs(2), even.namespacePauseMs(9), even.serverPauseMs(9)], [1000, 1000, 1000]);
});

test("RetryPauses without a delay pauses for 10 ms while the server is down, and never otherwise", () => {
  const pauses = new RetryPauses({ backoff: undefined, retryDelayMs: 0, random: () => 0.5 });
  for (const times of [1, 2, 2000]) {
    assert.deepEqual([pauses.pauseMs(times), pauses.namespacePauseMs(times), pauses.serverPauseMs(times)], [
      0,
      0,
      10,
    ]);
  }
});

test("RetryPauses.requestedMs() adds up to a quarter to a Retry-After of at most a minute", () => {
  const asking = (retryAfterMs?: number): StatusError => new StatusError({ code: 429 }, { retryAfterMs });
  const even = new RetryPauses({ backoff: undefined, retryDelayMs: 10_000, random: () => 0.5 });
  assert.deepEqual(
    [undefined, 0, 1, 8000, 60_000, 61_000].map((ms) => even.requestedMs(asking(ms))),
    [0, 0, 1.125, 9000, 67_500, 67_500],
  );
  assert.equal(even.requestedMs(new Error("Connection refused")), 0);
});

test("RetryPauses pauses for an hour at most, which is also the pause if a backoff throws or returns no valid pause", () => {
  const pauseMs = (backoff: () => number): number =>
    new RetryPauses({ backoff, retryDelayMs: 10_000, random: () => 0.5 }).pauseMs(1);
  const throws = (): never => {
    throw new Error("Broken");
  };
  const pauses = [() => 7_200_000, () => -1, () => NaN, throws, () => 0, () => 3_600_000].map(pauseMs);
  assert.deepEqual(pauses, [3_600_000, 3_600_000, 3_600_000, 3_600_000, 0, 3_600_000]);
});
