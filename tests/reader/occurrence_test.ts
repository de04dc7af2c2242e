import { test } from "node:test";
import assert from "node:assert/strict";
import type { CoreV1Event, EventsV1Event } from "../../mod.ts";
import { EventReader, type Occurrence, toOccurrence } from "../../src/reader/mod.ts";
import { EventsApiServer } from "../../src/server/mod.ts";
import { OccurrenceCounter } from "../../src/reader/occurrence.ts";
import { deleteEvent, podEvent, putEvent } from "./write_event.ts";

const metadata = { name: "web.1", namespace: "shop", uid: "u1", creationTimestamp: "2026-01-01T00:00:00Z" };
const pod = { kind: "Pod", name: "web", namespace: "shop" };

test("toOccurrence() converts an event of core/v1", () => {
  const event: CoreV1Event = {
    metadata,
    involvedObject: pod,
    type: "Warning",
    reason: "BackOff",
    message: "Back-off",
    source: { component: "kubelet", host: "node-1" },
    firstTimestamp: "2026-01-01T00:00:01Z",
    lastTimestamp: "2026-01-01T00:00:09Z",
    count: 4,
    eventTime: null,
  };
  assert.deepEqual(toOccurrence(event), {
    regarding: pod,
    type: "Warning",
    reason: "BackOff",
    message: "Back-off",
    reporter: { component: "kubelet", instance: "node-1" },
    first: new Date("2026-01-01T00:00:01Z"),
    last: new Date("2026-01-01T00:00:09Z"),
    count: 4,
    delta: 4,
    event,
  });
});

test("toOccurrence() converts an event of events.k8s.io/v1, with its series", () => {
  const event: EventsV1Event = {
    metadata,
    regarding: pod,
    related: { kind: "Node", name: "node-1" },
    type: "Normal",
    reason: "Scheduled",
    note: "Assigned",
    action: "Binding",
    reportingController: "example.com/scheduler",
    reportingInstance: "scheduler-1",
    eventTime: "2026-01-01T00:00:01.123456Z",
    series: { count: 7, lastObservedTime: "2026-01-01T00:00:08.000001Z" },
  };
  assert.deepEqual(toOccurrence(event), {
    regarding: pod,
    related: { kind: "Node", name: "node-1" },
    type: "Normal",
    reason: "Scheduled",
    message: "Assigned",
    action: "Binding",
    reporter: { component: "example.com/scheduler", instance: "scheduler-1" },
    first: new Date("2026-01-01T00:00:01.123Z"),
    last: new Date("2026-01-01T00:00:08.000Z"),
    count: 7,
    delta: 7,
    event,
  });
});

test("toOccurrence() prefers series to count, eventTime to firstTimestamp, and source to the reporting component, in both APIs", () => {
  const series = { count: 5, lastObservedTime: "2026-01-01T00:00:05.000000Z" };
  const eventTime = "2026-01-01T00:00:02.000000Z";
  const core = toOccurrence({
    metadata,
    involvedObject: pod,
    count: 3,
    series,
    eventTime,
    firstTimestamp: "2026-01-01T00:00:01Z",
    lastTimestamp: "2026-01-01T00:00:03Z",
    source: { component: "kubelet" },
    reportingComponent: "example.com/other",
  });
  const events = toOccurrence({
    metadata,
    regarding: pod,
    deprecatedCount: 3,
    series,
    eventTime,
    deprecatedFirstTimestamp: "2026-01-01T00:00:01Z",
    deprecatedLastTimestamp: "2026-01-01T00:00:03Z",
    deprecatedSource: { component: "kubelet" },
    reportingController: "example.com/other",
  });
  for (const { count, first, last, reporter } of [core, events]) {
    assert.deepEqual([count, first.getSeconds(), last.getSeconds(), reporter], [5, 2, 5, { component: "kubelet" }]);
  }
});

test("toOccurrence() falls back for fields that are missing, null, zero or invalid", () => {
  const bare = toOccurrence({ metadata, involvedObject: pod, count: 0, series: null as never, eventTime: null });
  assert.deepEqual([bare.count, bare.delta, bare.reporter], [1, 1, { component: "" }]);
  assert.deepEqual([bare.type, bare.reason, bare.message], ["", "", ""]);
  assert.deepEqual([bare.first, bare.last], [
    new Date(metadata.creationTimestamp),
    new Date(metadata.creationTimestamp),
  ]);
  const seen = toOccurrence({
    metadata,
    involvedObject: pod,
    eventTime: "2026-01-01T00:00:04.000000Z",
    firstTimestamp: "x",
  });
  assert.deepEqual([seen.first.getSeconds(), seen.last.getSeconds()], [4, 4]);
  const timeless = toOccurrence({ metadata: { name: "x" } });
  assert.ok(Number.isNaN(timeless.first.getTime()) && Number.isNaN(timeless.last.getTime()));
  assert.deepEqual(timeless.regarding, {});
});

