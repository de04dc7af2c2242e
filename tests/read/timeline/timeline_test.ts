import { test } from "node:test";
import assert from "node:assert/strict";
import { createEventRecorder } from "../../../mod.ts";
import { EventReader, type Occurrence, toOccurrence } from "../../../src/read/mod.ts";
import { EventsApiServer } from "../../../src/serve/server/mod.ts";
import {
  bucketsOf,
  isTrouble,
  type Span,
  Timeline,
  type TimelineEvent,
  type TimelineSnapshot,
  workloadOf,
} from "../../../src/read/timeline/mod.ts";
import { pushSpan } from "../../../src/read/timeline/spans.ts";
import { eventually } from "../../eventually.ts";
import { line } from "./history.ts";

function names({ events }: TimelineSnapshot): string[] {
  return [...new Set(events.map(({ name }) => name))];
}

function spansOf(timeline: Timeline): unknown {
  return timeline.getSnapshot().events.flatMap(({ spans }) => spans);
}

/** The events about an object. */
function eventsOf(timeline: Timeline, object: string): TimelineEvent[] {
  return timeline.getSnapshot().events.filter(({ name }) => name === object);
}

function point(ms: number): { from: number; to: number; count: number } {
  return { from: ms, to: ms, count: 1 };
}

test("Timeline knows the times of the first and the last of several occurrences, and bounds those between", () => {
  const timeline = new Timeline();
  timeline.add(line({ count: 5, first: 1000, last: 9000 }));
  assert.deepEqual(spansOf(timeline), [point(1000), { from: 1000, to: 9000, count: 3 }, point(9000)]);
});

test("Timeline bounds later occurrences by the previous report", () => {
  const timeline = new Timeline();
  timeline.add(line({ last: 1000 }));
  timeline.add(line({ count: 2, delta: 1, first: 1000, last: 3000 }));
  timeline.add(line({ count: 5, delta: 3, first: 1000, last: 8000 }));
  const between = { from: 3000, to: 8000, count: 2 };
  assert.deepEqual(spansOf(timeline), [point(1000), point(3000), between, point(8000)]);
});

test("Timeline bounds the occurrences of a resumed reader by the first time", () => {
  const timeline = new Timeline();
  timeline.add(line({ count: 7, delta: 3, first: 1000, last: 9000 }));
  assert.deepEqual(spansOf(timeline), [{ from: 1000, to: 9000, count: 2 }, point(9000)]);
});

test("Timeline marks estimated counts, unless it knows the count itself", () => {
  const timeline = new Timeline();
  timeline.add(line({ count: 4, first: 1000, last: 5000, estimated: true }));
  assert.deepEqual(spansOf(timeline), [{ from: 1000, to: 5000, count: 4, estimated: true }]);
  timeline.add(line({ count: 5, first: 1000, last: 6000, estimated: true }));
  assert.deepEqual(spansOf(timeline), [{ from: 1000, to: 5000, count: 4, estimated: true }, point(6000)]);
});

test("Timeline counts a line once, however often it is read, and ignores late ones", () => {
  const timeline = new Timeline();
  const lines = [1, 2, 3].map((count) => line({ count, delta: 1, first: 1000, last: count * 1000 }));
  for (const each of [...lines, ...lines.toReversed(), line({ count: 3, first: 1000, last: 3000 })]) timeline.add(each);
  assert.deepEqual(spansOf(timeline), [1000, 2000, 3000].map(point));
});

test("Timeline counts a count that fell as at most that many since then, even if it is read again", () => {
  const timeline = new Timeline();
  const lines = [
    line({ count: 10, first: 1000, last: 2000 }),
    line({ count: 3, first: 1000, last: 5000, estimated: true }),
    line({ count: 4, delta: 1, first: 1000, last: 6000 }),
    line({ count: 4, first: 1000, last: 8000 }),
  ];
  const between = { from: 1000, to: 2000, count: 8 };
  const fallen = { from: 2000, to: 5000, count: 3, estimated: true };
  const same = { from: 6000, to: 8000, count: 4, estimated: true };
  for (const each of lines) timeline.add(each);
  const all = [point(1000), between, point(2000), fallen, point(6000), same];
  assert.deepEqual(spansOf(timeline), all);
  for (const each of [...lines, ...lines.toReversed()]) timeline.add(each);
  assert.deepEqual(spansOf(timeline), all);
});

