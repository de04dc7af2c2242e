/**
 * What it costs to make an event, and to bring it to a log, the correlator and a loop, against the way one would write it
 * first, on Deno, Bun and Node: `deno run -A tests/bench/path_bench.ts`, about half a minute.
 */

import { everywhere, printTable } from "./everywhere.ts";
import type { PathResult } from "./path_child.ts";

const results = await everywhere<PathResult[]>("path_child.ts");
printTable(
  ["per event: naive / ours"],
  results[0]!.map(({ what }, index) => [
    what,
    ...results.map((paths) => {
      const { naiveNs, oursNs, faster } = paths[index]!;
      return `${Math.round(naiveNs)} / ${Math.round(oursNs)} ns (${faster.toFixed(1)}x faster)`;
    }),
  ]),
);
