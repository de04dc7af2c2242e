import { test } from "node:test";
import assert from "node:assert/strict";
import { type CoreV1Event, type EventsV1Event, getEventIdentity } from "../../../mod.ts";
import { fnv1a64, stableName, StableNames } from "../../../src/base/event/identity.ts";
import { isDns1123Subdomain } from "../../../src/base/event/names.ts";
import { withoutMessage } from "../../../src/record/correlator/event_key.ts";

const CORE: CoreV1Event = {
  metadata: { name: "any", namespace: "shop" },
  involvedObject: {
    apiVersion: "v1",
    kind: "Pod",
    namespace: "shop",
    name: "web",
    uid: "1234",
    resourceVersion: "7",
    fieldPath: "spec.containers{web}",
  },
  type: "Warning",
  reason: "BackOff",
  message: "Back-off restarting failed container",
  source: { component: "kubelet", host: "node-1" },
  firstTimestamp: "2026-01-01T00:00:00Z",
  lastTimestamp: "2026-01-01T00:00:00Z",
  count: 1,
};
const EVENTS: EventsV1Event = {
  metadata: { name: "any", namespace: "shop" },
  regarding: CORE.involvedObject,
  related: { apiVersion: "v1", kind: "Node", name: "node-1" },
  type: "Normal",
  reason: "Scheduled",
  action: "Binding",
  note: "Assigned to node-1",
  eventTime: "2026-01-01T00:00:00.000000Z",
  reportingController: "example.com/scheduler",
  reportingInstance: "example.com/scheduler-1",
};

// Of RFC 9923 and of Noll's test suite (http://www.isthe.com/chongo/src/fnv/test_fnv.c).
const FNV_VECTORS: Readonly<Record<string, string>> = {
  "": "cbf29ce484222325",
  a: "af63dc4c8601ec8c",
  b: "af63df4c8601f1a5",
  foobar: "85944171f73967e8",
  "chongo was here!\n": "46810940eff5f915",
};

test("fnv1a64() has the values of its published test vectors", () => {
  for (const [text, hash] of Object.entries(FNV_VECTORS)) assert.equal(fnv1a64(text), hash, text);
});

test("fnv1a64() equals FNV-1a in BigInt, for texts of all lengths and alphabets", () => {
  const bytes = new TextEncoder();
  for (let length = 0; length < 300; length += 7) {
    const text = Array.from({ length }, (_, i) => "aZ0-é€😀\u0000"[(i * 31 + length) % 8]).join("");
    let expected = 0xcbf29ce484222325n;
    for (const byte of bytes.encode(text)) {
      expected = BigInt.asUintN(64, (expected ^ BigInt(byte)) * 0x100000001b3n);
    }
    assert.equal(fnv1a64(text), expected.toString(16).padStart(16, "0"), text);
  }
});

// Names are how processes of different versions find each other's events: changing one of these is a breaking change.
test("getEventIdentity() and the names derived from it are stable across versions", () => {
  assert.equal(
    getEventIdentity(CORE),
    '["v1","kubelet","node-1","v1","Pod","shop","web","1234","spec.containers{web}","Warning","BackOff",' +
      '"Back-off restarting failed container"]',
  );
  assert.equal(
    getEventIdentity(EVENTS),
    '["events.k8s.io/v1","example.com/scheduler","Binding","v1","Pod","shop","web","1234","spec.containers{web}",' +
      '"v1","Node","","node-1","","","Normal","Scheduled","Assigned to node-1"]',
  );
  const names = new StableNames<CoreV1Event | EventsV1Event>(undefined);
  assert.equal(names.create(CORE), "web.899497d6b933f53d");
  assert.equal(names.create(EVENTS), "web.ab1adb2d770e8253");
  assert.equal(names.create(withoutMessage(CORE)), "web.09e404b89c3934a5");
  assert.equal(names.create(withoutMessage(EVENTS)), "web.977c240c0d614120");
});

test("getEventIdentity() differs for any one field, and ignores the fields that change on repeats", () => {
  const others: CoreV1Event[] = [
    ...["apiVersion", "kind", "namespace", "name", "uid", "fieldPath"].map((field) => {
      return { ...CORE, involvedObject: { ...CORE.involvedObject, [field]: "other" } };
    }),
    { ...CORE, source: { component: "other", host: "node-1" } },
    { ...CORE, source: { component: "kubelet", host: "other" } },
    // Strings that are moved between fields.
    { ...CORE, source: { component: "kubeletnode-1" } },
    { ...CORE, type: "Normal" },
    { ...CORE, reason: "other" },
    { ...CORE, message: 'Back-off restarting failed container"' },
  ];
  const identities = new Set([CORE, ...others].map(getEventIdentity));
  assert.equal(identities.size, others.length + 1);
  const repeat: CoreV1Event = {
    ...CORE,
    metadata: { name: "web.1", namespace: "shop", uid: "5", resourceVersion: "8", annotations: { a: "b" } },
    involvedObject: { ...CORE.involvedObject, resourceVersion: "9" },
    firstTimestamp: "2026-01-02T00:00:00Z",
    lastTimestamp: "2026-01-02T00:00:00Z",
    count: 8,
    eventTime: null,
    reportingComponent: "kubelet",
    reportingInstance: "node-1",
  };
  assert.equal(getEventIdentity(repeat), getEventIdentity(CORE));
  for (const component of ["", undefined]) {
    const reported = { ...CORE, source: { component, host: "node-1" }, reportingComponent: "kubelet" };
    assert.equal(getEventIdentity(reported), getEventIdentity(CORE));
  }
  assert.equal(
    getEventIdentity({ ...EVENTS, reportingInstance: "other", series: undefined }),
    getEventIdentity(EVENTS),
  );
  assert.notEqual(getEventIdentity({ ...EVENTS, related: undefined }), getEventIdentity(EVENTS));
  assert.notEqual(getEventIdentity({ ...EVENTS, action: "other" }), getEventIdentity(EVENTS));
});

test("getEventIdentity() is unaffected by fields that a server omits or defaults", () => {
  const { source: _, ...sparse } = { ...CORE, involvedObject: { kind: "Pod", name: "web" } };
  const filled = { ...sparse, source: {}, involvedObject: { ...sparse.involvedObject, uid: "", namespace: "" } };
  assert.equal(getEventIdentity(filled), getEventIdentity(sparse));
});

test("stableName() returns a DNS-1123 subdomain of at most 253 characters for any object name", () => {
  const objectNames = [
    ..."web web.example.com 0 a-b Web a_b -a a. system:kube-scheduler ä".split(" "),
    "",
    "x".repeat(236),
    "x".repeat(237),
    "x".repeat(253),
    "x".repeat(254),
    `${"x".repeat(235)}.${"y".repeat(17)}`,
    `${"x".repeat(233)}--.${"y".repeat(16)}`.replace("--.", "-a."),
    `${"x".repeat(230)}------${"y".repeat(17)}`,
  ];
  const names = objectNames.map((objectName) => stableName(objectName, objectName));
  for (const name of names) assert.ok(isDns1123Subdomain(name), name);
  assert.equal(new Set(names).size, objectNames.length);
  assert.equal(stableName("x".repeat(253), "same").length, 253);
  assert.equal(stableName("web", "same").split(".")[1], stableName("Web", "same"));
});
