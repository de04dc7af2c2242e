import { test } from "node:test";
import assert from "node:assert/strict";
import type { CoreV1Event, EventsV1Event } from "../../../mod.ts";
import { EventReader, type Occurrence, toOccurrence } from "../../../src/read/mod.ts";
import { EventsApiServer } from "../../../src/serve/server/mod.ts";
import { KnownEvents } from "../../../src/read/reader/known_events.ts";
import { eventually } from "../../eventually.ts";
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
    assert.deepEqual([count, first?.getSeconds(), last?.getSeconds(), reporter], [5, 2, 5, { component: "kubelet" }]);
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
  assert.deepEqual([seen.first?.getSeconds(), seen.last?.getSeconds()], [4, 4]);
  const foreign = { firstTimestamp: 5, lastTimestamp: {}, type: 5, reason: {}, message: [1], involvedObject: pod };
  const { first, last, type, reason, message } = toOccurrence({ metadata, ...foreign } as never);
  assert.deepEqual([first, last, type, reason, message], [bare.first, bare.first, "", "", ""]);
  const untyped = { involvedObject: { ...pod, kind: 5, uid: {}, fieldPath: null }, related: "x", action: 5 };
  const untold = toOccurrence({ metadata, ...untyped, source: { component: 5, host: [] } } as never);
  assert.deepEqual(untold.regarding, { namespace: pod.namespace, name: pod.name });
  assert.deepEqual([untold.related, untold.action, untold.reporter], [undefined, undefined, { component: "" }]);
  const sparse = { ...pod, fieldPath: undefined };
  assert.equal(toOccurrence({ metadata, involvedObject: sparse }).regarding, sparse);
  assert.deepEqual(toOccurrence({ metadata, involvedObject: "pod/web" } as never).regarding, {});
  const timeless = toOccurrence({ metadata: { name: "x" } });
  assert.deepEqual([timeless.first, timeless.last], [undefined, undefined]);
  assert.deepEqual(timeless.regarding, {});
});

test("toOccurrence() takes events without their object, in the fields of either API, and no time from the year 1", () => {
  const times = { firstTimestamp: "2026-01-01T00:00:01Z", lastTimestamp: "2026-01-01T00:00:02Z" };
  for (const about of [{}, { involvedObject: undefined }, { involvedObject: null }, { regarding: pod }]) {
    const occurrence = toOccurrence({ metadata, ...about, message: "Back-off", count: 2, ...times } as never);
    const { message, count, first, last } = occurrence;
    assert.deepEqual([message, count, first?.getSeconds(), last?.getSeconds()], ["Back-off", 2, 1, 2]);
  }
  const zero = "0001-01-01T00:00:00Z";
  const dated = { involvedObject: pod, firstTimestamp: new Date(zero), lastTimestamp: zero };
  const { first, last } = toOccurrence({ metadata: { name: "x", creationTimestamp: zero }, ...dated } as never);
  assert.deepEqual([first, last], [undefined, undefined]);
});

test("toOccurrence() throws a TypeError for anything but an event", () => {
  const event = { metadata, involvedObject: pod };
  const others = [
    null,
    undefined,
    5,
    "event",
    [],
    [event],
    {},
    { kind: "List", items: [event] },
    { items: [event], metadata: {} },
    { type: "ADDED", object: event },
    { kind: "Pod", metadata },
    { metadata, spec: {}, status: {} },
    { kind: "Status", metadata: {}, status: "Failure", reason: "NotFound", message: "not found" },
    { kind: "Event", apiVersion: "audit.k8s.io/v1", metadata: {} },
    toOccurrence(event),
    { key: "u1/1", occurrence: toOccurrence(event) },
  ];
  for (const other of others) {
    assert.throws(
      () => toOccurrence(other as never),
      /^TypeError: Cannot convert to an occurrence: event must be an Event/,
    );
  }
});

