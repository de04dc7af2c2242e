/**
 * What it costs to correlate an event, against a direct port of client-go's correlator, on Deno, Bun and Node:
 * `deno run -A tests/bench/correlator_bench.ts`, about a minute.
 */

import type { WorkloadResult } from "./correlator_child.ts";
import { everywhere, printTable } from "./everywhere.ts";

const child = <R>(measurement: string): Promise<R[]> => everywhere<R>("correlator_child.ts", [measurement]);
const nanos = (value: number): string => `${Math.round(value)} ns`;

const results = await child<readonly WorkloadResult[]>("workloads");
const [directPort, ours, oursRepeated] = [
  await child<number>("directPortBytes"),
  await child<number>("ourBytes"),
  await child<number>("ourBytesRepeated"),
];
printTable(["per event: direct port / ours"], [
  ...results[0]!.map(({ workload }, index) => [
    workload,
    ...results.map((workloads) => {
      const { directPort, ours } = workloads[index]!;
      return `${nanos(directPort)} / ${nanos(ours)} (${(directPort / ours).toFixed(1)}x faster)`;
    }),
  ]),
  [
    "bytes per event remembered, of 4096",
    ...ours.map((bytes, index) =>
      `${directPort[index]} / ${bytes} (${(bytes / directPort[index]!).toFixed(2)}x), repeated ${oursRepeated[index]}`
    ),
  ],
]);
