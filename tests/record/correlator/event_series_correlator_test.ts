import { test } from "node:test";
import assert from "node:assert/strict";
import type { Correlation, EventsV1Event } from "../../../mod.ts";
import { correlatorFor, EventSeriesCorrelator, formatMicroTime } from "../../../src/client_go/mod.ts";
import { FakeClock } from "../../../src/serve/testing/mod.ts";
import { seeded } from "../../random.ts";

const MINUTE_MS = 60_000;
let names = 0;

/** An event as built by a recorder, with a unique name. */
function anEvent(note = "Back-off restarting failed container", changes: Partial<EventsV1Event> = {}): EventsV1Event {
  return {
    apiVersion: "events.k8s.io/v1",
    kind: "Event",
    metadata: { name: `web.${names++}`, namespace: "shop" },
    eventTime: "2026-01-01T00:00:00.000000Z",
    reportingController: "example.com/kubelet",
    reportingInstance: "kubelet-1",
    action: "Restart",
    reason: "BackOff",
    regarding: { apiVersion: "v1", kind: "Pod", namespace: "shop", name: "web", uid: "1234", resourceVersion: "7" },
    note,
    type: "Warning",
    ...changes,
  };
}

/** A decision in short: the verb and the resulting count. */
function short({ type, event }: Correlation<EventsV1Event>): string {
  return type === "skip" ? type : `${type} ${event.series?.count ?? 1}`;
}

function setUp(options = {}): { clock: FakeClock; correlator: EventSeriesCorrelator } {
  const clock = new FakeClock("2026-01-01T00:00:00Z");
  return { clock, correlator: new EventSeriesCorrelator({ clock, ...options }) };
}

test("EventSeriesCorrelator creates the first event, patches the second into a series, then counts", () => {
  const { clock, correlator } = setUp();
  const first = anEvent();
  assert.deepEqual(correlator.correlate(first).event, first);
  clock.step(1500);
  const second = correlator.correlate(anEvent());
  assert.ok(second.type === "patch");
  const series = { count: 2, lastObservedTime: "2026-01-01T00:00:01.500000Z" };
  assert.deepEqual(second.event, { ...first, series });
  assert.deepEqual(second.patch, [{ op: "add", path: "/series", value: series }]);
  const third = anEvent();
  const skipped = correlator.correlate(third);
  assert.equal(skipped.record?.isAhead, true);
  assert.deepEqual(skipped, { type: "skip", key: second.key, event: third, because: "series", record: second.record });
});

test("EventSeriesCorrelator does not modify its input", () => {
  const { correlator } = setUp({ maxNotes: 1 });
  const events = ["a", "a", "b", "b", "c"].map((note) => anEvent(note));
  const copies = structuredClone(events);
  for (const event of events) correlator.correlate(event);
  assert.deepEqual(events, copies);
});

test("EventSeriesCorrelator continues a series if only the object's resourceVersion changed, and starts another for any other field", () => {
  const { correlator } = setUp();
  const event = anEvent();
  assert.equal(short(correlator.correlate(event)), "create 1");
  const changed = { ...event.regarding, resourceVersion: "8" };
  assert.equal(short(correlator.correlate({ ...event, regarding: changed })), "patch 2");
  const others: Partial<EventsV1Event>[] = [
    { type: "Normal" },
    { reason: "Killing" },
    { action: "Stop" },
    { reportingController: "example.com/other" },
    { reportingInstance: "kubelet-2" },
    { related: { kind: "Node", name: "node-1" } },
    { regarding: { ...event.regarding, uid: "5678" } },
    { regarding: { ...event.regarding, fieldPath: "spec.containers{web}" } },
    // These equal the first one when joined by a separator.
    { reason: "BackOffRestart", action: "" },
  ];
  for (const other of others) {
    assert.equal(short(correlator.correlate({ ...event, ...other })), "create 1", JSON.stringify(other));
  }
});

