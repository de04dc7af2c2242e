import assert from "node:assert/strict";
import { test } from "node:test";
import type { CoreV1Event, Correlation } from "../../../mod.ts";
import {
  aggregateByReason,
  correlatorFor,
  EventAggregator,
  EventCorrelator,
  EventDeduplicator,
  EventSourceObjectSpamFilter,
  getSpamKey,
  getSpamKeyWithReason,
} from "../../../src/client_go/mod.ts";
import { randomSteps } from "./random_steps.ts";
import { sampleEvent } from "./sample_event.ts";

/** A correlation without its record. */
function readable({ record: _record, ...correlation }: Correlation): unknown {
  return correlation;
}

test("EventCorrelator.correlate() creates an event once, then patches its count", () => {
  const correlator = new EventCorrelator();
  const event = sampleEvent();
  const first = correlator.correlate(event);
  assert.equal(first.type, "create");
  assert.equal(first.event, event);
  const second = correlator.correlate(sampleEvent());
  assert.deepEqual(readable(second), {
    type: "patch",
    key: first.key,
    event: { ...event, count: 2 },
    patch: [
      { op: "replace", path: "/count", value: 2 },
      { op: "replace", path: "/lastTimestamp", value: "2026-01-01T00:00:00Z" },
      { op: "replace", path: "/message", value: "Container image already present" },
    ],
    added: 1,
  });
});

test("EventCorrelator.correlate() counts skipped spam", () => {
  const correlator = new EventCorrelator({ burst: 2, spamKey: (event) => String((event.count ?? 0) < 5) });
  const types = Array.from({ length: 5 }, () => correlator.correlate(sampleEvent()));
  assert.deepEqual(types.map(({ type }) => type), ["create", "patch", "skip", "skip", "patch"]);
  assert.equal(types.at(-1)?.event.count, 5);
  const skipped = types[2]!;
  assert.equal(skipped.type === "skip" && skipped.because, "spam");
  assert.equal(skipped.event.count, 1);
});

test("EventCorrelator.correlate() reads the clock once", () => {
  let reads = 0;
  const correlator = new EventCorrelator({ maxEvents: 1, clock: { now: () => ++reads } });
  correlator.correlate(sampleEvent());
  assert.equal(reads, 1);
});

test("EventCorrelator.correlate() decides as its stages do in sequence", () => {
  let nowMs = 1_767_225_600_000;
  const clock = { now: () => nowMs };
  const correlator = new EventCorrelator({ cacheSize: 30, burst: 10, maxEvents: 4, clock });
  const aggregator = new EventAggregator({ cacheSize: 30, maxEvents: 4, clock });
  const deduplicator = new EventDeduplicator({ cacheSize: 30 });
  const filter = new EventSourceObjectSpamFilter({ cacheSize: 30, burst: 10, clock });
  const decided = new Set<string>();
  for (const step of randomSteps(11, 5000)) {
    if (step.type !== "event") continue;
    nowMs += step.advanceMs;
    const got = correlator.correlate(step.event);
    const aggregated = aggregator.aggregate(step.event);
    const { event, patch } = deduplicator.observe(aggregated.event, aggregated.key);
    const wanted = !filter.accepts(event) ? "skip" : patch === undefined ? "create" : "patch";
    decided.add(got.type);
    assert.equal(got.type, wanted);
    assert.equal(got.key, aggregated.key);
    if (got.type === "skip") continue;
    assert.equal(got.event.count, event.count);
    assert.deepEqual(got.type === "patch" ? got.patch : undefined, patch);
  }
  assert.equal(decided.size, 3);
});

test("EventCorrelator throws the error of a function of its options, and continues with the next event", () => {
  const correlator = new EventCorrelator({
    spamKey: (event) => {
      if (event.reason === "Bad") throw new Error("no key");
      return "key";
    },
  });
  assert.throws(() => correlator.correlate(sampleEvent({ reason: "Bad" })), { message: "no key" });
  assert.equal(correlator.correlate(sampleEvent()).type, "create");
});

