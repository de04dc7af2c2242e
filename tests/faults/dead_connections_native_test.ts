import { test } from "node:test";
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { runProgram } from "../run_program.ts";

// A child process, as runtimes read the trusted authority of their fetch from the environment at startup.
async function run(way: "in-pod" | "directly"): Promise<Record<string, number>> {
  const ca = fileURLToPath(new URL("../in_cluster/certificates/ca.crt", import.meta.url));
  const variables = { NODE_EXTRA_CA_CERTS: ca, DENO_CERT: ca };
  const program = new URL("./dead_connections_program.ts", import.meta.url);
  return JSON.parse(await runProgram(program, { args: [way], variables }));
}

for (const way of ["in-pod", "directly"] as const) {
  test(`EventRecording retries on new connections after all died silently (${way})`, async () => {
    const { recorded, abandoned, stored, dead, retries } = await run(way);
    assert.deepEqual({ recorded, abandoned, stored }, { recorded: 60, abandoned: 0, stored: 60 });
    // Without an upper limit, as requests time out on a busy machine too: five tries on dead connections would be abandoned.
    assert.ok(dead! >= 2 && retries! >= 2, `${dead} connections died, ${retries} retries`);
  });
}