test("toOccurrence() sets delta to the increase of count, or to count if it fell or the event is another one", () => {
  const at = (count: number, uid = "u1", firstTimestamp = "2026-01-01T00:00:01Z"): CoreV1Event => ({
    metadata: { ...metadata, uid },
    involvedObject: pod,
    firstTimestamp,
    count,
  });
  const first = toOccurrence(at(3));
  assert.equal(toOccurrence(at(3), first).delta, 0);
  assert.equal(toOccurrence(at(10), first).delta, 7);
  assert.equal(toOccurrence(at(2), first).delta, 2);
  // Created again by a recorder that keeps counting, and by one that starts over.
  assert.equal(toOccurrence(at(4, "u2"), first).delta, 1);
  assert.equal(toOccurrence(at(2, "u2"), first).delta, 2);
  assert.equal(toOccurrence(at(5, "u2", "2026-01-01T00:30:00Z"), first).delta, 5);
  const { firstTimestamp: _, ...timeless } = at(5, "u2");
  assert.equal(toOccurrence(timeless, toOccurrence({ ...timeless, ...{ metadata, count: 3 } })).delta, 5);
});

async function take(
  stream: ReadableStream<Occurrence>,
  count: number,
  { preventCancel = false } = {},
): Promise<Occurrence[]> {
  const reader = stream.getReader();
  const taken: Occurrence[] = [];
  while (taken.length < count) taken.push((await reader.read()).value!);
  if (preventCancel) reader.releaseLock();
  else await reader.cancel();
  return taken;
}

test("EventReader.occurrences() delivers repeats with their delta, and neither deletions nor label changes", async () => {
  const { fetch } = new EventsApiServer();
  const [early, late] = ["2026-01-01T00:00:00Z", "2026-01-01T00:30:00Z"];
  await putEvent(fetch, "a", { count: 2, firstTimestamp: early });
  const stream = new EventReader({ fetch }).occurrences();
  const reader = stream.getReader();
  const next = async (): Promise<unknown[]> => {
    const { event, count, delta } = (await reader.read()).value!;
    return [event.metadata.name, count, delta];
  };
  assert.deepEqual(await next(), ["a", 2, 2]);
  await putEvent(fetch, "a", { count: 5, firstTimestamp: early });
  assert.deepEqual(await next(), ["a", 5, 3]);
  const labelled = { name: "a", namespace: "shop", labels: { x: "y" } };
  await putEvent(fetch, "a", { count: 5, firstTimestamp: early, metadata: labelled });
  await putEvent(fetch, "a", { count: 1, firstTimestamp: early });
  assert.deepEqual(await next(), ["a", 1, 1]);
  await deleteEvent(fetch, "a");
  // Created again by a recorder that keeps counting.
  await putEvent(fetch, "a", { count: 6, firstTimestamp: early });
  assert.deepEqual(await next(), ["a", 6, 5]);
  await deleteEvent(fetch, "a");
  // Created again by one that starts over: x2 and x5 are seven occurrences.
  await putEvent(fetch, "a", { count: 7, firstTimestamp: late });
  assert.deepEqual(await next(), ["a", 7, 7]);
  // Replaced by one that starts over, whose count another one continues.
  await putEvent(fetch, "a", { count: 8, firstTimestamp: early });
  assert.deepEqual(await next(), ["a", 8, 1]);
  await deleteEvent(fetch, "a");
  await putEvent(fetch, "a", { count: 10, firstTimestamp: early });
  assert.deepEqual(await next(), ["a", 10, 2]);
  await reader.cancel();
});