test("EventCorrelator.stats() shows hits, misses and evictions of every cache", () => {
  const correlator = new EventCorrelator({ cacheSize: 2 });
  const empty = { size: 0, hits: 0, misses: 0, evictions: 0 };
  assert.deepEqual(correlator.stats(), { aggregator: empty, deduplicator: empty, spamFilter: empty, ahead: 0 });
  for (const name of ["a", "a", "b", "c", "a"]) correlator.correlate(sampleEvent({ involvedObject: { name } }));
  const cache = { size: 2, hits: 1, misses: 4, evictions: 2 };
  assert.deepEqual(correlator.stats(), { aggregator: cache, deduplicator: cache, spamFilter: cache, ahead: 0 });
});

test("EventCorrelator passes its options to its stages, which reject invalid ones", () => {
  const make = (options: object) => () => new EventCorrelator(options);
  for (const name of ["cacheSize", "burst", "maxEvents"]) {
    assert.throws(make({ [name]: 0 }), { name: "RangeError", message: new RegExp(`${name} must be .*received 0$`) });
  }
  for (const name of ["qps", "maxIntervalMs", "trailingIntervalMs"]) {
    assert.throws(make({ [name]: -1 }), { name: "RangeError", message: new RegExp(`${name} must be .*received -1$`) });
    assert.throws(make({ [name]: "3" }), {
      name: "RangeError",
      message: new RegExp(`${name} must be .*received "3"$`),
    });
  }
  for (const name of ["aggregateKey", "aggregateMessage", "spamKey"]) {
    assert.throws(make({ [name]: "x" }), {
      name: "TypeError",
      message: `Cannot create an EventCorrelator: ${name} must be a function, received "x"`,
    });
  }
});

test("EventCorrelator counts by its identity, even with the built-in aggregateKey", () => {
  const correlator = new EventCorrelator({ identity: ({ reason }) => reason!, aggregateKey: aggregateByReason });
  assert.equal(correlator.correlate(sampleEvent({ message: "one" })).type, "create");
  assert.equal(correlator.correlate(sampleEvent({ message: "two" })).type, "patch");
});

test("EventCorrelator behaves the same with explicit defaults", () => {
  const clock = { now: () => 0 };
  const options = { cacheSize: 4096, burst: 25, qps: 1 / 300, maxEvents: 10, maxIntervalMs: 600_000, clock };
  const spelled = new EventCorrelator(options);
  const left = new EventCorrelator({ clock });
  for (const step of randomSteps(12, 3000)) {
    if (step.type !== "event") continue;
    const { type, event } = spelled.correlate(step.event);
    const other = left.correlate(step.event);
    assert.equal(type, other.type);
    assert.equal(event.count, other.event.count);
  }
});

test("EventCorrelator with reserve passes Warnings and the first event of a reason", () => {
  const correlator = new EventCorrelator({
    burst: 1,
    spamKey: (event) => event.involvedObject.name ?? "",
    reserve: { warnings: 1, reasons: 2 },
  });
  const types = [
    sampleEvent({ reason: "A" }),
    sampleEvent({ reason: "A" }),
    sampleEvent({ reason: "B" }),
    sampleEvent({ reason: "B", type: "Warning" }),
    sampleEvent({ reason: "B", type: "Warning" }),
    sampleEvent({ reason: "C" }),
  ].map((event) => correlator.correlate(event).type);
  assert.deepEqual(types, ["create", "skip", "create", "create", "skip", "skip"]);
});

test("EventCorrelator with getSpamKeyWithReason gives each reason a budget", () => {
  const correlator = new EventCorrelator({ burst: 1, spamKey: getSpamKeyWithReason });
  const types = ["A", "A", "B", "B"].map((reason) => correlator.correlate(sampleEvent({ reason })).type);
  assert.deepEqual(types, ["create", "skip", "create", "skip"]);
});

// -- State --