test("Timeline counts an event without a uid and a first time that is created again with its count", () => {
  const timeline = new Timeline();
  for (const last of [1000, 5000, 5000]) {
    const { first: _, ...occurrence } = line({ uid: "", count: 2, last });
    timeline.add({ ...occurrence, first: undefined });
  }
  const fallen = { from: 1000, to: 5000, count: 2, estimated: true };
  assert.deepEqual(spansOf(timeline), [{ ...point(1000), count: 2 }, fallen]);
});

test("Timeline counts an event that is created again under its name as a new one", () => {
  const timeline = new Timeline();
  timeline.add(line({ uid: "a", count: 2, first: 1000, last: 2000 }));
  timeline.add(line({ uid: "b", count: 2, first: 5000, last: 6000 }));
  timeline.add(line({ uid: "a", count: 2, first: 1000, last: 2000 }));
  assert.deepEqual(spansOf(timeline), [1000, 2000, 5000, 6000].map(point));
});

test("Timeline continues counting if an event is created again with its count and first time, even for a new reader", () => {
  const timeline = new Timeline();
  timeline.add(line({ uid: "a", count: 5, first: 1000, last: 2000 }));
  timeline.add(line({ uid: "b", count: 6, first: 1000, last: 8000 }));
  timeline.add(line({ uid: "c", count: 8, delta: 1, first: 1000, last: 9000 }));
  timeline.add(line({ uid: "a", count: 5, first: 1000, last: 2000 }));
  const [between, later] = [{ from: 1000, to: 2000, count: 3 }, { from: 8000, to: 9000, count: 1 }];
  assert.deepEqual(spansOf(timeline), [point(1000), between, point(2000), point(8000), later, point(9000)]);
});

test("Timeline continues counting if another writer changed the first time of an event", () => {
  const timeline = new Timeline();
  timeline.add(line({ count: 5, first: 1000, last: 2000 }));
  timeline.add(line({ count: 6, first: 1500, last: 8000 }));
  assert.equal(timeline.get("uid of web.BackOff")!.count, 6);
});

test("Timeline takes the last time for the first if that has a fraction of a second more, and counts events without", () => {
  const timeline = new Timeline();
  timeline.add(line({ first: 1500, last: 1000 }));
  timeline.add({ ...line({ name: "begun", first: 2000 }), last: undefined });
  const { first: _first, last: _last, ...timeless } = line({ object: "other" });
  timeline.add({ ...timeless, first: new Date(NaN), last: new Date(NaN) });
  assert.deepEqual(spansOf(timeline), [point(1000), point(2000)]);
  assert.deepEqual([names(timeline.getSnapshot()), timeline.getSnapshot().untimed], [["web"], 1]);
  timeline.add({ ...timeless, first: undefined, last: undefined });
  assert.equal(timeline.getSnapshot().untimed, 1, "once, however often it is read");
  for (const metadata of [{ name: "a", uid: "b" }, { name: "a", uid: "c" }, { name: "a" }, { name: "b" }]) {
    timeline.add({ ...timeless, event: { ...timeless.event, metadata }, first: undefined, last: undefined });
  }
  assert.equal(timeline.getSnapshot().untimed, 5, "by their uids, or their names");
});

test("Timeline treats Go's zero time, in the year 1, as no time", () => {
  const timeline = new Timeline();
  const zero = new Date("0001-01-01T00:00:00Z");
  timeline.add({ ...line({ last: 5000 }), first: zero });
  timeline.add({ ...line({ object: "db" }), first: zero, last: zero });
  assert.deepEqual(spansOf(timeline), [point(5000)]);
  assert.equal(timeline.getSnapshot().untimed, 1);
});

