/**
 * client-go in Go and this package on Deno, Bun and Node, in one run on one machine:
 * `deno run -A tests/bench/side_by_side.ts`, about two minutes. Needs Go.
 *
 * Both are given the same work: events of the same content, bursts of 100, no spam filter, sinks that only wait.
 */

import { installedRuntimes } from "./everywhere.ts";

interface Row {
  readonly name: string;
  readonly title: string;
  readonly unit: string;
  readonly best: "least" | "most";
}

const CHILD = new URL("side_by_side_child.ts", import.meta.url).pathname;
const CLIENT_GO = new URL("../parity/clientgo", import.meta.url).pathname;

const SUBJECTS: Readonly<Record<string, readonly string[]>> = {
  "client-go": ["go", "run", ".", "bench"],
  ...Object.fromEntries(installedRuntimes.map(({ name, command }) => [name, [...command(), CHILD]])),
};

const ROWS: readonly Row[] = [
  { name: "fan-out 1", title: "event to 1 watcher, each", unit: "ns", best: "least" },
  { name: "fan-out 10", title: "event to 10 watchers, each", unit: "ns", best: "least" },
  { name: "fan-out 100", title: "event to 100 watchers, each", unit: "ns", best: "least" },
  { name: "recorder", title: "`eventf` and its delivery to a handler", unit: "ns", best: "least" },
  { name: "repeats", title: "correlating a repeat, with its patch", unit: "ns", best: "least" },
  { name: "aggregates", title: "correlating a similar event, combined", unit: "ns", best: "least" },
  { name: "unique", title: "correlating a new event", unit: "ns", best: "least" },
  { name: "sink 0", title: "300 events at once, sink 0 ms away", unit: "/s", best: "most" },
  { name: "sink 5", title: "300 events at once, sink 5 ms away", unit: "/s", best: "most" },
  { name: "sink 20", title: "300 events at once, sink 20 ms away", unit: "/s", best: "most" },
  { name: "outage memory", title: "heap held in an outage, 100,000 events of 2,000 kinds", unit: "MB", best: "least" },
  { name: "outage kept", title: "of them in the counts after it", unit: "", best: "most" },
];

async function measure(command: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const [program, ...args] = command;
  const { success, stdout } = await new Deno.Command(program!, { args, cwd: CLIENT_GO, stderr: "inherit" }).output();
  if (!success) throw new Error(`${command.join(" ")} failed`);
  const lines = new TextDecoder().decode(stdout).trim().split("\n");
  return new Map(lines.map((line) => {
    const { name, value } = JSON.parse(line) as { name: string; value: number };
    return [name, value];
  }));
}

function show(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString("en-US") : value.toFixed(value < 10 ? 1 : 0);
}

const results: ReadonlyMap<string, number>[] = [];
for (const command of Object.values(SUBJECTS)) results.push(await measure(command));

console.log(`| | ${Object.keys(SUBJECTS).join(" | ")} | best |`);
console.log(`| --- | ${Object.keys(SUBJECTS).map(() => "---:").join(" | ")} | --- |`);
for (const { name, title, unit, best } of ROWS) {
  const values = results.map((result) => result.get(name)!);
  const first = best === "least" ? Math.min(...values) : Math.max(...values);
  const winners = Object.keys(SUBJECTS).filter((_, index) => values[index] === first);
  const cells = values.map((value) => unit === "/s" ? `${show(value)}/s` : `${show(value)} ${unit}`.trim());
  console.log(`| ${title} | ${cells.join(" | ")} | ${winners.join(", ")} |`);
}