test("EventCorrelator.updateState() stores an event that was not correlated, so that the next one is a repeat", () => {
  const correlator = new EventCorrelator();
  const stored = sampleEvent({ count: 7, metadata: { name: "stored", resourceVersion: "3" } });
  correlator.updateState(stored);
  const { type, event } = correlator.correlate(sampleEvent());
  assert.deepEqual([type, event.metadata.name, event.metadata.resourceVersion, event.count], [
    "patch",
    "stored",
    "3",
    8,
  ]);
  // It came with neither a token nor a group.
  const { aggregator, deduplicator, spamFilter } = correlator.stats();
  const [hit, miss] = [{ size: 1, hits: 1, misses: 0, evictions: 0 }, { size: 1, hits: 0, misses: 1, evictions: 0 }];
  assert.deepEqual([aggregator, deduplicator, spamFilter], [miss, hit, miss]);
});

test("EventCorrelator.updateState() keeps the most recent cacheSize events", () => {
  const correlator = new EventCorrelator({ cacheSize: 3, burst: 2 });
  const about = (name: string): CoreV1Event => sampleEvent({ involvedObject: { name } });
  const first = correlator.correlate(about("a"));
  for (const name of ["b", "c"]) correlator.correlate(about(name));
  correlator.updateState(first.event);
  // The bucket of a is evicted, its event is not.
  correlator.correlate(about("d"));
  const counts = [1, 2, 3].map(() => correlator.correlate(about("a"))).map(({ type, event }) => [type, event.count]);
  assert.deepEqual(counts, [["patch", 2], ["patch", 3], ["skip", 1]]);
});

test("EventCorrelator.updateState() does not make a written event the most recently used, and ignores an evicted one", () => {
  const correlator = new EventCorrelator({ cacheSize: 2 });
  const correlate = (name: string): Correlation => correlator.correlate(sampleEvent({ involvedObject: { name } }));
  const [first] = ["a", "b"].map(correlate);
  correlator.updateState({ ...first!.event, count: 5 }, first);
  assert.deepEqual(["c", "b", "a"].map((name) => correlate(name).type), ["create", "patch", "create"]);
  correlator.updateState({ ...first!.event, count: 9 }, first);
  assert.equal(correlate("a").event.count, 2);
});

test("EventCorrelator.updateState() continues from the written count if the answer has an invalid count", () => {
  for (const count of [-1, 1.5, NaN, "7", null]) {
    const correlator = new EventCorrelator();
    const first = correlator.correlate(sampleEvent());
    correlator.updateState({ ...first.event, count: count as number }, first);
    assert.equal(correlator.correlate(sampleEvent()).event.count, 2, `after ${count}`);
  }
});

test("EventCorrelator.correlate() returns different keys for different events, the same in all correlators", () => {
  const keys = new Set<string>();
  const parts = ["", "1", "1:", "0:", "similar"];
  for (const correlator of [new EventCorrelator(), new EventCorrelator()]) {
    for (const reason of parts) {
      for (const fieldPath of parts) {
        for (const message of parts) {
          keys.add(correlator.correlate(sampleEvent({ reason, message, involvedObject: { fieldPath } })).key);
        }
      }
    }
  }
  assert.equal(keys.size, parts.length ** 3);
});

test("EventCorrelator.correlate() counts events that differ only in reportingComponent and reportingInstance as one", () => {
  const correlator = new EventCorrelator();
  const reporters = [{}, { reportingComponent: "kubelet" }, { reportingInstance: "node-1" }];
  const correlations = reporters.map((reporter) => correlator.correlate(sampleEvent(reporter)));
  assert.deepEqual(correlations.map(({ event }) => event.count), [1, 2, 3]);
  assert.equal(new Set(correlations.map(({ key }) => key)).size, 1);
});

// -- Trailing writes --