test("Timeline accepts occurrences that were parsed from JSON", () => {
  const timeline = new Timeline();
  const gap = { from: new Date(2000), to: new Date(3000) };
  timeline.add(JSON.parse(JSON.stringify({ ...line({ count: 2, first: 1000, last: 4000 }), gap })));
  assert.deepEqual(spansOf(timeline), [point(1000), point(4000)]);
  assert.deepEqual(timeline.getSnapshot().gaps, [{ from: 2000, to: 3000 }]);
});

test("Timeline orders events by their beginning", () => {
  const timeline = new Timeline();
  timeline.add(line({ object: "busy", count: 50, first: 3000, last: 9000 }));
  timeline.add(line({ object: "calm", type: "Normal", reason: "Pulled", last: 400 }));
  timeline.add(line({ object: "cause", last: 2000 }));
  assert.deepEqual(names(timeline.getSnapshot()), ["calm", "cause", "busy"]);
  timeline.add(line({ object: "earlier", first: 100, last: 9900 }));
  assert.deepEqual(names(timeline.getSnapshot()), ["earlier", "calm", "cause", "busy"]);
});

test("Timeline keeps each stored event with its own message, reporter and times", () => {
  const timeline = new Timeline();
  timeline.add(line({ type: "Normal", reason: "Pulled", last: 1000, message: "pulled" }));
  timeline.add(line({ reason: "Failed", name: "web.1", last: 3000, message: "ErrImagePull" }));
  timeline.add(line({ reason: "Failed", name: "web.2", last: 3000, message: "not found" }));
  const combined = "(combined from similar events): 502";
  timeline.add(line({ name: "web.3", count: 3, first: 2000, last: 9000, message: combined }));
  timeline.add(line({ reason: "Failed", name: "web.1", count: 2, first: 3000, last: 6000, message: "ErrImagePull" }));
  const fieldsOf = (
    { type, reason, message, isCombined, count, first, last }: TimelineEvent,
  ) => [type, reason, message, isCombined, count, first, last];
  assert.deepEqual(eventsOf(timeline, "web").map(fieldsOf), [
    ["Normal", "Pulled", "pulled", false, 1, 1000, 1000],
    ["Warning", "BackOff", "502", true, 3, 2000, 9000],
    ["Warning", "Failed", "ErrImagePull", false, 2, 3000, 6000],
    ["Warning", "Failed", "not found", false, 1, 3000, 3000],
  ]);
  const { spans, latest, ...rest } = timeline.get("uid of web.3")!;
  assert.deepEqual(spans.map(({ to }) => to), [2000, 9000, 9000]);
  assert.equal(latest.message, combined);
  assert.deepEqual(rest, {
    key: "uid of web.3",
    kind: "Pod",
    namespace: "shop",
    name: "web",
    object: "Pod/shop/web",
    workload: "web",
    node: undefined,
    type: "Warning",
    isTrouble: true,
    reason: "BackOff",
    message: "502",
    isCombined: true,
    count: 3,
    first: 2000,
    last: 9000,
  });
});

test("Timeline updates the message of an event whose count has not risen", () => {
  const timeline = new Timeline();
  timeline.add(line({ count: 3, last: 1000, message: "before" }));
  timeline.add(line({ count: 3, last: 1000, message: "after", delta: 0 }));
  const [event] = timeline.getSnapshot().events;
  assert.deepEqual([event!.message, event!.count], ["after", 3]);
});

