import assert from "node:assert/strict";
import { test } from "../../fake_time.ts";
import { type CoreV1Event, EventBroadcaster, StatusError } from "../../../mod.ts";
import { EventRecording } from "../../../src/client_go/mod.ts";
import { ScriptedSink } from "../../../src/serve/testing/mod.ts";
import { accounted } from "./accounted.ts";
import { HeldSink } from "./held_sink.ts";
import { makeEvent } from "./make_event.ts";
import { abandon, SERVER_ERROR, settle, startRecording, withTime } from "./start_recording.ts";

test("EventRecording.stop() writes all pending events, and drops later ones", async () => {
  const { sink, outcomes, recording } = startRecording();
  recording.accept(makeEvent("a"));
  const stopped = recording.stop();
  await settle();
  recording.accept(makeEvent("b"));
  (await sink.made(1)).answer();
  await stopped;
  assert.deepEqual(outcomes.map((outcome) => "because" in outcome ? outcome.because : outcome.type), [
    "stopped",
    "recorded",
  ]);
  recording.accept(makeEvent("c"));
  assert.equal(recording.stats().because.stopped, 2);
  accounted(recording.stats());
});

test("EventRecording.stop() writes the events that were recorded in the same turn", async () => {
  const broadcaster = new EventBroadcaster();
  const recording = broadcaster.startRecordingToSink(new ScriptedSink());
  const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "web", namespace: "shop" } };
  broadcaster.newRecorder({ component: "test" }).event(pod, "Normal", "Pulled", "there");
  await recording.stop();
  assert.equal(recording.stats().recorded, 1);
  await broadcaster.shutdown();
});

test("EventRecording sweeps its correlator repeatedly until it stops", async () => {
  let sweeps = 0;
  const correlator = {
    correlate: (event: CoreV1Event) => ({ type: "skip", key: "a", event, because: "spam" }) as const,
    updateState() {},
    sweepAfterMs: 1000,
    sweep: () => {
      sweeps++;
      return [];
    },
  };
  await withTime({ correlator }, async ({ recording, pass }) => {
    recording.accept(makeEvent("a"));
    for (let second = 1; second <= 3; second++) {
      await pass(1000);
      assert.equal(sweeps, second);
    }
  });
});

test("EventRecording.stop() abandons all unwritten events at its deadline", async () => {
  const { sink, outcomes, recording } = startRecording({ concurrency: 1 });
  for (const name of ["a", "b"]) recording.accept(makeEvent(name));
  const deadline = new AbortController();
  const stopped = recording.stop({ signal: deadline.signal });
  const request = await sink.made(1);
  deadline.abort();
  await stopped;
  assert.equal(request.signal.aborted, true);
  assert.deepEqual(outcomes.map((outcome) => outcome.type === "abandoned" && outcome.because), [
    "deadline",
    "deadline",
  ]);
  assert.deepEqual([recording.stats().pending, recording.stats().entries], [0, 0]);
  await recording.finished;
  // A write that went on would fail now, with no one to handle its error.
  await new Promise((resolve) => setTimeout(resolve));
});

test("EventRecording.stop() abandons a request at its deadline, and the repeats queued behind it once", async () => {
  const { sink, outcomes, recording } = startRecording();
  recording.accept(makeEvent("a0", { pod: "a" }));
  await sink.made(1);
  recording.accept(makeEvent("a1", { pod: "a" }));
  await abandon(recording);
  assert.deepEqual(outcomes.map(({ type, count }) => [type, count]), [["abandoned", 2]]);
  accounted(recording.stats());
});

test("EventRecording.stop() sends no request after its deadline, even if a response arrives", async () => {
  for (let between = 0; between < 10; between++) {
    const { sink, outcomes, recording } = startRecording();
    recording.accept(makeEvent("a0", { pod: "a" }));
    (await sink.made(1)).answer();
    await settle();
    recording.accept(makeEvent("a1", { pod: "a" }));
    const patch = await sink.made(2);
    const deadline = new AbortController();
    const stopped = recording.stop({ signal: deadline.signal });
    await settle();
    patch.answer(new StatusError({ code: 404 }));
    for (let i = 0; i < between; i++) await null;
    deadline.abort();
    await Promise.race([stopped, sink.made(3).then(() => settle())]);
    const late = sink.requests[2];
    assert.ok(late === undefined || late.signal.aborted, `a request goes on, ${between} microtasks between`);
    await stopped;
    assert.deepEqual(outcomes.map(({ type }) => type), ["recorded", "abandoned"]);
  }
});

