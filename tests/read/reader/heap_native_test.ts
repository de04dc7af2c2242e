import { test } from "node:test";
import assert from "node:assert/strict";
import { runProgram } from "../../run_program.ts";

test("EventReader.watch() leaks no memory over 250,000 events of a slow consumer, and reads at most 300 events ahead", async () => {
  const { grown, ahead, events, watches } = JSON.parse(await runProgram(new URL("./heap_program.ts", import.meta.url)));
  assert.deepEqual([events, watches], [250_000, 1]);
  assert.ok(grown < 1_500_000, `${grown} bytes more after 200,000 events`);
  assert.ok(ahead <= 300, `${ahead} events ahead of the consumer`);
});

test("EventReader.latest() of 100,000 events keeps those that it returns, and a few pages while it reads", async () => {
  const { most, kept, names } = JSON.parse(await runProgram(new URL("./latest_program.ts", import.meta.url)));
  assert.deepEqual(names, Array.from({ length: 10 }, (_, i) => `e${99_999 - i}`));
  assert.ok(most <= 4 * 500, `${most} events in memory between two pages`);
  assert.ok(kept <= 510 && kept >= 10, `${kept} events in memory at the end`);
});
