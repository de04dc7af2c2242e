// What a request of a worker costs that records an event: the time of the processor that workerd takes for it, beside
// requests that `fetch` by hand: deno task more bench:worker (Linux, Node 22 or later; some two minutes)
//
// Each number is the median over rounds in turn, of a thousand requests each, 40 at a time.
// deno-lint-ignore-file no-console
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { Agent, request as httpRequest } from "node:http";
import process from "node:process";
import { startWorkerd } from "../runtimes/start_workerd.mjs";

const OVERLAPPING = 40;
const REQUESTS = 1000;
const WARM_UP = 6;
const ROUNDS = Number(process.argv[2] ?? 15);
/** Microseconds of a tick of the clock of `/proc`. */
const TICK_US = 10_000;

const ROWS = [
  ["/nothing", "only its response"],
  ["/fetch", "a bare `fetch`"],
  ["/fetch-in-time", "a `fetch` with a time limit, response parsed"],
  ["/written", "an event that is written: `eventf` and `flush`"],
  ["/counted", "an event that joins the write of another"],
];

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];

async function startServer() {
  const server = spawn("deno", ["run", "-A", "--no-lock", "tests/bench/sink_server.ts", "0"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [port] = await once(server.stdout, "data");
  return { url: `http://127.0.0.1:${Number(port)}`, close: () => server.kill() };
}

const agent = new Agent({ keepAlive: true, maxSockets: OVERLAPPING });

function get(port, path) {
  return new Promise((resolve, reject) => {
    httpRequest({ host: "127.0.0.1", port, path, agent }, (response) => response.resume().on("end", resolve))
      .on("error", reject).end();
  });
}

async function visit(port, path) {
  let made = 0;
  await Promise.all(Array.from({ length: OVERLAPPING }, async () => {
    while (made++ < REQUESTS) await get(port, path);
  }));
  await sleep(50); // what is left of the last ones
}

async function ticksOf(pid) {
  const fields = (await readFile(`/proc/${pid}/stat`, "utf8")).split(") ")[1].split(" ");
  return Number(fields[11]) + Number(fields[12]);
}

const server = await startServer();
const entry =
  `import { makeWorker } from "./bench_worker.mjs"; export default makeWorker({ server: "${server.url}" });`;
const { ports: [port], pid, close } = await startWorkerd(entry, { modules: ["dist/bench_worker.mjs"] });
try {
  const times = new Map(ROWS.map(([path]) => [path, []]));
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    for (const [path] of ROWS) {
      const before = await ticksOf(pid);
      await visit(port, path);
      if (round >= 0) times.get(path).push((await ticksOf(pid) - before) * TICK_US / REQUESTS);
    }
    await (await fetch(server.url)).json(); // forgets all events
  }
  const bare = times.get("/fetch");
  console.log("| a request with | processor | versus a bare `fetch` |\n| --- | ---: | ---: |");
  for (const [path, name] of ROWS) {
    const beside = Math.round(median(times.get(path).map((us, round) => us - bare[round])));
    console.log(`| ${name} | ${Math.round(median(times.get(path)))} µs | ${beside > 0 ? "+" : ""}${beside} µs |`);
  }
} finally {
  await close();
  server.close();
}
process.exit();
