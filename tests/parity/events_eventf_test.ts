import { test } from "node:test";
import assert from "node:assert/strict";
import { EventBroadcaster, type EventsV1Event, type EventType, type KubernetesObject } from "../../mod.ts";
import { FakeClock } from "../../src/serve/testing/mod.ts";

// client-go, tools/events/event_recorder_test.go, TestEventf, row by row.
const DNS1123_SUBDOMAIN_MAX_LENGTH = 253;
const clock = new FakeClock("2023-01-01T12:00:00Z");
const pod1 = { apiVersion: "v1", kind: "Pod", metadata: { name: "pod1", namespace: "ns1", uid: "12345" } };
const hugeName = "x".repeat(DNS1123_SUBDOMAIN_MAX_LENGTH * 4);

interface Case {
  readonly desc: string;
  readonly regarding: KubernetesObject;
  readonly related?: KubernetesObject;
  readonly type: EventType;
  readonly reason: string;
  readonly action: string;
  readonly note: string;
  readonly args?: readonly unknown[];
  /** The fields to compare; a name is given by its beginning unless it is a UUID. */
  readonly expected: EventsV1Event;
}

const cases: readonly Case[] = [
  {
    desc: "normal event",
    regarding: pod1,
    type: "Normal",
    reason: "Started",
    action: "starting",
    note: "Pod started",
    expected: {
      metadata: { name: "pod1.", namespace: "ns1" },
      regarding: { kind: "Pod", name: "pod1", namespace: "ns1", uid: "12345", apiVersion: "v1" },
      type: "Normal",
      reason: "Started",
      action: "starting",
      note: "Pod started",
      reportingController: "c1",
      reportingInstance: "i1",
    },
  },
  {
    desc: "event with related object and format args",
    regarding: pod1,
    related: { apiVersion: "v1", kind: "Node", metadata: { name: "node1", uid: "67890" } },
    type: "Warning",
    reason: "FailedScheduling",
    action: "scheduling",
    note: "Pod failed to schedule on %s: %s",
    args: ["node1", "not enough resources"],
    expected: {
      metadata: { name: "pod1.", namespace: "ns1" },
      regarding: { kind: "Pod", name: "pod1", namespace: "ns1", uid: "12345", apiVersion: "v1" },
      related: { kind: "Node", name: "node1", uid: "67890", apiVersion: "v1" },
      type: "Warning",
      reason: "FailedScheduling",
      action: "scheduling",
      note: "Pod failed to schedule on node1: not enough resources",
      reportingController: "c1",
      reportingInstance: "i1",
    },
  },
  {
    desc: "event with invalid Event name",
    regarding: {
      apiVersion: "networking.k8s.io/v1",
      kind: "IPAddress",
      metadata: { name: "2001:db8::123", uid: "12345" },
    },
    type: "Warning",
    reason: "IPAddressNotAllocated",
    action: "IPAddressAllocation",
    note: "Service default/test appears to have leaked",
    expected: {
      metadata: { namespace: "default" },
      regarding: { kind: "IPAddress", name: "2001:db8::123", uid: "12345", apiVersion: "networking.k8s.io/v1" },
      type: "Warning",
      reason: "IPAddressNotAllocated",
      action: "IPAddressAllocation",
      note: "Service default/test appears to have leaked",
      reportingController: "c1",
      reportingInstance: "i1",
    },
  },
  {
    desc: "large event name",
    regarding: { ...pod1, metadata: { ...pod1.metadata, name: hugeName } },
    type: "Normal",
    reason: "Started",
    action: "starting",
    note: "Pod started",
    expected: {
      metadata: { namespace: "ns1" },
      regarding: { kind: "Pod", name: hugeName, namespace: "ns1", uid: "12345", apiVersion: "v1" },
      type: "Normal",
      reason: "Started",
      action: "starting",
      note: "Pod started",
      reportingController: "c1",
      reportingInstance: "i1",
    },
  },
];

for (const { desc, regarding, related, type, reason, action, note, args = [], expected } of cases) {
  test(`EventRecorder.eventf() of events.k8s.io/v1, TestEventf: ${desc}`, async () => {
    const broadcaster = new EventBroadcaster({ apiVersion: "events.k8s.io/v1", clock });
    const watcher = broadcaster.watch();
    const recorder = broadcaster.newRecorder({ reportingController: "c1", reportingInstance: "i1" });
    recorder.eventf(regarding, related, type, reason, action, note, ...args);
    await broadcaster.shutdown();
    const events: EventsV1Event[] = [];
    for await (const { object } of watcher) events.push(object);
    assert.equal(events.length, 1);
    const { metadata: { name, ...metadata }, ...event } = events[0]!;
    assert.ok(name!.length <= DNS1123_SUBDOMAIN_MAX_LENGTH);
    if (expected.metadata.name) assert.match(name!, /^pod1\.[0-9a-f]{16}$/);
    else assert.match(name!, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    assert.deepEqual(JSON.parse(JSON.stringify({ ...event, metadata })), {
      ...expected,
      apiVersion: "events.k8s.io/v1",
      kind: "Event",
      metadata: { namespace: expected.metadata.namespace },
      eventTime: "2023-01-01T12:00:00.000000Z",
    });
  });
}
