/**
 * The cost of the Events API in memory, with 10,000 events stored and without a socket, on Deno, Bun and Node: the
 * processor's time for a request, and in brackets how many times that of a handler which only reads and writes the JSON
 * of an event, in the same rounds:
 * `deno run -A tests/bench/server_bench.ts`, about a minute.
 */

import { everywhere, printTable } from "./everywhere.ts";
import type { ServerResult } from "./server_child.ts";

const results = await everywhere<ServerResult>("server_child.ts");
printTable(["10,000 events stored"], [
  ...results[0]!.requests.map(({ what }, index) => [
    what,
    ...results.map(({ requests }) => {
      const { micros, echoes } = requests[index]!;
      return `${micros.toFixed(micros < 100 ? 1 : 0)} us (${echoes.toFixed(1)}x)`;
    }),
  ]),
  ...results[0]!.perWatch.map(({ watches }, index) => [
    `a write, per watch that reads it, of ${watches}`,
    ...results.map(({ perWatch }) => `+${perWatch[index]!.micros.toFixed(1)} us`),
  ]),
]);