test("EventCorrelator.takeTrailingWrites() returns the last count of a burst that ended in the spam filter, once", () => {
  const correlator = new EventCorrelator({ burst: 2, trailingWrites: true });
  const first = correlator.correlate(sampleEvent());
  for (let i = 0; i < 9; i++) correlator.correlate(sampleEvent({ lastTimestamp: `2026-01-01T00:00:0${i}Z` }));
  assert.equal(correlator.stats().ahead, 1);
  assert.deepEqual(correlator.takeTrailingWrites().map(readable), [{
    type: "patch",
    key: first.key,
    event: { ...first.event, count: 10, lastTimestamp: "2026-01-01T00:00:08Z" },
    patch: [
      { op: "replace", path: "/count", value: 10 },
      { op: "replace", path: "/lastTimestamp", value: "2026-01-01T00:00:08Z" },
      { op: "replace", path: "/message", value: "Container image already present" },
    ],
    added: 8,
  }]);
  assert.deepEqual(correlator.takeTrailingWrites(), []);
  assert.equal(correlator.stats().ahead, 0);
  correlator.correlate(sampleEvent());
  assert.equal(correlator.takeTrailingWrites()[0]?.event.count, 11);
});

test("EventCorrelator.takeTrailingWrites() omits events counted recently", () => {
  let nowMs = 0;
  const correlator = new EventCorrelator({ burst: 1, trailingWrites: true, clock: { now: () => nowMs } });
  correlator.correlate(sampleEvent());
  correlator.correlate(sampleEvent());
  nowMs = 999;
  assert.deepEqual(correlator.takeTrailingWrites(1000), []);
  correlator.correlate(sampleEvent());
  nowMs = 1998;
  assert.deepEqual(correlator.takeTrailingWrites(1000), []);
  nowMs = 1999;
  assert.equal(correlator.takeTrailingWrites(1000)[0]?.event.count, 3);
});

test("EventCorrelator.takeTrailingWrites() omits counts written by a later patch", () => {
  let nowMs = 0;
  const correlator = new EventCorrelator({ burst: 1, qps: 1, trailingWrites: true, clock: { now: () => nowMs } });
  correlator.correlate(sampleEvent());
  correlator.correlate(sampleEvent());
  nowMs = 1000;
  assert.equal(correlator.correlate(sampleEvent()).event.count, 3);
  assert.deepEqual(correlator.takeTrailingWrites(), []);
});

test("EventCorrelator.takeTrailingWrites() omits events that were all skipped since their name was refused", () => {
  const correlator = new EventCorrelator({ burst: 1, trailingWrites: true });
  const refused = correlator.correlate(sampleEvent());
  refused.record!.forget();
  const skipped = correlator.correlate(sampleEvent());
  assert.deepEqual([skipped.type, skipped.record!.isAhead], ["skip", false]);
  assert.deepEqual(correlator.takeTrailingWrites(), []);
});

test("EventCorrelator.takeTrailingWrites() omits events that were skipped altogether", () => {
  const correlator = new EventCorrelator({ burst: 1, trailingWrites: true });
  correlator.correlate(sampleEvent());
  for (let i = 0; i < 3; i++) correlator.correlate(sampleEvent({ reason: "Other" }));
  assert.deepEqual(correlator.takeTrailingWrites(), []);
});

test("EventCorrelator.takeTrailingWrites() uses the server's latest response", () => {
  const correlator = new EventCorrelator({ burst: 1, trailingWrites: true });
  const first = correlator.correlate(sampleEvent());
  correlator.correlate(sampleEvent());
  correlator.updateState({ ...first.event, metadata: { ...first.event.metadata, resourceVersion: "7" } }, first);
  const [write] = correlator.takeTrailingWrites();
  assert.equal(write?.event.metadata.resourceVersion, "7");
  assert.equal(write?.event.count, 2);
});

test("EventCorrelator keeps trailing writes of at most cacheSize events, and returns evicted ones", () => {
  const correlator = new EventCorrelator({ cacheSize: 3, burst: 1, trailingWrites: true });
  const evicted: (Correlation | undefined)[] = [];
  for (const name of ["a", "b", "c", "d", "e"]) {
    evicted.push(correlator.correlate(sampleEvent({ involvedObject: { name } })).evicted);
    evicted.push(correlator.correlate(sampleEvent({ involvedObject: { name } })).evicted);
  }
  const short = ({ type, event }: Correlation) => [type, event.involvedObject.name, event.count];
  assert.deepEqual(evicted.filter((write) => write !== undefined).map(short), [["patch", "a", 2], ["patch", "b", 2]]);
  assert.deepEqual(correlator.takeTrailingWrites().map(short), [["patch", "c", 2], ["patch", "d", 2], [
    "patch",
    "e",
    2,
  ]]);
});

