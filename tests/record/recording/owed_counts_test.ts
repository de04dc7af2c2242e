import { test } from "node:test";
import assert from "node:assert/strict";
import { type CoreV1Event, type Correlation, StatusError } from "../../../mod.ts";
import type { EventRecordingOptions } from "../../../src/record/recording/recording_options.ts";
import { TestRecord } from "./count_record.ts";
import { makeEvent } from "./make_event.ts";
import { abandon, settle, startRecording } from "./start_recording.ts";

type Step = "create" | "patch" | "skip";

/** Starts a recording whose correlator decides by the steps of each name, of which the last one repeats. */
function startScripted(
  steps: Readonly<Record<string, readonly Step[]>>,
  options: EventRecordingOptions = {},
): ReturnType<typeof startRecording> {
  const records = new Map<string, TestRecord>();
  const counts = new Map<string, number>();
  const correlate = (event: CoreV1Event): Correlation => {
    const key = event.metadata.name!;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    const type = steps[key]![count - 1] ?? steps[key]!.at(-1)!;
    const hasSkipped = steps[key]!.slice(0, count - 1).includes("skip");
    if (!records.has(key) || type === "skip" && hasSkipped) records.set(key, new TestRecord(key));
    const record = records.get(key)!;
    if (type === "skip") return record.skip(event);
    return type === "create" ? { type, key, event } : { type, key, event: { ...event, count }, patch: [], record };
  };
  return startRecording({ ...options, correlator: { correlate, updateState() {} } });
}

test("EventRecording settles the count of skipped events with the queued write that absorbs theirs", async () => {
  const { sink, recording } = startScripted({ a: ["create", "patch", "skip", "patch"] });
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
  const { sink, recording } = startScripted({ a: ["skip"], b: ["create"] });
  for (const name of ["a", "b"]) recording.accept(makeEvent(name));
  (await sink.made(1)).answer();
  await settle();
  assert.deepEqual([recording.stats().recorded, recording.stats().owed], [1, 1]);
  await abandon(recording);
});

test("EventRecording writes the count of skipped events although the event that carries it is dropped", async () => {
  const { sink, recording } = startScripted({ a: ["skip", "patch"], b: ["create"] }, { maxPending: 1 });
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
  const { sink, recording } = startScripted({ a: ["skip", "patch"], b: ["create"] }, { maxPending: 1 });
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
  const steps = { a: ["skip", "patch", "skip", "patch"], b: ["create"] } as const;
  const { sink, recording } = startScripted(steps, { maxPending: 1 });
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

test("EventRecording creates an event again if its count waits for a flush", async () => {
  const { sink, recording } = startScripted({ a: ["create", "skip", "create"] });
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

test("EventRecording.flush() retries a count whose write failed permanently, once", async () => {
  const { sink, recording } = startScripted({ a: ["skip"] });
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

test("EventRecording.flush() queues a count once if a write in flight delivers it after another failed", async () => {
  const { sink, recording } = startScripted({ a: ["skip", "patch"] });
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
  const steps = ["skip", "patch"] as const;
  const { sink, recording } = startScripted({ a: steps, b: steps, c: steps }, { maxPending: 2 });
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
  const { sink, outcomes, recording } = startScripted({ a: ["skip", "patch"] });
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
