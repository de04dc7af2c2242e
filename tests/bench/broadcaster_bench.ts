/**
 * Measures the broadcaster against the floor, the platform and the libraries that people use, in Deno, Bun and Node, and
 * prints one table:
 *
 *     npm ci --prefix tests/bench/rivals && deno run -A --no-lock tests/bench/broadcaster_bench.ts [--quick]
 *
 * A way to watch takes turns with the floor in a process of its own, the rivals with the floor in one; times are medians,
 * ratios are medians of the ratios to the floor of the same round. A burst is over when all listeners have consumed it. `--quick` takes a minute or two, the
 * whole about ten.
 */

import { everywhere, printTable, runtimes } from "./everywhere.ts";

type Cells = Record<string, { ns: number; ratio: number }>;
interface Costs {
  readonly drop: number;
  readonly bare: number;
  readonly action: number;
  readonly actionRatio: number;
  readonly ns: number;
  readonly bytes: number;
}

const quick = Deno.args.includes("--quick");
const [rounds, sampleMs, events, teeEvents] = quick ? [5, 5, 1e6, 5e4] : [9, 12, 1e7, 2e5];
const sizes = quick ? [[100, 1], [100, 100]] : [1, 10, 100, 1000].flatMap((n) => [[n, 1], [n, 100]]);

function ask<R>(what: string, ...args: number[]): Promise<R[]> {
  // The rivals are in a folder of their own, which only their own package.json leads to.
  const module = new URL("broadcaster_costs.ts", import.meta.url).href;
  return everywhere(module, what, args, ["--no-config", "--node-modules-dir=manual"]);
}

const [groups = 0] = await ask<number>("groupCount");
console.log("ns per delivery (x floor)");
for (const [listeners, burst] of sizes as [number, number][]) {
  const results: Cells[] = runtimes.map(() => ({}));
  for (let group = 0; group < groups; group++) {
    const cells = await ask<Cells>("fanOut", group, listeners, burst, rounds!, sampleMs!);
    results.forEach((result, index) => Object.assign(result, { ...cells[index], ...result }));
  }
  console.log();
  printTable(
    [`${listeners} listeners, bursts of ${burst}`],
    Object.keys(results[0]!).map((design) => [
      design,
      ...results.map((cells) => `${cells[design]!.ns.toPrecision(3)} (${cells[design]!.ratio.toPrecision(2)})`),
    ]),
  );
}

const costs = await ask<Costs>("costs", rounds!);
const memory = async (what: string, count: number): Promise<string[]> =>
  (await ask<number>(what, count)).map((megabytes) => megabytes.toFixed(1) + " MB");
console.log();
printTable(["other costs"], [
  ["bare `for await` over a promise that is there, ns", ...costs.map(({ bare }) => bare.toFixed(1))],
  ["a full watcher that drops, ns per event", ...costs.map(({ drop }) => drop.toFixed(2))],
  [
    "`await action()` in a loop, ns (x `actionOrDrop()` and an await, which let no timer fire)",
    ...costs.map(({ action, actionRatio }) => `${action.toFixed(0)} (${actionRatio.toFixed(2)})`),
  ],
  ["making a watcher, us", ...costs.map(({ ns }) => (ns / 1000).toFixed(2))],
  ["a watcher's size, bytes", ...costs.map(({ bytes }) => bytes.toFixed(0))],
  [`heap growth beside a stuck watcher, ${events} events`, ...await memory("stuckWatcher", events!)],
  [`heap growth beside a stuck branch of tee, ${teeEvents} events`, ...await memory("stuckTee", teeEvents!)],
]);
