import { test } from "node:test";
import assert from "node:assert/strict";
import { TestRecord } from "./count_record.ts";
import { makeEvent } from "./make_event.ts";
import { abandon, SERVER_ERROR, settle, startRecording, withTime } from "./start_recording.ts";

test("EventRecording sends no request before the synchronous burst of an event ends", async () => {
  const { sink, recording } = startRecording();
  recording.accept(makeEvent("a"));
  assert.equal(sink.requests.length, 0);
  await settle();
  assert.equal(sink.requests.length, 1);
  assert.equal(recording.stats().pending, 1);
  await abandon(recording);
});

test("EventRecording has at most concurrency requests in flight, and one per event", async () => {
  const { sink, recording } = startRecording({ concurrency: 3 });
  for (let i = 0; i < 10; i++) recording.accept(makeEvent(`e${i}`));
  await settle();
  // The last place is reserved for namespaces with a successful write.
  assert.equal(sink.underWay, 2);
  for (let i = 0; i < 10; i++) recording.accept(makeEvent(`f${i}`, { pod: `e${i}` }));
  await settle();
  assert.equal(sink.requests.length, 2);
  sink.requests[0]!.answer();
  await settle();
  assert.equal(sink.underWay, 3);
  for (let made = 2; made <= 12; made++) {
    const request = await sink.made(made);
    assert.ok(sink.underWay <= 3);
    request.answer();
  }
  const { pending } = await recording.flush();
  assert.equal(pending, 0);
  // Ten creates, eight of them with a coalesced repeat, and two patches.
  assert.deepEqual(
    sink.requests.map(({ verb }) => verb).sort(),
    [...Array(10).fill("create"), ...Array(2).fill("patch")],
  );
});

test("EventRecording writes events in the order in which they became ready", async () => {
  const { sink, recording } = startRecording({ concurrency: 1 });
  for (const name of ["a", "b", "c", "d"]) recording.accept(makeEvent(name));
  for (let made = 1; made <= 4; made++) (await sink.made(made)).answer();
  await recording.flush();
  assert.deepEqual(sink.requests.map(({ event }) => event.metadata.name), ["a", "b", "c", "d"]);
});

test("EventRecording removes an entry once it is written", async () => {
  const { sink, recording } = startRecording();
  recording.accept(makeEvent("a"));
  assert.equal(recording.stats().entries, 1);
  (await sink.made(1)).answer();
  await recording.flush();
  assert.equal(recording.stats().entries, 0);
});

test("EventRecording writes other events while a failed one waits for its retry", async () => {
  const { sink, recording } = startRecording({ concurrency: 1, retryDelayMs: 3_600_000 });
  recording.accept(makeEvent("poison"));
  (await sink.made(1)).answer(SERVER_ERROR);
  recording.accept(makeEvent("other"));
  const other = await sink.made(2);
  assert.equal(other.event.metadata.name, "other");
  other.answer();
  await settle();
  assert.deepEqual([recording.stats().recorded, recording.stats().pending], [1, 1]);
  await abandon(recording);
});

test("EventRecording drops new events past maxPending, but no repeats", async () => {
  const { outcomes, recording } = startRecording({ maxPending: 2 });
  for (const pod of ["a", "b", "c", "a", "b"]) recording.accept(makeEvent(`${pod}.1`, { pod }));
  assert.equal(outcomes.length, 1);
  const [outcome] = outcomes;
  assert.ok(outcome?.type === "dropped");
  assert.equal(outcome.because, "pending-full");
  assert.equal(outcome.event?.metadata.name, "c.1");
  assert.equal(recording.stats().pending, 4);
  await abandon(recording);
});

test("EventRecording does not count writes of skipped events' counts towards maxPending", async () => {
  const counts = ["count-1", "count-2"].map((name) => new TestRecord(name));
  const { sink, recording } = startRecording({
    maxPending: 3,
    correlator: {
      correlate: (event) => counts.shift()?.skip(event) ?? { type: "create", key: event.metadata.name!, event },
      updateState: () => {},
    },
  });
  for (const name of ["skipped", "skipped", "a"]) recording.accept(makeEvent(name));
  const flushed = recording.flush();
  await settle();
  for (const name of ["b", "c", "d"]) recording.accept(makeEvent(name));
  assert.equal(recording.stats().entries, 5);
  assert.deepEqual([recording.stats().dropped, recording.stats().pending], [1, 3]);
  await abandon(recording);
  await flushed;
  assert.ok(sink.requests.length > 0);
});

test("EventRecording stays within maxPending after the count of skipped events is written", async () => {
  const counts = [new TestRecord("count")];
  const { sink, recording } = startRecording({
    maxPending: 1,
    correlator: {
      correlate: (event) => counts.shift()?.skip(event) ?? { type: "create", key: event.metadata.name!, event },
      updateState: () => {},
    },
  });
  recording.accept(makeEvent("skipped"));
  const flushed = recording.flush();
  (await sink.made(1)).answer();
  await flushed;
  for (const name of ["a", "b"]) recording.accept(makeEvent(name));
  assert.deepEqual([recording.stats().dropped, recording.stats().entries], [1, 1]);
  await abandon(recording);
});

test("EventRecording drops an event to make room for one of a smaller namespace", async () => {
  const { sink, recording } = startRecording({ concurrency: 1, maxPending: 3 });
  for (const name of ["a1", "a2", "a3"]) recording.accept(makeEvent(name, { namespace: "large" }));
  await settle();
  recording.accept(makeEvent("b", { namespace: "small" }));
  assert.deepEqual([recording.stats().because["pending-full"], recording.stats().entries], [1, 3]);
  for (let made = 1; made <= 3; made++) (await sink.made(made)).answer();
  await settle();
  assert.deepEqual(sink.requests.map(({ event }) => event.metadata.name).sort(), ["a1", "a2", "b"]);
  assert.deepEqual([recording.stats().recorded, recording.stats().entries], [3, 0]);
});

for (const [autoFlush, maxPending] of [[true, 65_536], [false, 4096]] as const) {
  test(`EventRecording keeps ${maxPending} pending events by default with autoFlush: ${autoFlush}`, async () => {
    const { recording } = startRecording({ autoFlush, correlator: false });
    for (let i = 0; i <= maxPending; i++) recording.accept(makeEvent(`b${i}`));
    assert.deepEqual([recording.stats().entries, recording.stats().dropped], [maxPending, 1]);
    await abandon(recording);
  });
}

test("EventRecording times out requests after 30 s by default", () =>
  withTime({}, async ({ recording, sink, pass }) => {
    recording.accept(makeEvent("a0", { pod: "a" }));
    await pass(0);
    sink.requests[0]!.answer();
    await pass(0);
    recording.accept(makeEvent("a1", { pod: "a" }));
    await pass(0);
    const [, patch] = sink.requests;
    assert.equal(patch?.verb, "patch");
    await pass(29_999);
    assert.equal(patch.signal.aborted, false);
    await pass(1);
    assert.equal(patch.signal.aborted, true);
  }));

test("EventRecording writes the repeats of an event without a namespace or a name after its create", async () => {
  for (const metadata of [{ name: "a" }, { namespace: "default" }]) {
    const { sink, recording } = startRecording();
    const accept = (): void => recording.accept({ ...makeEvent("a"), metadata });
    accept();
    await settle();
    accept();
    await settle();
    assert.deepEqual([sink.requests.length, recording.stats().entries], [1, 1]);
    sink.requests[0]!.answer();
    assert.equal((await sink.made(2)).verb, "patch");
    await abandon(recording);
  }
});
