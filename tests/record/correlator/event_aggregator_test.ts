import assert from "node:assert/strict";
import { test } from "node:test";
import { EventAggregator, getEventKey } from "../../../src/client_go/mod.ts";
import { sampleEvent } from "./sample_event.ts";

const START = 1_767_225_600_000;

/** An aggregator on a clock that can be set. */
function aggregatorAt(options: ConstructorParameters<typeof EventAggregator>[0] = {}) {
  const time = { ms: START };
  return { time, aggregator: new EventAggregator({ clock: { now: () => time.ms }, ...options }) };
}

/** Aggregates messages, and returns for each whether it was combined. */
function combined(aggregator: EventAggregator, messages: readonly string[]): boolean[] {
  return messages.map((message) => {
    const event = sampleEvent({ message });
    return aggregator.aggregate(event).event !== event;
  });
}

test("EventAggregator.aggregate() combines from the tenth distinct event of a group on (maxEvents)", () => {
  const { aggregator } = aggregatorAt();
  const results = combined(aggregator, Array.from({ length: 11 }, (_, i) => `message ${i}`));
  assert.deepEqual(results, [false, false, false, false, false, false, false, false, false, true, true]);
});

test("EventAggregator.aggregate() returns the event's own key, or the group's for a combined event", () => {
  const { aggregator } = aggregatorAt({ maxEvents: 2 });
  const event = sampleEvent({ message: "a" });
  assert.deepEqual(aggregator.aggregate(event), { event, key: getEventKey(event) });
  const { key } = aggregator.aggregate(sampleEvent({ message: "b" }));
  assert.equal(aggregator.aggregate(sampleEvent({ message: "c" })).key, key);
  assert.notEqual(key, getEventKey(event));
});

test("EventAggregator evicts the oldest event of a full group, not an arbitrary one", () => {
  const { aggregator } = aggregatorAt({ maxEvents: 3 });
  assert.deepEqual(combined(aggregator, ["a", "b", "c"]), [false, false, true]);
  // b and c are cached: a was evicted.
  assert.deepEqual(combined(aggregator, ["b", "c", "b"]), [false, false, false]);
  assert.deepEqual(combined(aggregator, ["a", "b", "c", "a"]), [true, true, true, true]);
});

test("EventAggregator with maxEvents 1 combines every event", () => {
  const { aggregator } = aggregatorAt({ maxEvents: 1 });
  assert.deepEqual(combined(aggregator, ["a", "a", "b"]), [true, true, true]);
});

test("EventAggregator starts a new group after more than maxIntervalMs without an event", () => {
  const { aggregator, time } = aggregatorAt({ maxEvents: 2, maxIntervalMs: 1000 });
  assert.deepEqual(combined(aggregator, ["a", "b"]), [false, true]);
  time.ms += 1000;
  assert.deepEqual(combined(aggregator, ["c"]), [true]);
  time.ms += 1001;
  assert.deepEqual(combined(aggregator, ["d"]), [false]);
  time.ms -= 1_000_000;
  assert.deepEqual(combined(aggregator, ["e"]), [true]);
});

test("EventAggregator creates a combined event that keeps all but message, name, times and count", () => {
  const { aggregator } = aggregatorAt({ maxEvents: 1 });
  const event = sampleEvent({
    metadata: {
      name: "web-1.1",
      namespace: "default",
      labels: { app: "web" },
      annotations: { key: "value" },
      resourceVersion: "7",
      uid: "of the event",
    },
    count: 3,
    reportingComponent: "kubelet",
    reportingInstance: "node-1",
  });
  const { event: made } = aggregator.aggregate(event);
  const { name } = made.metadata;
  assert.deepEqual(made, {
    ...event,
    metadata: { name, namespace: "default", labels: { app: "web" }, annotations: { key: "value" } },
    message: "(combined from similar events): Container image already present",
    firstTimestamp: "2026-01-01T00:00:00Z",
    lastTimestamp: "2026-01-01T00:00:00Z",
    count: 1,
  });
  assert.match(name ?? "", /^web-1\.[0-9a-f]{16}$/);
});