test("EventReader.occurrences() reports a change of an event's message with a delta of 0, even after a resume", async () => {
  const { fetch } = new EventsApiServer();
  await putEvent(fetch, "a", { count: 2, message: "1 of 3 pods" });
  const stream = new EventReader({ fetch }).occurrences();
  const [first] = await take(stream, 1, { preventCancel: true });
  assert.equal(first?.delta, 2);
  await putEvent(fetch, "a", { count: 2, message: "2 of 3 pods" });
  await putEvent(fetch, "a", { count: 2, message: "2 of 3 pods", lastTimestamp: "2026-01-01T00:00:00Z" });
  await putEvent(fetch, "a", { count: 2, message: "2 of 3 pods", reason: "Other" });
  const told = (await take(stream, 2, { preventCancel: true })).map(({ reason, message, count, delta, estimated }) => {
    return [reason, message, count, delta, estimated];
  });
  assert.deepEqual(told, [["BackOff", "2 of 3 pods", 2, 0, undefined], ["Other", "2 of 3 pods", 2, 0, undefined]]);
  const { position } = stream;
  await stream.cancel();
  await putEvent(fetch, "a", { count: 2, message: "2 of 3 pods", type: "Normal", reason: "Other" });
  const [later] = await take(new EventReader({ fetch }).occurrences({ since: position }), 1);
  assert.deepEqual([later?.type, later?.delta], ["Normal", 0]);
});

test("EventReader.occurrences() reports a change at the beginning of a long message, and of where the reason ends", async () => {
  const { fetch } = new EventsApiServer();
  const [one, two] = ["1", "2"].map((count) => `${count} of 3 pods are ready of those that the job has to start`);
  await putEvent(fetch, "a", { count: 2, reason: "Other", message: one });
  const told: unknown[] = [];
  for await (const { reason, message, count } of new EventReader({ fetch }).occurrences()) {
    told.push([reason, message]);
    if (count === 3) break;
    if (told.length > 1) continue;
    await putEvent(fetch, "a", { count: 2, reason: "Other", message: two });
    await putEvent(fetch, "a", { count: 2, reason: "Oth", message: `er${two}` });
    await putEvent(fetch, "a", { count: 3, reason: "Last" });
  }
  assert.deepEqual(told.slice(0, -1), [["Other", one], ["Other", two], ["Oth", `er${two}`]]);
});

test("EventReader emits the events that its filter accepts, in lists, watches and about()", async () => {
  const { fetch } = new EventsApiServer();
  for (const reason of ["Pulled", "BackOff", "Failed"]) await putEvent(fetch, reason.toLowerCase(), { reason });
  const reader = new EventReader({ fetch, filter: ({ reason }) => reason !== "Pulled" });
  for (const one of [reader, reader.about({ kind: "Pod", name: "web", namespace: "shop" })]) {
    const listed: unknown[] = [];
    for await (const { reason } of one.list()) listed.push(reason);
    assert.deepEqual(listed, ["BackOff", "Failed"]);
    assert.deepEqual((await take(one.occurrences(), 2)).map(({ reason }) => reason), ["BackOff", "Failed"]);
    assert.equal((await one.latest(5)).length, 2);
  }
  const changes: string[] = [];
  for await (const { type, object } of reader.watch()) {
    changes.push(`${type} ${"reason" in object ? object.reason : ""}`);
    if (type !== "BOOKMARK") continue;
    if (changes.length > 3) break;
    await deleteEvent(fetch, "pulled");
    await deleteEvent(fetch, "failed");
    break;
  }
  assert.deepEqual(changes, ["ADDED BackOff", "ADDED Failed", "BOOKMARK "]);
  assert.throws(() => new EventReader({ filter: "x" as never }), /filter must be a function/);
});

/** Remembers events, and reports their deltas. */
class Counts {
  readonly #known = new KnownEvents<CoreV1Event>(true, (metadata) => podEvent("?", { metadata }));
  #version = 1;

