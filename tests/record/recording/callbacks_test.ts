import assert from "node:assert/strict";
import { test } from "../../fake_time.ts";
import { StatusError } from "../../../mod.ts";
import { EventRecording } from "../../../src/client_go/mod.ts";
import { HeldSink } from "./held_sink.ts";
import { makeEvent } from "./make_event.ts";
import { SERVER_ERROR, settle, startRecording } from "./start_recording.ts";

test("EventRecording retries after a sink that throws", async () => {
  const sink = new HeldSink();
  const { create } = sink;
  sink.create = () => {
    sink.create = create;
    throw new TypeError("Broken");
  };
  const ends: string[] = [];
  const recording = new EventRecording(sink, {
    retryDelayMs: 0,
    requestTimeoutMs: 100,
    onOutcome: ({ type }) => void ends.push(type),
  });
  recording.accept(makeEvent("a"));
  (await sink.made(1)).answer();
  await recording.flush();
  assert.deepEqual([ends, recording.stats().retries], [["recorded"], 1]);
});

test("EventRecording.accept() reports the outcome of its own event, even if it joins a queued write", async () => {
  const { sink, recording } = startRecording();
  const told: [string, string, number][] = [];
  const accept = (name: string, pod: string): void => {
    recording.accept(makeEvent(name, { pod }), ({ type, count }) => void told.push([name, type, count]));
  };
  accept("a0", "a");
  recording.accept(makeEvent("b0", { pod: "b" }));
  for (const name of ["b1", "b2"]) accept(name, "b");
  accept("c0", "c");
  const error = new StatusError({ code: 422, reason: "Invalid", message: "Invalid" });
  for (const [made, pod] of ["a", "b", "c"].entries()) {
    (await sink.made(made + 1)).answer(pod === "c" ? error : undefined);
  }
  await settle();
  assert.deepEqual(told, [
    ["a0", "recorded", 1],
    ["b1", "coalesced", 1],
    ["b2", "coalesced", 1],
    ["c0", "rejected", 1],
  ]);
  await recording.stop();
});

test("EventRecording continues after onOutcome throws, and logs it once", async () => {
  const lines: string[] = [];
  const sink = new HeldSink();
  const recording = new EventRecording(sink, {
    onOutcome: () => {
      throw new Error("Broken");
    },
    logger: { warn: (line) => lines.push(line), error: (line) => lines.push(line) },
  });
  recording.accept(makeEvent("a"));
  recording.accept(makeEvent("b"));
  for (let made = 1; made <= 2; made++) (await sink.made(made)).answer();
  await recording.flush();
  assert.equal(recording.stats().recorded, 2);
  assert.deepEqual(lines, ["onOutcome threw: Broken"]);
});

test("EventRecording reports outcomes in order to an onOutcome that records again", async () => {
  const messages: string[] = [];
  const recording = new EventRecording(new HeldSink(), {
    correlator: false,
    concurrency: 1,
    onOutcome: (outcome) => {
      if (!("message" in outcome)) return;
      messages.push(outcome.message!);
      if (messages.length === 1) recording.lose("queue-full", { message: "again" });
    },
  });
  // One is in flight and two are queued; all are abandoned together.
  for (const name of ["a", "b", "c"]) recording.accept(makeEvent(name));
  await recording.stop({ signal: AbortSignal.abort() });
  assert.deepEqual(messages.map((message) => message.split(" ")[0]), ["The", "The", "The", "again"]);
});

test("EventRecording continues after a callback throws a value that has no string form", async () => {
  const lines: string[] = [];
  const throws = (): never => {
    throw Object.create(null);
  };
  const recording = new EventRecording(new HeldSink(), {
    correlator: { correlate: throws, updateState: throws },
    onOutcome: throws,
    logger: { warn: (line) => lines.push(line), error: (line) => lines.push(line) },
  });
  recording.accept(makeEvent("a"));
  assert.equal((await recording.flush()).because["correlator-error"], 1);
  assert.deepEqual(lines, ["The correlator threw: [object Object]", "onOutcome threw: [object Object]"]);
});

test("EventRecording continues after its logger throws or rejects", async () => {
  const throws = (): never => {
    throw new Error("Broken");
  };
  for (const shout of [throws, () => Promise.reject(new Error("Broken"))]) {
    const { sink, recording } = startRecording({ logger: { warn: shout, error: shout } });
    recording.accept(makeEvent("a"));
    (await sink.made(1)).answer(SERVER_ERROR);
    (await sink.made(2)).answer(new StatusError({ code: 422 }));
    assert.equal((await recording.flush()).rejected, 1);
  }
});

test("EventRecording retries after its backoff throws", async (time) => {
  const { sink, recording } = startRecording({
    backoff: () => {
      throw new Error("Broken");
    },
  });
  recording.accept(makeEvent("a"));
  (await sink.made(1)).answer(SERVER_ERROR);
  const stopped = recording.stop();
  await time.nextAsync();
  (await sink.made(2)).answer();
  await stopped;
  assert.equal(recording.stats().recorded, 1);
});

test("EventRecording respects Retry-After after random throws", async () => {
  const { sink, recording } = startRecording({
    backoff: () => 0,
    random: () => {
      throw new Error("Broken");
    },
  });
  recording.accept(makeEvent("a"));
  (await sink.made(1)).answer(new StatusError({ code: 429 }, { retryAfterMs: 1 }));
  (await sink.made(2)).answer();
  assert.equal((await recording.flush()).recorded, 1);
});

test("EventRecording.stop() resolves after onStop or onFinished throws or rejects, and logs it", async () => {
  const throws = (): never => {
    throw new Error("Broken");
  };
  for (const onStop of [throws, () => Promise.reject(new Error("Broken")) as unknown as void]) {
    const lines: string[] = [];
    const { recording } = startRecording({
      onStop,
      onFinished: onStop,
      logger: { warn: assert.fail, error: (line) => lines.push(line) },
    });
    await recording.stop();
    for (let i = 0; i < 5; i++) await undefined;
    assert.deepEqual(lines, ["onStop threw: Broken", "onFinished threw: Broken"]);
  }
});