test("EventAggregator gives a combined event a unique name, valid for any object name", () => {
  const { aggregator } = aggregatorAt({ maxEvents: 1 });
  const names = ["web-1", "web-1", "Not_A:Name", "Not_A:Name", "x".repeat(300), ""].map((name) =>
    aggregator.aggregate(sampleEvent({ involvedObject: { kind: "Thing", name } })).event.metadata.name ?? ""
  );
  assert.equal(new Set(names).size, names.length);
  for (const name of names) assert.match(name, /^[a-z0-9]([-.a-z0-9]{0,251}[a-z0-9])$/);
});

test("EventAggregator truncates the message of a combined event like that of any event", () => {
  const limits: [bytes: number, eventTime: string | null][] = [[32_768, null], [1024, "2026-01-01T00:00:00.000000Z"]];
  for (const [bytes, eventTime] of limits) {
    const aggregator = new EventAggregator({ maxEvents: 1 });
    const { message } = aggregator.aggregate(sampleEvent({ message: "x".repeat(bytes), eventTime })).event;
    assert.match(message!, /^\(combined from similar events\): x+…x+$/);
    assert.equal(new TextEncoder().encode(message).length, bytes);
  }
});

test("EventAggregator uses aggregateKey and aggregateMessage", () => {
  const { aggregator } = aggregatorAt({
    maxEvents: 2,
    aggregateKey: (event) => ({ group: "all", local: event.reason ?? "" }),
    aggregateMessage: (event) => `${event.reason} and others`,
  });
  aggregator.aggregate(sampleEvent({ reason: "A" }));
  const { event, key } = aggregator.aggregate(sampleEvent({ reason: "B", involvedObject: { name: "other" } }));
  assert.equal(event.message, "B and others");
  assert.equal(key, "all");
});

test("EventAggregator with an identity gives a combined event the same name in every process", () => {
  const names = [START, START + 1000].map((ms) => {
    const { time, aggregator } = aggregatorAt({ maxEvents: 2, identity: ({ message }) => message ?? "" });
    time.ms = ms;
    aggregator.aggregate(sampleEvent({ message: "a" }));
    return aggregator.aggregate(sampleEvent({ message: "b" })).event.metadata.name;
  });
  assert.match(names[0] ?? "", /^web-1\.[0-9a-f]{16}$/);
  assert.equal(names[0], names[1]);
});

test("EventAggregator.aggregate() throws for an event without metadata, instead of counting it", () => {
  const { aggregator } = aggregatorAt();
  const { metadata: _, ...incomplete } = sampleEvent();
  assert.throws(() => aggregator.aggregate(incomplete as never), {
    name: "TypeError",
    message: /^Cannot aggregate: .*metadata/,
  });
  assert.deepEqual(aggregator.stats(), { size: 0, hits: 0, misses: 0, evictions: 0 });
});

test("EventAggregator.stats() counts evictions of a cacheSize that is too small", () => {
  const { aggregator } = aggregatorAt({ cacheSize: 2 });
  for (let round = 0; round < 2; round++) {
    for (const name of ["a", "b", "c"]) aggregator.aggregate(sampleEvent({ involvedObject: { name } }));
  }
  assert.deepEqual(aggregator.stats(), { size: 2, hits: 0, misses: 6, evictions: 4 });
});

test("EventAggregator rejects invalid options", () => {
  const make = (options: object) => () => new EventAggregator(options);
  assert.throws(make({ cacheSize: 1.5 }), { name: "RangeError", message: /cacheSize must be .*received 1.5$/ });
  assert.throws(make({ maxEvents: 0 }), { name: "RangeError", message: /maxEvents must be .*received 0$/ });
  assert.throws(make({ maxIntervalMs: -1 }), { name: "RangeError", message: /maxIntervalMs must be .*received -1$/ });
});
