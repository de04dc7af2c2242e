import { test } from "node:test";
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { env, execPath, versions } from "node:process";
import { fileURLToPath } from "node:url";

const FLAGS = "deno" in versions ? ["run", "--no-lock", "--no-check", "-A"] : [];

// A child process, as runtimes read the trusted authority of their fetch from the environment at startup.
async function run(way: "in-pod" | "directly"): Promise<Record<string, number>> {
  const program = fileURLToPath(new URL("./dead_connections_program.ts", import.meta.url));
  const ca = fileURLToPath(new URL("../in_cluster/certificates/ca.crt", import.meta.url));
  const child = spawn(execPath, [...FLAGS, program, way], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...env, NODE_EXTRA_CA_CERTS: ca, DENO_CERT: ca },
  });
  let output = "";
  child.stdout.on("data", (chunk) => void (output += chunk));
  const limit = setTimeout(() => child.kill(), 150_000);
  const code = await new Promise((resolve) => void child.on("close", resolve));
  clearTimeout(limit);
  assert.equal(code, 0);
  return JSON.parse(output);
}

for (const way of ["in-pod", "directly"] as const) {
  test(`EventRecording retries on new connections after all died silently (${way})`, async () => {
    const { recorded, abandoned, stored, dead, retries } = await run(way);
    assert.deepEqual({ recorded, abandoned, stored }, { recorded: 60, abandoned: 0, stored: 60 });
    // Without an upper limit, as requests time out on a busy machine too: five tries on dead connections would be abandoned.
    assert.ok(dead! >= 2 && retries! >= 2, `${dead} connections died, ${retries} retries`);
  });
}
