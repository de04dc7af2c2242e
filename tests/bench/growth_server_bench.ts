/**
 * The cost of the Events API in memory as it holds more events, watches and namespaces and longer messages, without a
 * socket, on Deno, Bun and Node: `deno run -A tests/bench/growth_server_bench.ts`, five to ten minutes and 3 GB of memory.
 *
 * All sizes run in one process; a cell is the processor's time for one unit of work, and in brackets how many times that of the
 * first size it is.
 */

import { everywhere, printTable } from "./everywhere.ts";
import type { GrowthRow } from "./growth_server_child.ts";

const SUBJECTS = {
  events: "events held",
  watches: "watches",
  namespaces: "namespaces of 10,000 events",
  message: "characters of a message",
};

const shown = (value: number): string => value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);

for (const [subject, title] of Object.entries(SUBJECTS)) {
  const results = await everywhere<GrowthRow[]>("growth_server_child.ts", [subject]);
  const lines = results[0]!.flatMap(({ size, costs }, row) =>
    Object.keys(costs).map((cost) => [
      size.toLocaleString("en-US"),
      cost,
      ...results.map((rows) => {
        const [value, first] = [rows[row]!.costs[cost]!, rows[0]!.costs[cost]!];
        return `${shown(value)} (${(value / first).toFixed(1)}x)`;
      }),
    ])
  );
  // By the kind of work, then by size.
  const kinds = Object.keys(results[0]![0]!.costs);
  lines.sort((a, b) => kinds.indexOf(a[1]!) - kinds.indexOf(b[1]!));
  console.log();
  printTable([title, "unit"], lines);
}