test("EventSeriesCorrelator counts by seriesKey", () => {
  const { correlator } = setUp({ seriesKey: ({ reason = "" }: EventsV1Event) => reason });
  correlator.correlate(anEvent());
  const elsewhere = { kind: "Pod", name: "another" };
  assert.equal(short(correlator.correlate(anEvent(undefined, { regarding: elsewhere }))), "patch 2");
  // Keys that are plain strings stay distinct from the notes that follow them.
  assert.equal(short(correlator.correlate(anEvent("=b", { reason: "a" }))), "create 1");
  assert.equal(short(correlator.correlate(anEvent("b", { reason: "a=" }))), "create 1");
  assert.equal(short(correlator.correlate(anEvent("", { reason: "a=b" }))), "create 1");
});

test("EventSeriesCorrelator counts by identity instead of the note, and names a combined event by the identity without a note", () => {
  const identity = ({ note = "" }: EventsV1Event): string => note.slice(0, 1);
  const names = ["c1", "d1"].map((third) => {
    const { correlator } = setUp({ identity, maxNotes: 2 });
    const decisions = ["a1", "a2", "b1", third].map((note) => correlator.correlate(anEvent(note)));
    assert.deepEqual(decisions.map(short), ["create 1", "patch 2", "create 1", "create 1"]);
    assert.equal(decisions[3]!.event.note, `(combined from similar events): ${third}`);
    return decisions[3]!.event.metadata.name;
  });
  assert.equal(names[0], names[1]);
});

test("EventSeriesCorrelator keeps maxNotes distinct notes, and combines all others into one event", () => {
  const { correlator } = setUp({ maxNotes: 2 });
  const decide = (note: string): string => short(correlator.correlate(anEvent(note)));
  assert.equal(decide("a"), "create 1");
  assert.equal(decide("b"), "create 1");
  const combined = correlator.correlate(anEvent("c"));
  assert.equal(combined.type, "create");
  assert.equal(combined.event.note, "(combined from similar events): c");
  assert.deepEqual(["d", "e", "a", "b", "a"].map(decide), ["patch 2", "skip", "patch 2", "patch 2", "skip"]);
  assert.equal(short(correlator.correlate(anEvent("z", { reason: "Other" }))), "create 1");
  const counts = correlator.takeTrailingWrites().map(({ event }) => [event.note, event.series?.count]);
  assert.deepEqual(counts, [["a", 3], ["(combined from similar events): c", 3]]);
});

