import { test } from "node:test";
import assert from "node:assert/strict";
import { type CoreV1Event, EventBroadcaster, FetchEventSink } from "../../../mod.ts";
import { EventCorrelator, EventSeriesCorrelator } from "../../../src/client_go/mod.ts";
import { EventsApiServer } from "../../../src/serve/server/mod.ts";
import { FakeRecorder } from "../../../src/serve/testing/mod.ts";

const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "web", namespace: "shop", uid: "1234" } };
const fields = { type: "Normal", reason: "Pulled", message: "there" } as const;
const BIG = "x".repeat(200 * 1024);

function logging(): { lines: string[]; logger: { warn(line: string): void; error(line: string): void } } {
  const lines: string[] = [];
  const log = (line: string): void => void lines.push(line);
  return { lines, logger: { warn: log, error: log } };
}

test("EventRecorder omits labels and annotations that the server would reject, and logs why once", async () => {
  const { lines, logger } = logging();
  const api = new EventsApiServer();
  const broadcaster = new EventBroadcaster({ logger });
  const recording = broadcaster.startRecordingToSink(new FetchEventSink({ fetch: api.fetch }));
  const recorder = broadcaster.newRecorder({ component: "test" });
  for (let repeats = 0; repeats < 2; repeats++) {
    recorder.record(pod, {
      ...fields,
      labels: { app: "web", "": "x", "not a key": "x", long: "x".repeat(64), odd: "-x", __proto__: "x" },
      annotations: { "example.com/Run": "any text: \u{1f600}", "a/b/c": "x", big: BIG, bigger: BIG, small: "x" },
    });
  }
  await broadcaster.shutdown();
  assert.equal(recording.stats().rejected, 0);
  const response = await api.fetch(new Request("http://localhost/api/v1/events"));
  const [{ metadata }] = (await response.json() as { items: [CoreV1Event] }).items;
  assert.deepEqual(metadata.labels, { app: "web" });
  assert.deepEqual(metadata.annotations, { "example.com/Run": "any text: \u{1f600}", big: BIG, small: "x" });
  assert.deepEqual(broadcaster.stats().altered, { labels: 8, annotations: 4 });
  const qualified = "its key is not a qualified name such as example.com/name";
  const value = "its value must be up to 63 letters, digits, -, _ and ., and begin and end with a letter or digit";
  assert.deepEqual(lines, [
    `"" of an event's labels is omitted: ${qualified}`,
    `"not a key" of an event's labels is omitted: ${qualified}`,
    `"long" of an event's labels is omitted: ${value}`,
    `"odd" of an event's labels is omitted: ${value}`,
    `"a/b/c" of an event's annotations is omitted: ${qualified}`,
    `"bigger" of an event's annotations is omitted: there are more than 256 KiB of annotations`,
  ]);
});

test("EventRecorder keeps annotations of 256 KiB, keys included, and omits an entry that exceeds the limit by a byte", () => {
  const recorder = new FakeRecorder();
  const limit = 256 * 1024;
  for (const value of ["x".repeat(limit - 1), "\u00e9".repeat(limit / 2 - 1) + "x"]) {
    recorder.record(pod, { ...fields, annotations: { a: value } });
    recorder.record(pod, { ...fields, annotations: { a: `${value}x` } });
  }
  const kept = recorder.events.map(({ metadata }) => metadata.annotations?.["a"]?.length);
  assert.deepEqual(kept, [limit - 1, undefined, limit / 2, undefined]);
});

test("EventRecorder converts numbers and booleans in labels and annotations to strings, and omits other types", () => {
  const { lines, logger } = logging();
  const recorder = new FakeRecorder({ logger });
  const entries = { number: 42, flag: true, nothing: null, missing: undefined, object: {} };
  recorder.record(pod, { ...fields, labels: entries as never, annotations: entries as never });
  const [{ metadata }] = recorder.events as [CoreV1Event];
  assert.deepEqual(metadata.labels, { number: "42", flag: "true" });
  assert.deepEqual(metadata.annotations, { number: "42", flag: "true" });
  assert.equal(lines.length, 6);
  assert.equal(lines[0], `"number" of an event's labels was converted to "42": its value is not a string, but 42`);
  assert.equal(lines[2], `"object" of an event's labels is omitted: its value is not a string, but [object Object]`);
});

