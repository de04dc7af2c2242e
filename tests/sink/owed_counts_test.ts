import { test } from "node:test";
import assert from "node:assert/strict";
import type { CoreV1Event } from "../../mod.ts";
import { OwedCounts } from "../../src/sink/owed_counts.ts";
import { Write, type WriteEnd } from "../../src/sink/write.ts";
import { makeEvent } from "./make_event.ts";

const FULL: WriteEnd<CoreV1Event> = { type: "full" };

/** A write that delivers the count of `owed` skipped events. */
function owing(name: string, owed: number): Write<CoreV1Event> {
  const write = new Write<CoreV1Event>({ type: "patch", key: name, event: makeEvent(name), patch: [] });
  write.deliver(owed);
  return write;
}

test("OwedCounts.keep() keeps the failed writes of at most maxFailed events, and adds up those of one", () => {
  const counts = new OwedCounts<CoreV1Event>(1);
  assert.equal(counts.keep(owing("a", 2), FULL), true);
  assert.equal(counts.keep(owing("b", 1), FULL), false);
  assert.equal(counts.keep(owing("a", 3), FULL), true);
  assert.deepEqual(counts.takeFailed().map(({ write }) => [write.event.metadata.name, write.owed]), [["a", 5]]);
  assert.deepEqual(counts.takeFailed(), []);
  assert.equal(counts.keep(owing("b", 1), FULL), true);
});

test("OwedCounts.takeHeldBack() returns each held back event once", () => {
  const counts = new OwedCounts<CoreV1Event>(1);
  for (const key of ["a", "a", "b"]) counts.holdBack(key);
  assert.equal(counts.takeHeldBack(), 3);
  assert.equal(counts.takeHeldBack(), 0);
  const write = owing("a", 0);
  counts.handOver(write);
  assert.equal(write.owed, 0);
});

test("OwedCounts.handOver() hands over each held back event once", () => {
  const counts = new OwedCounts<CoreV1Event>(1);
  counts.holdBack("a");
  for (const expected of [1, 0]) {
    const write = owing("a", 0);
    counts.handOver(write);
    assert.equal(write.owed, expected);
  }
});
