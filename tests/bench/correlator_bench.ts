/**
 * What it costs to correlate an event, against a direct port of client-go's correlator, on Deno, Bun and Node:
 * `deno run -A tests/bench/correlator_bench.ts`, about a minute.
 */

import type { CorrelatorResult } from "./correlator_child.ts";

const TOOLS = new URL("../runtimes/node_modules/", import.meta.url);
const CHILD = new URL("correlator_child.ts", import.meta.url).pathname;
const RUNTIMES: Readonly<Record<string, readonly string[]>> = {
  "Deno": [Deno.execPath(), "run", "-A", "--no-check", "--no-lock", "--v8-flags=--expose-gc", CHILD],
  "Bun": [new URL(".bin/bun", TOOLS).pathname, CHILD],
  "Node 24": [new URL("node24/bin/node", TOOLS).pathname, "--expose-gc", CHILD],
};

async function measure([command, ...args]: readonly string[]): Promise<CorrelatorResult> {
  const { success, stdout } = await new Deno.Command(command!, { args, stderr: "inherit" }).output();
  if (!success) throw new Error(`${command} failed`);
  return JSON.parse(new TextDecoder().decode(stdout));
}

const write = (line: string): void => globalThis.console.info(line);
const nanos = (value: number): string => `${Math.round(value)} ns`;

const results: CorrelatorResult[] = [];
for (const command of Object.values(RUNTIMES)) results.push(await measure(command));

write(`| per event: direct port / ours | ${Object.keys(RUNTIMES).join(" | ")} |`);
write(`| --- | ${Object.keys(RUNTIMES).map(() => "---:").join(" | ")} |`);
for (const [index, { workload }] of results[0]!.workloads.entries()) {
  const cells = results.map(({ workloads }) => {
    const { directPort, ours } = workloads[index]!;
    return `${nanos(directPort)} / ${nanos(ours)} (${(directPort / ours).toFixed(1)}x)`;
  });
  write(`| ${workload} | ${cells.join(" | ")} |`);
}
const bytes = results.map(({ bytesPerEntry: { directPort, ours, oursRepeated } }) =>
  `${directPort} / ${ours}, repeated ${oursRepeated}`
);
write(`| bytes per event remembered, of 4096 | ${bytes.join(" | ")} |`);