test("Timeline reports the node that an event names, and no other", () => {
  const timeline = new Timeline();
  const told = (kind: string, name: string, fields: object): string | undefined => {
    const event = { metadata: { name, namespace: "shop", uid: name }, involvedObject: { kind, name }, ...fields };
    timeline.add(toOccurrence({ ...event, firstTimestamp: "2026-01-01T00:00:00Z" }));
    return timeline.get(name)!.node;
  };
  assert.equal(told("Node", "worker-1", { source: { component: "node-controller" } }), "worker-1");
  assert.equal(told("Pod", "a", { source: { component: "kubelet", host: "worker-2" } }), "worker-2");
  assert.equal(told("Pod", "b", { reportingComponent: "kubelet", reportingInstance: "worker-3" }), "worker-3");
  const scheduled = { reason: "Scheduled", message: "Successfully assigned shop/c to worker-4" };
  assert.equal(told("Pod", "c", { ...scheduled, source: { component: "default-scheduler" } }), "worker-4");
  const scheduler = { reportingComponent: "default-scheduler", reportingInstance: "default-scheduler-control-1" };
  assert.equal(told("Pod", "d", scheduler), undefined, "the instance of another controller");
  const controller = { source: { component: "web-controller", host: "web-controller-5d8f7c9b6d-q2x8z" } };
  assert.equal(told("ReplicaSet", "f", controller), undefined, "where a controller runs");
  assert.equal(told("Pod", "g", { source: { component: "node-agent", host: "worker-6" } }), "worker-6");
  const note = { regarding: { kind: "Pod", name: "e" }, deprecatedSource: { component: "kubelet", host: "worker-5" } };
  timeline.add(toOccurrence({ metadata: { name: "e", uid: "e", creationTimestamp: "2026-01-01T00:00:00Z" }, ...note }));
  assert.equal(timeline.get("e")!.node, "worker-5");
});

test("isTrouble() returns true for every type but Normal, and for bad news that Kubernetes types Normal", () => {
  const cases: [type: string, reason: string, message: string, isTrouble: boolean][] = [
    ["Warning", "Failed", "", true],
    ["warning", "Failed", "", true],
    ["Error", "Failed", "", true],
    ["Normal", "Pulled", "", false],
    ["normal", "Pulled", "", false],
    ["", "Pulled", "", false],
    ["Normal", "NodeNotReady", "Node worker-3 status is now: NodeNotReady", true],
    ["Normal", "NodeReady", "Node worker-3 status is now: NodeReady", false],
    ["Normal", "NodeHasDiskPressure", "", true],
    ["Normal", "NodeHasNoDiskPressure", "", false],
    ["Normal", "BackOff", "Back-off pulling image", true],
    ["Normal", "Killing", "Container web failed liveness probe, will be restarted", true],
    ["Normal", "Killing", "Stopping container web", false],
    ["Normal", "TaintManagerEviction", "Marking for deletion Pod shop/web", true],
    ["Normal", "TaintManagerEviction", "Cancelling deletion of Pod shop/web", false],
    ["Normal", "FilesystemIsReadOnly", "Node condition ReadonlyFilesystem is now: True, reason: …", true],
    ["Normal", "FilesystemIsNotReadOnly", "Node condition ReadonlyFilesystem is now: False, reason: …", false],
    ["Normal", "constructor", "", false],
  ];
  for (const [type, reason, message, expected] of cases) {
    assert.equal(isTrouble({ type, reason, message }), expected, `${type} ${reason} ${message}`);
  }
});

test("Timeline returns the same event until it changes, by its key or a later uid", () => {
  const timeline = new Timeline();
  timeline.add(line({ object: "web", uid: "a" }));
  timeline.add(line({ object: "db", uid: "b" }));
  const [web, db, before] = [timeline.get("a"), timeline.get("b"), timeline.getSnapshot()];
  timeline.add(line({ object: "web", uid: "a" }));
  assert.equal(timeline.getSnapshot(), before);
  timeline.add(line({ object: "web", uid: "c", count: 2, first: 0, last: 1 }));
  assert.notEqual(timeline.getSnapshot(), before);
  assert.notEqual(timeline.get("a"), web);
  assert.equal(timeline.get("c"), timeline.get("a"), "created again with its count");
  assert.equal(timeline.get("c")!.key, "a");
  assert.equal(timeline.get("b"), db);
  assert.ok(timeline.getSnapshot().events.includes(db!));
  assert.equal(timeline.get("none"), undefined);
});

test("Timeline.subscribe() calls each listener once per task, until it is unsubscribed", async () => {
  const timeline = new Timeline();
  const calls: string[] = [];
  const listener = (): void => void calls.push("a");
  const unsubscribe = timeline.subscribe(listener);
  timeline.subscribe(listener);
  timeline.add(line({ object: "web" }));
  await Promise.resolve();
  timeline.add(line({ object: "db" }));
  assert.deepEqual(calls, []);
  await new Promise((resolve) => setTimeout(resolve));
  assert.deepEqual(calls, ["a", "a"]);
  unsubscribe();
  unsubscribe();
  timeline.gap(1000, 2000);
  await new Promise((resolve) => setTimeout(resolve));
  assert.deepEqual(calls, ["a", "a", "a"]);
});

