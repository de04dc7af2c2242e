import { test } from "node:test";
import assert from "node:assert/strict";
import { EventRecorderAdapter } from "../../../src/client_go/mod.ts";
import { FakeRecorder } from "../../../src/serve/testing/mod.ts";

const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "web", namespace: "shop", uid: "1234" } };
const node = { apiVersion: "v1", kind: "Node", metadata: { name: "node-1" } };

test("EventRecorderAdapter records notes as messages, and keeps action and related", () => {
  const fake = new FakeRecorder();
  const recorder = new EventRecorderAdapter(fake);
  recorder.eventf(pod, node, "Normal", "Scheduled", "Binding", "Assigned to %s", "node-1");
  recorder.annotatedEventf(pod, undefined, { key: "value" }, "Warning", "Failed", "Binding", "%d%%", 5);
  recorder.record(pod, {
    type: "Normal",
    reason: "Killing",
    action: "Stop",
    note: "100% gone",
    labels: { app: "web" },
    timestamp: 0,
    related: node,
    name: "my-own-name",
  });
  assert.deepEqual(fake.lines, [
    "Normal Scheduled Assigned to node-1",
    "Warning Failed 5% map[key:value]",
    "Normal Killing 100% gone",
  ]);
  assert.deepEqual(fake.events.map(({ action, related }) => [action, related?.name]), [
    ["Binding", "node-1"],
    ["Binding", undefined],
    ["Stop", "node-1"],
  ]);
  const { metadata, firstTimestamp } = fake.events[2]!;
  assert.deepEqual([metadata.name, metadata.labels, firstTimestamp], [
    "my-own-name",
    { app: "web" },
    "1970-01-01T00:00:00Z",
  ]);
  // Fields that core/v1 lacks are not sent.
  assert.ok(fake.events.every((event) => !("note" in event)));
});

test("EventRecorderAdapter formats notes for a custom recorder", () => {
  const recorded: unknown[] = [];
  const own = { ...new FakeRecorder(), record: (_object: unknown, fields: unknown) => void recorded.push(fields) };
  new EventRecorderAdapter(own as never).eventf(pod, undefined, "Normal", "Pulled", "Pulling", "%d of %s", 2, "three");
  assert.equal((recorded[0] as { message: string }).message, "2 of three");
});

test("EventRecorderAdapter.withLogger() logs to the new logger, and the adapter itself to the old one", () => {
  const lines: string[] = [];
  const log = (line: string): void => void lines.push(line);
  const loud: string[] = [];
  const fake = new FakeRecorder({ logger: { warn: log, error: log } });
  const recorder = new EventRecorderAdapter(fake);
  const other = recorder.withLogger({ warn: (line) => loud.push(line), error: (line) => loud.push(line) });
  const kindless = { metadata: { name: "who" } };
  other.eventf(pod, kindless, "Normal", "Scheduled", "Binding", "x");
  recorder.eventf(pod, kindless, "Normal", "Scheduled", "Binding", "x");
  assert.deepEqual([lines.length, loud.length], [1, 1]);
  assert.equal(fake.events.length, 2);
});

test("EventRecorderAdapter never throws for fields that are invalid or throw", () => {
  const fake = new FakeRecorder();
  const recorder = new EventRecorderAdapter(fake);
  const boom = (): never => {
    throw new Error("boom");
  };
  recorder.record(pod, undefined as never);
  recorder.record(pod, new Proxy({}, { get: boom, ownKeys: boom }) as never);
  assert.deepEqual(fake.refused, [
    "Cannot record an event: Fields must be an object, received undefined",
    "Cannot record an event: boom",
  ]);
});
