/**
 * How fast EventReader reads a watch, beside parsing the same bytes by lines with `JSON.parse`, on Deno, Bun and Node:
 * `deno run -A tests/bench/reader_bench.ts`, about a minute.
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
]);
