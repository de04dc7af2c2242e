import assert from "node:assert/strict";
import { test } from "node:test";
import type { CoreV1Event } from "../../../mod.ts";
import {
  aggregateByReason,
  EventCorrelator,
  getEventKey,
  getSpamKey,
  getSpamKeyWithReason,
} from "../../../src/client_go/mod.ts";
import {
  ComparedGroups,
  type EventGroup,
  KeyedGroups,
  type Origin,
  Origins,
} from "../../../src/record/correlator/event_groups.ts";
import { Records, SpamTokens } from "../../../src/record/correlator/records.ts";
import { seeded, seeds } from "../../random.ts";
import { sampleEvent } from "./sample_event.ts";

const OBJECT = sampleEvent().involvedObject;
const SPAM_LIMIT = { burst: 3, qps: 0.1, warnings: undefined, maxReasons: 0 };

function comparedGroups(cacheSize: number): ComparedGroups {
  return new ComparedGroups(cacheSize, new Origins(cacheSize, SPAM_LIMIT));
}

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

test("ComparedGroups returns one group for equal fields, distinct for each field, with the keys of the exported functions", () => {
  const groups = comparedGroups(100);
  const known = VARIANTS.map((fields) => groups.of(sampleEvent(fields)));
  assert.equal(new Set(known).size, VARIANTS.length);
  VARIANTS.forEach((fields, i) => {
    for (const fieldPath of ["spec.containers{a}", "spec.containers{b}"]) {
      for (const message of ["one", "two", "one"]) {
        const involvedObject = { ...OBJECT, ...fields.involvedObject, fieldPath };
        const event = sampleEvent({ ...fields, involvedObject, message });
        const group = groups.of(event);
        assert.ok(group === known[i], JSON.stringify(fields));
        assert.equal(group.local, message);
        assert.equal(group.spamKeyWithReason(event), getSpamKeyWithReason(event));
        assert.equal(group.keyOf(event, false), getEventKey(event));
        assert.equal(group.keyOf(event, true), aggregateByReason(event).group);
      }
    }
  });
});

