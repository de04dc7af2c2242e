import { test } from "node:test";
import assert from "node:assert/strict";
import { EventBroadcaster, FetchEventSink } from "../../../mod.ts";
import {
  EventCorrelator,
  EventRecorderAdapter,
  EventSeriesCorrelator,
  getReference,
} from "../../../src/client_go/mod.ts";
import { EventsApiServer } from "../../../src/serve/server/mod.ts";
import { FakeRecorder } from "../../../src/serve/testing/mod.ts";

const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "web", namespace: "shop" } };
const fields = { type: "Normal", reason: "Pulled", action: "Pull", message: "there", note: "there" } as const;

test("EventRecorder treats null as absent in metadata, references, related and fields", async () => {
  const nothing = { name: null, namespace: null, uid: null, resourceVersion: null, labels: null, generateName: null };
  const objects = [
    { apiVersion: "v1", kind: "Node", metadata: { ...nothing, name: "node-1", creationTimestamp: null } },
    { apiVersion: "v1", kind: "Node", name: "node-1", namespace: null, uid: null, fieldPath: null },
    { apiVersion: "v1", kind: "Node", metadata: null, name: "node-1" },
  ];
  for (const apiVersion of ["v1", "events.k8s.io/v1"] as const) {
    const api = new EventsApiServer();
    const broadcaster = new EventBroadcaster({ apiVersion });
    const recording = broadcaster.startRecordingToSink(new FetchEventSink({ apiVersion, fetch: api.fetch }) as never);
    const recorder = broadcaster.newRecorder({ component: "test", reportingController: "test" } as never);
    for (const object of objects) {
      const optional = { related: null, labels: null, annotations: null, timestamp: null, name: null };
      recorder.record(object, { ...fields, ...optional, action: apiVersion === "v1" ? null : "Pull" } as never);
    }
    await broadcaster.shutdown();
    const { recorded, coalesced, skipped } = recording.stats();
    assert.deepEqual({ recorded, lost: 3 - recorded - coalesced - skipped }, { recorded: 1, lost: 0 });
    const response = await api.fetch(new Request("http://localhost/api/v1/events"));
    const { items: [event] } = await response.json();
    assert.deepEqual(event.involvedObject, { kind: "Node", name: "node-1", apiVersion: "v1" });
    assert.equal(event.metadata.namespace, "default");
    assert.equal(event.action, apiVersion === "v1" ? undefined : "Pull");
    assert.equal("related" in event, false);
  }
});

test("getReference() omits null fields", () => {
  const reference = { apiVersion: "v1", kind: "Pod", name: "web" };
  assert.deepEqual(getReference({ ...reference, namespace: null, uid: null } as never), reference);
  const metadata = { name: "web", namespace: null, uid: null };
  assert.deepEqual(getReference({ apiVersion: "v1", kind: "Pod", metadata }), reference);
});

test("EventRecorder shares one reference for an object whose fields are null", () => {
  const recorder = new FakeRecorder();
  const node = { apiVersion: "v1", kind: "Node", metadata: { name: "node-1", namespace: null } };
  for (const object of [node, { apiVersion: "v1", kind: "Node", name: "node-1", namespace: null }]) {
    recorder.event(object as never, "Normal", "Ready", "x");
    recorder.event(object as never, "Normal", "Ready", "y");
    const [first, second] = recorder.events.slice(-2);
    assert.equal(first!.involvedObject, second!.involvedObject);
    assert.deepEqual([first!.message, second!.message], ["x", "y"]);
  }
});

test("EventCorrelator and EventSeriesCorrelator treat null fields as missing", () => {
  const nothing = { namespace: null, uid: null, fieldPath: null, apiVersion: null, resourceVersion: null };
  const bare = { metadata: { name: "web.1" }, type: "Normal", reason: "Pulled" };
  const core = new EventCorrelator();
  const pod = { kind: "Pod", name: "web" };
  const withNull = { message: null, source: null, series: null, action: null, related: null, reportingComponent: null };
  assert.equal(core.correlate({ ...bare, involvedObject: pod, count: 1 }).type, "create");
  const repeat = core.correlate({ ...bare, ...withNull, involvedObject: { ...pod, ...nothing }, count: 1 } as never);
  assert.deepEqual([repeat.type, repeat.event.count], ["patch", 2]);
  assert.equal(core.correlate({ ...bare, involvedObject: null, count: null } as never).type, "create");
  assert.equal(core.correlate({ ...bare, involvedObject: null, count: null } as never).type, "create");

  const series = new EventSeriesCorrelator();
  assert.equal(series.correlate({ ...bare, regarding: pod }).type, "create");
  const again = { ...bare, note: null, action: null, series: null, related: null, regarding: { ...pod, ...nothing } };
  assert.equal(series.correlate(again as never).type, "patch");
});

