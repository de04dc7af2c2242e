import { test } from "node:test";
import assert from "node:assert/strict";
import { EventBroadcaster } from "../../../mod.ts";
import { FakeRecorder } from "../../../src/serve/testing/mod.ts";

const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "web", namespace: "shop", uid: "1234" } };
const bytes = (text = ""): number => new TextEncoder().encode(text).length;

test("EventRecorder of events.k8s.io/v1 sets reportingInstance from the hostname of its broadcaster", async () => {
  const broadcaster = new EventBroadcaster({ apiVersion: "events.k8s.io/v1", hostname: "web-6f5d" });
  const watcher = broadcaster.watch();
  broadcaster.newRecorder({ reportingController: "example.com/test" }).eventf(pod, undefined, "Normal", "A", "Do", "x");
  broadcaster.newRecorder({ reportingController: "test", reportingInstance: "" })
    .eventf(pod, undefined, "Normal", "A", "Do", "x");
  await broadcaster.shutdown();
  const instances: (string | undefined)[] = [];
  for await (const { object } of watcher) instances.push(object.reportingInstance);
  assert.deepEqual(instances, ["example.com/test-web-6f5d", "test-web-6f5d"]);
});

test("EventRecorder of events.k8s.io/v1 truncates a long reportingInstance to 128 bytes, counted by every event", async () => {
  const broadcaster = new EventBroadcaster({ apiVersion: "events.k8s.io/v1", hostname: "é".repeat(100) });
  const watcher = broadcaster.watch();
  const recorder = broadcaster.newRecorder({ reportingController: "example.com/test" });
  recorder.eventf(pod, undefined, "Normal", "A", "Do", "x");
  recorder.withLogger(console).eventf(pod, undefined, "Normal", "A", "Do", "x");
  await broadcaster.shutdown();
  for await (const { object } of watcher) {
    assert.match(object.reportingInstance!, /^example\.com\/test-é+…é+$/);
    assert.ok(bytes(object.reportingInstance) <= 128);
  }
  assert.deepEqual(broadcaster.stats().altered, { reportingInstance: 2 });
});

test("EventRecorder of events.k8s.io/v1 truncates reason, action and note to the server's limits in bytes", () => {
  const recorder = new FakeRecorder({ apiVersion: "events.k8s.io/v1" });
  recorder.eventf(pod, undefined, "Normal", "é".repeat(100), "A".repeat(200), "%s", "字".repeat(1000));
  const { reason, action, note } = recorder.events[0]!;
  assert.ok(bytes(reason) <= 128 && /^é+…é+$/.test(reason!));
  assert.ok(bytes(action) <= 128 && /^A+…A+$/.test(action!));
  assert.ok(bytes(note) <= 1024 && bytes(note) > 1020);
});

test("EventRecorder accepts a timestamp of the years 1 to 9999, the range of RFC 3339", () => {
  const recorder = new FakeRecorder({ apiVersion: "events.k8s.io/v1" });
  const at = (timestamp: string | number): void =>
    recorder.record(pod, { type: "Normal", reason: "A", action: "Do", note: "x", timestamp: new Date(timestamp) });
  at("0001-01-01T00:00:00.001Z");
  at("9999-12-31T23:59:59.999Z");
  assert.deepEqual(recorder.events.map(({ eventTime }) => eventTime), [
    "0001-01-01T00:00:00.001000Z",
    "9999-12-31T23:59:59.999000Z",
  ]);
  // Go's zero time, and years that take five digits or a sign.
  at("0001-01-01T00:00:00Z");
  at("+010000-01-01T00:00:00Z");
  at("-000001-01-01T00:00:00Z");
  assert.equal(recorder.events.length, 2);
  assert.match(
    recorder.refused[0]!,
    /Timestamp must be a Date, a Temporal.Instant, milliseconds or an RFC 3339 string, of a date that exists in the years 1 to 9999, received 0001-01-01T00:00:00.000Z$/,
  );
  assert.equal(recorder.refused.length, 3);
});

test("EventRecorder drops an event whose timestamp is only convertible to a number", () => {
  const recorder = new FakeRecorder();
  const record = (timestamp: unknown): void =>
    recorder.record(pod, { type: "Normal", reason: "A", message: "x", timestamp: timestamp as Date });
  for (const timestamp of [[], [5], true, false, 5n]) record(timestamp);
  assert.equal(recorder.refused.length, 5);
  assert.match(recorder.refused[0]!, /Timestamp must be a Date, .*, received \[object Array\]$/);
  assert.match(recorder.refused[4]!, /received 5n$/);
  // A Date of another library or realm.
  record({ valueOf: () => Date.UTC(2026, 0) });
  assert.equal(recorder.events[0]!.firstTimestamp, "2026-01-01T00:00:00Z");
});
