import { test } from "node:test";
import assert from "node:assert/strict";
import { EventBroadcaster, FetchEventSink } from "../../../mod.ts";
import { EventsApiServer } from "../../../src/serve/server/mod.ts";
import { FakeRecorder } from "../../../src/serve/testing/mod.ts";

const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "web", namespace: "shop", uid: "1" } };

/** The kinds of times that callers have, and the microsecond that they mean. */
const TIMES: readonly [time: unknown, eventTime: string][] = [
  [new Date(Date.UTC(2026, 0, 2)), "2026-01-02T00:00:00.000000Z"],
  [Date.UTC(2026, 0, 2), "2026-01-02T00:00:00.000000Z"],
  ["2026-01-02T03:04:05Z", "2026-01-02T03:04:05.000000Z"],
  ["2026-01-02t03:04:05z", "2026-01-02T03:04:05.000000Z"],
  ["2026-01-02T03:04:05.678901+01:00", "2026-01-02T02:04:05.678901Z"],
  ["2026-01-02T03:04:05.1234567899Z", "2026-01-02T03:04:05.123456Z"],
  ["2024-02-29T00:00:00Z", "2024-02-29T00:00:00.000000Z"],
  ["2016-12-31T23:59:60Z", "2016-12-31T23:59:59.000000Z"],
  ["2017-01-01T05:29:60+05:30", "2016-12-31T23:59:59.000000Z"],
  // What Temporal.Instant and Temporal.ZonedDateTime have; the first also in polyfills for milliseconds.
  [{ epochMilliseconds: Date.UTC(2026, 0, 2), epochNanoseconds: 1767312000123456789n }, "2026-01-02T00:00:00.123456Z"],
  [{ epochMilliseconds: Date.UTC(2026, 0, 2) }, "2026-01-02T00:00:00.000000Z"],
];
const NO_TIMES: readonly unknown[] = [
  "2026-02-30T00:00:00Z",
  "2025-02-29T00:00:00Z",
  "2026-04-31T00:00:00Z",
  "2026-13-01T00:00:00Z",
  "2026-01-01T24:00:00Z",
  "2026-01-01T23:60:00Z",
  "2026-01-01T00:00:61Z",
  "2026-01-01 00:00:00Z",
  "2026-01-01T00:00:00",
  { epochMilliseconds: "now" },
  // Temporal.PlainDateTime, which is no instant.
  {
    valueOf() {
      throw new TypeError("use compare");
    },
  },
];

test("EventRecorder accepts dates, numbers, Temporal, RFC 3339 in lower case, and leap seconds as timestamps", () => {
  for (const [timestamp, eventTime] of TIMES) {
    const recorder = new FakeRecorder({ apiVersion: "events.k8s.io/v1" });
    recorder.record(pod, { type: "Normal", reason: "R", action: "A", note: "n", timestamp: timestamp as Date });
    assert.equal(recorder.events[0]?.eventTime, eventTime);
    const core = new FakeRecorder();
    core.pastEventf(pod, timestamp as Date, "Normal", "R", "m");
    assert.equal(core.events[0]?.firstTimestamp, eventTime.replace(/\.\d+/, ""));
  }
});

test("EventRecorder takes the Temporal of the runtime, if it has one", () => {
  const { Temporal } = globalThis as { Temporal?: { Instant: { from(text: string): { toString(): string } } } };
  if (Temporal === undefined) return;
  const instant = Temporal.Instant.from("2026-01-02T03:04:05.678901Z") as unknown as Date;
  const recorder = new FakeRecorder({ apiVersion: "events.k8s.io/v1" });
  recorder.record(pod, { type: "Normal", reason: "R", action: "A", note: "n", timestamp: instant });
  assert.equal(recorder.events[0]?.eventTime, "2026-01-02T03:04:05.678901Z");
});

test("EventRecorder drops events whose timestamp does not exist, and logs why", () => {
  for (const timestamp of NO_TIMES) {
    const recorder = new FakeRecorder();
    recorder.record(pod, { type: "Normal", reason: "R", message: "m", timestamp: timestamp as string });
    assert.deepEqual(recorder.events, []);
    assert.match(recorder.refused[0]!, /^Cannot record R: Timestamp must be .* of a date that exists .* received /);
  }
});

