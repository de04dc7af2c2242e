import { test } from "node:test";
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { runProgram } from "../run_program.ts";

// A child process, as runtimes read the trusted authority of their fetch from the environment at startup.
async function run(way: "in-pod" | "directly"): Promise<Record<string, number>> {
  const ca = fileURLToPath(new URL("../connect/in_cluster/certificates/ca.crt", import.meta.url));
  const variables = { NODE_EXTRA_CA_CERTS: ca, DENO_CERT: ca };
  const program = new URL("./dead_connections_program.ts", import.meta.url);
  return JSON.parse(await runProgram(program, { args: [way], variables }));
}

test("EventRecording retries on new connections after all connections died silently, in a pod and directly", async () => {
  // At once, as both wait for most of the time.
  await Promise.all((["in-pod", "directly"] as const).map(async (way) => {
    const { recorded, abandoned, stored, dead, retries } = await run(way);
    assert.deepEqual({ way, recorded, abandoned, stored }, { way, recorded: 60, abandoned: 0, stored: 60 });
    // Without an upper limit, as requests time out on a busy machine too: five tries on dead connections would be abandoned.
    assert.ok(dead! >= 2 && retries! >= 2, `${way}: ${dead} connections died, ${retries} retries`);
  }));
});
