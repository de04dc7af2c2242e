import { test } from "node:test";
import assert from "node:assert/strict";
import { type CoreV1Event, EventBroadcaster } from "../../../mod.ts";
import { getReference } from "../../../src/client_go/mod.ts";
import { FakeClock, FakeRecorder } from "../../../src/serve/testing/mod.ts";

const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "web", namespace: "shop", uid: "1234" } };
const clock = new FakeClock("2026-01-02T03:04:05.678Z");
const bytes = (text = ""): number => new TextEncoder().encode(text).length;

test("EventRecorder.event() builds a core/v1 event as client-go does", () => {
  const recorder = new FakeRecorder({ clock });
  recorder.event(pod, "Normal", "Pulled", "100% there");
  const { metadata, ...event } = recorder.events[0]!;
  assert.match(metadata.name!, /^web\.[0-9a-f]{16}$/);
  assert.equal(metadata.namespace, "shop");
  assert.deepEqual(JSON.parse(JSON.stringify(event)), {
    apiVersion: "v1",
    kind: "Event",
    involvedObject: { apiVersion: "v1", kind: "Pod", name: "web", namespace: "shop", uid: "1234" },
    reason: "Pulled",
    message: "100% there",
    source: { component: "fake" },
    firstTimestamp: "2026-01-02T03:04:05Z",
    lastTimestamp: "2026-01-02T03:04:05Z",
    count: 1,
    type: "Normal",
    eventTime: null,
    reportingComponent: "fake",
    reportingInstance: "",
  });
});

test("EventRecorder.eventf(), annotatedEventf() and pastEventf() format, annotate and date", () => {
  const recorder = new FakeRecorder({ clock });
  recorder.eventf(pod, "Warning", "BackOff", "Back-off %d of %q", 3, "web");
  recorder.annotatedEventf(pod, { key: "value" }, "Normal", "Pulled", "%s", "text");
  recorder.pastEventf(pod, new Date("2025-06-01T00:00:00Z"), "Normal", "Started", "%v", true);
  assert.deepEqual(recorder.lines, [
    'Warning BackOff Back-off 3 of "web"',
    "Normal Pulled text map[key:value]",
    "Normal Started true",
  ]);
  assert.deepEqual(recorder.events[1]!.metadata.annotations, { key: "value" });
  assert.equal(recorder.events[2]!.firstTimestamp, "2025-06-01T00:00:00Z");
  assert.equal(recorder.events[2]!.lastTimestamp, "2025-06-01T00:00:00Z");
});

test("EventRecorder.record() sets every field by name", () => {
  const recorder = new FakeRecorder({ clock });
  recorder.record(pod, {
    type: "Normal",
    reason: "Created",
    message: "made",
    labels: { app: "web" },
    annotations: { note: "x" },
    timestamp: 0,
    action: "Create",
    related: { apiVersion: "v1", kind: "Node", name: "node-1" },
    name: "my-own-name",
  });
  const event = recorder.events[0]!;
  assert.equal(event.metadata.name, "my-own-name");
  assert.deepEqual(event.metadata.labels, { app: "web" });
  assert.equal(event.firstTimestamp, "1970-01-01T00:00:00Z");
  assert.equal(event.action, "Create");
  assert.equal(event.related?.kind, "Node");
});

test("EventRecorder records events of cluster-scoped objects in the namespace default", () => {
  const recorder = new FakeRecorder();
  recorder.event({ apiVersion: "v1", kind: "Node", metadata: { name: "node-1" } }, "Normal", "Ready", "ready");
  assert.equal(recorder.events[0]!.metadata.namespace, "default");
  assert.equal(recorder.events[0]!.involvedObject.namespace, undefined);
});

test("EventRecorder truncates and escapes fields to valid bytes, characters and names", () => {
  const recorder = new FakeRecorder();
  recorder.record({ ...pod, metadata: { ...pod.metadata, name: "Web_1" } }, {
    type: "Normal",
    reason: "R".repeat(200),
    message: "字".repeat(20_000),
    action: "é".repeat(100),
    name: "Not A Name",
  });
  const event = recorder.events[0]!;
  assert.ok(bytes(event.reason) <= 128);
  assert.ok(bytes(event.action) <= 128);
  assert.ok(bytes(event.message) <= 32_768 && bytes(event.message) > 32_764);
  assert.match(event.message!, /^字+…字+$/);
  assert.match(event.metadata.name!, /^[0-9a-f-]{36}$/);
});

