/**
 * What writing one event costs as lanes and namespaces grow in number, on Deno, Bun and Node: `deno task bench:growth`, or
 * alone `deno run -A --no-lock tests/bench/growth_sink_bench.ts`, a minute.
 *
 * Each size takes turns with the others in one process; a cell is the time and the memory of one event, and in brackets
 * how many times those of the first size they are.
 */

import { everywhere, printTable } from "./everywhere.ts";
import type { GrowthPoint } from "./growth_child.ts";

/** What grows, as `growth_sink_child.ts` knows it, and what one unit is. */
const SUBJECTS = {
  lanes: "lanes: writing a queued event",
  namespaces: "namespaces: queuing an event / writing it / dropping one beyond maxPending, heap of a queued event",
};

const ratio = (value: number, first: number): string => (value / first).toFixed(value < 10 * first ? 1 : 0);

for (const [subject, title] of Object.entries(SUBJECTS)) {
  const results: (readonly GrowthPoint[])[] = await everywhere("growth_sink_child.ts", [subject]);
  const cells = (index: number): string[] =>
    results.map((points) => {
      const { nanos, bytes } = points[index]!;
      const times = nanos.map((ns, i) => `${Math.round(ns)} ns (${ratio(ns, points[0]!.nanos[i]!)}x)`).join(" / ");
      if (bytes === undefined) return times;
      return `${times}, ${Math.round(bytes)} B (${ratio(bytes, points[0]!.bytes!)}x)`;
    });
  console.log();
  printTable([title], results[0]!.map(({ size }, index) => [size.toLocaleString("en-US"), ...cells(index)]));
}