test("EventRecorder omits labels and annotations that are not objects", () => {
  const { lines, logger } = logging();
  const recorder = new FakeRecorder({ logger });
  recorder.record(pod, { ...fields, labels: "app=web" as never, annotations: ["x"] as never });
  recorder.record(pod, { ...fields, labels: new Map([["app", "web"]]) as never });
  for (const { metadata } of recorder.events) assert.deepEqual(Object.keys(metadata), ["name", "namespace"]);
  assert.deepEqual(lines, [
    'The labels of an event must be an object, received "app=web"',
    "The annotations of an event must be an object, received [object Array]",
    "The labels of an event must be an object, received [object Map]",
  ]);
});

test("EventRecorderOptions.annotate adds annotations to every event, overridden by the event's own", () => {
  let calls = 0;
  const annotate = () => calls++ === 2 ? undefined : { traceparent: `trace ${calls}`, team: "shop" };
  for (const apiVersion of ["v1", "events.k8s.io/v1"] as const) {
    calls = 0;
    const recorder = new FakeRecorder({ apiVersion, annotate });
    const all = { ...fields, note: "there", action: "Pull" };
    recorder.record(pod, all);
    recorder.record(pod, { ...all, annotations: { team: "bank" } });
    recorder.record(pod, all);
    assert.deepEqual(recorder.events.map(({ metadata }) => metadata.annotations), [
      { traceparent: "trace 1", team: "shop" },
      { traceparent: "trace 2", team: "bank" },
      undefined,
    ]);
  }
});

test("EventRecorderOptions.annotate does not affect how repeats are counted, in both APIs", () => {
  let calls = 0;
  const annotate = () => ({ traceparent: String(calls++) });
  const core = new FakeRecorder({ annotate });
  for (let repeats = 0; repeats < 3; repeats++) core.event(pod, "Normal", "Pulled", "there");
  assert.equal(core.events[2]!.metadata.annotations?.traceparent, "2");
  const correlator = new EventCorrelator();
  assert.deepEqual(core.events.map((event) => correlator.correlate(event).event.count), [1, 2, 3]);

  const events = new FakeRecorder({ apiVersion: "events.k8s.io/v1", annotate });
  for (let repeats = 0; repeats < 3; repeats++) events.eventf(pod, null, "Normal", "Pulled", "Pull", "there");
  const series = new EventSeriesCorrelator();
  assert.deepEqual(events.events.map((event) => series.correlate(event).type), ["create", "patch", "skip"]);
});

test("EventRecorder counts omitted annotations as altered", () => {
  const results = [() => ({}), () => 7, () => {
    throw new Error("no span");
  }];
  for (const [index, annotate] of results.entries()) {
    const broadcaster = new EventBroadcaster();
    broadcaster.newRecorder({ component: "test" }, { annotate: annotate as never }).event(pod, "Normal", "A", "x");
    assert.deepEqual(broadcaster.stats().altered, index === 0 ? {} : { annotations: 1 });
  }
});

test("EventRecorder counts a generated name in place of an invalid one as altered", () => {
  const broadcaster = new EventBroadcaster();
  const recorder = broadcaster.newRecorder({ component: "test" });
  for (const name of ["valid", "Not valid"]) recorder.record(pod, { ...fields, name });
  assert.deepEqual(broadcaster.stats().altered, { name: 1 });
});

test("EventRecorder records without annotations if annotate throws or returns an invalid value", () => {
  const { lines, logger } = logging();
  const results: unknown[] = ["trace", Promise.resolve({}), 7, null];
  const annotate = (): never => {
    if (results.length === 0) throw new Error("no span");
    return results.shift() as never;
  };
  const recorder = new FakeRecorder({ logger, annotate });
  for (let events = 0; events < 6; events++) {
    recorder.annotatedEventf(pod, { key: "value" }, "Normal", "Pulled", "there");
  }
  assert.deepEqual(recorder.events.map(({ metadata }) => metadata.annotations), Array(6).fill({ key: "value" }));
  assert.deepEqual(lines, [
    'The annotations of an event must be an object, received "trace"',
    "The annotations of an event must be an object, received [object Promise]",
    "The annotations of an event must be an object, received 7",
    "The annotations of annotate are omitted, because it threw: no span",
  ]);
});

test("EventRecorder handles the rejection of an annotate or a kindOf that is async", () => {
  let handled = 0;
  class Rejection extends Promise<never> {
    override catch(): Promise<never> {
      handled++;
      return super.catch(() => {}) as Promise<never>;
    }
  }
  const reject = (): never => Rejection.reject(new Error("Never")) as never;
  new FakeRecorder({ annotate: reject }).event(pod, "Normal", "Pulled", "there");
  new FakeRecorder({ kindOf: reject }).event({ metadata: { name: "web" } }, "Normal", "Pulled", "there");
  assert.equal(handled, 2);
});