test("EventRecorder generates a name in place of an invalid one", () => {
  const recorder = new FakeRecorder();
  for (const name of [null, "", 5, ["web"], Symbol("web")]) {
    recorder.record(pod, { type: "Normal", reason: "R", message: "m", name: name as never });
  }
  assert.deepEqual(recorder.refused, []);
  for (const { metadata } of recorder.events) assert.match(metadata.name!, /^web\.[0-9a-f]{16}$/);
});

test("EventRecorder sets involvedObject as getReference() does", () => {
  const recorder = new FakeRecorder();
  const related = { kind: "Node", name: "node-1", namespace: undefined };
  recorder.record(pod, { type: "Normal", reason: "R", message: "m", related, annotations: { key: "value" } });
  const event = recorder.events[0]!;
  assert.deepEqual(event.involvedObject, getReference(pod));
  assert.deepEqual(event.related, { kind: "Node", name: "node-1" });
  assert.deepEqual(Object.keys(event.metadata), ["name", "namespace", "annotations"]);
});

test("EventRecorder truncates a long host to the 128 bytes of reportingInstance, and counts it", async () => {
  const broadcaster = new EventBroadcaster();
  const events: CoreV1Event[] = [];
  broadcaster.startEventWatcher((event) => void events.push(event));
  const host = "é".repeat(100);
  broadcaster.newRecorder({ component: "test", host }).event(pod, "Normal", "R", "m");
  await broadcaster.shutdown();
  assert.equal(events[0]!.source?.host, host);
  assert.equal(events[0]!.reportingInstance, `${"é".repeat(31)}…${"é".repeat(31)}`);
  assert.deepEqual(broadcaster.stats().altered, { reportingInstance: 1 });
});

test("EventRecorder gives thousands of events of one millisecond unique names", () => {
  const recorder = new FakeRecorder({ clock });
  for (let i = 0; i < 5000; i++) recorder.event(pod, "Normal", "Pulled", "again");
  assert.equal(new Set(recorder.events.map(({ metadata }) => metadata.name)).size, 5000);
});

test("EventRecorder drops and logs invalid arguments in one line, and never throws", () => {
  const recorder = new FakeRecorder();
  const loud = {
    get metadata(): never {
      throw new Error("boom");
    },
  };
  recorder.event({ metadata: { name: "web" } }, "Normal", "Pulled", "x");
  recorder.event(pod, "Error" as never, "Pulled", "x");
  recorder.pastEventf(pod, new Date(NaN), "Normal", "Pulled", "x");
  recorder.event(null as never, "Normal", "Pulled", "x");
  recorder.event(loud, "Normal", "Pulled", "x");
  recorder.record(pod, undefined as never);
  recorder.eventf(pod, "Normal", "Pulled", undefined as never);
  assert.equal(recorder.refused.length, 6);
  assert.match(recorder.refused[0]!, /^Cannot record Pulled: .*web has no kind/);
  assert.match(recorder.refused[1]!, /Type must be "Normal" or "Warning", received "Error"$/);
  assert.match(
    recorder.refused[2]!,
    /Timestamp must be a Date, a Temporal.Instant, milliseconds or an RFC 3339 string, of a date that exists in the years 1 to 9999, received Invalid Date$/,
  );
  assert.match(recorder.refused[4]!, /boom$/);
  assert.deepEqual(recorder.lines, ["Normal Pulled "]);
});

test("EventRecorder never throws if its arguments, its fields or its logger throw", () => {
  const boom = (): never => {
    throw new Error("boom");
  };
  const logger = { warn: boom, error: boom };
  for (const apiVersion of ["v1", "events.k8s.io/v1"] as const) {
    const recorder = new FakeRecorder({ apiVersion, logger });
    const fields = { type: "Normal", reason: "Pulled", action: "Pull", message: "x", note: "x" } as const;
    recorder.record(pod, Object.defineProperty({ ...fields }, "reason", { get: boom }));
    recorder.record(pod, new Proxy(fields, { get: boom }));
    recorder.record(pod, { ...fields, type: "Error" as never, reason: Symbol("Pulled") as never });
    assert.deepEqual(recorder.refused, [
      "Cannot record an event: boom",
      "Cannot record an event: boom",
      'Cannot record Symbol(Pulled): Type must be "Normal" or "Warning", received "Error"',
    ]);
    recorder.record(pod, {
      ...fields,
      related: {
        get metadata(): never {
          return boom();
        },
      },
    });
    assert.equal(recorder.events[0]?.related, undefined);
  }
  const recorder = new FakeRecorder();
  recorder.eventf(pod, "Normal", "Pulled", "%v", {
    get image(): never {
      return boom();
    },
  });
  recorder.eventf(pod, "Normal", "Pulled", Object.create(null) as never);
  assert.deepEqual(recorder.lines, ["Normal Pulled [object Object]", "Normal Pulled map[]"]);
});