for (
  const [title, spamKey, type] of [
    ["a skipped event", getSpamKey, "skip"],
    ["a new event", getSpamKeyWithReason, "create"],
  ] as const
) {
  test(`EventCorrelator returns the count of an event that ${title} evicts, once, and then counts from 1 again`, () => {
    const options = { cacheSize: 2, burst: 1, trailingWrites: true, spamKey };
    const correlator = new EventCorrelator({ ...options, clock: { now: () => 0 } });
    const first = correlator.correlate(sampleEvent());
    correlator.correlate(sampleEvent());
    assert.equal(correlator.correlate(sampleEvent({ reason: "Created" })).evicted, undefined);
    const evicting = correlator.correlate(sampleEvent({ reason: "Started" }));
    assert.deepEqual([evicting.type, evicting.event.reason], [type, "Started"]);
    const { evicted } = evicting;
    assert.deepEqual([evicted?.event.metadata.name, evicted?.event.count], [first.event.metadata.name, 2]);
    assert.deepEqual(evicted?.type === "patch" && evicted.patch[0], { op: "replace", path: "/count", value: 2 });
    const again = correlator.correlate(sampleEvent({ metadata: { name: "another" } }));
    assert.deepEqual([again.record?.name, again.evicted], ["another", undefined]);
    assert.deepEqual(correlator.takeTrailingWrites(), []);
  });
}

test("EventCorrelator keeps the count of an evicted event if correlating the event that evicts it fails", () => {
  const spamKey = (event: CoreV1Event): string => event.reason === "Odd" ? undefined as never : "all";
  const correlator = new EventCorrelator({ cacheSize: 1, burst: 1, trailingWrites: true, spamKey });
  for (let i = 0; i < 2; i++) correlator.correlate(sampleEvent());
  assert.throws(() => correlator.correlate(sampleEvent({ reason: "Odd" })), TypeError);
  assert.equal(correlator.takeTrailingWrites()[0]?.event.count, 2);
});

test("EventCorrelator.sweep() returns counts before they lag by trailingIntervalMs, idle or not", () => {
  let nowMs = 0;
  const clock = { now: () => nowMs };
  const correlator = new EventCorrelator({ burst: 1, trailingIntervalMs: 1000, clock });
  correlator.correlate(sampleEvent());
  assert.equal(correlator.sweepAfterMs, undefined);
  correlator.correlate(sampleEvent());
  assert.equal(correlator.sweepAfterMs, 500);
  nowMs = 499;
  assert.deepEqual(correlator.sweep(), []);
  correlator.correlate(sampleEvent());
  assert.equal(correlator.sweepAfterMs, 500);
  nowMs = 999;
  assert.deepEqual(correlator.sweep().map(({ event }) => event.count), [3]);
  assert.equal(correlator.sweepAfterMs, undefined);
});

test("EventCorrelator with trailingIntervalMs keeps trailing writes, also with an interval of 1 ms", () => {
  const correlator = new EventCorrelator({ burst: 1, trailingIntervalMs: 1 });
  for (let i = 0; i < 2; i++) correlator.correlate(sampleEvent());
  assert.equal(correlator.sweepAfterMs, 0.5);
  assert.deepEqual(correlator.takeTrailingWrites().map(({ event }) => event.count), [2]);
});

test("EventCorrelator.takeTrailingWrites() and sweep() return counts even after the clock stepped back", () => {
  let nowMs = 100_000;
  const clock = { now: () => nowMs };
  const correlator = new EventCorrelator({ burst: 1, trailingWrites: true, trailingIntervalMs: 1000, clock });
  for (let repeats = 0; repeats < 5; repeats++) correlator.correlate(sampleEvent());
  nowMs--;
  assert.deepEqual(correlator.takeTrailingWrites().map(({ event }) => event.count), [5]);

  correlator.correlate(sampleEvent());
  nowMs = 0;
  assert.deepEqual(correlator.sweep(), []);
  nowMs = 500;
  assert.deepEqual(correlator.sweep().map(({ event }) => event.count), [6]);
});