test("Timeline joins overlapping gaps, and begins one without a start at the last time that it knows", () => {
  const timeline = new Timeline();
  const gaps = (): unknown => timeline.getSnapshot().gaps.map(({ from, to }) => [from, to]);
  timeline.add({ ...line({ last: 1000 }), gap: { to: new Date(500) } });
  assert.deepEqual(gaps(), []);
  timeline.gap(7000, 8000);
  timeline.gap(2000, new Date(3000));
  timeline.gap(3000, 4000);
  timeline.gap(9000, 9000);
  assert.deepEqual(gaps(), [[2000, 4000], [7000, 8000]]);
  const before = timeline.getSnapshot();
  for (const [from, to] of [[2500, 3500], [2000, 4000]] as const) timeline.gap(from, to);
  assert.equal(timeline.getSnapshot(), before);
  timeline.add({ ...line({ count: 2, last: 9500 }), gap: { to: new Date(1800) } });
  assert.deepEqual(gaps(), [[1000, 1800], [2000, 4000], [7000, 8000]]);
});

test("Timeline drops the events with the oldest last occurrence, and counts them", () => {
  const timeline = new Timeline({ maxEvents: 8 });
  for (const i of [4, 9, 0, 7, 2, 5, 8, 1, 6, 3]) {
    timeline.add(line({ object: `web-${i % 5}`, name: `${i}`, last: i }));
  }
  assert.equal(timeline.getSnapshot().forgotten, 0);
  timeline.add(line({ object: "web-5", name: "10", last: 10 }));
  const { events, forgotten } = timeline.getSnapshot();
  assert.equal(forgotten, 3);
  assert.deepEqual(events.map(({ last }) => last), [3, 4, 5, 6, 7, 8, 9, 10]);
  timeline.add(line({ object: "web-0", name: "0", last: 0 }));
  assert.equal(eventsOf(timeline, "web-0").length, 2);
  for (let i = 11; i < 40; i++) timeline.add(line({ object: "web-6", name: `${i}`, last: i }));
  assert.deepEqual(names(timeline.getSnapshot()), ["web-6"]);
  assert.equal(timeline.get("uid of 0"), undefined);
});

test("Timeline counts no times of events that it dropped", () => {
  const timeline = new Timeline({ maxEvents: 8, maxSpans: 11 });
  for (let i = 0; i < 100; i++) timeline.add(line({ name: `${i}`, last: i }));
  assert.equal(timeline.getSnapshot().resolutionMs, 1);
});

test("Timeline keeps 20,000 events by default, and drops others once there are a quarter more", () => {
  const timeline = new Timeline();
  for (let i = 0; i < 25_000; i++) timeline.add(line({ name: `${i}`, last: i }));
  assert.equal(timeline.getSnapshot().forgotten, 0);
  timeline.add(line({ name: "last", last: 25_000 }));
  assert.equal(timeline.getSnapshot().forgotten, 5001);
});

test("Timeline keeps times in steps if there are too many spans, and no larger ones than needed", () => {
  const timeline = new Timeline({ maxSpans: 21 });
  timeline.add(line({ object: "db", last: 1234 }));
  assert.deepEqual(spansOf(timeline), [point(1234)]);
  for (let i = 0; i < 1000; i++) timeline.add(line({ count: i + 1, delta: 1, first: 0, last: i * 100 }));
  assert.equal(timeline.getSnapshot().resolutionMs, 5000);
  const { spans, count } = timeline.get("uid of web.BackOff")!;
  assert.deepEqual(timeline.get("uid of db.BackOff")!.spans, [{ from: 0, to: 4999, count: 1 }]);
  assert.equal(count, 1000);
  assert.deepEqual(spans[0], { from: 0, to: 4999, count: 50 });
});

