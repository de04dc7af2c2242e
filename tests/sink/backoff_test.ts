import { test } from "node:test";
import assert from "node:assert/strict";
import { constantBackoff, exponentialBackoff } from "../../mod.ts";

test("constantBackoff() makes the first pause a random part of the others", () => {
  const backoff = constantBackoff(10_000);
  assert.deepEqual([1, 2, 11].map((tries) => backoff(tries, () => 0.25)), [2500, 10_000, 10_000]);
});

test("constantBackoff() refuses a delay that is none", () => {
  for (const delayMs of [-1, NaN]) {
    assert.throws(() => constantBackoff(delayMs), {
      name: "RangeError",
      message: `Cannot back off constantly: delayMs must be a number of at least 0, received ${delayMs}`,
    });
  }
});

test("exponentialBackoff() doubles, up to its limit, and never quite repeats itself", () => {
  const backoff = exponentialBackoff();
  assert.deepEqual([1, 2, 3, 7, 50].map((tries) => backoff(tries, () => 0)), [500, 1000, 2000, 30_000, 30_000]);
  assert.deepEqual([1, 2, 3, 7, 50].map((tries) => backoff(tries, () => 1)), [1000, 2000, 4000, 60_000, 60_000]);
});

test("exponentialBackoff() refuses delays that are none", () => {
  assert.throws(() => exponentialBackoff({ minDelayMs: 0 }), {
    name: "RangeError",
    message: "Cannot back off exponentially: minDelayMs must be a positive number, received 0",
  });
  assert.throws(() => exponentialBackoff({ maxDelayMs: NaN }), RangeError);
});