test("toOccurrence() sets delta to the increase of count, or to count if it fell", () => {
  const at = (count: number, uid = "u1"): CoreV1Event => ({
    metadata: { ...metadata, uid },
    involvedObject: pod,
    count,
  });
  const first = toOccurrence(at(3));
  assert.equal(toOccurrence(at(3), first).delta, 0);
  assert.equal(toOccurrence(at(10), first).delta, 7);
  assert.equal(toOccurrence(at(2), first).delta, 2);
  // Recreated, by a recorder that keeps counting or by one that starts over.
  assert.equal(toOccurrence(at(4, "u2"), first).delta, 1);
  assert.equal(toOccurrence(at(3, "u2"), first).delta, 3);
});

async function take(stream: ReadableStream<Occurrence>, count: number): Promise<Occurrence[]> {
  const reader = stream.getReader();
  const taken: Occurrence[] = [];
  while (taken.length < count) taken.push((await reader.read()).value!);
  await reader.cancel();
  return taken;
}

test("EventReader.occurrences() delivers repeats with their delta, and neither deletions nor label changes", async () => {
  const { fetch } = new EventsApiServer();
  await putEvent(fetch, "a", { count: 2 });
  const stream = new EventReader({ fetch }).occurrences();
  const reader = stream.getReader();
  const next = async (): Promise<unknown[]> => {
    const { event, count, delta } = (await reader.read()).value!;
    return [event.metadata.name, count, delta];
  };
  assert.deepEqual(await next(), ["a", 2, 2]);
  await putEvent(fetch, "a", { count: 5 });
  assert.deepEqual(await next(), ["a", 5, 3]);
  await putEvent(fetch, "a", { count: 5, metadata: { name: "a", namespace: "shop", labels: { x: "y" } } });
  await putEvent(fetch, "a", { count: 1 });
  assert.deepEqual(await next(), ["a", 1, 1]);
  await deleteEvent(fetch, "a");
  // Recreated with a higher count.
  await putEvent(fetch, "a", { count: 6 });
  assert.deepEqual(await next(), ["a", 6, 5]);
  await deleteEvent(fetch, "a");
  // Recreated with a lower count.
  await putEvent(fetch, "a", { count: 6 });
  assert.deepEqual(await next(), ["a", 6, 6]);
  await reader.cancel();
});

test("EventReader.occurrences() remembers the counts of the 4096 latest deleted events", () => {
  const counter = new OccurrenceCounter();
  const add = (name: string, count: number): number | undefined =>
    counter.observe({ type: "ADDED", object: podEvent(name, { count }) })?.delta;
  const remove = (name: string): unknown => counter.observe({ type: "DELETED", object: podEvent(name) });
  const names = Array.from({ length: 4097 }, (_, i) => `e${i}`);
  for (const name of names) {
    assert.equal(add(name, 5), 5);
    assert.equal(remove(name), undefined);
    // An unknown event has no count to remember.
    remove(`unknown-${name}`);
  }
  assert.deepEqual([add("e0", 7), add("e1", 7), add("e4096", 7)], [7, 2, 2]);
});

test("EventReader.occurrences() forgets the event whose last deletion is the oldest", () => {
  const counter = new OccurrenceCounter();
  const add = (name: string, count: number): number | undefined =>
    counter.observe({ type: "ADDED", object: podEvent(name, { count }) })?.delta;
  const addAndRemove = (name: string, count: number): void => {
    add(name, count);
    counter.observe({ type: "DELETED", object: podEvent(name) });
  };
  addAndRemove("twice", 5);
  addAndRemove("once", 5);
  addAndRemove("twice", 6);
  for (let i = 0; i < 4095; i++) addAndRemove(`e${i}`, 5);
  assert.deepEqual([add("twice", 7), add("once", 7)], [1, 7]);
});

test("EventReader.occurrences() since a resourceVersion counts the first change of an older event as one", async () => {
  const { fetch } = new EventsApiServer();
  await putEvent(fetch, "old", { count: 500 });
  const reader = new EventReader({ fetch });
  const { resourceVersion } = await readVersion(reader);
  const taken = take(reader.occurrences({ since: resourceVersion! }), 3);
  await putEvent(fetch, "old", { count: 501 });
  await putEvent(fetch, "old", { count: 503 });
  await putEvent(fetch, "new", { count: 4 });
  assert.deepEqual((await taken).map(({ count, delta }) => [count, delta]), [[501, 1], [503, 2], [4, 4]]);
});

async function readVersion(reader: EventReader): Promise<{ resourceVersion: string | undefined }> {
  const stream = reader.watch({ since: "now" });
  for await (const { type } of stream) if (type === "BOOKMARK") break;
  return stream;
}
