import { test } from "node:test";
import assert from "node:assert/strict";
import { EventBroadcaster, FetchEventSink } from "../../../mod.ts";
import { EventRecorderAdapter } from "../../../src/client_go/mod.ts";
import { EventsApiServer } from "../../../src/serve/server/mod.ts";
import { FakeRecorder } from "../../../src/serve/testing/mod.ts";

const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "web", namespace: "shop", uid: "1" } };
const node = { apiVersion: "v1", kind: "Node", metadata: { name: "node-1", uid: "2" } };
const CORE_ORDER = "the order of arguments is object, type, reason, message, ...args";
const EVENTS_ORDER = "the order of arguments is regarding, related, type, reason, action, note, ...args";

function withLines<T>(
  make: (logger: { warn(line: string): void; error(): void }) => T,
): [recorder: T, lines: string[]] {
  const lines: string[] = [];
  return [make({ warn: (line) => lines.push(line), error() {} }), lines];
}
const core = (): [FakeRecorder, string[]] => withLines((logger) => new FakeRecorder({ logger }));
const events = () => withLines((logger) => new FakeRecorder({ apiVersion: "events.k8s.io/v1", logger }));

test("EventRecorder formats the message that was passed as the reason, and logs the order of arguments once", () => {
  const [recorder, lines] = core();
  for (const name of ["web", "api"]) recorder.eventf(pod, "Normal", "Deleted pod %s", name);
  recorder.eventf(pod, "Normal", "Deleted the pod", undefined as never);
  assert.deepEqual(recorder.events.map(({ message }) => message), [
    "Deleted pod web",
    "Deleted pod api",
    "Deleted the pod",
  ]);
  assert.deepEqual(lines, [
    `The reason of an event is probably its message, received "Deleted pod %s": ${CORE_ORDER}`,
  ]);
});

test("EventRecorder of events.k8s.io/v1 formats the note that was passed as the action, and logs the order of arguments", () => {
  const [recorder, lines] = events();
  recorder.eventf(pod, undefined, "Warning", "VolumeNotReady", "Volume %s is not ready", "root");
  recorder.eventf(pod, undefined, "Warning", "VolumeNotReady", "Volume is not ready", undefined as never);
  const stored = recorder.events.map(({ reason, action, note }) => `${reason} ${action}: ${note}`);
  assert.deepEqual(stored, [
    "VolumeNotReady VolumeNotReady: Volume root is not ready",
    "VolumeNotReady VolumeNotReady: Volume is not ready",
  ]);
  assert.deepEqual(lines, [
    `The action of an event is probably its note, received "Volume %s is not ready": ${EVENTS_ORDER}`,
  ]);
});

test("EventRecorder uses a text that was passed only as the reason as the message", () => {
  const [recorder, lines] = core();
  recorder.event(pod, "Warning", "Back-off 3% of the time", undefined as never);
  recorder.record(pod, { type: "Warning", reason: "Failed to pull" } as never);
  assert.deepEqual(recorder.events.map(({ message }) => message), ["Back-off 3% of the time", "Failed to pull"]);
  assert.deepEqual(lines, [
    `The reason of an event is probably its message, received "Back-off 3% of the time": ${CORE_ORDER}`,
  ]);
});

test("EventRecorder logs one line for a call of record() with the arguments of event()", () => {
  const [recorder, lines] = core();
  (recorder.record as (...args: unknown[]) => void)(pod, "Normal", "Pulled", "there");
  assert.deepEqual(lines, ['Cannot record an event: Fields must be an object, received "Normal"']);
});

