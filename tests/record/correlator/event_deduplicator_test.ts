import assert from "node:assert/strict";
import { test } from "node:test";
import jsonpatch from "fast-json-patch";
import { EventCorrelator, EventDeduplicator, EventSourceObjectSpamFilter } from "../../../src/client_go/mod.ts";
import { repeatPatch } from "../../../src/record/correlator/event_deduplicator.ts";
import { sampleEvent } from "./sample_event.ts";

test("EventDeduplicator.observe() passes the first event unchanged, and counts repeats under its name", () => {
  const deduplicator = new EventDeduplicator();
  const first = sampleEvent();
  assert.deepEqual(deduplicator.observe(first), { event: first });
  const second = sampleEvent({ lastTimestamp: "2026-01-01T00:01:00Z", firstTimestamp: "2026-01-01T00:01:00Z" });
  assert.deepEqual(deduplicator.observe(second), {
    event: { ...second, metadata: first.metadata, firstTimestamp: first.firstTimestamp, count: 2 },
    patch: [
      { op: "replace", path: "/count", value: 2 },
      { op: "replace", path: "/lastTimestamp", value: "2026-01-01T00:01:00Z" },
      { op: "replace", path: "/message", value: "Container image already present" },
    ],
  });
  assert.equal(deduplicator.observe(sampleEvent()).event.count, 3);
});

test("EventDeduplicator.updateState() adopts count, firstTimestamp, name and resourceVersion of the server's event", () => {
  const deduplicator = new EventDeduplicator();
  deduplicator.observe(sampleEvent());
  deduplicator.updateState(sampleEvent({
    metadata: { name: "renamed", resourceVersion: "7" },
    firstTimestamp: "2020-01-01T00:00:00Z",
    count: 41,
  }));
  const { event } = deduplicator.observe(sampleEvent());
  assert.deepEqual(event.metadata, { name: "renamed", namespace: "default", resourceVersion: "7" });
  assert.equal(event.firstTimestamp, "2020-01-01T00:00:00Z");
  assert.equal(event.count, 42);
});

test("EventDeduplicator treats an event with a count of 0 on the server as new", () => {
  const deduplicator = new EventDeduplicator();
  deduplicator.observe(sampleEvent());
  deduplicator.updateState(sampleEvent({ count: undefined }));
  const event = sampleEvent();
  assert.deepEqual(deduplicator.observe(event), { event });
});

test("EventDeduplicator.acknowledge() adds the repeats since a write to the count of its answer", () => {
  const deduplicator = new EventDeduplicator({ cacheSize: 1 });
  const { event } = deduplicator.observe(sampleEvent(), "a");
  deduplicator.observe(sampleEvent(), "a");
  const answer = { ...event, metadata: { ...event.metadata, resourceVersion: "7" }, count: 11 };
  deduplicator.acknowledge(answer, { type: "create", key: "b", event });
  deduplicator.acknowledge(answer, { type: "create", key: "a", event: { ...event, metadata: { name: "other" } } });
  assert.equal(deduplicator.observe(sampleEvent(), "a").event.count, 3);
  deduplicator.acknowledge(answer, { type: "create", key: "a", event });
  const { event: repeat } = deduplicator.observe(sampleEvent(), "a");
  assert.deepEqual([repeat.count, repeat.metadata.resourceVersion], [14, "7"]);
});

test("EventDeduplicator.stats() and EventSourceObjectSpamFilter.stats() count hits, misses and evictions", () => {
  const deduplicator = new EventDeduplicator({ cacheSize: 2 });
  const filter = new EventSourceObjectSpamFilter({ cacheSize: 2, spamKey: ({ message }) => message ?? "" });
  for (const message of ["a", "a", "b", "c", "c", "c"]) {
    deduplicator.observe(sampleEvent({ message }));
    filter.accepts(sampleEvent({ message }));
  }
  const expected = { size: 2, hits: 3, misses: 3, evictions: 1 };
  assert.deepEqual([deduplicator.stats(), filter.stats()], [expected, expected]);
  // An answer is neither: but it makes its event the latest, or adds it.
  deduplicator.updateState(sampleEvent({ message: "b" }));
  deduplicator.updateState(sampleEvent({ message: "d" }));
  assert.deepEqual(deduplicator.stats(), { ...expected, evictions: 2 });
  deduplicator.observe(sampleEvent({ message: "b" }));
  assert.deepEqual(deduplicator.stats(), { ...expected, hits: 4, evictions: 2 });
});

test("EventCorrelator.updateState() keeps the repeats counted since the write", () => {
  const correlator = new EventCorrelator();
  const first = correlator.correlate(sampleEvent());
  for (let count = 2; count <= 5; count++) assert.equal(correlator.correlate(sampleEvent()).event.count, count);
  const stored = { ...first.event, metadata: { ...first.event.metadata, resourceVersion: "7" } };
  correlator.updateState(stored, first);
  const sixth = correlator.correlate(sampleEvent());
  assert.equal(sixth.event.count, 6);
  assert.equal(sixth.event.metadata.resourceVersion, "7");
  // The server's count is ten ahead, and stays ten ahead.
  correlator.correlate(sampleEvent());
  correlator.updateState({ ...sixth.event, count: 16 }, sixth);
  assert.equal(correlator.correlate(sampleEvent()).event.count, 18);
});