test("EventRecorder logs arguments of the wrong type", () => {
  const warnings: string[] = [];
  const logger = { warn: (line: string) => warnings.push(line), error: (line: string) => warnings.push(line) };
  const recorder = new FakeRecorder({ logger });
  const fields = { type: "Normal", reason: "Pulled", message: "x" } as const;
  const about = (object: unknown): void => recorder.event(object as typeof pod, "Normal", "Pulled", "x");
  about([pod]);
  about(Promise.resolve(pod));
  about({ ...pod, metadata: "web" });
  about({ ...pod, metadata: { name: 3 } });
  about({ kind: "Pod", name: "web", namespace: 3 });
  recorder.record(pod, { ...fields, timestamp: "2026-01-01" });
  recorder.record(pod, { ...fields, timestamp: "2026" as never });
  recorder.record(pod, undefined as never);
  recorder.record(pod, { ...fields, type: "" as never });
  recorder.record(pod, { type: "", message: "x" } as never);
  assert.deepEqual(recorder.refused, [
    "Cannot record Pulled: Cannot make a reference: object must be a Kubernetes object, received [object Array]",
    "Cannot record Pulled: Cannot make a reference: object must be a Kubernetes object, received [object Promise]",
    'Cannot record Pulled: Cannot make a reference: metadata must be an object, received "web"',
    "Cannot record Pulled: Cannot make a reference: name must be a string, received 3",
    "Cannot record Pulled: Cannot make a reference: namespace must be a string, received 3",
    'Cannot record Pulled: Timestamp must be a Date, a Temporal.Instant, milliseconds or an RFC 3339 string, of a date that exists in the years 1 to 9999, received "2026-01-01"',
    'Cannot record Pulled: Timestamp must be a Date, a Temporal.Instant, milliseconds or an RFC 3339 string, of a date that exists in the years 1 to 9999, received "2026"',
    "Cannot record an event: Fields must be an object, received undefined",
    'Cannot record Pulled: Type must be "Normal" or "Warning", received ""',
    'Cannot record an event: Type must be "Normal" or "Warning", received ""',
  ]);
  // Once per problem and reason.
  assert.deepEqual(warnings.splice(0), [0, 5, 7, 8, 9].map((index) => recorder.refused[index]));
  const earliestMs = Math.floor(Date.now() / 1000) * 1000;
  recorder.record(pod, { ...fields, timestamp: null as never });
  const timestampMs = Date.parse(String(recorder.events[0]?.firstTimestamp));
  assert.ok(timestampMs >= earliestMs && timestampMs <= Date.now());
});

test("EventRecorder records a message that is not a string, and logs the first", () => {
  const warnings: string[] = [];
  const logger = { warn: (line: string) => warnings.push(line), error: (line: string) => warnings.push(line) };
  const recorder = new FakeRecorder({ logger });
  for (const message of [undefined, new Error("disk full"), 42, { disk: 1 }]) {
    recorder.event(pod, "Warning", "Failed", message as unknown as string);
  }
  const lines = ["", "disk full", "42", "map[disk:1]"].map((message) => `Warning Failed ${message}`);
  assert.deepEqual(recorder.lines, lines);
  assert.deepEqual(warnings, [
    'The message of an event must be a string, received undefined: converted to ""',
  ]);
});

test("EventRecorder stores a missing message, note or reason as an empty text, and logs it", () => {
  const lines: string[] = [];
  const logger = { warn: (line: string) => lines.push(line), error() {} };
  const recorder = new FakeRecorder({ logger });
  const newer = new FakeRecorder({ apiVersion: "events.k8s.io/v1", logger });
  for (const missing of [undefined, null] as unknown[] as never[]) {
    recorder.event(pod, "Normal", "Only", missing);
    recorder.eventf(pod, "Normal", "Only", missing);
    recorder.annotatedEventf(pod, {}, "Normal", "Only", missing, "web");
    recorder.record(pod, { type: "Normal", reason: "Only", message: missing });
    recorder.record(pod, { type: "Normal", reason: missing, message: "text" });
    newer.eventf(pod, undefined, "Normal", "Only", "Act", null as never);
    newer.record(pod, { type: "Normal", reason: "Only", action: "Act", note: missing });
  }
  const texts = recorder.events.map(({ reason, message }) => `${reason}: ${message}`);
  const each = [...Array(4).fill("Only: "), ": text"];
  assert.deepEqual(texts, [...each, ...each]);
  assert.deepEqual(newer.events.map(({ note }) => note), Array(4).fill(""));
  assert.deepEqual(lines, [
    'The message of an event must be a string, received undefined: converted to ""',
    'The reason of an event must be a string, received undefined: converted to ""',
    'The note of an event must be a string, received null: converted to ""',
  ]);
  recorder.eventf(pod, "Normal", "Only", "%v", null);
  assert.equal(recorder.events.at(-1)?.message, "<nil>");
});

