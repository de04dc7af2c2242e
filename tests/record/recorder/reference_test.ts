import { test } from "node:test";
import assert from "node:assert/strict";
import type { KubernetesObject } from "../../../mod.ts";
import { getPartialReference, getReference } from "../../../src/client_go/mod.ts";

const pod = {
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "web", namespace: "shop", uid: "1234", resourceVersion: "7" },
};

test("getReference() copies the fields that identify an object", () => {
  assert.deepEqual(getReference({ ...pod, spec: {} } as typeof pod), {
    apiVersion: "v1",
    kind: "Pod",
    name: "web",
    namespace: "shop",
    uid: "1234",
    resourceVersion: "7",
  });
});

test("getReference() omits absent fields", () => {
  const node = { apiVersion: "v1", kind: "Node", metadata: { name: "node-1", namespace: undefined } };
  assert.deepEqual(getReference(node), { apiVersion: "v1", kind: "Node", name: "node-1" });
  assert.deepEqual(getReference({ apiVersion: "v1", kind: "PodList", items: [] } as never), {
    apiVersion: "v1",
    kind: "PodList",
  });
  assert.deepEqual(getReference({ metadata: { name: "a" } }, () => ({ apiVersion: "v1", kind: "Pod" })), {
    apiVersion: "v1",
    kind: "Pod",
    name: "a",
  });
});

test("getReference() returns a reference unchanged", () => {
  const reference = { kind: "Pod", name: "web", fieldPath: "spec.containers{web}" };
  assert.equal(getReference(reference), reference);
});

test("getReference() of a list keeps kind, apiVersion and resourceVersion", () => {
  const list = { apiVersion: "v1", kind: "PodList", metadata: { resourceVersion: "9" }, items: [] };
  assert.deepEqual(getReference(list), { apiVersion: "v1", kind: "PodList", resourceVersion: "9" });
});

test("getReference() calls kindOf if the object has no kind", () => {
  const item = { metadata: pod.metadata };
  const reference = getReference(item, () => ({ apiVersion: "apps/v1", kind: "Deployment" }));
  assert.equal(`${reference.apiVersion} ${reference.kind}`, "apps/v1 Deployment");
  assert.equal(
    getReference({ ...item, kind: "Mine" }, () => ({ apiVersion: "apps/v1", kind: "Deployment" })).kind,
    "Mine",
  );
});

test("getReference() throws a TypeError that names the missing field", () => {
  assert.throws(() => getReference({ metadata: pod.metadata }), /object web has no kind/);
  assert.throws(() => getReference({ name: "web", namespace: "shop" }), /object web has no kind/);
  assert.throws(() => getReference({ kind: "Pod", metadata: pod.metadata }), /object web has no apiVersion/);
  assert.throws(() => getReference({}), TypeError);
  assert.throws(() => getReference(null as never), /received null/);
  assert.throws(() => getReference("pod" as never), /received "pod"/);
});

test("getPartialReference() adds the fieldPath", () => {
  assert.equal(getPartialReference(pod, "spec.containers{web}").fieldPath, "spec.containers{web}");
});

test("getReference() refuses the error of a request, but not a custom kind Status", () => {
  const status = { apiVersion: "v1", kind: "Status", metadata: {}, status: "Failure", code: 404 };
  for (const [message, shown] of [['pods "web" not found', '"pods \\"web\\" not found"'], [undefined, "undefined"]]) {
    assert.throws(() => getReference({ ...status, message } as KubernetesObject), {
      name: "TypeError",
      message: `object is a Status, the error of a request: ${shown}; check response.ok`,
    });
  }
  assert.throws(() => getReference({ kind: "Status" }), TypeError);
  const custom = { apiVersion: "example.com/v1", kind: "Status", metadata: { name: "web" } };
  assert.equal(getReference(custom).kind, "Status");
});