test("EventRecorder shows the start of a long text without half a character", () => {
  const [recorder, lines] = core();
  recorder.event(pod, "Normal", "Pulled", "x" + "\u{1f600}".repeat(10_000));
  assert.match(lines[0]!, /\u{1f600}…"$/u);
  assert.doesNotMatch(lines[0]!, /\\ud83d/);
});

test("EventRecorder swaps a reason and a message that are swapped, and logs the order of arguments", () => {
  const [recorder, lines] = core();
  recorder.event(pod, "Warning", "Back-off restarting\nfailed container", "BackOff");
  recorder.record(pod, { type: "Warning", reason: "Back-off restarting", message: "BackOff" });
  recorder.eventf(pod, "Warning", "100% of the disk", "DiskPressure");
  assert.deepEqual(recorder.events.map(({ reason, message }) => `${reason}: ${message}`), [
    "BackOff: Back-off restarting\nfailed container",
    "BackOff: Back-off restarting",
    "DiskPressure: 100% of the disk",
  ]);
  assert.deepEqual(lines, [
    'The reason of an event is probably its message, received "Back-off restarting\\nfailed container": ' + CORE_ORDER,
  ]);
});

test("EventRecorder keeps a reason with blanks before a message of several words, and logs it", () => {
  const [recorder, lines] = core();
  recorder.eventf(pod, "Warning", "Failed Mount", "Volume %s is gone", "root");
  assert.deepEqual(recorder.lines, ["Warning Failed Mount Volume root is gone"]);
  assert.equal(lines.length, 1);
});

test("EventRecorder of events.k8s.io/v1 and EventRecorderAdapter take calls that leave out the related object", () => {
  const [recorder, lines] = events();
  const [fake, adapted] = core();
  for (const each of [recorder, new EventRecorderAdapter(fake)]) {
    const eventf = each.eventf as (...args: unknown[]) => void;
    const annotatedEventf = each.annotatedEventf as (...args: unknown[]) => void;
    eventf(pod, "Normal", "Scheduled", "Binding", "Assigned to %s", "node-1");
    eventf(pod, "Normal", "Scheduled", "Binding", "Assigned");
    annotatedEventf(pod, { run: "1" }, "Normal", "Scheduled", "Binding", "Assigned to %s", "node-2");
    each.eventf(pod, node, "Normal", "Scheduled", "Binding", "Assigned to %s", "node-3");
  }
  const notes = ["Assigned to node-1", "Assigned", "Assigned to node-2", "Assigned to node-3"];
  assert.deepEqual(recorder.events.map(({ note }) => note), notes);
  assert.deepEqual(fake.events.map(({ message }) => message), notes);
  assert.deepEqual(recorder.events.map(({ action, related }) => `${action} ${related?.name}`), [
    ...Array(3).fill("Binding undefined"),
    "Binding node-1",
  ]);
  assert.deepEqual(recorder.events[2]!.metadata.annotations, { run: "1" });
  const line = `The related object of an event was left out (pass undefined for none): ${EVENTS_ORDER}`;
  assert.deepEqual([lines, adapted], [[line], [line]]);
});

test("EventRecorder of events.k8s.io/v1 and EventRecorderAdapter log one line for a call without related object and action", () => {
  const [recorder, lines] = events();
  const [fake, adapted] = core();
  for (const each of [recorder, new EventRecorderAdapter(fake)]) {
    const eventf = each.eventf as (...args: unknown[]) => void;
    const annotatedEventf = each.annotatedEventf as (...args: unknown[]) => void;
    eventf(pod, "Warning", "VolumeNotReady", "Volume %s is not ready", "root");
    eventf(pod, "Warning", "VolumeNotReady", "Volume is not ready");
    eventf(pod, "Warning", "VolumeNotReady", "Gone");
    annotatedEventf(pod, { run: "1" }, "Warning", "VolumeNotReady", "Volume %s is not ready", "root");
  }
  const notes = ["Volume root is not ready", "Volume is not ready", "Gone", "Volume root is not ready"];
  assert.deepEqual(recorder.events.map(({ note }) => note), notes);
  assert.deepEqual(fake.events.map(({ message }) => message), notes);
  for (const { type, reason, action } of [...recorder.events, ...fake.events]) {
    assert.deepEqual([type, reason, action], ["Warning", "VolumeNotReady", "VolumeNotReady"]);
  }
  const line = `The related object of an event was left out (pass undefined for none): ${EVENTS_ORDER}`;
  assert.deepEqual([lines, adapted], [[line], [line]]);
});

test("EventRecorder of events.k8s.io/v1 uses the action as the note if there is no note, and logs it", () => {
  const [recorder, lines] = events();
  (recorder.eventf as (...args: unknown[]) => void)(pod, undefined, "Warning", "VolumeNotReady", "Gone");
  assert.deepEqual(recorder.lines, ["Warning VolumeNotReady Gone"]);
  assert.deepEqual(lines, [`The action of an event is probably its note, received "Gone": ${EVENTS_ORDER}`]);
});

test("EventRecorderAdapter of a custom recorder takes calls that leave out the related object", () => {
  const fake = new FakeRecorder();
  const { record } = fake;
  const custom = { record, withLogger: () => custom } as unknown as FakeRecorder;
  const eventf = new EventRecorderAdapter(custom).eventf as (...args: unknown[]) => void;
  eventf(pod, "Normal", "Scheduled", "Binding", "Assigned to %s", "node-1");
  assert.deepEqual(fake.lines, ["Normal Scheduled Assigned to node-1"]);
  assert.equal(fake.events[0]?.action, "Binding");
});

test("EventRecorder spreads a single array of arguments, and logs the format once", () => {
  const [recorder, lines] = core();
  recorder.eventf(pod, "Normal", "Scaled", "Scaled %s to %d", ["web", 3]);
  assert.deepEqual(recorder.lines, ["Normal Scaled Scaled web to 3"]);
  assert.match(lines[0]!, /its arguments are one array \(pass them one by one, or as \.\.\.args\)$/);
});

test("EventRecorder.record() logs each unknown field once, with the known ones", () => {
  const [recorder, lines] = core();
  const fields = {
    type: "Normal",
    reason: "R",
    message: "m",
    lables: { a: "1" },
    eventTime: 5,
    other: undefined,
  } as const;
  for (let i = 0; i < 3; i++) recorder.record(pod, fields as never);
  assert.equal(recorder.events.length, 3);
  assert.deepEqual(lines.map((line) => line.replace(/\(known: type, reason, .*, name.*\)/, "(known)")), [
    "The field lables of an event is unknown and ignored (known)",
    "The field eventTime of an event is unknown and ignored (known)",
  ]);
});

test("EventRecorder.record() writes owners with a uid, in the event's namespace or cluster-scoped", async () => {
  const api = new EventsApiServer();
  const deployment = {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "web", namespace: "shop", uid: "3" },
  };
  const managed = { controller: true, blockOwnerDeletion: true };
  const reference = { apiVersion: "apps/v1", kind: "ReplicaSet", name: "web-1", uid: "4", ...managed };
  const another = { apiVersion: "example.com/v1", kind: "Shop", name: "shop", uid: "5", ...managed };
  for (const apiVersion of ["v1", "events.k8s.io/v1"] as const) {
    const [broadcaster, lines] = withLines((logger) => new EventBroadcaster({ apiVersion, logger }));
    broadcaster.startRecordingToSink(new FetchEventSink({ apiVersion, fetch: api.fetch }));
    const source = { component: "test", reportingController: "test" };
    const elsewhere = { ...deployment, metadata: { ...deployment.metadata, namespace: "other" } };
    const ownerReferences = [deployment, node, reference, another, elsewhere, { kind: "Pod", name: "x" }, {
      ...pod,
      metadata: {},
    }];
    const fields = { type: "Normal", reason: "R", action: "A", message: "m", note: "m", ownerReferences } as const;
    const { note: _, ...coreFields } = fields;
    const { message: __, ...eventsFields } = fields;
    const recorder = broadcaster.newRecorder(source as never);
    recorder.record(pod, (apiVersion === "v1" ? coreFields : eventsFields) as never);
    recorder.record(
      pod,
      { ...(apiVersion === "v1" ? coreFields : eventsFields), reason: "Other", ownerReferences: {} } as never,
    );
    await broadcaster.shutdown();
    assert.deepEqual(broadcaster.stats().altered, { ownerReferences: 4 });
    assert.deepEqual(lines, [
      "An owner of an event is omitted: Deployment web is in the namespace other, the event in shop",
    ]);
  }
  const owners = api.events().map(({ metadata }) => metadata.ownerReferences).filter((owners) => owners !== undefined);
  assert.deepEqual(
    owners,
    Array(2).fill([
      { apiVersion: "apps/v1", kind: "Deployment", name: "web", uid: "3" },
      { apiVersion: "v1", kind: "Node", name: "node-1", uid: "2" },
      { apiVersion: "apps/v1", kind: "ReplicaSet", name: "web-1", uid: "4" },
      { apiVersion: "example.com/v1", kind: "Shop", name: "shop", uid: "5" },
    ]),
  );
});
