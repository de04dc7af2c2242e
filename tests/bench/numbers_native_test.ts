import { test } from "node:test";
import assert from "node:assert/strict";
import { withNumbers } from "./numbers.ts";

test("README, mod.ts and the page of benchmarks have the numbers of measured.md", async () => {
  for (const { file, text, wanted } of await withNumbers()) {
    assert.match(text, /eventf.*1,?\d{3} ns/, file);
    assert.equal(text, wanted, `${file}: deno task more numbers`);
  }
});