test("EventRecording.flush() and stop() reject an invalid signal, and keep running", async () => {
  const { sink, recording } = startRecording();
  for (const verb of ["flush", "stop"] as const) {
    await assert.rejects(recording[verb]({ signal: 5000 as never }), {
      name: "TypeError",
      message: `Cannot ${verb}: signal must be an AbortSignal, received 5000`,
    });
  }
  recording.accept(makeEvent("a"));
  (await sink.made(1)).answer();
  await recording.stop();
  assert.equal(recording.stats().recorded, 1);
});

test("EventRecording.stop() has a deadline of 10 s by default, and leaves no timer behind", async (time) => {
  const sink = new HeldSink();
  const [stuck, idle] = [new EventRecording(sink), new EventRecording(sink)];
  await idle.stop();
  assert.equal(time.next(), false, "a timer is left");
  stuck.accept(makeEvent("a"));
  await settle();
  const stopped = stuck.stop();
  await time.tickAsync(9999);
  assert.equal(stuck.stats().abandoned, 0);
  await time.tickAsync(1);
  await settle();
  assert.equal(stuck.stats().abandoned, 1);
  await stopped;
  assert.equal(time.next(), false, "a timer is left");
});

test("EventRecording.stop() shortens retry pauses", async () => {
  const { sink, recording } = startRecording({ backoff: () => 3_600_000 });
  recording.accept(makeEvent("a"));
  (await sink.made(1)).answer(SERVER_ERROR);
  await settle();
  const stopped = recording.stop();
  (await sink.made(2)).answer();
  await stopped;
  assert.equal(recording.stats().recorded, 1);
});

test("EventRecording.stop() calls onStop first, once, and accepts the events that it delivers", async () => {
  let calls = 0;
  const { sink, recording } = startRecording({
    onStop: () => {
      if (++calls > 1) return; // ends what would go on forever
      recording.accept(makeEvent("a"));
      void recording.stop();
    },
  });
  const stopped = Promise.all([recording.stop(), recording.stop()]);
  (await sink.made(1)).answer();
  await stopped;
  assert.deepEqual([calls, recording.stats().recorded], [1, 1]);
});

test("EventRecording.stop() accepts an earlier deadline in a later call", async () => {
  const { recording } = startRecording();
  recording.accept(makeEvent("a"));
  const stopped = recording.stop();
  await recording.stop({ signal: AbortSignal.abort() });
  await stopped;
  assert.equal(recording.stats().because.deadline, 1);
});

test("EventRecording stops when its signal aborts", async () => {
  const controller = new AbortController();
  const { sink, recording } = startRecording({ signal: controller.signal });
  recording.accept(makeEvent("a"));
  const request = await sink.made(1);
  controller.abort();
  await settle();
  recording.accept(makeEvent("b"));
  request.answer();
  await recording.finished;
  assert.deepEqual([recording.stats().recorded, recording.stats().dropped], [1, 1]);
  const late = startRecording({ signal: controller.signal });
  await settle();
  late.recording.accept(makeEvent("c"));
  assert.equal(late.recording.stats().because.stopped, 1);
  await late.recording.finished;
});

test("EventRecording is disposable while idle, busy and stopped", async () => {
  const { sink, recording } = startRecording();
  await recording[Symbol.asyncDispose]();
  await recording[Symbol.asyncDispose]();
  assert.equal(sink.requests.length, 0);
  const busy = startRecording();
  busy.recording.accept(makeEvent("a"));
  const disposed = busy.recording[Symbol.asyncDispose]();
  (await busy.sink.made(1)).answer();
  await disposed;
  assert.equal(busy.recording.stats().recorded, 1);
});

test("EventRecording.stop() abandons an event with the error of its last try, if it was tried before", async () => {
  const { sink, recording, outcomes } = startRecording();
  recording.accept(makeEvent("a"));
  const deadline = new AbortController();
  (await sink.made(1)).answer(new Error("connection refused"));
  const stopped = recording.stop({ signal: deadline.signal });
  await sink.made(2); // stop() tries again at once
  deadline.abort();
  await stopped;
  const [outcome] = outcomes;
  assert.ok(outcome?.type === "abandoned" && outcome.error instanceof Error);
  assert.equal(outcome.error.message, "connection refused");
  assert.match(outcome.message, /deadline passed first; the last try failed: connection refused$/);
});

test("EventRecording.stop() ends a pause that a flush has shortened", () =>
  withTime({}, async ({ recording, sink, pass }) => {
    recording.accept(makeEvent("a"));
    (await sink.made(1)).answer(SERVER_ERROR);
    await pass(0);
    const flushed = recording.flush();
    await pass(0);
    assert.equal(sink.requests.length, 1);
    const stopped = recording.stop();
    (await sink.made(2)).answer();
    await pass(0);
    await Promise.all([flushed, stopped]);
    assert.equal(recording.stats().recorded, 1);
  }));