test("Timeline keeps times in steps of a second to a day, and of no more than that", () => {
  const timeline = new Timeline({ maxSpans: 1 });
  const resolutions = new Set<number>();
  for (let count = 1, last = 1; last < 1e11; count++, last *= 1.1) {
    timeline.add(line({ count, delta: 1, first: 1, last }));
    resolutions.add(timeline.getSnapshot().resolutionMs / 1000);
  }
  assert.deepEqual([...resolutions], [0.001, 1, 5, 15, 60, 300, 900, 3600, 86_400]);
});

test("Timeline keeps times unless a larger step saves at least a tenth of the spans", () => {
  const timeline = new Timeline({ maxSpans: 9 });
  const times = [0, 100, 2000, 3000, 4000, 5000, 6000, 7000, 8000, 9000];
  times.forEach((last, i) => timeline.add(line({ count: i + 1, delta: 1, first: 0, last })));
  assert.equal(timeline.getSnapshot().resolutionMs, 1000);
});

test("Timeline takes as large a step as it needs at once", () => {
  const timeline = new Timeline({ maxSpans: 2 });
  for (let i = 0; i < 9; i++) timeline.add(line({ count: i + 1, delta: 1, first: 0, last: i * 20_000 }));
  assert.equal(timeline.getSnapshot().resolutionMs, 60_000);
});

test("pushSpan() adds to one of the latest three spans of the same steps, and appends others", () => {
  const spans: Span[] = [];
  const seconds = (n: number): Span => ({ from: n * 1000, to: n * 1000 + 999, count: 1 });
  const grown = [0, 1, 2, 0, 3, 0].map((n) => pushSpan(spans, point(n * 1000 + 5), 1000));
  assert.deepEqual(grown, [true, true, true, false, true, true]);
  assert.deepEqual(spans, [{ ...seconds(0), count: 2 }, ...[1, 2, 3, 0].map(seconds)]);
});

test("Timeline keeps five times as many spans as events by default", () => {
  const timeline = new Timeline({ maxEvents: 4 });
  for (let i = 0; i < 20; i++) timeline.add(line({ count: i + 1, delta: 1, first: 0, last: i * 100 }));
  assert.equal(timeline.getSnapshot().resolutionMs, 1);
  timeline.add(line({ count: 21, delta: 1, first: 0, last: 2000 }));
  assert.equal(timeline.getSnapshot().resolutionMs, 1000);
});

test("Timeline shows the message that was added last, of several of the same time", () => {
  const timeline = new Timeline();
  ["older", "newer"].forEach((message, i) => timeline.add(line({ message, count: i + 1, last: 1000 })));
  assert.equal(timeline.get("uid of web.BackOff")!.message, "newer");
});

test("Timeline keeps times for up to four times maxSpans if a step would lose them and save little", () => {
  const rare = new Timeline({ maxSpans: 10 });
  for (let i = 0; i < 40; i++) rare.add(line({ count: i + 1, delta: 1, first: 0, last: i * 10_000 }));
  assert.equal(rare.getSnapshot().resolutionMs, 1);
  for (let i = 40; i < 20_000; i++) rare.add(line({ count: i + 1, delta: 1, first: 0, last: i * 10_000 }));
  const [event] = rare.getSnapshot().events;
  assert.ok(event!.spans.length <= 40, `${event!.spans.length} spans`);
  assert.equal(event!.count, 20_000);
});

test("Timeline rejects options that are not positive integers", () => {
  assert.throws(() => new Timeline({ maxEvents: 0 }), /maxEvents must be a positive integer, received 0/);
  assert.throws(() => new Timeline({ maxSpans: NaN }), RangeError);
});

test("Timeline throws for something other than an occurrence or a reader, such as an event or a delivery", async () => {
  const timeline = new Timeline();
  for (const given of [{ metadata: { name: "a" } }, { key: "u/1@2", occurrence: {} }, undefined, "{}"]) {
    assert.throws(() => timeline.add(given as never), {
      name: "TypeError",
      message: /^Cannot add to a Timeline: occurrence must be an Occurrence, such as toOccurrence\(event\) or /,
    });
  }
  await assert.rejects(timeline.follow({} as never), {
    name: "TypeError",
    message: "Cannot follow a reader: reader must have the method occurrences, received [object Object]",
  });
});

