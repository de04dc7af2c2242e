/**
 * How close a recording comes to a bare loop of `fetch`, `JSON.stringify` and `json()` that sends the same bodies to the same
 * server with as many requests in flight: `deno run -A tests/bench/fetch_bench.ts`, two to four minutes.
 *
 * The server runs in a process of its own. Each cell is the median, over rounds in turn, of the loop's time divided by the
 * recording's: 1 is as fast as the loop. The same of the processor's time of this process is in brackets.
 */

import { everywhere, printTable, withSinkServer } from "./everywhere.ts";
import type { FetchResult } from "./fetch_child.ts";

const rows: string[][] = [];
for (const protocol of ["http", "tls"] as const) {
  const all = await withSinkServer(0, protocol, (url) => everywhere<readonly FetchResult[]>("fetch_child.ts", [url]));
  for (const [index, { events, lanes }] of all[0]!.entries()) {
    const cells = all.map((results) => {
      const { ratio, cpuRatio, perSecond } = results[index]!;
      return `${ratio.toFixed(2)} (processor ${cpuRatio.toFixed(2)}, ${Math.round(perSecond)}/s)`;
    });
    rows.push([protocol, events, String(lanes), ...cells]);
  }
}
printTable(["server", "events", "lanes"], rows);
