import assert from "node:assert/strict";
import { test } from "node:test";
import { EventSourceObjectSpamFilter } from "../../mod.ts";
import { TokenBucket } from "../../src/correlator/token_bucket.ts";
import { sampleEvent } from "./sample_event.ts";

test("TokenBucket gives its burst, then one token each time one has flowed back", () => {
  const bucket = new TokenBucket(3, 1 / 10);
  assert.deepEqual([bucket.take(0), bucket.take(0), bucket.take(0), bucket.take(0)], [true, true, true, false]);
  assert.deepEqual([bucket.take(9_999), bucket.take(10_000), bucket.take(10_000)], [false, true, false]);
  assert.deepEqual([bucket.take(20_000), bucket.take(20_000)], [true, false]);
});

test("TokenBucket never holds more than its burst", () => {
  const bucket = new TokenBucket(2, 100);
  assert.equal(bucket.take(0), true);
  assert.deepEqual([1, 2, 3].map(() => bucket.take(1e9)), [true, true, false]);
});

test("EventSourceObjectSpamFilter has buckets with the defaults of client-go", () => {
  let nowMs = 0;
  const filter = new EventSourceObjectSpamFilter({ clock: { now: () => nowMs } });
  const event = sampleEvent();
  for (let i = 0; i < 25; i++) assert.equal(filter.accepts(event), true);
  assert.equal(filter.accepts(event), false);
  // 1 / 300 as a 32-bit float is a little more.
  nowMs = 299_999;
  assert.equal(filter.accepts(event), false);
  nowMs = 300_000;
  assert.equal(filter.accepts(event), true);
});

test("TokenBucket counts a token that is due within a nanosecond as there", () => {
  const bucket = new TokenBucket(1, 0.5);
  assert.equal(bucket.take(0), true);
  assert.equal(bucket.take(1_999.999998), false);
  assert.equal(bucket.take(1_999.9999999), true);
});

test("TokenBucket reckons with the rate as the 32-bit float that client-go makes of it", () => {
  // 0.1 becomes 0.10000000149: a token is due 150 nanoseconds before ten seconds are over.
  const bucket = new TokenBucket(1, 0.1);
  assert.equal(bucket.take(0), true);
  assert.equal(bucket.take(9_999.9998), false);
  assert.equal(bucket.take(9_999.9999), true);
});

test("TokenBucket keeps what was refused: waiting goes on from the last token taken", () => {
  const bucket = new TokenBucket(1, 1);
  assert.equal(bucket.take(0), true);
  for (let ms = 100; ms < 1000; ms += 100) assert.equal(bucket.take(ms), false);
  assert.equal(bucket.take(1000), true);
});

test("TokenBucket takes a clock that steps back as it comes", () => {
  const bucket = new TokenBucket(2, 1);
  assert.equal(bucket.take(10_000), true);
  assert.equal(bucket.take(0), true);
  assert.equal(bucket.take(0), false);
  assert.equal(bucket.take(1000), true);
});

test("TokenBucket that is empty when the clock steps back waits until it has caught up", () => {
  const bucket = new TokenBucket(1, 1);
  assert.equal(bucket.take(10_000), true);
  assert.deepEqual([bucket.take(0), bucket.take(1000), bucket.take(10_999)], [false, false, false]);
  assert.equal(bucket.take(11_000), true);
});

test("TokenBucket never refills with a rate of 0", () => {
  const bucket = new TokenBucket(1, 0);
  assert.equal(bucket.take(0), true);
  assert.equal(bucket.take(1e15), false);
});

test("EventSourceObjectSpamFilter refuses a burst or rate that makes no sense", () => {
  for (const burst of [0, -1, 1.5, NaN, Infinity]) {
    const message = new RegExp(`burst .*${burst}$`);
    assert.throws(() => new EventSourceObjectSpamFilter({ burst }), { name: "RangeError", message });
  }
  for (const qps of [-1, NaN, Infinity]) {
    const message = new RegExp(`qps .*${qps}$`);
    assert.throws(() => new EventSourceObjectSpamFilter({ qps }), { name: "RangeError", message });
  }
});