test("EventRecorder drops events while its clock returns an invalid time, and logs that", () => {
  const lines: string[] = [];
  const logger = { warn: (line: string) => lines.push(line), error() {} };
  const broadcaster = new EventBroadcaster({ clock: { now: () => NaN }, logger });
  broadcaster.newRecorder({ component: "test" }).event(pod, "Normal", "A", "x");
  assert.deepEqual(lines, [
    "Cannot record A: Timestamp must be a Date, a Temporal.Instant, milliseconds or an RFC 3339 string, of a date that exists in the years 1 to 9999, received NaN",
  ]);
});

test("EventRecorder copies the object and the fields, so that later changes do not affect the event", () => {
  const recorder = new FakeRecorder();
  const mine = { apiVersion: "v1", kind: "Pod", metadata: { name: "web", namespace: "shop", resourceVersion: "1" } };
  const annotations = { key: "before" };
  recorder.annotatedEventf(mine, annotations, "Normal", "Pulled", "x");
  mine.metadata.resourceVersion = "2";
  annotations.key = "after";
  recorder.annotatedEventf(mine, annotations, "Normal", "Pulled", "x");
  const [first, second] = recorder.events;
  assert.equal(first!.involvedObject.resourceVersion, "1");
  assert.equal(first!.metadata.annotations?.key, "before");
  assert.equal(second!.involvedObject.resourceVersion, "2");
});

test("EventRecorder shares one reference for an unchanged object", () => {
  const recorder = new FakeRecorder();
  recorder.event(pod, "Normal", "Pulled", "x");
  recorder.event(pod, "Normal", "Pulled", "y");
  assert.equal(recorder.events[0]!.involvedObject, recorder.events[1]!.involvedObject);
});

test("EventRecorder calls kindOf for objects without a kind", () => {
  const recorder = new FakeRecorder({ kindOf: () => ({ apiVersion: "v1", kind: "Pod" }) });
  recorder.event({ metadata: pod.metadata }, "Normal", "Pulled", "x");
  assert.equal(recorder.events[0]!.involvedObject.kind, "Pod");
});

test("EventRecorder of events.k8s.io/v1 builds events that its strict validation accepts", () => {
  const recorder = new FakeRecorder({ apiVersion: "events.k8s.io/v1", clock });
  recorder.eventf(pod, { kind: "Node", name: "node-1" }, "Normal", "Scheduled", "Binding", "on %s", "node-1");
  const { metadata, ...event } = recorder.events[0]!;
  assert.match(metadata.name!, /^web\.[0-9a-f]{16}$/);
  assert.deepEqual(JSON.parse(JSON.stringify(event)), {
    apiVersion: "events.k8s.io/v1",
    kind: "Event",
    eventTime: "2026-01-02T03:04:05.678000Z",
    reportingController: "fake",
    reportingInstance: "fake-1",
    action: "Binding",
    reason: "Scheduled",
    regarding: { apiVersion: "v1", kind: "Pod", name: "web", namespace: "shop", uid: "1234" },
    related: { kind: "Node", name: "node-1" },
    note: "on node-1",
    type: "Normal",
  });
});

test("EventRecorder of events.k8s.io/v1 drops an empty reason or action, and omits an invalid related object", () => {
  const recorder = new FakeRecorder({ apiVersion: "events.k8s.io/v1" });
  recorder.eventf(pod, undefined, "Normal", "Scheduled", "", "x");
  recorder.eventf(pod, { metadata: { name: "who" } }, "Normal", "Scheduled", "Binding", "x");
  recorder.annotatedEventf(pod, undefined, { key: "value" }, "Normal", "Scheduled", "Binding", "x");
  assert.equal(recorder.refused.length, 1);
  assert.equal(recorder.events[0]!.related, undefined);
  assert.deepEqual(recorder.lines, ["Normal Scheduled x", "Normal Scheduled x"]);
});

test("EventRecorder of a source without a component has an empty reportingComponent", async () => {
  const broadcaster = new EventBroadcaster();
  const recorded: unknown[] = [];
  broadcaster.startEventWatcher(({ source, reportingComponent }) => void recorded.push([source, reportingComponent]));
  broadcaster.newRecorder({ host: "node-1" }).event({ kind: "Pod", name: "web" }, "Normal", "A", "x");
  await broadcaster.shutdown();
  assert.deepEqual(recorded, [[{ host: "node-1" }, ""]]);
});
