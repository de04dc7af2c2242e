import { test } from "node:test";
import assert from "node:assert/strict";
import { EventNames, isQualifiedName } from "../../../src/base/event/names.ts";

const NOW = 1_800_000_000_000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

test("isQualifiedName() accepts a name, with the prefix of a subdomain or without one", () => {
  for (const name of ["a", "A_b.c-9", "x".repeat(63), "a/b", "example.com/Name"]) {
    assert.ok(isQualifiedName(name), name);
  }
  for (const name of ["", "/a", "a/", "-a", "a-", "x".repeat(64), "a/b/c", "Example.com/a", "a b"]) {
    assert.ok(!isQualifiedName(name), name);
  }
});

test("EventNames.create() returns unique names within a millisecond", () => {
  const names = new Set<string>();
  // Two recorders share the clock.
  for (let i = 0; i < 20_000; i++) names.add(EventNames.of(Date).create("web", NOW));
  assert.equal(names.size, 20_000);
});

test("EventNames.create() returns names that end in the time in nanoseconds, in hex", () => {
  const names = new EventNames();
  for (let i = 0; i < 20_000; i++) {
    const ms = NOW + (i >> 13);
    const [object, hex] = names.create("web", ms).split(".");
    assert.equal(object, "web");
    assert.equal(BigInt("0x" + hex) / 1_000_000n, BigInt(ms));
  }
});

test("EventNames.create() returns unique names when the clock steps back, and past a million names in a millisecond", () => {
  const eventNames = new EventNames();
  const first = eventNames.create("web", NOW);
  const second = eventNames.create("web", NOW - 2000);
  assert.notEqual(first, second);
  const names = new Set<string>([first, second]);
  for (let i = 0; i < 1_000_001; i++) eventNames.create("web", NOW);
  for (let i = 0; i < 1000; i++) names.add(eventNames.create("web", NOW));
  assert.equal(names.size, 1002);
  const nanos = BigInt("0x" + eventNames.create("web", NOW).split(".")[1]);
  assert.equal(nanos / 1_000_000n, BigInt(NOW + 1), "names run ahead into the next millisecond");
});

test("EventNames.create() returns a UUID if the object's name is not a DNS-1123 subdomain", () => {
  for (const name of ["Web", "a_b", "", "x".repeat(250), "-a", "a..b"]) {
    assert.match(EventNames.of(Date).create(name, NOW), UUID, name);
  }
});

test("EventNames of one clock ignore another clock that is far ahead", () => {
  const year3000 = { now: () => 32_503_680_000_000 };
  EventNames.of(year3000).create("web", year3000.now());
  const [, hex] = EventNames.of({ now: () => NOW }).create("web", NOW).split(".");
  assert.equal(BigInt("0x" + hex) / 1_000_000n, BigInt(NOW));
});

test("EventNames.create() returns names of at most 253 characters, even after the year 2554", () => {
  const longest = "x".repeat(236);
  assert.equal(new EventNames().create(longest, NOW).length, 253);
  assert.match(new EventNames().create(longest, 32_503_680_000_000), UUID);
});

test("EventNames.create() begins at a random nanosecond of its first millisecond", () => {
  const { random } = Math;
  Math.random = () => 0.25;
  try {
    const names = new EventNames();
    const nanosOf = (ms: number): bigint => BigInt("0x" + names.create("web", ms).split(".")[1]) % 1_000_000n;
    assert.deepEqual([nanosOf(NOW), nanosOf(NOW), nanosOf(NOW + 1)], [250_000n, 250_001n, 250_000n]);
  } finally {
    Math.random = random;
  }
});

test("EventNames makes unique names before 1970", () => {
  const names = new EventNames();
  const made = new Set([-1, -1, -2, -1_000_000].map((ms) => names.create("web", ms)));
  assert.equal(made.size, 4);
  for (const name of made) assert.doesNotMatch(name, /undefined/);
});
