import { test } from "node:test";
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { execPath, versions } from "node:process";
import { fileURLToPath } from "node:url";

const FLAGS = "deno" in versions ? ["run", "--no-lock", "--no-check", "-A", "--v8-flags=--expose-gc"] : ["--expose-gc"];

test("EventReader.watch() leaks no memory over 250,000 events of a slow consumer, and reads at most 300 events ahead", async () => {
  const program = fileURLToPath(new URL("./heap_program.ts", import.meta.url));
  const child = spawn(execPath, [...FLAGS, program], { stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.on("data", (chunk) => void (output += chunk));
  assert.equal(await new Promise((resolve) => void child.on("close", resolve)), 0);
  const { grown, ahead, events, watches } = JSON.parse(output);
  assert.deepEqual([events, watches], [250_000, 1]);
  assert.ok(grown < 1_500_000, `${grown} bytes more after 200,000 events`);
  assert.ok(ahead <= 300, `${ahead} events ahead of the consumer`);
});
