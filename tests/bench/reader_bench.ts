/**
 * How fast EventReader reads a watch, beside parsing the same bytes by lines with `JSON.parse`, and how fast `forward`
 * delivers a million changes, on Deno, Bun and Node: `deno run -A tests/bench/reader_bench.ts`, about two minutes.
 */

import { everywhere, printTable } from "./everywhere.ts";
import type { ReaderResult } from "./reader_child.ts";

const results = await everywhere<ReaderResult>("reader_child.ts");
printTable(["watch events of 0.9 KB"], [
  ["floor: by lines with JSON.parse", ...results.map(({ floor }) => `${Math.round(floor / 1000)}k/s`)],
  ...Object.keys(results[0]!.ways).map((name) => [
    `${name}, x floor`,
    ...results.map(({ ways }) => ways[name]!.toFixed(2)),
  ]),
  ["forward() of 1,000,000 changes", ...results.map(({ forwarded }) => `${Math.round(forwarded / 1000)}k/s`)],
  ["its heap grows by", ...results.map(({ grownMb }) => `${grownMb.toFixed(1)} MB`)],
]);
