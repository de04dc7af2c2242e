/**
 * Copies the tables of tests/bench/measured.md, which `deno task more bench:all` writes, into README.md, mod.ts and
 * tests/bench/README.md: `deno task more numbers`.
 */
import { readFile, writeFile } from "node:fs/promises";

type Table = readonly (readonly string[])[];

/** The rows for readers who have not come for numbers: a program's call, an outage, a burst. */
const SHORT = /^$|^`eventf`|outage|afterwards|60 s/;

/** Where a table goes: its benchmark, the text before it, and what only some have. */
interface Place {
  readonly file: string;
  readonly benchmark: string;
  readonly after: string;
  /** The start of its head, if it is not the benchmark's first table. */
  readonly head?: string;
  /** The start of its lines. */
  readonly start?: string;
  readonly rows?: RegExp;
}

const PLACES: readonly Place[] = [
  { file: "README.md", benchmark: "clientgo", after: "bench:clientgo`", rows: SHORT },
  { file: "mod.ts", benchmark: "clientgo", after: "bench:clientgo`", rows: SHORT, start: " * " },
  ...[
    { benchmark: "clientgo", after: "bench:clientgo`" },
    { benchmark: "cluster", after: "bench:cluster`;" },
    { benchmark: "timeline", after: "timeline_bench.ts`" },
    { benchmark: "bench", head: "eventf, events", after: "tests/bench/fetch_bench.ts`" },
    { benchmark: "requests", after: "requests_bench.ts`" },
    { benchmark: "worker", after: "bench:worker`" },
    { benchmark: "startup", after: "bench:startup`" },
    { benchmark: "size", after: "task more size`" },
  ].map((place) => ({ file: "tests/bench/README.md", ...place })),
];

const read = (file: string): Promise<string> => readFile(new URL(`../../${file}`, import.meta.url), "utf8");

/** The rows of a table in a benchmark's section, its head first. */
function tableOf(page: string, benchmark: string, start = ""): Table {
  const [, section = ""] = page.split(`\n## ${benchmark}\n`);
  const tables = section.split("\n## ")[0]!.match(/(?:^\|.*\n)+/gm) ?? [];
  const lines = tables.find((table) => table.startsWith(`| ${start}`))?.trim().split("\n") ?? [];
  const [head, , ...rows] = lines.map((line) => line.split("|").slice(1, -1).map((cell) => cell.trim()));
  if (head === undefined) throw new Error(`tests/bench/measured.md has no table ${start} of ${benchmark}`);
  return [head, ...rows];
}

/** How many of 2,000 new events are on a real kube-apiserver, as the last row of the table beside client-go. */
function kept(page: string): readonly string[] {
  const [[, head], ...rows] = tableOf(page, "cluster") as [readonly string[], ...Table];
  const events = Number(head!.match(/[\d,]+/)![0].replace(",", ""));
  const names = ["client-go, defaults", "Deno, Kubecast", "Bun, Kubecast", "Node 24, Kubecast"];
  const cells = names.map((name) => {
    const missing = rows.find(([row]) => row === name)![1]!.match(/([\d,]+) missing/)?.[1] ?? "0";
    return (events - Number(missing.replace(",", ""))).toLocaleString("en-US");
  });
  return [`of ${events.toLocaleString("en-US")} new events, on a kube-apiserver after 60 s`, ...cells];
}

/** A table, as `deno fmt` aligns it. */
function textOf(rows: Table, start: string): string {
  const widths = rows[0]!.map((_, column) => Math.max(3, ...rows.map((row) => row[column]!.length)));
  const [head, ...others] = rows.map((row) => {
    return row.map((cell, column) => column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!));
  });
  const rule = widths.map((width, column) => column === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`);
  return [head!, rule, ...others].map((cells) => `${start}| ${cells.join(" | ")} |\n`).join("");
}

/** Each file with its text, and its text with the numbers of measured.md. */
export async function withNumbers(): Promise<readonly { file: string; text: string; wanted: string }[]> {
  const page = await read("tests/bench/measured.md");
  return await Promise.all([...new Set(PLACES.map(({ file }) => file))].map(async (file) => {
    const text = await read(file);
    let wanted = text;
    for (
      const { benchmark, head, after, start = "", rows: shown = /^/ } of PLACES.filter((place) => place.file === file)
    ) {
      const rows = [...tableOf(page, benchmark, head), ...benchmark === "clientgo" ? [kept(page)] : []];
      const from = wanted.indexOf(after);
      if (from < 0) throw new Error(`${file} does not name ${after}`);
      wanted = wanted.slice(0, from) + wanted.slice(from).replace(
        /(?:^(?: \* )?\|.*\n)+/m,
        () => textOf(rows.filter(([what]) => shown.test(what!)), start),
      );
    }
    return { file, text, wanted };
  }));
}

if (import.meta.main) {
  for (const { file, wanted } of await withNumbers()) {
    await writeFile(new URL(`../../${file}`, import.meta.url), wanted);
  }
}