test("EventCorrelator counts events of same-named objects in two namespaces separately", () => {
  const correlator = new EventCorrelator();
  const types = ["shop", "bank", "shop", "bank"].map((namespace) => {
    const { type, event } = correlator.correlate(
      sampleEvent({ involvedObject: { kind: "Pod", name: "web", namespace } }),
    );
    return [type, event.involvedObject.namespace, event.count];
  });
  assert.deepEqual(types, [["create", "shop", 1], ["create", "bank", 1], ["patch", "shop", 2], ["patch", "bank", 2]]);
});

test("EventCorrelator.sweepAfterMs is undefined if counts wait for a flush", () => {
  const correlator = new EventCorrelator({ burst: 1, trailingWrites: true });
  correlator.correlate(sampleEvent());
  correlator.correlate(sampleEvent());
  assert.equal(correlator.stats().ahead, 1);
  assert.equal(correlator.sweepAfterMs, undefined);
});

test("EventCorrelator.takeTrailingWrites() returns nothing without trailingWrites", () => {
  const correlator = new EventCorrelator({ burst: 1 });
  correlator.correlate(sampleEvent());
  correlator.correlate(sampleEvent());
  assert.deepEqual(correlator.takeTrailingWrites(), []);
});

test("CountRecord.forget() drops the trailing write of an EventCorrelator, which then creates the next event", () => {
  const correlator = new EventCorrelator({ burst: 2, trailingWrites: true });
  const { record } = correlator.correlate(sampleEvent());
  correlator.correlate(sampleEvent());
  correlator.correlate(sampleEvent());
  assert.equal(correlator.stats().ahead, 1);
  record!.forget();
  assert.deepEqual([correlator.stats().ahead, correlator.takeTrailingWrites()], [0, []]);
  const unlimited = new EventCorrelator();
  const first = unlimited.correlate(sampleEvent());
  first.record!.forget();
  unlimited.updateState({ ...first.event, count: 5 }, first); // late
  assert.equal(unlimited.correlate(sampleEvent()).type, "create");
});

test("EventCorrelator combines events at the version of the combined event that the server returned", () => {
  const correlator = new EventCorrelator({ maxEvents: 2 });
  const correlate = (i: number) => correlator.correlate(sampleEvent({ message: `Image ${i}` }));
  correlate(0);
  const combined = correlate(1);
  const { metadata } = combined.event;
  correlator.updateState({ ...combined.event, metadata: { ...metadata, resourceVersion: "7" } }, combined);
  const repeated = correlate(2).event;
  assert.deepEqual([repeated.metadata.name, repeated.metadata.resourceVersion], [metadata.name, "7"]);
  assert.equal(repeated.count, 2);
});

test("EventCorrelator combines events about an object without a name", () => {
  const correlator = new EventCorrelator({ maxEvents: 1 });
  const { type, event } = correlator.correlate(sampleEvent({ involvedObject: {} }));
  assert.equal(type, "create");
  assert.match(event.metadata.name!, /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/);
});

test("EventCorrelator.correlate() throws if a function of its options is async, and ignores the rejection", () => {
  const reject = (): never => Promise.reject(new Error("Never")) as never;
  for (const name of ["identity", "aggregateKey", "aggregateMessage", "spamKey"] as const) {
    const correlator = new EventCorrelator({ maxEvents: 1, [name]: reject });
    const result = name === "aggregateKey" ? "{ group, local }" : "a string";
    assert.throws(() => correlator.correlate(sampleEvent()), {
      name: "TypeError",
      message: `${name} must return ${result}, received [object Promise]`,
    });
  }
  assert.throws(
    () => new EventSourceObjectSpamFilter({ spamKey: reject }).accepts(sampleEvent()),
    /^TypeError: spamKey /,
  );
  assert.throws(() => correlatorFor(reject).correlate(sampleEvent()), {
    name: "TypeError",
    message: "choose must return a correlator or false, received [object Promise]",
  });
  const { correlate, updateState } = correlatorFor(() => false);
  for (const chosen of [{ burst: 1 }, { correlate }, { correlate, updateState, sweep: 1000 }]) {
    assert.throws(() => correlatorFor(() => chosen as never).correlate(sampleEvent()), {
      name: "TypeError",
      message: "choose must return a correlator or false, received [object Object]",
    });
  }
});

