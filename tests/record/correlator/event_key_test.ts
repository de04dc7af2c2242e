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
import { sampleEvent } from "./sample_event.ts";

/** The string fields that a key may contain, each with a setter. */
const FIELDS: Record<string, (text: string) => Partial<CoreV1Event>> = {
  component: (component) => ({ source: { component } }),
  host: (host) => ({ source: { host } }),
  kind: (kind) => ({ involvedObject: { kind } }),
  namespace: (namespace) => ({ involvedObject: { namespace } }),
  name: (name) => ({ involvedObject: { name } }),
  fieldPath: (fieldPath) => ({ involvedObject: { fieldPath } }),
  uid: (uid) => ({ involvedObject: { uid } }),
  apiVersion: (apiVersion) => ({ involvedObject: { apiVersion } }),
  type: (type) => ({ type }),
  reason: (reason) => ({ reason }),
  message: (message) => ({ message }),
  reportingComponent: (reportingComponent) => ({ reportingComponent }),
  reportingInstance: (reportingInstance) => ({ reportingInstance }),
};

const KEYS: Record<string, { key: (event: CoreV1Event) => string; without: string[] }> = {
  getEventKey: { key: getEventKey, without: ["reportingComponent", "reportingInstance"] },
  getSpamKey: {
    key: getSpamKey,
    without: ["fieldPath", "reason", "message", "reportingComponent", "reportingInstance"],
  },
  getSpamKeyWithReason: {
    key: getSpamKeyWithReason,
    without: ["fieldPath", "message", "reportingComponent", "reportingInstance"],
  },
  aggregateByReason: { key: (event) => aggregateByReason(event).group, without: ["fieldPath", "message"] },
};

/** An event with only these fields. */
function eventOf(texts: Record<string, string>): CoreV1Event {
  let event: CoreV1Event = { metadata: {}, involvedObject: {} };
  for (const [name, text] of Object.entries(texts)) {
    const { source, involvedObject, ...rest } = FIELDS[name]!(text);
    event = {
      ...event,
      ...rest,
      source: { ...event.source, ...source },
      involvedObject: { ...event.involvedObject, ...involvedObject },
    };
  }
  return event;
}

for (const [name, { key, without }] of Object.entries(KEYS)) {
  test(`${name} depends on exactly the fields that client-go's depends on`, () => {
    const nothing = key(eventOf({}));
    for (const field of Object.keys(FIELDS)) {
      const changes = key(eventOf({ [field]: "x" })) !== nothing;
      assert.equal(changes, !without.includes(field), field);
    }
  });

  test(`${name} is distinct for distinct fields with any content`, () => {
    const fields = Object.keys(FIELDS).filter((field) => !without.includes(field));
    const texts = ["ab", "a", "b", "bc", "c", "", "\0", "\0\0", "1:a", "0:", "2:ab", ":", "0:0:"];
    const events = new Map<string, string>();
    for (const first of fields) {
      for (const second of fields) {
        if (first === second) continue;
        for (const one of texts) {
          for (const other of texts) {
            const values = { [first]: one, [second]: other };
            const shown = JSON.stringify(fields.map((field) => values[field] ?? ""));
            const made = key(eventOf(values));
            assert.equal(events.get(made) ?? shown, shown);
            events.set(made, shown);
          }
        }
      }
    }
    assert.ok(events.size > 1000, `${events.size} different keys`);
  });
}

test("getEventKey() never equals a group of aggregateByReason()", () => {
  const group = aggregateByReason(sampleEvent()).group;
  assert.notEqual(getEventKey(eventOf({ message: group })), group);
  assert.equal(/^\d/.test(getEventKey(sampleEvent())), true);
  assert.equal(/^\d/.test(group), false);
});

test("EventCorrelator distinguishes events whose fields are equal only when joined", () => {
  const correlator = new EventCorrelator();
  const of = (name: string, uid: string) => sampleEvent({ involvedObject: { kind: "Pod", name, uid } });
  assert.equal(correlator.correlate(of("ab", "c")).type, "create");
  assert.equal(correlator.correlate(of("a", "bc")).type, "create");
  assert.equal(correlator.correlate(of("ab\0", "c")).type, "create");
  assert.equal(correlator.correlate(of("ab", "\0c")).type, "create");
  assert.equal(correlator.correlate(of("ab", "c")).type, "patch");
  assert.equal(correlator.stats().spamFilter.size, 4);
});

test("EventCorrelator treats null and missing fields as empty", () => {
  const event = (empty: "" | null | undefined): CoreV1Event => {
    const involvedObject = { kind: empty, namespace: empty, name: empty, uid: empty, apiVersion: empty };
    const source = { component: empty, host: empty };
    const fields = { type: empty, reason: empty, message: empty, reportingComponent: empty, reportingInstance: empty };
    return { metadata: {}, involvedObject, source, ...fields } as unknown as CoreV1Event;
  };
  const correlator = new EventCorrelator();
  const events = [event(""), event(null), event(undefined), { metadata: {} } as CoreV1Event, event("")];
  assert.deepEqual(events.map((event) => correlator.correlate(event).event.count ?? 1), [1, 1, 1, 1, 1]);
  assert.equal(correlator.stats().deduplicator.hits, 4);
});

test("EventCorrelator distinguishes long messages about one object, in any order", () => {
  const correlator = new EventCorrelator({ burst: 1000, maxEvents: 100 });
  const long = "x".repeat(5000);
  const messages = ["short", `${long}a`, `${long}b`, "short", `${long}a`, `${long}a`, `${long}b`, "other", "short"];
  const counts = messages.map((message) => correlator.correlate(sampleEvent({ message })).event.count);
  assert.deepEqual(counts, [1, 1, 1, 2, 2, 3, 2, 1, 3]);
});

test("EventCorrelator counts forty kinds of events about one object separately", () => {
  const correlator = new EventCorrelator({ burst: 1000 });
  for (let round = 1; round <= 3; round++) {
    for (let kind = 0; kind < 40; kind++) {
      const { event } = correlator.correlate(sampleEvent({ reason: `Reason${kind}` }));
      assert.equal(event.count, round);
    }
  }
  assert.equal(correlator.stats().deduplicator.size, 40);
});

test("EventCorrelator ignores later changes to an event by the caller", () => {
  const correlator = new EventCorrelator();
  const pod = { kind: "Pod", name: "web-1", uid: "uid-1", apiVersion: "v1" };
  for (let i = 0; i < 3; i++) correlator.correlate(sampleEvent({ involvedObject: pod }));
  pod.apiVersion = "v2";
  assert.equal(correlator.correlate(sampleEvent({ involvedObject: pod })).type, "create");
});
