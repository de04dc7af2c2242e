import { test } from "node:test";
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { execPath, versions } from "node:process";
import { fileURLToPath } from "node:url";

const FLAGS = "deno" in versions ? ["run", "--no-lock", "--no-check", "-A", "--v8-flags=--expose-gc"] : ["--expose-gc"];

test("EventRecorder does not retain the rest of a truncated message in memory", async () => {
  const program = fileURLToPath(new URL("./heap_program.ts", import.meta.url));
  const child = spawn(execPath, [...FLAGS, program], { stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.on("data", (chunk) => void (output += chunk));
  assert.equal(await new Promise((resolve) => void child.on("close", resolve)), 0);
  const { kept, bytes } = JSON.parse(output);
  assert.equal(kept, 1000);
  for (const verb of ["event", "eventf"]) assert.ok(bytes[verb] < 10_000, `${verb}: ${bytes[verb]} bytes an event`);
});
