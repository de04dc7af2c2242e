import { test } from "node:test";
import assert from "node:assert/strict";
import type { CoreV1Event } from "../../mod.ts";
import { OwedCounts } from "../../src/recording/owed_counts.ts";
import { Write, type WriteEnd } from "../../src/recording/write.ts";
import { makeEvent } from "./make_event.ts";
import { abandon, startRecording } from "./start_recording.ts";

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

test("OwedCounts.handOver() hands over a failed count to the next write of its event alone", () => {
  const counts = new OwedCounts<CoreV1Event>(2);
  counts.keep(owing("a", 2), FULL);
  for (const [name, owed] of [["b", 0], ["a", 2], ["a", 0]] as const) {
    const write = owing(name, 0);
    counts.handOver(write);
    assert.equal(write.owed, owed, name);
  }
});

test("EventRecording settles the count of skipped events with the queued write that absorbs theirs", async () => {
  let count = 0;
  const { sink, recording } = startRecording({
    correlator: {
      correlate(event) {
        count++;
        if (count === 1) return { type: "create", key: "a", event };
        if (count === 3) return { type: "skip", key: "a", event, because: "spam", owed: true };
        return { type: "patch", key: "a", event: { ...event, count }, patch: [] };
      },
      updateState() {},
    },
  });
  recording.accept(makeEvent("a"));
  const create = await sink.made(1);
  for (let repeat = 0; repeat < 3; repeat++) recording.accept(makeEvent("a"));
  assert.equal(recording.stats().owed, 1);
  create.answer();
  const patch = await sink.made(2);
  assert.equal(patch.event.count, 4);
  patch.answer();
  const { recorded, coalesced, skipped, owed } = await recording.flush();
  assert.deepEqual({ recorded, coalesced, skipped, owed }, { recorded: 2, coalesced: 1, skipped: 1, owed: 0 });
  await recording.stop();
});

test("EventRecording.stop() reports the count of a request that is in flight at its deadline as uncounted", async () => {
  let count = 0;
  const { sink, outcomes, recording } = startRecording({
    correlator: {
      correlate(event) {
        count++;
        if (count === 1) return { type: "skip", key: "a", event, because: "spam", owed: true };
        return { type: "patch", key: "a", event: { ...event, count }, patch: [] };
      },
      updateState() {},
    },
  });
  for (let repeat = 0; repeat < 2; repeat++) recording.accept(makeEvent("a"));
  await sink.made(1);
  await abandon(recording);
  assert.deepEqual(outcomes.map(({ type, count }) => [type, count]), [["skipped", 1], ["abandoned", 1], [
    "uncounted",
    1,
  ]]);
  assert.equal(recording.stats().owed, 0);
});

test("EventRecording writes at once the count of an event that the correlator evicts", async () => {
  const { sink, recording } = startRecording({
    correlator: {
      correlate: (event) => {
        const evicted = { ...makeEvent("old"), count: 3 };
        return { type: "create", key: "a", event, evicted: { type: "patch", key: "old", event: evicted, patch: [] } };
      },
      updateState() {},
    },
  });
  recording.accept(makeEvent("a"));
  await sink.made(2);
  assert.deepEqual(sink.requests.map(({ verb, event }) => `${verb} ${event.metadata.name}`), ["patch old", "create a"]);
  for (const request of sink.requests) request.answer();
  await recording.stop();
});