test("EventRecorder keeps a message of core/v1 whole up to 32 KiB, as the server stores it", async () => {
  const api = new EventsApiServer();
  const broadcaster = new EventBroadcaster();
  broadcaster.startRecordingToSink(new FetchEventSink({ fetch: api.fetch }));
  const recorder = broadcaster.newRecorder({ component: "test" });
  const messages = ["x".repeat(1260) + " EOF", "y".repeat(32_768), `begin${"z".repeat(40_000)}cause`];
  for (const message of messages) recorder.event(pod, "Warning", "Failed", message);
  await broadcaster.shutdown();
  const stored = api.events().map(({ message }) => message!);
  assert.ok(stored.includes(messages[0]!) && stored.includes(messages[1]!));
  const cut = stored.find((message) => message.startsWith("begin"))!;
  assert.match(cut, /^beginz+…z+cause$/);
  assert.equal(new TextEncoder().encode(cut).length, 32_768);
});

test("EventRecorder keeps head and tail of a note beyond the 1024 bytes of events.k8s.io/v1", () => {
  const recorder = new FakeRecorder({ apiVersion: "events.k8s.io/v1" });
  recorder.eventf(
    pod,
    null,
    "Warning",
    "Failed",
    "Attach",
    "%s: rpc error: %s",
    "Attaching".repeat(140),
    "disk is gone",
  );
  const { note = "" } = recorder.events[0]!;
  assert.match(note, /^(Attaching)+[a-zA]*….*: rpc error: disk is gone$/);
  assert.equal(new TextEncoder().encode(note).length, 1024);
});

test("EventRecorder logs a lone surrogate as such, not as a long text", () => {
  const lines: string[] = [];
  const recorder = new FakeRecorder({ logger: { warn: (line) => lines.push(line), error() {} } });
  recorder.event(pod, "Normal", "R", "half a \ud83d smile");
  assert.equal(recorder.events[0]!.message, "half a \ufffd smile");
  assert.deepEqual(lines, [
    'The message of an event has a lone surrogate, stored as U+FFFD: "half a \\ud83d smile"',
  ]);
});

test("EventRecorder of events.k8s.io/v1 writes events about cluster-scoped objects to the clusterNamespace", async () => {
  const api = new EventsApiServer();
  const node = { apiVersion: "v1", kind: "Node", metadata: { name: "node-1", uid: "2" } };
  const apiVersion = "events.k8s.io/v1";
  const broadcaster = new EventBroadcaster({ apiVersion });
  broadcaster.startRecordingToSink(new FetchEventSink({ apiVersion, fetch: api.fetch }));
  const reporter = { reportingController: "test" };
  const recorder = broadcaster.newRecorder(reporter, { clusterNamespace: "kube-system" });
  for (const object of [node, pod]) recorder.eventf(object, null, "Normal", "R", "A", "n");
  recorder.withLogger(console).eventf(node, null, "Normal", "R2", "A", "n");
  broadcaster.newRecorder(reporter).eventf(node, null, "Normal", "R3", "A", "n");
  await broadcaster.shutdown();
  const stored = api.events({ apiVersion }).map(({ metadata, regarding }) =>
    `${regarding?.kind} ${metadata.namespace}`
  );
  assert.deepEqual(stored.sort(), ["Node default", "Node kube-system", "Node kube-system", "Pod shop"]);
});

test("newRecorder() of core/v1 throws for the clusterNamespace kube-system, and explains why", () => {
  const options = { clusterNamespace: "kube-system" } as const;
  const broadcaster = new EventBroadcaster();
  assert.throws(() => broadcaster.newRecorder({ component: "test" }, options), {
    name: "TypeError",
    message: 'Cannot create a recorder: clusterNamespace must be "default" in v1, because the server accepts ' +
      'others only in events with an eventTime (use events.k8s.io/v1), received "kube-system"',
  });
  assert.throws(() => broadcaster.newRecorder({}, { clusterNamespace: "shop" as never }), { name: "RangeError" });
});
