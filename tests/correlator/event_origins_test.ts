import assert from "node:assert/strict";
import { test } from "node:test";
import { aggregateByReason, type CoreV1Event, getEventKey, getSpamKey, getSpamKeyWithReason } from "../../mod.ts";
import { EventOrigins } from "../../src/correlator/event_origins.ts";
import { seeded } from "../random.ts";
import { sampleEvent } from "./sample_event.ts";

const OBJECT = sampleEvent().involvedObject;

/** Events of one uid that each differ from the first one in a single field. */
const VARIANTS: readonly Partial<CoreV1Event>[] = [
  {},
  { source: { component: "other", host: "node-1" } },
  { source: { component: "kubelet", host: "other" } },
  { involvedObject: { ...OBJECT, kind: "Other" } },
  { involvedObject: { ...OBJECT, namespace: "other" } },
  { involvedObject: { ...OBJECT, name: "other" } },
  { involvedObject: { ...OBJECT, apiVersion: "other" } },
  { type: "Warning" },
  { reason: "Other" },
  { reportingComponent: "other" },
  { reportingInstance: "other" },
];

test("EventOrigins returns one group for equal fields, distinct for each field, with the keys of the exported functions", () => {
  const origins = new EventOrigins(100);
  const known = VARIANTS.map((fields) => origins.of(sampleEvent(fields)));
  assert.equal(new Set(known).size, VARIANTS.length);
  VARIANTS.forEach((fields, i) => {
    for (const fieldPath of ["spec.containers{a}", "spec.containers{b}"]) {
      for (const message of ["one", "two", "one"]) {
        const involvedObject = { ...OBJECT, ...fields.involvedObject, fieldPath };
        const event = sampleEvent({ ...fields, involvedObject, message });
        const group = origins.of(event);
        assert.ok(group === known[i], JSON.stringify(fields));
        assert.equal(group.message, message);
        assert.equal(group.spamKeyWithReason(event), getSpamKeyWithReason(event));
        assert.equal(group.keyOf(event, false), getEventKey(event));
        assert.equal(group.keyOf(event, true), aggregateByReason(event).group);
      }
    }
  });
});

test("EventOrigins treats null and missing fields as empty, as keys do", () => {
  const event = (empty: "" | null | undefined): CoreV1Event => {
    const involvedObject = { kind: empty, namespace: empty, name: empty, uid: empty, apiVersion: empty };
    const source = { component: empty, host: empty };
    const fields = { type: empty, reason: empty, message: empty, reportingComponent: empty, reportingInstance: empty };
    return { metadata: {}, involvedObject, source, ...fields } as unknown as CoreV1Event;
  };
  const events = [event(""), event(null), event(undefined), { metadata: {} } as CoreV1Event];
  for (const first of events) {
    const origins = new EventOrigins(10);
    const group = origins.of(first);
    for (const event of events) assert.ok(origins.of(event) === group);
  }
});

/** Events whose fields may be read a hundred times. */
function withFewReads(event: CoreV1Event): CoreV1Event {
  let reads = 0;
  return new Proxy(event, {
    get(target, field) {
      assert.ok(++reads <= 100, "reads the fields more than 100 times");
      return target[field as keyof CoreV1Event];
    },
  });
}

test("EventOrigins reads an event's fields a few times, even if its object has many groups and origins", () => {
  const origins = new EventOrigins(2000);
  for (let i = 0; i < 1000; i++) {
    origins.of(sampleEvent({ reason: `Reason${i}` }));
    origins.of(sampleEvent({ source: { component: "kubelet", host: `node-${i}` } }));
  }
  origins.of(withFewReads(sampleEvent({ reason: "Reason7" })));
});

test("EventOrigins reads the fields of an event a few times after the latest group of its origin was evicted", () => {
  const origins = new EventOrigins(2);
  for (const reason of ["A", "B", "A"]) origins.of(sampleEvent({ reason }));
  origins.of(sampleEvent({ source: { component: "kubelet", host: "other" } }));
  origins.of(withFewReads(sampleEvent({ reason: "B" })));
});

/** The records of the latest `size` keys. */
class LatestKeys<R> {
  readonly #records = new Map<string, R>();
  readonly #seen = new Set<R>();
  readonly #size: number;

  constructor(size: number) {
    this.#size = size;
  }

  /** Returns the record of a key, which becomes the most recently used; sets `record`, a new one, if it has none. */
  use(key: string, record: R): R | undefined {
    const known = this.#records.get(key) ?? (this.#seen.has(record) ? undefined : record);
    if (known === undefined) return undefined;
    this.#seen.add(known);
    this.#records.delete(key);
    if (this.#records.size === this.#size) this.#records.delete([...this.#records.keys()][0]!);
    this.#records.set(key, known);
    return known;
  }
}

test("EventOrigins evicts the origins and groups that LRU caches by their keys would, with few or many of an object", () => {
  for (const [seed, size] of [[1, 1], [2, 2], [3, 7], [4, 40], [5, 100], [6, 100]] as const) {
    const random = seeded(seed);
    const below = (limit: number): number => Math.floor(random() * limit);
    const origins = new EventOrigins(size);
    const [latestOrigins, latestGroups] = [new LatestKeys<unknown>(size), new LatestKeys<unknown>(size)];
    let [hosts, reasons] = [1, 1];
    for (let step = 0; step < 5000; step++) {
      if (step % 200 === 0) [hosts, reasons] = [[1, 20, 60][below(3)]!, [1, 20, 60][below(3)]!];
      const event = sampleEvent({
        involvedObject: { ...OBJECT, name: `web-${below(6)}`, uid: below(2) ? "" : `uid-${below(6)}` },
        source: { component: "kubelet", host: `node-${below(hosts)}` },
        reason: `Reason${below(reasons)}`,
      });
      const group = origins.of(event);
      // Not with assert.equal(), which prints both records: each leads to all others.
      assert.ok(latestOrigins.use(getSpamKey(event), group.origin) === group.origin, `origin, seed ${seed}, ${step}`);
      assert.ok(latestGroups.use(aggregateByReason(event).group, group) === group, `group, seed ${seed}, ${step}`);
    }
    const stats = origins.stats();
    for (const { size: kept, hits, misses, evictions } of [stats.origins, stats.groups]) {
      assert.equal(hits + misses, 5000);
      assert.equal(kept, Math.min(size, misses));
      assert.equal(evictions, misses - kept);
    }
  }
});

test("EventOrigins tolerates fields that are not strings, also when many have the same key", () => {
  const origins = new EventOrigins(10);
  for (let i = 0; i < 200; i++) {
    const namespace = (i < 150 ? { i } : NaN) as unknown as string;
    const reason = (i % 2 === 0 ? [i] : NaN) as unknown as string;
    origins.of(sampleEvent({ involvedObject: { ...OBJECT, namespace }, reason }));
  }
  const event = sampleEvent();
  assert.ok(origins.of(event) === origins.of(event));
  assert.equal(origins.stats().origins.size, 10);
});
