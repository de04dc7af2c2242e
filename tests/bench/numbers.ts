/**
 * The numbers beside client-go, the one source of the table in README.md, mod.ts and tests/bench/README.md: after a run
 * of `deno task more bench:clientgo` put them here, and write the tables with `deno task more numbers`.
 */
import { readFile, writeFile } from "node:fs/promises";

type Row = readonly [what: string, clientGo: string, deno: string, bun: string, node24: string];

/** Of one run on one machine. */
const MEASURED: readonly Row[] = [
  ["event to 1 watcher, each", "219 ns", "130 ns", "227 ns", "464 ns"],
  ["event to 10 watchers, each", "212 ns", "78 ns", "78 ns", "113 ns"],
  ["event to 100 watchers, each", "168 ns", "59 ns", "55 ns", "102 ns"],
  ["`eventf` and its delivery to a handler", "1,892 ns", "948 ns", "1,330 ns", "893 ns"],
  ["correlating a repeat, with its patch", "33,020 ns", "2,110 ns", "2,261 ns", "1,881 ns"],
  ["correlating a similar event, combined", "35,878 ns", "2,576 ns", "2,235 ns", "2,603 ns"],
  ["correlating a new event", "4,689 ns", "4,101 ns", "3,184 ns", "3,508 ns"],
  ["300 events at once, sink 0 ms away", "33,066/s", "84,615/s", "139,308/s", "70,155/s"],
  ["300 events at once, sink 5 ms away", "175/s", "3,190/s", "3,435/s", "3,389/s"],
  ["300 events at once, sink 20 ms away", "48/s", "893/s", "884/s", "915/s"],
  ["heap held in an outage, 100,000 events of 2,000 kinds", "0.9 MB", "3.5 MB", "3.7 MB", "3.7 MB"],
  ["of these 100,000, in the server's counts afterwards", "1,001", "100,000", "100,000", "100,000"],
  // Of bench:cluster, client-go with its defaults.
  ["of 2,000 new events, on a kube-apiserver after 60 s", "310", "2,000", "2,000", "2,000"],
];

/** The rows for who has not come for numbers: a program's call, a burst, an outage. */
const SHORT = MEASURED.filter(([what]) => /^`eventf`|outage|afterwards|60 s/.test(what));

/** The files with a table, each with the start of its lines. */
const PLACES: readonly [file: string, rows: readonly Row[], start: string][] = [
  ["README.md", SHORT, ""],
  ["mod.ts", SHORT, " * "],
  ["tests/bench/README.md", MEASURED, ""],
];

/** The table, as `deno fmt` aligns it. */
function tableOf(rows: readonly Row[], start: string): string {
  const all = [["", "client-go", "Deno", "Bun", "Node 24"], ...rows];
  const widths = all[0]!.map((_, column) => Math.max(...all.map((row) => row[column]!.length)));
  const lines = all.map((row) => {
    return row.map((cell, column) => column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!));
  });
  const rule = widths.map((width, column) => column === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`);
  return [lines[0]!, rule, ...lines.slice(1)].map((cells) => `${start}| ${cells.join(" | ")} |\n`).join("");
}

/** Each file, its text, and its text with the numbers of this one: the first table after the name of the benchmark. */
export async function withNumbers(): Promise<
  { readonly file: string; readonly text: string; readonly wanted: string }[]
> {
  return await Promise.all(PLACES.map(async ([file, rows, start]) => {
    const text = await readFile(new URL(`../../${file}`, import.meta.url), "utf8");
    const wanted = text.replace(/(bench:clientgo`[\s\S]*?\n)((?:(?: \* )?\|.*\n)+)/, (_, before) => {
      return before + tableOf(rows, start);
    });
    return { file, text, wanted };
  }));
}

if (import.meta.main) {
  for (const { file, wanted } of await withNumbers()) {
    await writeFile(new URL(`../../${file}`, import.meta.url), wanted);
  }
}
