/**
 * How fast events are written to a server 0, 5 and 20 ms away, on Deno, Bun and Node:
 * `deno run -A tests/bench/sink_bench.ts`, two to three minutes. The server runs in a process of its own.
 */

import { everywhere, printTable, withSinkServer } from "./everywhere.ts";
import type { SinkResult } from "./sink_child.ts";

const rows: string[][] = [];
for (const latencyMs of [0, 5, 20]) {
  const all = await withSinkServer(
    latencyMs,
    "http",
    (url) => everywhere<readonly SinkResult[]>("sink_child.ts", [url, String(latencyMs)]),
  );
  for (const [index, { way, requests, events, distinct }] of all[0]!.entries()) {
    const joined = requests === distinct ? " = different events" : "";
    const cells = all.map((results) => {
      const { perSecond } = results[index]!;
      return `${Math.round(perSecond)}/s (${(perSecond / results[0]!.perSecond).toFixed(1)}x)`;
    });
    rows.push([`${latencyMs} ms`, way, (requests / events).toFixed(2) + joined, ...cells]);
  }
}
printTable(["server", "way", "requests per event"], rows);
