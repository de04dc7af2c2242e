import { test } from "node:test";
import assert from "node:assert/strict";
import type { JsonPatchOperation } from "../../mod.ts";
import { mergePatch } from "../../src/sink/merge_patch.ts";

test("mergePatch() says what a JSON Patch says", () => {
  const patch = mergePatch([
    { op: "replace", path: "/count", value: 3 },
    { op: "add", path: "/series", value: { count: 2, lastObservedTime: null } },
    { op: "replace", path: "/metadata/labels/a~1b~0c", value: "d" },
    { op: "remove", path: "/metadata/annotations" },
    { op: "add", path: "/__proto__", value: { hostile: true } },
  ]);
  assert.equal(
    JSON.stringify(patch),
    '{"count":3,"series":{"count":2,"lastObservedTime":null},' +
      '"metadata":{"labels":{"a/b~c":"d"},"annotations":null},"__proto__":{"hostile":true}}',
  );
  assert.equal((patch as { hostile?: boolean }).hostile, undefined);
});

test("mergePatch() refuses what only a JSON Patch can say", () => {
  const operations: readonly JsonPatchOperation[] = [
    { op: "test", path: "/count", value: 1 },
    { op: "move", path: "/a", from: "/b" },
    { op: "copy", path: "/a", from: "/b" },
    { op: "add", path: "/metadata/finalizers/-", value: "a" },
    { op: "remove", path: "/metadata/finalizers/0" },
    { op: "replace", path: "", value: {} },
  ];
  for (const operation of operations) {
    assert.throws(() => mergePatch([operation]), { name: "RequestConstructionError" });
  }
});