test("EventCorrelator.correlate() throws unless aggregateKey returns a group and a local key, of any type", () => {
  for (const [key, shown] of [[["g", "x"], "[object Array]"], ["g", '"g"'], [{ group: "g" }, "[object Object]"]]) {
    const correlator = new EventCorrelator({ aggregateKey: () => key as never });
    assert.throws(() => correlator.correlate(sampleEvent()), {
      name: "TypeError",
      message: `aggregateKey must return { group, local }, received ${shown}`,
    });
  }
  const numbers = new EventCorrelator({ maxEvents: 2, aggregateKey: () => ({ group: 1, local: 0 }) as never });
  assert.equal(numbers.correlate(sampleEvent()).type, "create");
});

// -- Other correlators --

test("correlatorFor() correlates each recorder's events by the correlator chosen for it", () => {
  const kubelet = new EventCorrelator({ burst: 1, trailingWrites: true });
  const scheduler = new EventCorrelator({ burst: 2, trailingWrites: true });
  const correlator = correlatorFor<CoreV1Event>((event) =>
    event.source?.component === "kubelet" ? kubelet : event.source?.component === "scheduler" && scheduler
  );
  const types = (component: string) =>
    [1, 2, 3].map(() => {
      const correlation = correlator.correlate(sampleEvent({ source: { component } }));
      if (correlation.type !== "skip") correlator.updateState(correlation.event, correlation);
      return correlation.type;
    });
  assert.deepEqual(types("kubelet"), ["create", "skip", "skip"]);
  assert.deepEqual(types("scheduler"), ["create", "patch", "skip"]);
  // With false, an event is written unchanged.
  assert.deepEqual(types("audit"), ["create", "create", "create"]);
  const event = sampleEvent({ source: { component: "audit" } });
  assert.equal(correlator.correlate(event).event, event);
  assert.throws(() => correlatorFor(kubelet as never), /choose must be a function/);
});

test("correlatorFor() passes the server's answers to the correlator chosen for the event", () => {
  const [kubelet, scheduler] = [new EventCorrelator(), new EventCorrelator()];
  const correlator = correlatorFor<CoreV1Event>(({ source }) => source?.component === "kubelet" ? kubelet : scheduler);
  const event = sampleEvent({ source: { component: "kubelet" } });
  const first = correlator.correlate(event);
  const metadata = { ...first.event.metadata, resourceVersion: "7" };
  correlator.updateState({ ...first.event, metadata, count: 5 }, first);
  const { metadata: { resourceVersion }, count } = correlator.correlate(event).event;
  assert.deepEqual({ resourceVersion, count }, { resourceVersion: "7", count: 6 });
});

test("EventCorrelator combines and stops nothing with maxEvents, burst or qps of Infinity", () => {
  for (const limit of [{ burst: Infinity }, { qps: Infinity }]) {
    const correlator = new EventCorrelator({ ...limit, maxEvents: Infinity });
    for (let i = 0; i < 500; i++) {
      const { type, event } = correlator.correlate(sampleEvent({ message: `${i % 100}` }));
      assert.deepEqual([type, event.message], [i < 100 ? "create" : "patch", `${i % 100}`]);
    }
    assert.equal(correlator.stats().aggregator.size, 0);
  }
});

test("EventCorrelator.updateState() keeps the stored count of an event that was written without one", () => {
  const correlator = new EventCorrelator();
  const event = sampleEvent({ count: undefined });
  const written = correlator.correlate(event);
  correlator.updateState({ ...event, count: 1 }, written);
  const repeat = correlator.correlate(event);
  assert.deepEqual([repeat.type, repeat.event.count], ["patch", 2]);
});
