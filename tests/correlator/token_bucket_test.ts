import assert from "node:assert/strict";
import { test } from "node:test";
import { TokenBucket } from "../../mod.ts";

test("TokenBucket gives its burst, then one token each time one has flowed back", () => {
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

test("TokenBucket has the defaults of client-go", () => {
  const bucket = new TokenBucket();
  for (let i = 0; i < 25; i++) assert.equal(bucket.take(0), true);
  assert.equal(bucket.take(0), false);
  // 1 / 300 as a 32-bit float is a little more.
  assert.equal(bucket.take(299_999), false);
  assert.equal(bucket.take(300_000), true);
});

test("TokenBucket counts a token that is due within a nanosecond as there", () => {
  const bucket = new TokenBucket({ burst: 1, qps: 0.5 });
  assert.equal(bucket.take(0), true);
  assert.equal(bucket.take(1_999.999998), false);
  assert.equal(bucket.take(1_999.9999999), true);
});

test("TokenBucket reckons with the rate as the 32-bit float that client-go makes of it", () => {
  // 0.1 becomes 0.10000000149: a token is due 150 nanoseconds before ten seconds are over.
  const bucket = new TokenBucket({ burst: 1, qps: 0.1 });
  assert.equal(bucket.take(0), true);
  assert.equal(bucket.take(9_999.9998), false);
  assert.equal(bucket.take(9_999.9999), true);
});

test("TokenBucket keeps what was refused: waiting goes on from the last token taken", () => {
  const bucket = new TokenBucket({ burst: 1, qps: 1 });
  assert.equal(bucket.take(0), true);
  for (let ms = 100; ms < 1000; ms += 100) assert.equal(bucket.take(ms), false);
  assert.equal(bucket.take(1000), true);
});

test("TokenBucket takes a clock that steps back as it comes", () => {
  const bucket = new TokenBucket({ burst: 2, qps: 1 });
  assert.equal(bucket.take(10_000), true);
  assert.equal(bucket.take(0), true);
  assert.equal(bucket.take(0), false);
  assert.equal(bucket.take(1000), true);
});

test("TokenBucket that is empty when the clock steps back waits until it has caught up", () => {
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

test("TokenBucket refuses a burst or rate that makes no sense", () => {
  for (const burst of [0, -1, 1.5, NaN, Infinity]) {
    assert.throws(() => new TokenBucket({ burst }), { name: "RangeError", message: new RegExp(`burst .*${burst}$`) });
  }
  for (const qps of [-1, NaN, Infinity]) {
    assert.throws(() => new TokenBucket({ qps }), { name: "RangeError", message: new RegExp(`qps .*${qps}$`) });
  }
});
