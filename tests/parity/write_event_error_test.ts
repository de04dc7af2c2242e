// The table of client-go's TestWriteEventError (tools/record/event_test.go): how often a write is tried, by how it fails.
import { test } from "node:test";
import assert from "node:assert/strict";
import { type CoreV1Event, type EventSink, RequestConstructionError, StatusError } from "../../mod.ts";
import { EventRecording } from "../../src/client_go/mod.ts";
import { makeEvent } from "../record/recording/make_event.ts";

/** client-go's error cases, as errors of a sink here. */
const TABLE: Readonly<Record<string, { timesToSendError: number; attemptsWanted: number; error: Error }>> = {
  giveUp1: { timesToSendError: 1000, attemptsWanted: 1, error: new RequestConstructionError("No request") },
  // A StatusError without a code.
  giveUp2: { timesToSendError: 1000, attemptsWanted: 1, error: new StatusError({}) },
  // An UnexpectedObjectError: the response is not an event. Unlike client-go, which tries them twelve times in any case.
  retry1: { timesToSendError: 100, attemptsWanted: 100, error: new Error("The server answered with no Event") },
  retry2: { timesToSendError: 100, attemptsWanted: 100, error: new Error("A weird error") },
  succeedEventually: { timesToSendError: 2, attemptsWanted: 2, error: new Error("A weird error") },
};

for (const [name, { timesToSendError, attemptsWanted, error }] of Object.entries(TABLE)) {
  test(`EventRecording, TestWriteEventError: ${name}`, async () => {
    let attempts = 0;
    const unused = (): Promise<never> => assert.fail("is not called");
    const sink: EventSink<CoreV1Event> = {
      create: (event) => ++attempts < timesToSendError ? Promise.reject(error) : Promise.resolve(event),
      patch: unused,
    };
    const recording = new EventRecording(sink, { retryDelayMs: 0 });
    recording.accept(makeEvent("a"));
    await recording.flush();
    assert.equal(attempts, attemptsWanted);
    assert.equal(recording.stats().recorded, attemptsWanted > 1 ? 1 : 0);
  });
}

test("EventRecording tries a write that fails for an unknown reason twelve times while others are written", async () => {
  let attempts = 0;
  const sink: EventSink<CoreV1Event> = {
    create: async (event) => {
      if (event.metadata.name !== "a") return event;
      recording.accept(makeEvent(`b-${++attempts}`));
      await new Promise((resolve) => setTimeout(resolve, 0));
      throw new Error("A weird error");
    },
    patch: () => assert.fail("is not called"),
  };
  const recording = new EventRecording(sink, { retryDelayMs: 0 });
  recording.accept(makeEvent("a"));
  await recording.flush();
  assert.deepEqual([attempts, recording.stats().abandoned, recording.stats().recorded], [12, 1, 12]);
});

test("EventRecording, unlike client-go, retries a transient status", async () => {
  for (const code of [408, 429, 500, 503, 504]) {
    let attempts = 0;
    const sink: EventSink<CoreV1Event> = {
      create: (event) => ++attempts < 3 ? Promise.reject(new StatusError({ code })) : Promise.resolve(event),
      patch: (event) => Promise.resolve(event),
    };
    const recording = new EventRecording(sink, { retryDelayMs: 0 });
    recording.accept(makeEvent("a"));
    await recording.flush();
    assert.deepEqual([attempts, recording.stats().recorded], [3, 1]);
  }
});
