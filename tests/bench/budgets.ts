/**
 * Notices when a station of the data path takes twice as long as it did: `deno task more bench:budgets`, about two minutes.
 *
 * Each ratio is ours to a baseline in the same run, so that machines and their load matter little. One that is over its
 * budget is measured again: only if it is over each time, the task fails.
 */

import { everywhere, printTable, runtimes, withSinkServer } from "./everywhere.ts";
import type { comparePaths } from "./path_bench.ts";
import type { measureWorkloads } from "./correlator_bench.ts";
import type { ProgramResult } from "./program_path.ts";
import type { readWays } from "./reader_bench.ts";
import type { measureCreate } from "./server_bench.ts";

/** The ratios of one benchmark by what they are of, for each of the runtimes. */
type Ratios = readonly Readonly<Record<string, number>>[];

/** What may be measured, as a part of what was: a doubling is too much. */
const SLACK = 1.8;
const TRIES = 3;
/** On Deno, Bun and Node 24, measured on two busy cores. */
const MEASURED: Readonly<Record<string, readonly [deno: number, bun: number, node: number]>> = {
  "make an event": [0.29, 0.75, 0.37],
  "record to three watchers, bursts of 100": [0.19, 0.23, 0.17],
  "record to three watchers, one by one": [0.28, 0.4, 0.27],
  "repeats (500 events)": [0.13, 0.27, 0.15],
  "similar, combined (500 objects)": [0.31, 0.4, 0.31],
  "filtered as spam (500 events)": [0.17, 0.3, 0.19],
  "all different (16384 objects)": [1.2, 1.4, 1.3],
  "write new events to a server, beyond `fetch`": [0.55, 0.95, 0.45],
  "for await over watch()": [1.4, 1.3, 1.15],
  "watch().getReader()": [1.35, 1.35, 1.05],
  "occurrences().getReader()": [1.4, 1.3, 1.15],
  "create an event in the server": [3.3, 5.4, 2.1],
};

const measure = <R>(file: string, name: string, args: readonly unknown[] = []): Promise<Awaited<R>[]> =>
  everywhere<Awaited<R>>(new URL(file, import.meta.url).href, name, args);
const byName = (pairs: readonly (readonly [string, number])[]): Record<string, number> => Object.fromEntries(pairs);

const BENCHES: readonly (() => Promise<Ratios>)[] = [
  async () =>
    (await measure<ReturnType<typeof comparePaths>>("path_bench.ts", "comparePaths"))
      .map((paths) => byName(paths.map(({ what, faster }) => [what, 1 / faster]))),
  async () =>
    (await measure<ReturnType<typeof measureWorkloads>>("correlator_bench.ts", "measureWorkloads"))
      .map((results) => byName(results.map(({ workload, ours, directPort }) => [workload, ours / directPort]))),
  () =>
    withSinkServer(
      0,
      "http",
      async (url) =>
        (await measure<ProgramResult>("program_path.ts", "compare", [url, "new", 8, 3000]))
          .map(({ warm }) => ({ "write new events to a server, beyond `fetch`": 1 / warm.cpuRatio - 1 })),
    ),
  async () =>
    (await measure<ReturnType<typeof readWays>>("reader_bench.ts", "readWays"))
      .map(({ ways }) => byName(Object.entries(ways).map(([way, ratio]) => [way, 1 / ratio]))),
  async () =>
    (await measure<ReturnType<typeof measureCreate>>("server_bench.ts", "measureCreate"))
      .map(({ echoes }) => ({ "create an event in the server": echoes })),
];

const best = runtimes.map((): Record<string, number> => ({}));
/** The budget of a row on a runtime; none on other runtimes than those measured. */
const budget = (row: string, runtime: number): number =>
  SLACK * (MEASURED[row]?.[["Deno", "Bun", "Node 24"].indexOf(runtimes[runtime]!)] ?? Infinity);
const isOver = (row: string, runtime: number): boolean => best[runtime]![row]! > budget(row, runtime);

for (const bench of BENCHES) {
  for (let tries = 0, again = true; again && tries < TRIES; tries++) {
    again = false;
    for (const [runtime, ratios] of (await bench()).entries()) {
      for (const [row, ratio] of Object.entries(ratios)) {
        best[runtime]![row] = Math.min(ratio, best[runtime]![row] ?? Infinity);
        again ||= isOver(row, runtime);
      }
    }
  }
}
const rows = Object.keys(MEASURED);
printTable(
  ["ours to its baseline, of at most"],
  rows.map((row) => [
    row,
    ...best.map((ratios, runtime) =>
      `${isOver(row, runtime) ? "OVER: " : ""}${ratios[row]!.toFixed(2)} of ${budget(row, runtime).toFixed(2)}`
    ),
  ]),
);
if (rows.some((row) => best.some((_, runtime) => isOver(row, runtime)))) Deno.exit(1);
