import { test } from "node:test";
import assert from "node:assert/strict";
import { StatusError } from "../../../mod.ts";
import { TestRecord } from "./count_record.ts";
import { makeEvent } from "./make_event.ts";
import { abandon, settle, startRecording } from "./start_recording.ts";

test("EventRecording settles the count of skipped events with the queued write that absorbs theirs", async () => {
  let count = 0;
  const record = new TestRecord("a");
  const { sink, recording } = startRecording({
    correlator: {
      correlate(event) {
        count++;
        if (count === 1) return { type: "create", key: "a", event };
        if (count === 3) return record.skip(event);
        return { type: "patch", key: "a", event: { ...event, count }, patch: [], record };
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

test("EventRecording takes no count of another event for a write without a record", async () => {
  const record = new TestRecord("a");
  const { sink, recording } = startRecording({
    correlator: {
      correlate: (event) => event.metadata.name === "a" ? record.skip(event) : { type: "create", key: "b", event },
      updateState() {},
    },
  });
  for (const name of ["a", "b"]) recording.accept(makeEvent(name));
  (await sink.made(1)).answer();
  await settle();
  assert.deepEqual([recording.stats().recorded, recording.stats().owed], [1, 1]);
  await abandon(recording);
});

test("EventRecording writes the count of skipped events although the event that carries it is dropped", async () => {
  const record = new TestRecord("a");
  let count = 0;
  const { sink, recording } = startRecording({
    maxPending: 1,
    correlator: {
      correlate(event) {
        if (event.metadata.name === "b") return { type: "create", key: "b", event };
        return ++count === 1 ? record.skip(event) : { type: "patch", key: "a", event, patch: [], record };
      },
      updateState() {},
    },
  });
  for (const name of ["a", "b"]) recording.accept(makeEvent(name));
  const b = await sink.made(1);
  recording.accept(makeEvent("a"));
  assert.deepEqual([recording.stats().dropped, recording.stats().owed], [1, 1]);
  b.answer();
  const flushed = recording.flush();
  (await sink.made(2)).answer();
  const { owed, uncounted } = await flushed;
  assert.deepEqual([sink.requests[1]!.event.metadata.name, owed, uncounted], ["a", 0, 0]);
  await recording.stop();
});

test("EventRecording writes the count of a dropped event with the next write of the same event", async () => {
  const record = new TestRecord("a");
  let count = 0;
  const { sink, recording } = startRecording({
    maxPending: 1,
    correlator: {
      correlate(event) {
        if (event.metadata.name === "b") return { type: "create", key: "b", event };
        return ++count === 1 ? record.skip(event) : { type: "patch", key: "a", event, patch: [], record };
      },
      updateState() {},
    },
  });
  for (const name of ["a", "b", "a"]) recording.accept(makeEvent(name));
  assert.deepEqual([recording.stats().dropped, recording.stats().owed], [1, 1]);
  (await sink.made(1)).answer();
  await settle();
  recording.accept(makeEvent("a"));
  (await sink.made(2)).answer();
  await settle();
  assert.deepEqual([recording.stats().recorded, recording.stats().owed], [2, 0]);
  await recording.stop();
});

test("EventRecording adds the count of a dropped event to that of its failed write", async () => {
  let record = new TestRecord("a");
  let count = 0;
  const { sink, recording } = startRecording({
    maxPending: 1,
    correlator: {
      correlate(event) {
        if (event.metadata.name === "b") return { type: "create", key: "b", event };
        if (++count % 2 === 0) return { type: "patch", key: "a", event, patch: [], record };
        record = new TestRecord("a");
        return record.skip(event);
      },
      updateState() {},
    },
  });
  const acceptBoth = (): void => void [1, 2].forEach(() => recording.accept(makeEvent("a")));
  acceptBoth();
  (await sink.made(1)).answer(new StatusError({ code: 422, reason: "Invalid", message: "Invalid" }));
  await settle();
  recording.accept(makeEvent("b"));
  const b = await sink.made(2);
  acceptBoth();
  assert.deepEqual([recording.stats().dropped, recording.stats().owed], [1, 2]);
  b.answer();
  await settle();
  const flushed = recording.flush();
  (await sink.made(3)).answer();
  const { owed, uncounted } = await flushed;
  assert.deepEqual([sink.requests[2]!.event.metadata.name, owed, uncounted], ["a", 0, 0]);
  await recording.stop();
});

test("EventRecording creates an event anew whose count waits for a flush", async () => {
  const record = new TestRecord("a");
  let count = 0;
  const { sink, recording } = startRecording({
    correlator: {
      correlate: (event) => ++count === 2 ? record.skip(event) : { type: "create", key: "a", event },
      updateState() {},
    },
  });
  recording.accept(makeEvent("a"));
  (await sink.made(1)).answer();
  await settle();
  recording.accept(makeEvent("a"));
  const flushed = recording.flush();
  (await sink.made(2)).answer(new StatusError({ code: 422, reason: "Invalid", message: "Not today" }));
  assert.equal((await flushed).owed, 1);
  recording.accept(makeEvent("a"));
  (await sink.made(3)).answer();
  const { owed, recorded } = await recording.flush();
  assert.deepEqual([owed, recorded, sink.requests.map(({ verb }) => verb)], [0, 2, ["create", "patch", "create"]]);
  await recording.stop();
});

for (let reads = 1; reads <= 12; reads++) {
  test(`EventRecording loses no count of an event whose namespace throws at read ${reads}`, async () => {
    const record = new TestRecord("a");
    let count = 0;
    const { recording } = startRecording({
      correlator: {
        correlate: (event) =>
          ++count === 1 ? record.skip(event) : { type: "create", key: "a", event: { ...event, metadata }, record },
        updateState() {},
      },
    });
    let left = reads;
    const metadata = {
      name: "a",
      get namespace(): string {
        if (--left === 0) throw new Error("Broken");
        return "default";
      },
    };
    for (let accepted = 0; accepted < 2; accepted++) recording.accept(makeEvent("a"));
    await abandon(recording);
    const { owed, pending, entries } = recording.stats();
    assert.deepEqual({ owed, pending, entries }, { owed: 0, pending: 0, entries: 0 });
  });
}

test("EventRecording.flush() retries a count whose write failed for good, once", async () => {
  const record = new TestRecord("a");
  const { sink, recording } = startRecording({
    correlator: { correlate: (event) => record.skip(event), updateState() {} },
  });
  recording.accept(makeEvent("a"));
  for (let made = 1; made <= 2; made++) {
    const flushed = recording.flush();
    await settle();
    assert.equal(sink.requests.length, made);
    sink.requests[made - 1]!.answer(new StatusError({ code: 422, reason: "Invalid", message: "Not today" }));
    assert.equal((await flushed).owed, 1);
  }
  await abandon(recording);
  assert.equal(recording.stats().uncounted, 1);
});

test("EventRecording.flush() queues a count once that a write in flight delivers after another failed", async () => {
  let count = 0;
  const record = new TestRecord("a");
  const { sink, recording } = startRecording({
    correlator: {
      correlate: (event) => ++count === 1 ? record.skip(event) : { type: "patch", key: "a", event, patch: [], record },
      updateState() {},
    },
  });
  recording.accept(makeEvent("a"));
  const first = recording.flush();
  (await sink.made(1)).answer(new StatusError({ code: 422, reason: "Invalid", message: "Not today" }));
  assert.equal((await first).owed, 1);
  recording.accept(makeEvent("a"));
  const patch = await sink.made(2);
  const second = recording.flush();
  await settle();
  assert.deepEqual([recording.stats().entries, sink.requests.length], [1, 2]);
  patch.answer();
  const { recorded, owed, entries, requests } = await second;
  assert.deepEqual({ recorded, owed, entries, requests }, { recorded: 1, owed: 0, entries: 0, requests: 2 });
  await recording.stop();
});

test("EventRecording keeps the counts of no more failed writes than maxPending", async () => {
  const records = new Map<string, TestRecord>();
  const { sink, recording } = startRecording({
    maxPending: 2,
    correlator: {
      correlate(event) {
        const name = event.metadata.name!;
        const record = records.get(name);
        if (record !== undefined) return { type: "patch", key: name, event, patch: [], record };
        records.set(name, new TestRecord(name));
        return records.get(name)!.skip(event);
      },
      updateState() {},
    },
  });
  const kept: number[][] = [];
  for (const [failures, name] of ["a", "b", "c"].entries()) {
    for (let times = 0; times < 2; times++) recording.accept(makeEvent(name));
    const patch = await sink.made(failures + 1);
    patch.answer(new StatusError({ code: 422, reason: "Invalid", message: "Invalid" }));
    await settle();
    const { owed, uncounted } = recording.stats();
    kept.push([owed, uncounted]);
  }
  assert.deepEqual(kept, [[1, 0], [2, 0], [2, 1]]);
  await abandon(recording);
});

test("EventRecording.stop() reports the count of a request that is in flight at its deadline as uncounted", async () => {
  let count = 0;
  const record = new TestRecord("a");
  const { sink, outcomes, recording } = startRecording({
    correlator: {
      correlate(event) {
        count++;
        if (count === 1) return record.skip(event);
        return { type: "patch", key: "a", event: { ...event, count }, patch: [], record };
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
