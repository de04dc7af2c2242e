import assert from "node:assert/strict";
import { test } from "node:test";
import { EventSourceObjectSpamFilter } from "../../../src/client_go/mod.ts";
import { TokenBucket } from "../../../src/record/correlator/spam_filter.ts";
import { sampleEvent } from "./sample_event.ts";

test("TokenBucket allows its burst, then one token per refill", () => {
  const bucket = new TokenBucket({ burst: 3, qps: 1 / 10 });
  assert.deepEqual([bucket.take(0), bucket.take(0), bucket.take(0), bucket.take(0)], [true, true, true, false]);
  assert.deepEqual([bucket.take(9_999), bucket.take(10_000), bucket.take(10_000)], [false, true, false]);
  assert.deepEqual([bucket.take(20_000), bucket.take(20_000)], [true, false]);
});

test("TokenBucket never holds more than its burst", () => {
  const bucket = new TokenBucket({ burst: 2, qps: 100 });
  assert.equal(bucket.take(0), true);
  assert.deepEqual([1, 2, 3].map(() => bucket.take(1e9)), [true, true, false]);
});

test("EventSourceObjectSpamFilter has client-go's defaults of burst and qps", () => {
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

test("TokenBucket grants a token that is due within a nanosecond", () => {
  const bucket = new TokenBucket({ burst: 1, qps: 0.5 });
  assert.equal(bucket.take(0), true);
  assert.equal(bucket.take(1_999.9999985), false);
  assert.equal(bucket.take(1_999.9999999), true);
});

test("TokenBucket rounds qps to a 32-bit float, as client-go does", () => {
  // 0.1 becomes 0.10000000149: a token is due 150 nanoseconds before ten seconds are over.
  const bucket = new TokenBucket({ burst: 1, qps: 0.1 });
  assert.equal(bucket.take(0), true);
  assert.equal(bucket.take(9_999.9998), false);
  assert.equal(bucket.take(9_999.9999), true);
});

test("TokenBucket refills from the last granted token, not from a refused one", () => {
  const bucket = new TokenBucket({ burst: 1, qps: 1 });
  assert.equal(bucket.take(0), true);
  for (let ms = 100; ms < 1000; ms += 100) assert.equal(bucket.take(ms), false);
  assert.equal(bucket.take(1000), true);
});

test("TokenBucket tolerates a clock that steps back", () => {
  const bucket = new TokenBucket({ burst: 2, qps: 1 });
  assert.equal(bucket.take(10_000), true);
  assert.equal(bucket.take(0), true);
  assert.equal(bucket.take(0), false);
  assert.equal(bucket.take(1000), true);
});

test("TokenBucket that is empty when the clock steps back refills once the clock has caught up", () => {
  const bucket = new TokenBucket({ burst: 1, qps: 1 });
  assert.equal(bucket.take(10_000), true);
  assert.deepEqual([bucket.take(0), bucket.take(1000), bucket.take(10_999)], [false, false, false]);
  assert.equal(bucket.take(11_000), true);
});

test("TokenBucket never refills with a rate of 0", () => {
  const bucket = new TokenBucket({ burst: 1, qps: 0 });
  assert.equal(bucket.take(0), true);
  assert.equal(bucket.take(1e15), false);
});

test("TokenBucket always has a token with a burst or qps of Infinity", () => {
  for (const limit of [{ burst: Infinity, qps: 0 }, { burst: 1, qps: Infinity }, { burst: Infinity, qps: Infinity }]) {
    const bucket = new TokenBucket(limit);
    assert.ok([0, 0, 0, -1, 5].every((ms) => bucket.take(ms)));
  }
});

test("EventSourceObjectSpamFilter rejects an invalid burst or qps", () => {
  for (const burst of [0, -1, 1.5, NaN]) {
    const message = new RegExp(`burst .*${burst}$`);
    assert.throws(() => new EventSourceObjectSpamFilter({ burst }), { name: "RangeError", message });
  }
  for (const qps of [-1, NaN]) {
    const message = new RegExp(`qps .*${qps}$`);
    assert.throws(() => new EventSourceObjectSpamFilter({ qps }), { name: "RangeError", message });
  }
});
