import { test } from "node:test";
import assert from "node:assert/strict";
import { runProgram } from "../../run_program.ts";

test("EventRecorder does not retain the rest of a truncated message in memory", async () => {
  const { kept, bytes } = JSON.parse(await runProgram(new URL("./heap_program.ts", import.meta.url)));
  assert.equal(kept, 1000);
  for (const verb of ["event", "eventf"]) assert.ok(bytes[verb] < 80_000, `${verb}: ${bytes[verb]} bytes an event`);
});
