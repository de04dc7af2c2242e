import { test } from "node:test";
import assert from "node:assert/strict";
import { FakeTime } from "@std/testing/time";
import { delay } from "@std/async/delay";

test("FakeTime runs timers in order of their due time, each seeing its own", () => {
  const time = new FakeTime(0);
  try {
    const seen: [string, number][] = [];
    setTimeout(() => seen.push(["b", Date.now()]), 20);
    setTimeout(() => {
      seen.push(["a", Date.now()]);
      setTimeout(() => seen.push(["c", Date.now()]), 5);
    }, 10);
    const interval = setInterval(() => seen.push(["i", Date.now()]), 12);
    time.tick(25);
    clearInterval(interval);
    time.tick(100);
    assert.deepEqual(seen, [["a", 10], ["i", 12], ["c", 15], ["b", 20], ["i", 24]]);
    assert.equal(Date.now(), 125);
    assert.equal(new Date().getTime(), 125);
  } finally {
    time.restore();
  }
});

test("FakeTime fakes AbortSignal.timeout and delay", async () => {
  const time = new FakeTime();
  try {
    const signal = AbortSignal.timeout(10);
    const waited = delay(10).then(() => "waited");
    time.tick(10);
    assert.equal(signal.aborted, true);
    assert.throws(() => signal.throwIfAborted(), { name: "TimeoutError" });
    assert.equal(await waited, "waited");
  } finally {
    time.restore();
  }
});

test("FakeTime throws when faked twice, and restores the real time", () => {
  const realDate = Date;
  const time = new FakeTime(0);
  assert.throws(() => new FakeTime(), { name: "TimeError" });
  time.restore();
  assert.equal(Date, realDate);
  assert.ok(Date.now() > 1_600_000_000_000);
});

test("delay() rejects with the reason of its signal", async () => {
  const controller = new AbortController();
  const waited = delay(60_000, { signal: controller.signal });
  controller.abort(new Error("enough"));
  await assert.rejects(waited, { message: "enough" });
  await assert.rejects(delay(60_000, { signal: controller.signal }), { message: "enough" });
});

test("FakeTime cuts off the fraction of a delay, and next() runs all timers that are due at one time", () => {
  const time = new FakeTime(0);
  try {
    const seen: number[] = [];
    for (const ms of [1.2, 1.9, 2]) setTimeout(() => seen.push(ms), ms);
    assert.equal(time.next(), true);
    assert.deepEqual([seen, Date.now()], [[1.2, 1.9], 1]);
    assert.deepEqual([time.next(), time.next(), seen], [true, false, [1.2, 1.9, 2]]);
  } finally {
    time.restore();
  }
});
