import { test } from "node:test";
import assert from "node:assert/strict";
import type { FlushReport } from "../../../mod.ts";
import { TestRecord } from "./count_record.ts";
import { makeEvent } from "./make_event.ts";
import { SERVER_ERROR, settle, startRecording } from "./start_recording.ts";

/** A signal that throws when it is looked at a hundred times: a flush without end fails. */
function limitedSignal(isAborted: boolean): AbortSignal {
  let looks = 0;
  const aborted = (): boolean => {
    if (++looks > 100) throw new Error("It looks without end");
    return isAborted;
  };
  return Object.defineProperty(new AbortController().signal, "aborted", { get: aborted });
}

// The first two: a flush without end would block the process, and no later test would be reported.
test("EventRecording.flush() reads its signal only a few times", async () => {
  const { sink, recording } = startRecording();
  recording.accept(makeEvent("a"));
  const flushed = recording.flush({ signal: limitedSignal(false) });
  (await sink.made(1)).answer();
  await flushed;
  await recording.stop();
});

test("EventRecording.flush() resolves at its deadline although withheld counts wait for room", async () => {
  const records: Record<string, TestRecord> = { a: new TestRecord("a"), b: new TestRecord("b") };
  const { sink, recording } = startRecording({
    maxPending: 1,
    correlator: { correlate: (event) => records[event.metadata.name!]!.skip(event), updateState: () => {} },
  });
  for (const name of ["a", "b"]) recording.accept(makeEvent(name));
  await recording.flush({ signal: limitedSignal(true) });
  assert.deepEqual([sink.requests.length, recording.stats().owed], [1, 2]);
  await recording.stop({ signal: AbortSignal.abort() });
});

test("EventRecording.flush() resolves once the events accepted before are written", async () => {
  const { sink, recording } = startRecording();
  recording.accept(makeEvent("a"));
  let isResolved = false;
  void recording.flush().then(() => isResolved = true);
  const create = await sink.made(1);
  await settle();
  assert.equal(isResolved, false);
  create.answer();
  await settle();
  assert.equal(isResolved, true);
  await recording.stop();
});

test("EventRecording.flush() writes the withheld count of a record once", async () => {
  const deadline = new AbortController();
  const record = new TestRecord("a");
  record.write = () => {
    if (++record.calls.write > 1) deadline.abort(); // ends a flush that would go on forever
    return record.skip(makeEvent("a"));
  };
  const { recording } = startRecording({
    correlator: { correlate: (event) => record.skip(event), updateState: () => {} },
  });
  recording.accept(makeEvent("a"));
  await recording.flush({ signal: deadline.signal });
  assert.equal(record.calls.write, 1);
});

test("EventRecording.flush() writes withheld counts once an earlier flush leaves room", async () => {
  const records: Record<string, TestRecord> = { a: new TestRecord("a"), b: new TestRecord("b") };
  const { sink, recording } = startRecording({
    maxPending: 1,
    correlator: { correlate: (event) => records[event.metadata.name!]!.skip(event), updateState: () => {} },
  });
  for (const name of ["a", "b"]) recording.accept(makeEvent(name));
  const flushes = [recording.flush(), recording.flush()];
  await settle();
  assert.equal(sink.requests.length, 1);
  sink.requests[0]!.answer();
  const second = await sink.made(2);
  assert.equal(second.event.metadata.name, "b");
  second.answer();
  await Promise.all(flushes);
  assert.deepEqual([recording.stats().owed, recording.stats().uncounted], [0, 0]);
});

test("EventRecording.flush() resolves once all queued events are written", async () => {
  const { sink, recording } = startRecording();
  recording.accept(makeEvent("a"));
  recording.accept(makeEvent("b"));
  const reports: FlushReport[] = [];
  void recording.flush().then((report) => reports.push(report));
  (await sink.made(1)).answer();
  await settle();
  assert.equal(reports.length, 0);
  (await sink.made(2)).answer();
  await settle();
  assert.deepEqual(reports.map(({ recorded, pending }) => [recorded, pending]), [[2, 0]]);
});

