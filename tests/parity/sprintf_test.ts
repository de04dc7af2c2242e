import assert from "node:assert/strict";
import { test } from "node:test";
import { replaySprintf } from "./replay_sprintf.ts";
import { readVectors } from "./vectors.ts";

const VECTORS = readVectors("sprintf");

test("sprintf() formats as Go does, except for deliberate differences", () => {
  const { lines, differences, mistakes } = replaySprintf(VECTORS);
  assert.equal(mistakes.join("\n"), "");
  assert.ok(lines > 900, `${lines} lines`);
  // Runtimes must not have newer Unicode versions than Go.
  const { newCharacter: _, ...met } = differences;
  for (const [difference, times] of Object.entries(met)) assert.ok(times > 0, `never met ${difference}`);
});

test("replaySprintf() finds a changed text", () => {
  const { mistakes } = replaySprintf('["%s is %d",["web",3],"web is 4"]\n["%s",["a"],"a"]');
  assert.equal(mistakes.length, 1);
});