test("EventSeriesCorrelator keeps combining while other notes arrive, even after the first notes finished", () => {
  const { clock, correlator } = setUp({ maxNotes: 1 });
  correlator.correlate(anEvent("a"));
  for (let i = 0; i < 10; i++) {
    assert.equal(correlator.correlate(anEvent(`note ${i}`)).type, i === 0 ? "create" : i === 1 ? "patch" : "skip");
    clock.step(MINUTE_MS);
    correlator.sweep();
  }
  clock.step(7 * MINUTE_MS);
  correlator.sweep();
  assert.equal(correlator.stats().size, 0);
  assert.equal(correlator.correlate(anEvent("new")).event.note, "new");
  assert.match(correlator.correlate(anEvent("newer")).event.note!, /^\(combined/);
});

test("EventSeriesCorrelator keeps combining after a combined event finished, while the first notes have not", () => {
  const { clock, correlator } = setUp({ maxNotes: 1 });
  correlator.correlate(anEvent("a"));
  correlator.correlate(anEvent("b"));
  for (let minute = 0; minute < 7; minute++) {
    clock.step(MINUTE_MS);
    correlator.correlate(anEvent("a"));
    correlator.sweep();
  }
  assert.equal(correlator.stats().size, 1);
  assert.equal(correlator.correlate(anEvent("c")).event.note, "(combined from similar events): c");
});

test("EventSeriesCorrelator combines past maxNotes even after it forgot one of several notes", () => {
  const { correlator } = setUp({ maxNotes: 2 });
  const [first] = ["a", "b"].map((note) => correlator.correlate(anEvent(note)));
  first!.record!.forget();
  const notes = ["c", "d"].map((note) => correlator.correlate(anEvent(note)).event.note);
  assert.deepEqual(notes, ["c", "(combined from similar events): d"]);
});

test("EventSeriesCorrelator truncates a combined note to 1024 bytes", () => {
  const { correlator } = setUp({ maxNotes: 1 });
  correlator.correlate(anEvent("a"));
  const { event } = correlator.correlate(anEvent("é".repeat(512)));
  assert.match(event.note!, /^\(combined from similar events\): é+…é+$/);
  assert.ok(new TextEncoder().encode(event.note!).length <= 1024);
});

test("EventSeriesCorrelator refreshes an active series every 30 minutes (refreshAfterMs)", () => {
  const { clock, correlator } = setUp();
  const decisions: string[] = [];
  for (let minute = 0; minute <= 65; minute++) {
    const correlation = correlator.correlate(anEvent());
    if (correlation.type !== "skip") decisions.push(`${minute}: ${short(correlation)}`);
    decisions.push(...correlator.sweep().map((due) => `${minute}: swept ${short(due)}`));
    clock.step(MINUTE_MS);
  }
  assert.deepEqual(decisions, ["0: create 1", "1: patch 2", "31: patch 32", "61: patch 62"]);
});

test("EventSeriesCorrelator.sweep() refreshes a due series without a further repeat", () => {
  const { clock, correlator } = setUp({ finishAfterMs: 100 * MINUTE_MS });
  for (let i = 0; i < 3; i++) correlator.correlate(anEvent());
  clock.step(30 * MINUTE_MS - 1);
  assert.deepEqual(correlator.sweep(), []);
  clock.step(1);
  assert.deepEqual(correlator.sweep().map(short), ["patch 3"]);
  assert.deepEqual(correlator.sweep(), []);
});

test("EventSeriesCorrelator.sweep() finishes a series idle for 6 minutes, with its last count and time (finishAfterMs)", () => {
  const { clock, correlator } = setUp();
  const first = anEvent();
  correlator.correlate(first);
  clock.step(1000);
  for (let i = 0; i < 9; i++) correlator.correlate(anEvent());
  const lastObservedTime = formatMicroTime(clock.now());
  clock.step(6 * MINUTE_MS);
  assert.deepEqual(correlator.sweep(), []);
  clock.step(1);
  const over = correlator.sweep();
  assert.deepEqual(over.map(({ event }) => event), [{ ...first, series: { count: 10, lastObservedTime } }]);
  assert.equal(correlator.stats().size, 0);
  assert.equal(short(correlator.correlate(anEvent())), "create 1");
});

test("EventSeriesCorrelator.sweep() drops isolated events without a write", () => {
  const { clock, correlator } = setUp();
  correlator.correlate(anEvent());
  clock.step(6 * MINUTE_MS + 1);
  assert.deepEqual(correlator.sweep(), []);
  assert.equal(correlator.stats().size, 0);
});

test("EventSeriesCorrelator.sweep() omits counts that the server already has", () => {
  const { clock, correlator } = setUp();
  correlator.correlate(anEvent());
  const written = correlator.correlate(anEvent());
  correlator.updateState({ ...written.event, metadata: { ...written.event.metadata, uid: "9" } }, written);
  clock.step(6 * MINUTE_MS + 1);
  assert.deepEqual(correlator.sweep(), []);
  assert.equal(correlator.stats().size, 0);
});

test("EventSeriesCorrelator.sweep() returns a count again if its write failed", () => {
  const { clock, correlator } = setUp();
  correlator.correlate(anEvent());
  assert.equal(short(correlator.correlate(anEvent())), "patch 2");
  clock.step(6 * MINUTE_MS + 1);
  assert.deepEqual(correlator.sweep().map(short), ["patch 2"]);
});

test("EventSeriesCorrelator.sweep() returns the count of a patch again if only its create was answered", () => {
  const { clock, correlator } = setUp();
  const created = correlator.correlate(anEvent());
  correlator.correlate(anEvent());
  correlator.updateState(created.event, created);
  clock.step(6 * MINUTE_MS + 1);
  assert.deepEqual(correlator.sweep().map(short), ["patch 2"]);
});

test("EventSeriesCorrelator adds to a series the repeats since its latest write", () => {
  const { correlator } = setUp();
  const added = [1, 2, 3, 4].map(() => correlator.correlate(anEvent())).concat(correlator.takeTrailingWrites());
  assert.deepEqual(added.map((one) => one.type === "patch" ? one.added : one.type), ["create", 1, "skip", "skip", 2]);
});

test("EventSeriesCorrelator patches a series at the version of the server's latest answer", () => {
  const { correlator } = setUp();
  const created = correlator.correlate(anEvent());
  const metadata = { ...created.event.metadata, resourceVersion: "7" };
  correlator.updateState({ ...created.event, metadata }, created);
  assert.deepEqual(correlator.correlate(anEvent()).event.metadata, metadata);
});

test("EventSeriesCorrelator.updateState() finds events by name, even without the written event", () => {
  const { clock, correlator } = setUp();
  correlator.correlate(anEvent());
  const { event } = correlator.correlate(anEvent());
  correlator.updateState({ ...event, metadata: { ...event.metadata, name: "of-another-series" } });
  correlator.updateState({ ...event, metadata: {}, reason: "NeverSeen" });
  clock.step(6 * MINUTE_MS + 1);
  assert.equal(correlator.sweep().length, 1);
  correlator.correlate(anEvent());
  const written = correlator.correlate(anEvent());
  correlator.updateState(written.event);
  clock.step(6 * MINUTE_MS + 1);
  assert.equal(correlator.sweep().length, 0);
});

test("CountRecord.forget() makes an EventSeriesCorrelator create the next event, unless another one has its key", () => {
  const { correlator } = setUp();
  const first = correlator.correlate(anEvent());
  first.record!.forget();
  assert.equal(short(correlator.correlate(anEvent())), "create 1");
  first.record!.forget();
  assert.equal(short(correlator.correlate(anEvent())), "patch 2");
});

test("EventSeriesCorrelator.takeTrailingWrites() returns each count that is ahead once", () => {
  const { clock, correlator } = setUp();
  for (let i = 0; i < 5; i++) correlator.correlate(anEvent("a"));
  clock.step(1000);
  for (let i = 0; i < 3; i++) correlator.correlate(anEvent("b"));
  for (let i = 0; i < 2; i++) correlator.correlate(anEvent("c"));
  correlator.correlate(anEvent("d"));
  assert.equal(correlator.stats().ahead, 2);
  assert.deepEqual(correlator.takeTrailingWrites(500).map(short), ["patch 5"]);
  assert.deepEqual(correlator.takeTrailingWrites().map(short), ["patch 3"]);
  assert.deepEqual(correlator.takeTrailingWrites(), []);
  assert.equal(short(correlator.correlate(anEvent("a"))), "skip");
  assert.deepEqual(correlator.takeTrailingWrites().map(short), ["patch 6"]);
});

test("EventSeriesCorrelator returns counts and finishes series even after the clock stepped back", () => {
  const { clock, correlator } = setUp();
  for (let repeats = 0; repeats < 15; repeats++) correlator.correlate(anEvent());
  clock.step(-1);
  assert.deepEqual(correlator.takeTrailingWrites().map(short), ["patch 15"]);

  correlator.correlate(anEvent());
  clock.step(-60 * MINUTE_MS);
  assert.deepEqual(correlator.sweep(), []);
  clock.step(6 * MINUTE_MS + 1);
  assert.deepEqual(correlator.sweep().map(short), ["patch 16"]);
  assert.equal(correlator.stats().size, 0);
});

test("EventSeriesCorrelator refreshes a series even after the clock stepped back", () => {
  const { clock, correlator } = setUp();
  for (let repeats = 0; repeats < 3; repeats++) correlator.correlate(anEvent());
  clock.step(-24 * 60 * MINUTE_MS);
  assert.equal(short(correlator.correlate(anEvent())), "skip");
  clock.step(30 * MINUTE_MS);
  assert.equal(short(correlator.correlate(anEvent())), "patch 5");
});

test("EventSeriesCorrelator caps counts at the largest int32", () => {
  const { correlator } = setUp();
  const series = { count: 2 ** 31 - 2, lastObservedTime: "2026-01-01T00:00:00.000000Z" };
  correlator.correlate(anEvent(undefined, { series }));
  for (let repeats = 0; repeats < 3; repeats++) correlator.correlate(anEvent());
  assert.deepEqual(correlator.takeTrailingWrites().map(short), ["patch 2147483647"]);
  correlator.correlate(anEvent());
  assert.deepEqual(correlator.takeTrailingWrites(), []);
});

test("EventSeriesCorrelator keeps cacheSize events, and returns the count of an evicted one", () => {
  const { correlator } = setUp({ cacheSize: 2 });
  for (let i = 0; i < 5; i++) correlator.correlate(anEvent("a"));
  correlator.correlate(anEvent("b"));
  const c = correlator.correlate(anEvent("c"));
  assert.deepEqual([c.type, c.evicted?.type], ["create", "patch"]);
  assert.equal(c.evicted?.event.note, "a");
  assert.equal(c.evicted?.event.series?.count, 5);
  const d = correlator.correlate(anEvent("d"));
  assert.ok(d.type === "create" && d.evicted === undefined);
  assert.deepEqual(correlator.stats(), { size: 2, ahead: 0, evictions: 2 });
});

test("EventSeriesCorrelator loses no count to evictions of a small cacheSize under random events", () => {
  const { clock, correlator } = setUp({ cacheSize: 7, maxNotes: 3 });
  const random = seeded(42);
  const below = (limit: number): number => Math.floor(random() * limit);
  const counts = new Map<string, number>();
  const write = (correlation: Correlation<EventsV1Event> | undefined): void => {
    if (correlation === undefined || correlation.type === "skip") return;
    const { metadata, series } = correlation.event;
    assert.ok((counts.get(metadata.name!) ?? 0) < (series?.count ?? 1), "counts only rise");
    counts.set(metadata.name!, series?.count ?? 1);
    correlator.updateState(correlation.event, correlation);
  };
  const total = 20_000;
  for (let i = 0; i < total; i++) {
    const correlation = correlator.correlate(anEvent(`note ${below(6)}`, { reason: `Reason${below(4)}` }));
    write(correlation.evicted);
    write(correlation);
    clock.step(below(30_000));
    if (i % 10 === 0) correlator.sweep().forEach(write);
    assert.ok(correlator.stats().size <= 7);
  }
  correlator.takeTrailingWrites().forEach(write);
  assert.equal([...counts.values()].reduce((sum, count) => sum + count, 0), total);
});

test("EventSeriesCorrelator.sweepAfterMs is the time until the next sweep, and undefined without one", () => {
  const { clock, correlator } = setUp();
  assert.equal(correlator.sweepAfterMs, undefined);
  correlator.correlate(anEvent());
  assert.equal(correlator.sweepAfterMs, MINUTE_MS);
  clock.step(6 * MINUTE_MS + 1);
  correlator.sweep();
  assert.equal(correlator.sweepAfterMs, undefined);
});

test("correlatorFor() sweeps the chosen correlators", () => {
  const { clock, correlator } = setUp();
  const slower = new EventSeriesCorrelator({ clock, finishAfterMs: 12 * MINUTE_MS });
  const both = correlatorFor<EventsV1Event>(({ type, action }) =>
    action === "Audit" ? false : type === "Warning" ? correlator : slower
  );
  assert.equal(both.sweepAfterMs, undefined);
  both.correlate(anEvent("as is", { action: "Audit" }));
  assert.deepEqual([both.sweepAfterMs, both.sweep!()], [undefined, []]);
  for (let i = 0; i < 3; i++) both.correlate(anEvent("slow", { type: "Normal" }));
  assert.equal(both.sweepAfterMs, 2 * MINUTE_MS);
  for (let i = 0; i < 2; i++) both.correlate(anEvent("fast"));
  assert.equal(both.sweepAfterMs, MINUTE_MS);
  clock.step(6 * MINUTE_MS + 1);
  assert.deepEqual(both.sweep!().map(({ event }) => event.note), ["fast"]);
  clock.step(6 * MINUTE_MS);
  assert.deepEqual(both.sweep!().map(({ event }) => event.note), ["slow"]);
});

test("EventSeriesCorrelator continues an event that already has a series", () => {
  const { correlator } = setUp();
  const series = { count: 5, lastObservedTime: "2026-01-01T00:00:00.000000Z" };
  assert.equal(short(correlator.correlate(anEvent(undefined, { series }))), "create 5");
  correlator.correlate(anEvent());
  assert.deepEqual(correlator.takeTrailingWrites().map(short), ["patch 6"]);
});

test("EventSeriesCorrelator combines no notes with maxNotes: Infinity", () => {
  const { correlator } = setUp({ maxNotes: Infinity });
  const notes = Array.from({ length: 100 }, (_, index) => `note ${index}`);
  assert.deepEqual(notes.map((note) => correlator.correlate(anEvent(note)).event.note), notes);
});

test("EventSeriesCorrelator rejects invalid options", () => {
  for (const name of ["cacheSize", "maxNotes"]) {
    for (const value of [0, -1, 1.5, NaN]) {
      const rule = `a positive integer${name === "maxNotes" ? " or Infinity" : ""}`;
      assert.throws(() => new EventSeriesCorrelator({ [name]: value }), {
        name: "RangeError",
        message: `Cannot create an EventSeriesCorrelator: ${name} must be ${rule}, received ${value}`,
      });
    }
  }
  assert.throws(() => new EventSeriesCorrelator({ seriesKey: "x" as never }), {
    name: "TypeError",
    message: 'Cannot create an EventSeriesCorrelator: seriesKey must be a function, received "x"',
  });
  for (const name of ["finishAfterMs", "refreshAfterMs"]) {
    for (const value of [0, -1, NaN, "3"]) {
      assert.throws(() => new EventSeriesCorrelator({ [name]: value }), RangeError);
    }
  }
});

test("EventSeriesCorrelator combines events without a note", () => {
  const { correlator } = setUp({ maxNotes: 1 });
  correlator.correlate(anEvent("first"));
  const { note: _note, ...silent } = anEvent("second");
  assert.equal(correlator.correlate(silent).event.note, "(combined from similar events): ");
});

test("EventSeriesCorrelator.correlate() throws if a function of its options is async, and ignores the rejection", () => {
  for (const name of ["identity", "seriesKey"] as const) {
    const correlator = new EventSeriesCorrelator({ [name]: () => Promise.reject(new Error("Never")) as never });
    assert.throws(() => correlator.correlate(anEvent()), {
      name: "TypeError",
      message: `${name} must return a string, received [object Promise]`,
    });
  }
});

test("EventSeriesCorrelator.stats() counts evictions, and none before the cache is full", () => {
  const { correlator } = setUp({ cacheSize: 2 });
  const evictions = ["A", "B", "C", "D"].map((reason) => {
    correlator.correlate(anEvent("m", { reason }));
    return correlator.stats().evictions;
  });
  assert.deepEqual(evictions, [0, 0, 1, 2]);
});

test("EventSeriesCorrelator.sweep() returns a count after exactly half of trailingIntervalMs, even of 1 ms", () => {
  for (const trailingIntervalMs of [1, 1000]) {
    const { clock, correlator } = setUp({ trailingIntervalMs });
    for (let i = 0; i < 3; i++) correlator.correlate(anEvent());
    assert.deepEqual(correlator.sweep(), []);
    clock.step(Math.ceil(trailingIntervalMs / 2));
    assert.deepEqual(correlator.sweep().map(short), ["patch 3"]);
  }
});