test("EventCorrelator.updateState() without the written event adopts the server's count, as client-go does", () => {
  const correlator = new EventCorrelator();
  const first = correlator.correlate(sampleEvent());
  correlator.correlate(sampleEvent());
  correlator.updateState(first.event);
  assert.equal(correlator.correlate(sampleEvent()).event.count, 2);
});

test("EventCorrelator.updateState() ignores a response for an event replaced by another", () => {
  const correlator = new EventCorrelator({ cacheSize: 1 });
  const first = correlator.correlate(sampleEvent());
  correlator.correlate(sampleEvent({ reason: "Started" }));
  const second = correlator.correlate(sampleEvent());
  assert.equal(second.type, "create");
  correlator.updateState(first.event, first);
  const third = correlator.correlate(sampleEvent());
  assert.equal(third.event.metadata.name, second.event.metadata.name);
  assert.equal(third.event.count, 2);
});

test("EventCorrelator.updateState() without the written event stores a combined event under its own key, as client-go does", () => {
  const { correlator, plain, combined, repeatLater } = combinedLikeAPlainEvent();
  assert.notEqual(combined.key, plain.key);
  // On the server it equals the plain one, whose record it overwrites.
  correlator.updateState({ ...combined.event, count: 9 });
  assert.deepEqual(repeatLater(), [combined.event.metadata.name, 10]);
});

test("EventCorrelator.updateState() distinguishes a plain event from a combined one with the same message", () => {
  const { correlator, plain, combined, repeatLater } = combinedLikeAPlainEvent();
  correlator.updateState({ ...combined.event, count: 9 }, combined);
  assert.deepEqual(repeatLater(), [plain.event.metadata.name, 2]);
});

function combinedLikeAPlainEvent() {
  let nowMs = 0;
  const correlator = new EventCorrelator({ maxEvents: 2, aggregateMessage: () => "some", clock: { now: () => nowMs } });
  const plain = correlator.correlate(sampleEvent({ message: "some" }));
  const combined = correlator.correlate(sampleEvent({ message: "other" }));
  const repeatLater = () => {
    nowMs = 600_001;
    const { event } = correlator.correlate(sampleEvent({ message: "some" }));
    return [event.metadata.name, event.count];
  };
  return { correlator, plain, combined, repeatLater };
}

test("EventCorrelator.updateState() ignores the response for an evicted event", () => {
  for (const trailingWrites of [false, true]) {
    const correlator = new EventCorrelator({ cacheSize: 1, trailingWrites });
    const create = correlator.correlate(sampleEvent());
    let patch = create;
    for (let repeats = 0; repeats < 9; repeats++) patch = correlator.correlate(sampleEvent());
    correlator.correlate(sampleEvent({ reason: "Started" }));
    correlator.updateState(create.event, create);
    correlator.updateState(patch.event, patch);
    const again = correlator.correlate(sampleEvent());
    // Not a patch that lowers the first event's count from 10 to 2.
    assert.deepEqual([again.type, again.event.count], ["create", 1]);
    assert.notEqual(again.event.metadata.name, create.event.metadata.name);
  }
});

test("EventCorrelator.updateState() keeps its count if the response has none", () => {
  const correlator = new EventCorrelator();
  correlator.correlate(sampleEvent());
  const patch = correlator.correlate(sampleEvent());
  correlator.correlate(sampleEvent());
  correlator.updateState({ ...patch.event, count: undefined }, patch);
  assert.equal(correlator.correlate(sampleEvent()).event.count, 4);
});

test("EventCorrelator caps counts at the largest int32", () => {
  const correlator = new EventCorrelator();
  correlator.correlate(sampleEvent({ count: 2 ** 31 - 2 }));
  for (let repeats = 0; repeats < 3; repeats++) {
    assert.equal(correlator.correlate(sampleEvent()).event.count, 2 ** 31 - 1);
  }
  assert.equal(correlator.stats().deduplicator.size, 1);
});

// -- The patch --

test("repeatPatch() equals the diff of client-go's old event and the new one", () => {
  const messages = ["again", "", undefined, 'with "quotes" \\ and \u2028', "(combined from similar events): x"];
  const times = ["2026-01-01T00:00:00Z", "1970-01-01T00:00:00Z", null, undefined];
  const counts = [2, 1, 0, -1, 2 ** 31 - 1, undefined];
  for (const message of messages) {
    for (const lastTimestamp of times) {
      for (const count of counts) {
        const event = sampleEvent({ message, lastTimestamp, count });
        // Go structs have every field.
        const after = { ...event, message: message ?? "", lastTimestamp: lastTimestamp ?? null, count: count ?? 0 };
        const before = { ...after, message: "", lastTimestamp: "1970-01-01T00:00:00Z", count: 0 };
        const patch = repeatPatch(event);
        assert.deepEqual(patch, sorted(jsonpatch.compare(before, after)));
        const patched = jsonpatch.applyPatch(structuredClone(before), structuredClone(patch) as never, true);
        assert.deepEqual(patched.newDocument, after);
      }
    }
  }
});

function sorted<T extends { path: string }>(operations: T[]): T[] {
  return operations.sort((a, b) => a.path < b.path ? -1 : 1);
}
