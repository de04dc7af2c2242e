import assert from "node:assert/strict";
import { test } from "node:test";
import { DIFFERENCES, mistakeIn, valuesOf } from "./replay_differences.ts";
import { readVectors } from "./vectors.ts";

const theirs = valuesOf(readVectors("differences"));

for (const name of Object.keys(DIFFERENCES)) {
  test(`Unlike client-go, by decision: ${name}`, async () => {
    assert.equal(await mistakeIn(name, theirs.get(name)), "");
  });
}

test("Each case of client-go's is a decided difference", () => {
  assert.deepEqual([...theirs.keys()].filter((name) => !(name in DIFFERENCES)), []);
});

test("mistakeIn() finds a client-go that does the same, or that lacks the case", async () => {
  assert.match(await mistakeIn("Retries", "3"), /does the same/);
  assert.match(await mistakeIn("Retries", undefined), /client-go does undefined/);
  assert.match(await mistakeIn("Identity", "1"), /client-go does 1/);
});