test("EventRecording.flush() resolves at once if nothing is pending", async () => {
  const { recording } = startRecording();
  const report = await recording.flush();
  assert.deepEqual([report.accepted, report.pending], [0, 0]);
});

test("EventRecording.flush() waits for the events accepted before it, and for no later ones", async () => {
  const { sink, recording } = startRecording();
  recording.accept(makeEvent("a0", { pod: "a" }));
  const create = await sink.made(1);
  recording.accept(makeEvent("a1", { pod: "a" }));
  let done = false;
  const flushed = recording.flush().finally(() => done = true);
  await settle();
  recording.accept(makeEvent("b"));
  const b = await sink.made(2);
  create.answer();
  const patch = await sink.made(3);
  recording.accept(makeEvent("a2", { pod: "a" }));
  await settle();
  assert.equal(done, false);
  patch.answer();
  const report = await flushed;
  assert.deepEqual([report.recorded, report.pending], [2, 0]);
  assert.equal(recording.stats().pending, 2);
  b.answer();
  (await sink.made(4)).answer();
  await recording.flush();
});

test("EventRecording.flush() waits for a write that was coalesced into an earlier one", async () => {
  const { sink, recording } = startRecording();
  recording.accept(makeEvent("a0", { pod: "a" }));
  const first = await sink.made(1);
  recording.accept(makeEvent("a1", { pod: "a" }));
  const reports: FlushReport[] = [];
  void recording.flush().then((report) => reports.push(report));
  await settle();
  first.answer(SERVER_ERROR);
  (await sink.made(2)).answer();
  await settle();
  assert.deepEqual(reports.map(({ recorded, coalesced }) => [recorded, coalesced]), [[1, 1]]);
});

test("EventRecording.flush() resolves at its deadline, and reports the pending events", async () => {
  const { sink, recording } = startRecording();
  const deadline = new AbortController();
  for (const name of ["a", "b", "c"]) recording.accept(makeEvent(name));
  const flushed = recording.flush({ signal: deadline.signal });
  (await sink.made(1)).answer();
  await settle();
  deadline.abort();
  const report = await flushed;
  assert.deepEqual([report.recorded, report.pending], [1, 2]);
  assert.equal((await recording.flush({ signal: deadline.signal })).pending, 2);
  for (let made = 2; made <= 3; made++) (await sink.made(made)).answer();
  assert.equal((await recording.flush()).recorded, 3);
});

test("EventRecording.flush() continues while events are dropped past maxPending", async () => {
  const { sink, recording } = startRecording({ maxPending: 1 });
  recording.accept(makeEvent("a"));
  const request = await sink.made(1);
  let done = false;
  const flushed = recording.flush().finally(() => done = true);
  await settle();
  recording.accept(makeEvent("b"));
  await settle();
  assert.deepEqual([recording.stats().because["pending-full"], done], [1, false]);
  request.answer();
  assert.deepEqual([(await flushed).recorded, (await flushed).pending], [1, 0]);
});

test("EventRecording.flush() leaves no listener on its signal, on demand or not", async () => {
  for (const autoFlush of [true, false]) {
    const { signal } = new AbortController();
    let listeners = 0;
    const { addEventListener, removeEventListener } = signal;
    signal.addEventListener = (...args: Parameters<typeof addEventListener>) => {
      listeners++;
      addEventListener.apply(signal, args);
    };
    signal.removeEventListener = (...args: Parameters<typeof removeEventListener>) => {
      listeners--;
      removeEventListener.apply(signal, args);
    };
    const { sink, recording } = startRecording({ autoFlush });
    recording.accept(makeEvent("a"));
    const flushed = recording.flush({ signal });
    const request = await sink.made(1);
    assert.equal(listeners, 1);
    request.answer();
    await flushed;
    assert.equal(listeners, 0, `autoFlush: ${autoFlush}`);
    await recording.stop();
  }
});
