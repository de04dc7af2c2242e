import { test } from "node:test";
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { execPath, versions } from "node:process";
import { fileURLToPath } from "node:url";

/** Runs a program in the runtime of this test, and returns its output; it must exit by itself. */
async function run(...args: string[]): Promise<string> {
  const program = fileURLToPath(new URL("./idle_program.ts", import.meta.url));
  const flags = "deno" in versions ? ["run", "--no-lock", "--no-check"] : [];
  const child = spawn(execPath, [...flags, program, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.on("data", (chunk) => void (output += chunk));
  const limit = setTimeout(() => child.kill(), 150_000);
  const code = await new Promise((resolve) => void child.on("close", resolve));
  clearTimeout(limit);
  assert.equal(code, 0);
  return output;
}

// Its timers, an hour and more, would keep the process alive long past the limit of any test.
test("EventRecording keeps no process alive once all events are written", async () => {
  assert.equal(await run(), "recorded after 2 requests\nrecorded after 3 requests\n");
});

test("EventRecording keeps no process alive once it is stopped", async () => {
  assert.equal(await run("--stop"), "recorded after 2 requests\nrecorded after 3 requests\n");
});

test("EventRecording keeps no process alive for an active series", async () => {
  assert.equal(await run("--series"), "recorded after 2 requests\nrecorded after 3 requests\n");
});
