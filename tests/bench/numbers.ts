/**
 * The numbers beside client-go, the one source of the table in README.md, mod.ts and tests/bench/README.md: after a run
 * of `deno task more bench:clientgo` put them here, and write the tables with `deno task more numbers`.
 */
import { readFile, writeFile } from "node:fs/promises";

type Row = readonly [what: string, clientGo: string, deno: string, bun: string, node24: string];

/** Of one run on one machine. */
const MEASURED: readonly Row[] = [
  ["event to 1 watcher, each", "397 ns", "82 ns", "122 ns", "103 ns"],
  ["event to 10 watchers, each", "157 ns", "40 ns", "39 ns", "61 ns"],
  ["event to 100 watchers, each", "194 ns", "41 ns", "37 ns", "68 ns"],
  ["`eventf` and its delivery to a handler", "2,193 ns", "1,034 ns", "1,078 ns", "1,013 ns"],
  ["correlating a repeat, with its patch", "26,062 ns", "1,911 ns", "2,230 ns", "1,536 ns"],
  ["correlating a similar event, combined", "31,232 ns", "2,870 ns", "3,339 ns", "2,880 ns"],
  ["correlating a new event", "3,142 ns", "6,816 ns", "4,231 ns", "4,814 ns"],
  ["300 events at once, sink 0 ms away", "42,106/s", "69,692/s", "233,720/s", "148,185/s"],
  ["300 events at once, sink 5 ms away", "180/s", "3,108/s", "3,495/s", "3,036/s"],
  ["300 events at once, sink 20 ms away", "48/s", "887/s", "895/s", "917/s"],
  ["heap held in an outage, 100,000 events of 2,000 kinds", "0.8 MB", "5.2 MB", "5.6 MB", "5.2 MB"],
  ["of these, in the server's counts afterwards (no spam filter)", "1,001", "100,000", "100,000", "100,000"],
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
