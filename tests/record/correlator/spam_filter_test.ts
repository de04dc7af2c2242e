import assert from "node:assert/strict";
import { test } from "node:test";
import { EventSourceObjectSpamFilter, getSpamKeyWithReason } from "../../../src/client_go/mod.ts";
import { sampleEvent } from "./sample_event.ts";

const clock = { now: () => 0 };

test("EventSourceObjectSpamFilter.accepts() allows each source, object and type a burst of 25", () => {
  const filter = new EventSourceObjectSpamFilter({ clock });
  for (let i = 0; i < 25; i++) assert.equal(filter.accepts(sampleEvent({ reason: `Reason${i}` })), true);
  assert.equal(filter.accepts(sampleEvent()), false);
  assert.equal(filter.accepts(sampleEvent({ type: "Warning" })), true);
  assert.equal(filter.accepts(sampleEvent({ source: { component: "scheduler" } })), true);
  assert.deepEqual(filter.stats(), { size: 3, hits: 25, misses: 3, evictions: 0 });
});

test("EventSourceObjectSpamFilter remembers 4096 keys by default", () => {
  let count = 0;
  const filter = new EventSourceObjectSpamFilter({ clock, spamKey: () => `${++count}` });
  for (let i = 0; i < 4096; i++) filter.accepts(sampleEvent());
  assert.equal(filter.stats().evictions, 0);
  filter.accepts(sampleEvent());
  assert.equal(filter.stats().evictions, 1);
});

test("EventSourceObjectSpamFilter with spamKey getSpamKeyWithReason does not let a chatty reason silence another", () => {
  const filter = new EventSourceObjectSpamFilter({ clock, burst: 1, spamKey: getSpamKeyWithReason });
  assert.equal(filter.accepts(sampleEvent({ reason: "Pulled" })), true);
  assert.equal(filter.accepts(sampleEvent({ reason: "Pulled" })), false);
  assert.equal(filter.accepts(sampleEvent({ reason: "Started" })), true);
});

test("EventSourceObjectSpamFilter accepts Warnings from the reserve once the shared bucket is empty", () => {
  let nowMs = 0;
  const filter = new EventSourceObjectSpamFilter({
    clock: { now: () => nowMs },
    burst: 2,
    qps: 1 / 128,
    spamKey: (event) => event.involvedObject.name ?? "",
    reserve: { warnings: 2 },
  });
  const normal = () => filter.accepts(sampleEvent());
  const warning = () => filter.accepts(sampleEvent({ type: "Warning" }));
  assert.deepEqual([normal(), normal(), normal()], [true, true, false]);
  assert.deepEqual([warning(), warning(), warning(), normal()], [true, true, false, false]);
  nowMs = 128_000;
  assert.deepEqual([normal(), normal(), warning(), warning()], [true, false, true, false]);
});

test("EventSourceObjectSpamFilter accepts the first event of each reason from the reserve", () => {
  const filter = new EventSourceObjectSpamFilter({ clock, burst: 1, reserve: { reasons: 3 } });
  const accepts = (reason: string) => filter.accepts(sampleEvent({ reason }));
  assert.deepEqual([accepts("A"), accepts("A"), accepts("B"), accepts("B")], [true, false, true, false]);
  assert.deepEqual([accepts("C"), accepts("D"), accepts("C")], [true, false, false]);
});

test("EventSourceObjectSpamFilter with a reserve for reasons has none for Warnings", () => {
  const filter = new EventSourceObjectSpamFilter({ clock, burst: 1, reserve: { reasons: 1 } });
  const warning = sampleEvent({ type: "Warning" });
  assert.deepEqual([filter.accepts(warning), filter.accepts(warning)], [true, false]);
});

test("EventSourceObjectSpamFilter rejects invalid options", () => {
  const make = (options: object) => () => new EventSourceObjectSpamFilter(options);
  assert.throws(make({ cacheSize: 0 }), { name: "RangeError", message: /cacheSize must be .*received 0$/ });
  assert.throws(make({ burst: 0 }), { name: "RangeError", message: /burst must be .*received 0$/ });
  assert.throws(make({ qps: -1 }), { name: "RangeError", message: /qps must be .*received -1$/ });
  assert.throws(make({ reserve: { warnings: -1 } }), {
    name: "RangeError",
    message: /reserve.warnings .*received -1$/,
  });
  assert.throws(make({ reserve: { reasons: 0.5 } }), {
    name: "RangeError",
    message: /reserve.reasons .*received 0.5$/,
  });
});