  #observe(
    type: "ADDED" | "DELETED",
    name: string,
    fields: Partial<CoreV1Event>,
  ): { delta?: number; isEstimated?: boolean } {
    const [uid, resourceVersion] = [`u${this.#version}`, String(++this.#version)];
    const creationTimestamp = "2026-01-01T00:10:00Z";
    const metadata = { name, namespace: "shop", uid, resourceVersion, creationTimestamp };
    return this.#known.observe({ type, object: podEvent(name, { ...fields, metadata }) }) ?? {};
  }

  /** Returns the delta, with a question mark if it is estimated. */
  add(name: string, count: number): string {
    const { delta, isEstimated } = this.#observe("ADDED", name, { count, firstTimestamp: "2026-01-01T00:00:00Z" });
    return `${delta}${isEstimated ? "?" : ""}`;
  }

  remove(name: string): void {
    this.#observe("DELETED", name, {});
  }
}

test("EventReader.occurrences() remembers the counts of the 4096 latest deleted events, and marks those of others as estimated", () => {
  const counts = new Counts();
  for (let i = 0; i < 4097; i++) {
    assert.equal(counts.add(`e${i}`, 5), "5");
    counts.remove(`e${i}`);
    // An unknown event has no count to remember.
    counts.remove(`unknown-e${i}`);
  }
  assert.deepEqual([counts.add("e0", 7), counts.add("e1", 7), counts.add("e4096", 7)], ["7?", "2", "2"]);
});

test("EventReader.occurrences() forgets the event whose last deletion is the oldest", () => {
  const counts = new Counts();
  const addAndRemove = (name: string, count: number): void => {
    counts.add(name, count);
    counts.remove(name);
  };
  addAndRemove("twice", 5);
  addAndRemove("once", 5);
  addAndRemove("twice", 6);
  for (let i = 0; i < 4095; i++) addAndRemove(`e${i}`, 5);
  assert.deepEqual([counts.add("twice", 7), counts.add("once", 7)], ["1", "7?"]);
});

const deltas = (occurrences: readonly Occurrence[]): unknown[] =>
  occurrences.map((
    { event, count, delta, estimated },
  ) => [event.metadata.name, count, delta, ...estimated ? ["?"] : []]);

test("EventReader.occurrences() since a resourceVersion counts from that version", async () => {
  const { fetch } = new EventsApiServer();
  for (const [name, count] of [["a", 3], ["b", 7], ["gone", 2]] as const) await putEvent(fetch, name, { count });
  const reader = new EventReader({ fetch, pageSize: 2 });
  const first = reader.occurrences();
  await take(first, 3, { preventCancel: true });
  // The initial events end before the next occurrence.
  const pending = take(first, 1);
  await eventually("The version of the list", () => first.resourceVersion !== undefined);
  const checkpoint = first.resourceVersion;
  assert.equal(checkpoint, "4");
  await first[Symbol.asyncDispose]();
  await pending;
  await putEvent(fetch, "a", { count: 5 });
  await putEvent(fetch, "a", { count: 15 });
  await deleteEvent(fetch, "gone");
  await putEvent(fetch, "new", { count: 4 });
  const second = reader.occurrences({ since: checkpoint });
  assert.equal(second.resourceVersion, "4");
  assert.deepEqual(deltas(await take(second, 3)), [["a", 5, 2], ["a", 15, 10], ["new", 4, 4]]);
  assert.equal(second.resourceVersion, "8");
  assert.equal(second.stats().gaps, 0);
});

test("EventReader.occurrences() marks deltas as estimated if the server no longer has the resourceVersion", async () => {
  const api = new EventsApiServer();
  for (const [name, count] of [["a", 3], ["b", 7]] as const) await putEvent(api.fetch, name, { count });
  await putEvent(api.fetch, "a", { count: 5 });
  api.expire();
  const reader = new EventReader({ fetch: api.fetch });
  const stream = reader.occurrences({ since: "3" });
  const [occurrence] = await take(stream, 1, { preventCancel: true });
  assert.deepEqual(deltas([occurrence!]), [["a", 5, 5, "?"]]);
  assert.equal(stream.stats().gaps, 1);
  const reads = take(stream, 2);
  await putEvent(api.fetch, "a", { count: 6 });
  await putEvent(api.fetch, "b", { count: 9 });
  assert.deepEqual(deltas(await reads), [["a", 6, 1], ["b", 9, 2]]);
});

test("EventReader.occurrences() counts exactly across its own gaps", async () => {
  const api = new EventsApiServer();
  await putEvent(api.fetch, "a", { count: 3 });
  const stream = new EventReader({ fetch: api.fetch }).occurrences();
  const reader = stream.getReader();
  assert.deepEqual(deltas([(await reader.read()).value!]), [["a", 3, 3]]);
  const next = reader.read();
  await new Promise((resolve) => setTimeout(resolve));
  await putEvent(api.fetch, "a", { count: 4 });
  assert.deepEqual(deltas([(await next).value!]), [["a", 4, 1]]);
  // Nobody reads while the version is lost.
  await putEvent(api.fetch, "a", { count: 10 });
  await putEvent(api.fetch, "new", { count: 2 });
  api.inject({ verb: "watch", times: 1, answer: 410 });
  api.cutWatches();
  assert.deepEqual(deltas([(await reader.read()).value!, (await reader.read()).value!]), [["a", 10, 6], ["new", 2, 2]]);
  assert.equal(stream.stats().gaps, 1);
  await reader.cancel();
});

test("EventReader.occurrences() marks the first delta of an event older than now as estimated", async () => {
  const { fetch } = new EventsApiServer();
  await putEvent(fetch, "old", { count: 500 });
  const reader = new EventReader({ fetch });
  const { resourceVersion } = await readVersion(reader);
  assert.equal(resourceVersion, "2");
  const stream = reader.occurrences({ since: "now" });
  const taken = take(stream, 3);
  await eventually("The watch", () => stream.stats().watches > 0);
  await putEvent(fetch, "old", { count: 505 });
  await putEvent(fetch, "old", { count: 508 });
  await putEvent(fetch, "new", { count: 4 });
  assert.deepEqual(deltas(await taken), [["old", 505, 1, "?"], ["old", 508, 3], ["new", 4, 4]]);
});

test("EventReader.occurrences() marks a delta as estimated if the event may continue one that an earlier stream reported", async () => {
  const { fetch } = new EventsApiServer();
  const firstTimestamp = "2026-01-01T00:00:00Z";
  const { resourceVersion } = await readVersion(new EventReader({ fetch }));
  await putEvent(fetch, "continued", { count: 5, firstTimestamp });
  await putEvent(fetch, "once", { count: 1, firstTimestamp });
  for (const [since, expected] of [[resourceVersion, ["?"]], ["beginning", []]] as const) {
    const stream = new EventReader({ fetch }).occurrences({ since });
    assert.deepEqual(deltas(await take(stream, 2)), [["continued", 5, 5, ...expected], ["once", 1, 1]]);
  }
});

test("EventReader.occurrences() marks a delta as estimated if the event was selected, and reported, by an earlier stream", async () => {
  const { fetch } = new EventsApiServer();
  const reader = new EventReader({ fetch, labelSelector: "team=shop" });
  const now = Date.now();
  const put = (count: number, team: string): Promise<void> =>
    putEvent(fetch, "a", {
      count,
      metadata: { name: "a", namespace: "shop", labels: { team } },
      firstTimestamp: new Date(now).toISOString().replace(/\.\d+/, ""),
      lastTimestamp: new Date(now + count * 60_000).toISOString().replace(/\.\d+/, ""),
    });
  await put(3, "shop");
  const first = reader.occurrences();
  assert.deepEqual(deltas(await take(first, 1)), [["a", 3, 3]]);
  await put(3, "other");
  const { resourceVersion } = await readVersion(reader);
  const taken = take(reader.occurrences({ since: resourceVersion }), 1);
  await new Promise((resolve) => setTimeout(resolve, 20));
  await put(5, "shop");
  assert.deepEqual(deltas(await taken), [["a", 5, 5, "?"]]);
});

async function readVersion(reader: EventReader): Promise<{ resourceVersion: string | undefined }> {
  const stream = reader.watch({ since: "now" });
  for await (const { type } of stream) if (type === "BOOKMARK") break;
  return stream;
}
