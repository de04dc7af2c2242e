import assert from "node:assert/strict";
import { test } from "node:test";
import { FakeClock } from "../../../src/serve/testing/mod.ts";

test("FakeClock does not move until step() or setTime(), backwards too", () => {
  const clock = new FakeClock("2026-01-01T00:00:00Z");
  assert.equal(clock.now(), Date.UTC(2026, 0, 1));
  clock.step(-1000);
  assert.equal(clock.now(), Date.UTC(2026, 0, 1) - 1000);
  clock.setTime(7);
  assert.equal(clock.now(), 7);
  assert.equal(new FakeClock().now(), 0);
});

test("FakeClock rejects an invalid time, and stays unchanged", () => {
  const message = "Cannot set the clock: the time must be one that Date can hold, received nonsense";
  assert.throws(() => new FakeClock("nonsense"), { name: "RangeError", message });
  const clock = new FakeClock(7);
  assert.throws(() => clock.setTime(NaN), { name: "RangeError", message: /received NaN$/ });
  assert.throws(() => clock.step("1s" as never), {
    name: "RangeError",
    message: 'Cannot step the clock: ms must be a finite number, received "1s"',
  });
  assert.equal(clock.now(), 7);
});
