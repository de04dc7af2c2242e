import assert from "node:assert/strict";
import { test } from "node:test";
import { type CoreV1Event, getEventIdentity, type V1ObjectReference } from "../../../mod.ts";
import { aggregateByReason, getEventKey, getSeriesKey, getSpamKey } from "../../../src/client_go/mod.ts";
import {
  componentOf,
  countOf,
  EVENTS_V1_NAMES,
  isCoreV1,
  objectOf,
  partFields,
  viewOf,
} from "../../../src/base/event/event.ts";
import { EventsApiServer } from "../../../src/serve/server/mod.ts";

const POD = { kind: "Pod", namespace: "shop", name: "web" };

const CORE: CoreV1Event = {
  metadata: { name: "web.1", namespace: "shop" },
  involvedObject: POD,
  message: "back-off",
  source: { component: "kubelet", host: "node-1" },
  reportingComponent: "kubelet",
  firstTimestamp: "2026-01-01T00:00:00Z",
  lastTimestamp: "2026-01-01T00:00:05Z",
  count: 3,
};

/** Fields of a reference; each identifies the object, or the part of it. */
const REFERENCE: readonly (keyof V1ObjectReference)[] = [
  "apiVersion",
  "kind",
  "namespace",
  "name",
  "uid",
  "fieldPath",
];

test("viewOf() is the same for an event as both APIs of the server return it", async () => {
  const api = new EventsApiServer();
  const path = "/namespaces/shop/events";
  const body = JSON.stringify({ apiVersion: "v1", kind: "Event", ...CORE });
  const headers = { "content-type": "application/json" };
  const created = await api.fetch(new Request(`http://localhost/api/v1${path}`, { method: "POST", headers, body }));
  assert.equal(created.status, 201);
  const [core, events] = await Promise.all(["/api/v1", "/apis/events.k8s.io/v1"].map(async (prefix) => {
    return await (await api.fetch(new Request(`http://localhost${prefix}${path}/web.1`))).json();
  }));
  assert.equal(isCoreV1(core), true);
  assert.equal(isCoreV1(events), false);
  for (const [name, eventsName] of Object.entries(EVENTS_V1_NAMES) as [keyof typeof EVENTS_V1_NAMES, string][]) {
    if (name !== "count") assert.deepEqual([viewOf(core)[name], viewOf(events)[name]], [CORE[name], CORE[name]], name);
    assert.deepEqual(events[eventsName], CORE[name], name);
    assert.equal(events[name], undefined, name);
  }
});

test("objectOf() returns the object of an event of either API, and undefined for anything else", () => {
  assert.equal(objectOf(CORE), POD);
  assert.equal(objectOf({ metadata: {}, regarding: POD }), POD);
  for (const value of [undefined, null, 7, "event", {}, { metadata: {} }]) assert.equal(objectOf(value), undefined);
});

test("countOf() prefers the series, ignores counts that are not positive, and returns undefined if there is none", () => {
  const series = { count: 5, lastObservedTime: null };
  assert.equal(countOf(CORE), 3);
  assert.equal(countOf({ ...CORE, series }), 5);
  assert.equal(countOf({ ...CORE, series: { ...series, count: 0 } }), 3);
  assert.equal(countOf({ metadata: {}, regarding: POD, deprecatedCount: 4 }), 4);
  for (const count of [0, -1, NaN, null, "3"]) assert.equal(countOf({ ...CORE, count }), undefined);
  for (const value of [undefined, null, { metadata: {}, regarding: POD }]) assert.equal(countOf(value), undefined);
});

test("componentOf() prefers the source, as kubectl does", () => {
  assert.equal(componentOf({ source: { component: "kubelet" }, reportingComponent: "other" }), "kubelet");
  assert.equal(componentOf({ source: {}, reportingComponent: "other" }), "other");
  assert.equal(componentOf(viewOf({ metadata: {}, reportingController: "example.com/other" })), "example.com/other");
  assert.equal(componentOf({}), "");
});

test("partFields() changes with every field of a reference except resourceVersion", () => {
  const of = (fields: V1ObjectReference) => JSON.stringify(partFields(fields));
  for (const field of REFERENCE) assert.notEqual(of({ [field]: "x" }), of({}), field);
  assert.equal(of({ resourceVersion: "7" }), of({}));
});

test("getSpamKey() and all other keys of events change with every field that identifies an object", () => {
  const core = (involvedObject: V1ObjectReference): CoreV1Event => ({ metadata: {}, involvedObject });
  const keys: Record<string, (reference: V1ObjectReference) => string> = {
    getSpamKey: (reference) => getSpamKey(core(reference)),
    getEventKey: (reference) => getEventKey(core(reference)),
    aggregateByReason: (reference) => aggregateByReason(core(reference)).group,
    getSeriesKey: (regarding) => getSeriesKey({ metadata: {}, regarding }),
    "getSeriesKey, second object": (related) => getSeriesKey({ metadata: {}, regarding: POD, related }),
    "getEventIdentity of core/v1": (reference) => getEventIdentity(core(reference)),
    "getEventIdentity of events.k8s.io/v1": (regarding) => getEventIdentity({ metadata: {}, regarding }),
  };
  for (const [name, key] of Object.entries(keys)) {
    const nothing = key({});
    for (const field of REFERENCE.filter((field) => field !== "fieldPath")) {
      assert.notEqual(key({ [field]: "x" }), nothing, `${name}, ${field}`);
    }
    assert.equal(key({ resourceVersion: "7" }), nothing, name);
  }
});