test("ComparedGroups treats null and missing fields as empty, as keys do", () => {
  const event = (empty: "" | null | undefined): CoreV1Event => {
    const involvedObject = { kind: empty, namespace: empty, name: empty, uid: empty, apiVersion: empty };
    const source = { component: empty, host: empty };
    const fields = { type: empty, reason: empty, message: empty, reportingComponent: empty, reportingInstance: empty };
    return { metadata: {}, involvedObject, source, ...fields } as unknown as CoreV1Event;
  };
  const events = [event(""), event(null), event(undefined), { metadata: {} } as CoreV1Event];
  for (const first of events) {
    const groups = comparedGroups(10);
    const group = groups.of(first);
    for (const event of events) assert.ok(groups.of(event) === group);
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

test("ComparedGroups reads an event's fields a few times, even if its object has many groups and origins", () => {
  const groups = comparedGroups(2000);
  for (let i = 0; i < 1000; i++) {
    groups.of(sampleEvent({ reason: `Reason${i}` }));
    groups.of(sampleEvent({ source: { component: "kubelet", host: `node-${i}` } }));
  }
  groups.of(withFewReads(sampleEvent({ reason: "Reason7" })));
});

test("ComparedGroups reads the fields of an event a few times after the latest group of its origin was evicted", () => {
  const groups = comparedGroups(2);
  for (const reason of ["A", "B", "A"]) groups.of(sampleEvent({ reason }));
  groups.of(sampleEvent({ source: { component: "kubelet", host: "other" } }));
  groups.of(withFewReads(sampleEvent({ reason: "B" })));
});

/** Pairs two ways to find records: a record of one always has the same partner. */
class Pairs {
  readonly #partners = new Map<object, object>();

  match(one: object, other: object): boolean {
    if (!this.#partners.has(one) && !this.#partners.has(other)) this.#partners.set(one, other).set(other, one);
    return this.#partners.get(one) === other && this.#partners.get(other) === one;
  }
}

for (const [size, seed] of [1, 2, 7, 40, 100, 200].flatMap((size) => seeds(1).map((seed) => [size, seed] as const))) {
  test(`groups and tokens are the same by fields as by keys, with caches of ${size} (seed ${seed})`, () => {
    const random = seeded(seed + size);
    const below = (limit: number): number => Math.floor(random() * limit);
    const limit = { maxEvents: 3, maxIntervalMs: 20_000 };
    const spamLimit = { burst: 3, qps: 0.1, warnings: { burst: 2, qps: 0.1 }, maxReasons: 2 };
    const origins = new Origins(size, spamLimit);
    const compared = new ComparedGroups(size, origins);
    const keyed = new KeyedGroups(size, { aggregateKey: aggregateByReason, eventKey: getEventKey });
    const tokens = new Records(size, () => new SpamTokens(spamLimit));
    const pairs = new Pairs();
    let [nowMs, objects, hosts, reasons] = [0, 1, 1, 1];
    for (let step = 0; step < 5000; step++) {
      nowMs += below(500) === 0 ? 20_000 + below(2) : below(1000);
      // An object has few or many, so that its records form lists or maps.
      if (step % 200 === 0) [objects, hosts, reasons] = [[1, 6][below(2)]!, [1, 60][below(2)]!, [1, 20, 60][below(3)]!];
      const event = sampleEvent({
        involvedObject: {
          ...OBJECT,
          name: `web-${below(objects)}`,
          uid: below(2) ? "" : `uid-${below(objects)}`,
          fieldPath: below(3) ? undefined : `spec.containers{${below(2)}}`,
        },
        source: { component: "kubelet", host: `node-${below(hosts)}` },
        type: below(4) ? "Normal" : "Warning",
        reason: `Reason${below(reasons)}`,
        message: below(5) ? `message ${below(8)}` : undefined,
        reportingComponent: below(9) ? "kubelet" : undefined,
      });
      const where = `step ${step}`;
      const [byFields, byKey]: EventGroup[] = [compared.of(event), keyed.of(event)];
      // Not with assert.equal(), which prints both records: each leads to all others.
      assert.ok(pairs.match(byFields!, byKey!), where);
      assert.equal(byFields!.local, byKey!.local, where);
      const isCombined = byFields!.add(nowMs, limit);
      assert.equal(byKey!.add(nowMs, limit), isCombined, where);
      assert.equal(byFields!.keyOf(event, isCombined), byKey!.keyOf(event, isCombined), where);
      assert.equal(byFields!.spamKeyWithReason(event), byKey!.spamKeyWithReason(event), where);

      const origin: Origin = byFields!.origin!;
      const spamTokens = tokens.of(getSpamKey(event));
      assert.ok(pairs.match(origin, spamTokens), where);
      assert.equal(origin.key, getSpamKey(event), where);
      assert.equal(origin.accepts(event, nowMs), spamTokens.accepts(event, nowMs), where);
    }
    assert.deepEqual(compared.stats(), keyed.stats());
    assert.deepEqual(origins.stats(), tokens.stats());
    assert.ok(keyed.stats().hits > 0 && (size > 100 || keyed.stats().evictions > 100), JSON.stringify(keyed.stats()));
  });
}

test("ComparedGroups tolerates fields that are not strings, also when many have the same key", () => {
  const groups = comparedGroups(10);
  for (let i = 0; i < 200; i++) {
    const namespace = (i < 150 ? { i } : NaN) as unknown as string;
    const reason = (i % 2 === 0 ? [i] : NaN) as unknown as string;
    groups.of(sampleEvent({ involvedObject: { ...OBJECT, namespace }, reason }));
  }
  const event = sampleEvent();
  assert.ok(groups.of(event) === groups.of(event));
  assert.equal(groups.stats().size, 10);
});

test("EventCorrelator counts by its identity, even with the built-in aggregateKey", () => {
  const correlator = new EventCorrelator({ identity: ({ reason }) => reason!, aggregateKey: aggregateByReason });
  assert.equal(correlator.correlate(sampleEvent({ message: "one" })).type, "create");
  assert.equal(correlator.correlate(sampleEvent({ message: "two" })).type, "patch");
});
