import { test } from "node:test";
import assert from "node:assert/strict";
import { type CoreV1Event, type EventLike, EventRecording, type EventsV1Event, FetchEventSink } from "../../mod.ts";
import { toOccurrence } from "../../src/reader/mod.ts";
import { EventsApiServer } from "../../src/server/mod.ts";

const time = new Date("2026-01-02T03:04:05.678Z");
const text = "2026-01-02T03:04:05Z";
const microText = "2026-01-02T03:04:05.678000Z";
// Workers may not create one while a module loads.
const unhurried = (): { signal: AbortSignal } => ({ signal: new AbortController().signal });

/** An event as @kubernetes/client-node returns it. */
const event: EventLike = {
  metadata: { name: "web.1", namespace: "shop", creationTimestamp: time },
  involvedObject: { kind: "Pod", namespace: "shop", name: "web" },
  reason: "BackOff",
  firstTimestamp: time,
  lastTimestamp: time,
  count: 3,
};

test("FetchEventSink.create() and update() write an event whose times are dates", async () => {
  const api = new EventsApiServer();
  const sink = new FetchEventSink({ fetch: api.fetch });
  const created = await sink.create(event, unhurried());
  assert.deepEqual([created.firstTimestamp, created.lastTimestamp, created.count], [text, text, 3]);
  const updated = await sink.update({ ...event, lastTimestamp: new Date(time.getTime() + 60_000) }, unhurried());
  assert.equal(updated.lastTimestamp, "2026-01-02T03:05:05Z");
});

test("FetchEventSink.create() writes dates with microseconds in events.k8s.io/v1", async () => {
  const api = new EventsApiServer();
  const sink = new FetchEventSink({ apiVersion: "events.k8s.io/v1", fetch: api.fetch });
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
  const { eventTime, series } = await sink.create(strict, unhurried());
  assert.deepEqual([eventTime, series], [microText, { count: 2, lastObservedTime: microText }]);
});

test("FetchEventSink.create() leaves times that are strings unchanged", async () => {
  const onWire = {
    ...event,
    metadata: { name: "web.2", namespace: "shop" },
    firstTimestamp: text,
    lastTimestamp: text,
  };
  const before = JSON.stringify(onWire);
  await new FetchEventSink({ fetch: new EventsApiServer().fetch }).create(onWire, unhurried());
  assert.equal(JSON.stringify(onWire), before);
});

test("toOccurrence() reads an event whose times are dates", () => {
  const occurrence = toOccurrence(event);
  assert.equal(occurrence.first.toISOString(), "2026-01-02T03:04:05.000Z");
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
