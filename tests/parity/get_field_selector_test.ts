import { test } from "node:test";
import assert from "node:assert/strict";
import { getFieldSelector } from "../../src/client_go/mod.ts";

// client-go, tools/events/helper_test.go, TestGetFieldSelector, row by row.
const deployment = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  name: "test-deployment",
  uid: "2c55cad7-ee4e-11e9-abe1-525400e7bc6b",
};

interface Case {
  readonly desc: string;
  readonly apiVersion: string;
  readonly object: object;
  /** The terms of the selector; `undefined` if there is none. */
  readonly expected: Readonly<Record<string, string>> | undefined;
}

const cases: readonly Case[] = [
  {
    desc: "events.k8s.io/v1beta1 event with empty parameters",
    apiVersion: "events.k8s.io/v1beta1",
    object: {},
    expected: {},
  },
  {
    desc: "events.k8s.io/v1beta1 event with non-empty parameters",
    apiVersion: "events.k8s.io/v1beta1",
    object: deployment,
    expected: {
      "regarding.name": "test-deployment",
      "regarding.kind": "Deployment",
      "regarding.apiVersion": "apps/v1",
      "regarding.uid": "2c55cad7-ee4e-11e9-abe1-525400e7bc6b",
    },
  },
  { desc: "events.k8s.io/v1 event with empty parameters", apiVersion: "events.k8s.io/v1", object: {}, expected: {} },
  {
    desc: "events.k8s.io/v1 event with non-empty parameters",
    apiVersion: "events.k8s.io/v1",
    object: deployment,
    expected: {
      "regarding.name": "test-deployment",
      "regarding.kind": "Deployment",
      "regarding.apiVersion": "apps/v1",
      "regarding.uid": "2c55cad7-ee4e-11e9-abe1-525400e7bc6b",
    },
  },
  // The first of two rows of this name; its parameters are empty.
  { desc: "v1 event with non-empty parameters (empty)", apiVersion: "v1", object: {}, expected: {} },
  {
    desc: "v1 event with non-empty parameters",
    apiVersion: "v1",
    object: deployment,
    expected: {
      "involvedObject.name": "test-deployment",
      "involvedObject.kind": "Deployment",
      "involvedObject.apiVersion": "apps/v1",
      "involvedObject.uid": "2c55cad7-ee4e-11e9-abe1-525400e7bc6b",
    },
  },
  { desc: "unknown group version", apiVersion: "v1alpha1", object: deployment, expected: undefined },
];

for (const { desc, apiVersion, object, expected } of cases) {
  test(`getFieldSelector(), TestGetFieldSelector: ${desc}`, () => {
    const select = (): string => getFieldSelector(apiVersion as "v1", object);
    if (expected === undefined) return assert.throws(select, /apiVersion must be one of .*, received "v1alpha1"$/);
    const terms = select().split(",").filter((term) => term !== "");
    assert.deepEqual(Object.fromEntries(terms.map((term) => term.split("="))), expected);
  });
}

test("getFieldSelector() sorts its terms and escapes values as client-go does", () => {
  const object = { kind: "Pod", name: "a=b,c\\d", namespace: "shop", fieldPath: "spec", resourceVersion: "7" };
  assert.equal(getFieldSelector("v1", object), "involvedObject.kind=Pod,involvedObject.name=a\\=b\\,c\\\\d");
});