test("EventRecorder methods work when detached from their recorder", () => {
  const fake = new FakeRecorder();
  const { event, eventf, annotatedEventf, pastEventf, record, withLogger } = fake;
  event(pod, "Normal", "A", "a");
  eventf(pod, "Normal", "B", "%s", "b");
  annotatedEventf(pod, { key: "value" }, "Normal", "C", "%s", "c");
  pastEventf(pod, 0, "Normal", "D", "%s", "d");
  record(pod, { type: "Normal", reason: "E", message: "e" });
  withLogger(console).event(pod, "Normal", "F", "f");
  assert.deepEqual(fake.events.map(({ reason, message }) => `${reason} ${message}`), [
    "A a",
    "B b",
    "C c",
    "D d",
    "E e",
    "F f",
  ]);

  for (
    const recorder of [
      new FakeRecorder({ apiVersion: "events.k8s.io/v1" }),
      new EventRecorderAdapter(new FakeRecorder()),
    ]
  ) {
    const { eventf, annotatedEventf, record, withLogger } = recorder;
    eventf(pod, undefined, "Normal", "A", "a", "a");
    annotatedEventf(pod, undefined, {}, "Normal", "B", "b", "b");
    record(pod, { type: "Normal", reason: "C", action: "c", note: "c" });
    withLogger(console).record(pod, { type: "Normal", reason: "D", action: "d", note: "d" });
    if ("events" in recorder) assert.deepEqual(recorder.events.map(({ reason }) => reason), ["A", "B", "C", "D"]);
  }
});

test("EventRecorder never throws for any arguments", () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  const odd = Object.assign(new Error("x"), { message: Symbol("no text") });
  const throws = {
    toString() {
      throw odd;
    },
  };
  const bad: unknown[] = [proxy, throws, odd, Symbol("x"), 10n, null, undefined, Object.create(null), () => proxy];
  const logger = {
    warn() {
      throw odd;
    },
    error() {
      throw proxy;
    },
  };
  const core = new EventBroadcaster({
    logger,
    onOutcome() {
      throw odd;
    },
  }).newRecorder({ component: "test" });
  const events = new FakeRecorder({ apiVersion: "events.k8s.io/v1", logger, kindOf: () => proxy as never });
  // deno-lint-ignore no-explicit-any
  for (const value of bad as any[]) {
    core.event(value, value, value, value);
    core.eventf(pod, "Normal", value, "%v %s %d", value, value, value);
    core.eventf(pod, "Normal", "R", value, value);
    core.annotatedEventf(pod, value, "Normal", "R", "m");
    core.pastEventf(pod, value, "Normal", "R", "m");
    core.record(value, value);
    // More arguments than record() has, as event() takes them.
    for (const object of [pod, value]) Reflect.apply(core.record, core, [object, fields, value, value]);
    Reflect.apply(core.record, core, [pod, "Normal", "R", "m"]);
    Reflect.apply(events.record, events, [pod, { ...fields, note: "n" }, value]);
    core.record(pod, { ...fields, labels: value, related: value, name: value, annotations: { key: value } });
    events.eventf(value, value, value, value, value, value, value);
    events.record({ metadata: { name: value } }, { ...fields, note: value });
    new EventRecorderAdapter(core).record(pod, value);
    new EventRecorderAdapter(core).eventf(pod, value, "Normal", value, value, value, value);
  }
});

test("EventRecorder freezes the parts that its events share", () => {
  for (const apiVersion of ["v1", "events.k8s.io/v1"] as const) {
    const recorder = new FakeRecorder({ apiVersion });
    recorder.record(pod, { ...fields, related: { kind: "Node", name: "node-1" } });
    const [event] = recorder.events;
    assert.ok(Object.isFrozen(event!.related));
    if ("source" in event!) {
      assert.ok(Object.isFrozen(event.source));
      assert.ok(Object.isFrozen(event.involvedObject));
    } else if ("regarding" in event!) assert.ok(Object.isFrozen(event.regarding));
  }
  assert.ok(!Object.isFrozen(pod.metadata));
  const reference = { kind: "Pod", name: "web" };
  new FakeRecorder().event(reference, "Normal", "R", "m");
  assert.ok(!Object.isFrozen(reference));
});

test("EventRecorder reads a bounded part of huge arguments", () => {
  const recorder = new FakeRecorder();
  let read = 0;
  const items = new Proxy([], {
    get: (_, name) => name === "length" ? 2 ** 32 - 1 : name === Symbol.iterator ? undefined : (read++, "item"),
  });
  recorder.eventf(pod, "Normal", "Listed", "%v", items);
  recorder.event(pod, "Normal", "Listed", items as never);
  assert.ok(read < 50_000, `${read} items read`);
  for (const { message } of recorder.events) assert.match(message!, /^\[item item .*…[ item]* \.\.\.\]$/);
});
