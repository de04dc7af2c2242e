import { test } from "node:test";
import assert from "node:assert/strict";
import { type CoreV1Event, type EventLike, type EventsV1Event, FetchEventSink } from "../../../mod.ts";
import { EventRecording } from "../../../src/client_go/mod.ts";
import { toOccurrence } from "../../../src/read/mod.ts";
import { EventsApiServer } from "../../../src/serve/server/mod.ts";

const time = new Date("2026-01-02T03:04:05.678Z");
const text = "2026-01-02T03:04:05Z";
const microText = "2026-01-02T03:04:05.678000Z";

/** An event as @kubernetes/client-node returns it. */
const event: EventLike = {
  metadata: { name: "web.1", namespace: "shop", creationTimestamp: time },
  involvedObject: { kind: "Pod", namespace: "shop", name: "web" },
  reason: "BackOff",
  firstTimestamp: time,
  lastTimestamp: time,
  count: 3,
};

test("EventRecording.accept() writes dates with microseconds in events.k8s.io/v1", async () => {
  const apiVersion = "events.k8s.io/v1";
  const api = new EventsApiServer();
  const recording = new EventRecording(new FetchEventSink({ apiVersion, fetch: api.fetch }), { correlator: false });
  const strict: EventLike<EventsV1Event> = {
    metadata: { name: "web.1", namespace: "shop" },
    eventTime: time,
    series: { count: 2, lastObservedTime: time },
    reportingController: "example.com/controller",
    reportingInstance: "controller-1",
    action: "Start",
    reason: "BackOff",
    type: "Warning",
    regarding: { kind: "Pod", namespace: "shop", name: "web" },
  };
  recording.accept(strict);
  await recording.stop();
  const [stored] = api.events({ apiVersion });
  assert.deepEqual([stored?.eventTime, stored?.series], [microText, { count: 2, lastObservedTime: microText }]);
});

test("toOccurrence() reads an event whose times are dates", () => {
  const occurrence = toOccurrence(event);
  assert.equal(occurrence.first?.toISOString(), "2026-01-02T03:04:05.000Z");
  assert.equal(occurrence.count, 3);
  assert.equal((occurrence.event as CoreV1Event).lastTimestamp, text);
});

test("toOccurrence() reads an event without metadata", () => {
  assert.equal(toOccurrence({ regarding: { kind: "Pod", name: "web" }, note: "there" }).message, "there");
});

test("EventRecording.accept() accepts an event whose times are dates", async () => {
  const api = new EventsApiServer();
  const recording = new EventRecording(new FetchEventSink({ fetch: api.fetch }));
  recording.accept({ ...event, metadata: { name: "web.3", namespace: "shop" } });
  await recording.stop();
  assert.deepEqual(api.events().map(({ firstTimestamp, count }) => [firstTimestamp, count]), [[text, 3]]);
});

test("EventRecording.accept() formats dates in any field, and leaves other events unchanged", () => {
  const seen: unknown[] = [];
  const recording = new EventRecording(new FetchEventSink(), {
    correlator: {
      correlate(event) {
        seen.push(event);
        return { type: "skip", key: "", event, because: "spam" };
      },
      updateState() {},
    },
  });
  const plain = { metadata: { name: "web.4" }, involvedObject: { kind: "Pod", name: "web" }, count: 1 };
  recording.accept(plain);
  assert.equal(seen.pop(), plain);
  for (const field of ["firstTimestamp", "lastTimestamp", "deprecatedFirstTimestamp", "deprecatedLastTimestamp"]) {
    recording.accept({ ...plain, [field]: time });
    assert.deepEqual(seen.pop(), { ...plain, [field]: text });
  }
  recording.accept({ ...plain, eventTime: time });
  assert.deepEqual(seen.pop(), { ...plain, eventTime: microText });
  for (const field of ["creationTimestamp", "deletionTimestamp"]) {
    recording.accept({ ...plain, metadata: { name: "web.4", [field]: time } });
    assert.deepEqual(seen.pop(), { ...plain, metadata: { name: "web.4", [field]: text } });
  }
  recording.accept({ ...plain, series: { count: 2, lastObservedTime: time } });
  assert.deepEqual(seen.pop(), { ...plain, series: { count: 2, lastObservedTime: microText } });
});
