/**
 * The cost of a unit of work as the work grows, on Deno, Bun and Node: `deno task more bench:growth`, some minutes.
 *
 * Each size takes turns with the others in one process; a cell is the time and the memory of one unit, and in brackets
 * how many times those of the first size they are.
 */

import { everywhere, printTable } from "./everywhere.ts";
import type { GrowthPoint } from "./growth_child.ts";

/** What grows, by the program that measures it, and what one unit is. */
const SUBJECTS = {
  "growth_child.ts": {
    remembered: "events remembered: correlating a new one / a repeat / for comparison, a look-up in a Map of as many",
    watchers: "watchers: a delivery to a handler / to a loop",
    queued: "events queued in a watcher: reading one",
    message: "characters of a message: recording it with event() / with eventf()",
    messageCut: "characters of a message that is cut: recording it with event() / with eventf()",
  },
  "growth_sink_child.ts": {
    lanes: "lanes: writing a queued event",
    namespaces: "namespaces: queuing an event / writing it / dropping one beyond maxPending, heap of a queued event",
  },
};

const ratio = (value: number, first: number): string => (value / first).toFixed(value < 10 * first ? 1 : 0);

for (const [child, subjects] of Object.entries(SUBJECTS)) {
  for (const [subject, title] of Object.entries(subjects)) {
    const results: (readonly GrowthPoint[])[] = await everywhere(child, [subject]);
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
}