test("Timeline.follow() adds what a reader emits, and its gaps, until its signal aborts", async () => {
  const { fetch } = new EventsApiServer();
  const recorder = createEventRecorder({ component: "example-controller", fetch });
  recorder.event({ kind: "Node", name: "node-3" }, "Warning", "NodeNotReady", "Kubelet stopped posting");
  await recorder.shutdown();
  const timeline = new Timeline();
  const aborter = new AbortController();
  const following = timeline.follow(new EventReader({ fetch }), { signal: aborter.signal });
  await eventually("The event", () => eventsOf(timeline, "node-3").length === 1);
  aborter.abort();
  await following;
});

test("Timeline.follow() reports a gap without any occurrence, and rejects with the error that ends the reader", async () => {
  const timeline = new Timeline();
  let lastGap = { from: new Date(1000), to: new Date(2000) };
  let fail!: (error: Error) => void;
  const failing = new Promise<never>((_, reject) => fail = reject);
  const reader = {
    occurrences: () => ({
      async *[Symbol.asyncIterator](): AsyncGenerator<Occurrence> {
        yield line({ last: 500 });
        await failing;
      },
      stats: () => ({ lastGap }),
    }),
  };
  const following = timeline.follow(reader);
  assert.deepEqual(timeline.getSnapshot().gaps, [{ from: 1000, to: 2000 }]);
  lastGap = { from: new Date(3000), to: new Date(4000) };
  fail(new Error("forbidden"));
  await assert.rejects(following, /forbidden/);
  assert.deepEqual(timeline.getSnapshot().gaps, [{ from: 1000, to: 2000 }, { from: 3000, to: 4000 }]);
});

test("bucketsOf() is exact for spans that a bucket holds whole, and returns the others", () => {
  const spans = [
    point(0),
    point(9),
    { from: 10, to: 19, count: 4 },
    { from: 19, to: 20, count: 2 },
    { from: -5, to: 5, count: 6 },
    { from: 35, to: 40, count: 7 },
    { from: -9, to: -1, count: 1 },
    { from: 40, to: 50, count: 1 },
    { from: 1, to: 2, count: 9, estimated: true as const },
  ];
  for (const start of [0, 1000]) {
    const shifted = spans.map((span) => ({ ...span, from: start + span.from, to: start + span.to }));
    const { exact, ranges } = bucketsOf(shifted, start, start + 40, 4);
    assert.deepEqual([...exact], [2, 4, 0, 0]);
    assert.deepEqual(ranges, [3, 4, 5, 8].map((i) => shifted[i]));
  }
  // 1 / 49 * 49 is less than 1.
  assert.deepEqual(bucketsOf([{ from: 48, to: 49, count: 2 }], 0, 49, 1).ranges.length, 1);
  assert.throws(() => bucketsOf([], 5, 5, 1), /Cannot count spans: 1 buckets from 5 to 5/);
  assert.throws(() => bucketsOf([], 0, 5, 0), RangeError);
});

test("workloadOf() cuts the parts of names that controllers generate", () => {
  const workloads: [kind: string, name: string, workload: string][] = [
    ["Pod", "web-5d8f7c9b6d-q2x8z", "web"],
    ["Pod", "kube-proxy-x7k2p", "kube-proxy"],
    ["Pod", "ledger-0", "ledger"],
    ["Pod", "report-28394115-4jx9s", "report"],
    ["Pod", "db-mysql", "db-mysql"],
    ["ReplicaSet", "web-5d8f7c9b6d", "web"],
    ["Job", "report-28394115", "report"],
    ["Job", "migrate", "migrate"],
    ["Deployment", "web-5d8f7c9b6d", "web-5d8f7c9b6d"],
    ["Node", "node-3", "node-3"],
    ["", "", ""],
  ];
  for (const [kind, name, workload] of workloads) assert.equal(workloadOf(kind, name), workload, `${kind}/${name}`);
});
