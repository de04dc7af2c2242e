import { test } from "node:test";
import assert from "node:assert/strict";
import { FakeTime } from "./std_testing/time.ts";

test("FakeTime clears a real timer that is an object, as Node's are", async (context) => {
  let fired = false;
  const timer: unknown = setTimeout(() => void (fired = true), 0);
  if (typeof timer === "number") {
    clearTimeout(timer);
    return context.skip("timers are numbers here");
  }
  const time = new FakeTime();
  clearTimeout(timer as number);
  time.restore();
  await new Promise((resolve) => setTimeout(resolve, 5));
  assert.equal(fired, false);
});

test("FakeTime leaves the timer real by which Node's fetch keeps a socket of an earlier test", (context) => {
  const timer: unknown = setTimeout(() => {}, 0);
  clearTimeout(timer as number);
  if (typeof timer === "number") return context.skip("timers are numbers here");
  const time = new FakeTime();
  // As undici sets it, whose call of unref() would end the process.
  const kept = setTimeout(() => {}, 1000, new WeakRef({}));
  time.restore();
  assert.equal(typeof kept, "object");
  clearTimeout(kept);
});
