import { test } from "node:test";
import assert from "node:assert/strict";
import { eventName } from "../../src/api/event_name.ts";

const LATER = 4_000_000_000_000;

test("eventName() never repeats itself within a millisecond", () => {
  const names = new Set<string>();
  for (let i = 0; i < 20_000; i++) names.add(eventName("web", LATER));
  assert.equal(names.size, 20_000);
});

test("eventName() ends in the nanoseconds of that millisecond, in hex", () => {
  const [object, hex] = eventName("web", LATER + 1000).split(".");
  assert.equal(object, "web");
  const nanos = BigInt("0x" + hex);
  assert.equal(nanos / 1_000_000n, BigInt(LATER + 1000));
});

test("eventName() stays unique when the clock steps back and past a million names in a millisecond", () => {
  const first = eventName("web", LATER + 2000);
  const second = eventName("web", LATER);
  assert.notEqual(first, second);
  const names = new Set<string>([first, second]);
  for (let i = 0; i < 1_000_001; i++) eventName("web", LATER + 2000);
  for (let i = 0; i < 1000; i++) names.add(eventName("web", LATER + 2000));
  assert.equal(names.size, 1002);
  const nanos = BigInt("0x" + eventName("web", LATER + 2000).split(".")[1]);
  assert.equal(nanos / 1_000_000n, BigInt(LATER + 2001), "names run ahead into the next millisecond");
});

test("eventName() is a UUID where the object's name makes no DNS-1123 subdomain", () => {
  for (const name of ["Web", "a_b", "", "x".repeat(250), "-a", "a..b"]) {
    assert.match(eventName(name, LATER), /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, name);
  }
});
