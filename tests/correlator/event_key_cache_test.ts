import assert from "node:assert/strict";
import { test } from "node:test";
import { aggregateByReason, type CoreV1Event, getEventKey, getSpamKey, getSpamKeyWithReason } from "../../mod.ts";
import { EventKeyCache } from "../../src/correlator/event_key_cache.ts";
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
  { involvedObject: { ...OBJECT, fieldPath: "other" } },
  { involvedObject: { ...OBJECT, apiVersion: "other" } },
  { type: "Warning" },
  { reason: "Other" },
  { reportingComponent: "other" },
  { reportingInstance: "other" },
];

test("EventKeyCache returns the keys of getEventKey() and aggregateByReason(), distinct for each field", () => {
  const cache = new EventKeyCache(10);
  const known = VARIANTS.map((fields) => cache.of(sampleEvent(fields)));
  assert.equal(new Set(known).size, VARIANTS.length);
  VARIANTS.forEach((fields, i) => {
    for (const message of ["one", "two", "one"]) {
      const event = sampleEvent({ ...fields, message });
      const keys = cache.of(event);
      assert.equal(keys, known[i], JSON.stringify(fields));
      assert.deepEqual(
        [keys.event, keys.spam, keys.spamWithReason, keys.group, keys.local],
        [getEventKey(event), getSpamKey(event), getSpamKeyWithReason(event), aggregateByReason(event).group, message],
      );
    }
  });
});

test("EventKeyCache clears itself when full, and the keys of an object with too many events", () => {
  const about = (uid: string, reason = "Pulled"): CoreV1Event =>
    sampleEvent({ involvedObject: { ...OBJECT, uid }, reason });
  const cache = new EventKeyCache(2);
  const first = cache.of(about("a"));
  cache.of(about("b"));
  assert.equal(cache.of(about("a")), first);
  cache.of(about("c"));
  assert.notEqual(cache.of(about("a")), first);

  const many = new EventKeyCache(2);
  const kept = many.of(about("a", "Reason0"));
  for (let i = 1; i < 16; i++) many.of(about("a", `Reason${i}`));
  assert.equal(many.of(about("a", "Reason0")), kept);
  many.of(about("a", "Reason16"));
  assert.notEqual(many.of(about("a", "Reason0")), kept);
});
