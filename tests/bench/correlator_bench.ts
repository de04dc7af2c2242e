/**
 * What it costs to correlate an event, against a direct port of client-go's correlator, on Deno, Bun and Node:
 * `deno run -A tests/bench/correlator_bench.ts`, about a minute.
 */

import type { CorrelatorResult } from "./correlator_child.ts";
import { everywhere, printTable } from "./everywhere.ts";

const nanos = (value: number): string => `${Math.round(value)} ns`;

const results = await everywhere<CorrelatorResult>("correlator_child.ts");
printTable(["per event: direct port / ours"], [
  ...results[0]!.workloads.map(({ workload }, index) => [
    workload,
    ...results.map(({ workloads }) => {
      const { directPort, ours } = workloads[index]!;
      return `${nanos(directPort)} / ${nanos(ours)} (${(directPort / ours).toFixed(1)}x faster)`;
    }),
  ]),
  [
    "bytes per event remembered, of 4096",
    ...results.map(({ bytesPerEntry: { directPort, ours, oursRepeated } }) =>
      `${directPort} / ${ours}, repeated ${oursRepeated}`
    ),
  ],
]);
