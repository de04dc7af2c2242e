import { test } from "node:test";
import assert from "node:assert/strict";
import { withinLimit } from "./harness.ts";

test("withinLimit() rejects a test that takes longer than the limit, and leaves no timer", async () => {
  await withinLimit(() => Promise.resolve(), 60_000);
  await assert.rejects(withinLimit(() => new Promise(() => {}), 1), /^Error: not done after 1 ms$/);
  await assert.rejects(withinLimit(() => Promise.reject(new Error("Failed")), 60_000), /^Error: Failed$/);
});
