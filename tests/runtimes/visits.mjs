// Visits pages of a worker, 200 at a time, that records each visit with `autoFlush: false`, and compares the counts on the
// server with the visits. Clients reset connections, requests end in mid-write, and the server loses answers:
// deno task more visits && node tests/runtimes/visits.mjs
import { readFile } from "node:fs/promises";
import process from "node:process";
import { EdgeRuntime } from "edge-runtime";
import { report } from "./report.mjs";
import { assertCounted, serve, startInWorkerd, visitPages } from "./visitors.mjs";

/** Runs a worker in Vercel's edge-runtime, whose clients cannot reset anything. */
async function startEdgeRuntime(isolates, options) {
  const tests = await readFile("dist/visits_worker.js", "utf8");
  const entry = `const worker = visits.makeWorker(${JSON.stringify(options)});
addEventListener("fetch", (event) => event.respondWith(worker.fetch(event.request, {}, event)));`;
  const runtimes = Array.from({ length: isolates }, () => new EdgeRuntime({ initialCode: `${tests}\n${entry}` }));
  return {
    log: () => "",
    async get(isolate, path) {
      const response = await runtimes[isolate].dispatchFetch(`http://localhost${path}`);
      return await response.text();
    },
    close() {},
  };
}

/** Visits pages, and asserts that all visits are counted. */
async function visit(start, { visits = 2000, isolates = 1, outageMs = 0, ...options }) {
  const server = await serve();
  const defaults = { apiVersion: "v1", naming: "unique", pages: 100 };
  let runtime;
  try {
    runtime = await start(isolates, { server: server.url, ...defaults, ...options });
    if (outageMs > 0) {
      setTimeout(() => server.isDown = true, 500);
      setTimeout(() => server.isDown = false, 500 + outageMs);
    }
    // With pauses in an outage, or all visits are over before the server is back.
    await visitPages(runtime, { visits, isolates, pauseMs: outageMs > 0 ? 300 : 0 });
    const counted = await assertCounted(runtime, { server, isolates });
    return `${counted} visits, ${server.requests} requests`;
  } finally {
    await runtime?.close();
    server.close();
  }
}

const scenarios = [
  ["of a hundred pages", {}],
  ["of one page", { pages: 1 }],
  ["of a hundred pages in events.k8s.io/v1", { apiVersion: "events.k8s.io/v1" }],
  ["of one page in events.k8s.io/v1", { apiVersion: "events.k8s.io/v1", pages: 1 }],
  ["with maxRequests 2", { maxRequests: 2 }],
  ["while the server is down for 3 s", { outageMs: 3000 }],
  ["under stable names in two isolates", { naming: "stable", pages: 20, isolates: 2 }],
];
const runtimes = [["workerd", startInWorkerd], ["edge-runtime", startEdgeRuntime]];
const result = { passed: 0, failed: 0, skipped: 0, lines: [] };
for (const [runtime, start] of runtimes) {
  for (const [what, options] of scenarios) {
    const name = `Recording.flush() counts all overlapping visits ${what} (${runtime})`;
    try {
      const late = new Promise((_, reject) => setTimeout(reject, 300_000, new Error("not done in time")).unref());
      const told = await Promise.race([visit(start, options), late]);
      result.passed++;
      result.lines.push(`ok ${name}: ${told}`);
    } catch (error) {
      result.failed++;
      result.lines.push(`not ok ${name}: ${error.stack}`);
    }
  }
}
report("visits", result);
process.exit(); // not once the deadlines of all flushes are over
