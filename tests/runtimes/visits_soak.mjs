// Visits the worker of visits.mjs in workerd for long, beside one that makes the same requests with `fetch` alone, and prints
// the memory of both at each tenth: deno task more soak:visits 100000 (Node 22 or later)
// deno-lint-ignore-file no-console
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import process from "node:process";
import { assertCounted, serve, sleep, startInWorkerd, visitPages } from "./visitors.mjs";

const VISITS = Number(process.argv[2] ?? 100_000);
/** Longer than the flushes of visits take whose writes were not answered. */
const QUIET_MS = 6000;
/** What may be alive more in the second half than in the first: a hundred visits leave less. */
const TOLERANCE_MB = 1;

async function start(name, options) {
  const server = await serve();
  const defaults = { server: server.url, apiVersion: "v1", naming: "unique", pages: 100 };
  const runtime = await startInWorkerd(1, { ...defaults, ...options }, { isInspected: true });
  return { name, runtime, server };
}

/** The memory of the process, of V8's heap, and of what is alive in it, in MB. */
async function memoryOf({ runtime }) {
  const status = await readFile(`/proc/${runtime.pid}/status`, "utf8");
  const residentBytes = Number(/VmRSS:\s+(\d+)/.exec(status)[1]) * 1024;
  const inspector = await runtime.inspect(0);
  const { totalSize } = await inspector.send("Runtime.getHeapUsage");
  await runtime.get(0, "/gc");
  const { usedSize } = await inspector.send("Runtime.getHeapUsage");
  inspector.close();
  return [residentBytes, totalSize, usedSize].map((bytes) => bytes / 2 ** 20);
}

const workers = [await start("Kubecast", {}), await start("fetch alone", { isBare: true })];
const [ours] = workers;
const alive = [];
console.log("| visits | worker | process, MB | V8's heap, MB | alive in it, MB |\n| ---: | --- | ---: | ---: | ---: |");
try {
  for (let tenth = 1; tenth <= 10; tenth++) {
    await Promise.all(workers.map(({ runtime }) => visitPages(runtime, { visits: VISITS / 10 })));
    await sleep(QUIET_MS);
    const visits = await assertCounted(ours.runtime, { server: ours.server });
    for (const worker of workers) {
      const memory = await memoryOf(worker);
      if (worker === ours) alive.push(memory[2]);
      console.log(
        `| ${worker === ours ? visits : ""} | ${worker.name} | ${memory.map((mb) => mb.toFixed(1)).join(" | ")} |`,
      );
    }
  }
  assert.ok(Math.max(...alive.slice(5)) <= Math.max(...alive.slice(0, 5)) + TOLERANCE_MB, "what is alive grows");
} finally {
  for (const { runtime, server } of workers) {
    await runtime.close();
    server.close();
  }
}
process.exit(); // not once the deadlines of all flushes are over
