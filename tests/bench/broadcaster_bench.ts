/**
 * Measures the broadcaster against the floor, the platform and the libraries that people use, in Deno, Bun and Node, and
 * prints one table:
 *
 *     npm ci --prefix tests/bench/rivals && deno run -A --no-lock tests/bench/broadcaster_bench.ts [--quick]
 *
 * Every cell comes from one process, in which all designs take turns; times are medians, ratios are medians of the ratios
 * to the floor of the same round. A burst is over when all listeners have consumed it. `DENO`, `BUN` and `NODE` name
 * other binaries; Node has to be one that runs TypeScript.
 */
import { execFileSync, type ExecFileSyncOptionsWithStringEncoding } from "node:child_process";
import process from "node:process";

type Cells = Record<string, { ns: number; ratio: number }>;
interface Costs {
  readonly drop: number;
  readonly bare: number;
  readonly ns: number;
  readonly bytes: number;
}

const { DENO = "deno", BUN = "bun", NODE = "node" } = process.env;
const child = new URL("./broadcaster_child.ts", import.meta.url).pathname;
const runtimes: Record<string, string[]> = {
  Deno: [DENO, "run", "-A", "--no-config", "--node-modules-dir=manual", "--v8-flags=--expose-gc", child],
  Bun: [BUN, child],
  Node: [NODE, "--expose-gc", child],
};
const quick = process.argv.includes("--quick");
const [rounds, sampleMs, events, teeEvents] = quick ? [5, 5, 1e6, 5e4] : [9, 12, 1e7, 2e5];
const sizes = quick ? [[100, 1], [100, 100]] : [1, 10, 100, 1000].flatMap((n) => [[n, 1], [n, 100]]);

function ask<R>(runtime: string, what: string, ...args: number[]): R {
  const [command, ...rest] = runtimes[runtime]!;
  const options: ExecFileSyncOptionsWithStringEncoding = { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] };
  return JSON.parse(execFileSync(command!, [...rest, what, ...args.map(String)], options));
}

const names = Object.keys(runtimes);
function print(title: string, ...rows: string[][]): void {
  const header = [title, ...names];
  console.log(`\n| ${header.join(" | ")} |\n|${header.map((_, i) => i === 0 ? "---|" : "---:|").join("")}`);
  for (const row of rows) console.log(`| ${row.join(" | ")} |`);
}

console.log("ns per delivery (x floor)");
for (const [listeners, burst] of sizes as [number, number][]) {
  const results = names.map((name) => ask<Cells>(name, "fanOut", listeners, burst, rounds, sampleMs));
  const rows = Object.keys(results[0]!).map((design) => [
    design,
    ...results.map((cells) => `${cells[design]!.ns.toPrecision(3)} (${cells[design]!.ratio.toPrecision(2)})`),
  ]);
  print(`${listeners} listeners, bursts of ${burst}`, ...rows);
}

const costs = names.map((name) => ask<Costs>(name, "costs", rounds));
const memory = (what: string, count: number): string[] =>
  names.map((name) => ask<number>(name, what, count).toFixed(1) + " MB");
print(
  "other costs",
  ["bare `for await` over a promise that is there, ns", ...costs.map(({ bare }) => bare.toFixed(1))],
  ["a full watcher that drops, ns per event", ...costs.map(({ drop }) => drop.toFixed(2))],
  ["making a watcher, us", ...costs.map(({ ns }) => (ns / 1000).toFixed(2))],
  ["a watcher's size, bytes", ...costs.map(({ bytes }) => bytes.toFixed(0))],
  [`heap growth beside a stuck watcher, ${events} events`, ...memory("stuckWatcher", events)],
  [`heap growth beside a stuck branch of tee, ${teeEvents} events`, ...memory("stuckTee", teeEvents)],
);
