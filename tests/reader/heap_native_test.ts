import { test } from "node:test";
import assert from "node:assert/strict";
import { runProgram } from "../run_program.ts";

test("EventReader.watch() leaks no memory over 250,000 events of a slow consumer, and reads at most 300 events ahead", async () => {
  const { grown, ahead, events, watches } = JSON.parse(await runProgram(new URL("./heap_program.ts", import.meta.url)));
  assert.deepEqual([events, watches], [250_000, 1]);
  assert.ok(grown < 1_500_000, `${grown} bytes more after 200,000 events`);
  assert.ok(ahead <= 300, `${ahead} events ahead of the consumer`);
});
