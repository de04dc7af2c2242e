/**
 * What the Events API in memory costs, with 10,000 events stored and without a socket, on Deno, Bun and Node:
 * `deno run -A tests/bench/server_bench.ts`, about a minute.
 */

import type { ServerResult } from "./server_child.ts";

const TOOLS = new URL("../runtimes/node_modules/", import.meta.url);
const CHILD = new URL("server_child.ts", import.meta.url).pathname;
const RUNTIMES: Readonly<Record<string, readonly string[]>> = {
  "Deno": [Deno.execPath(), "run", "-A", "--no-check", "--no-lock", CHILD],
  "Bun": [new URL(".bin/bun", TOOLS).pathname, CHILD],
  "Node 24": [new URL("node24/bin/node", TOOLS).pathname, CHILD],
};

async function measure([command, ...args]: readonly string[]): Promise<ServerResult> {
  const { success, stdout } = await new Deno.Command(command!, { args, stderr: "inherit" }).output();
  if (!success) throw new Error(`${command} failed`);
  return JSON.parse(new TextDecoder().decode(stdout));
}

const write = (line: string): void => globalThis.console.info(line);

const results: ServerResult[] = [];
for (const command of Object.values(RUNTIMES)) results.push(await measure(command));

write(`| 10,000 events stored | ${Object.keys(RUNTIMES).join(" | ")} |`);
write(`| --- | ${Object.keys(RUNTIMES).map(() => "---:").join(" | ")} |`);
for (const [index, { what }] of results[0]!.requests.entries()) {
  const cells = results.map(({ requests }) => {
    const { micros } = requests[index]!;
    return `${micros.toFixed(micros < 100 ? 1 : 0)} us (${Math.round(1e6 / micros)}/s)`;
  });
  write(`| ${what} | ${cells.join(" | ")} |`);
}
for (const [index, { watches }] of results[0]!.perWatch.entries()) {
  const cells = results.map(({ perWatch }) => `+${perWatch[index]!.micros.toFixed(1)} us`);
  write(`| a write, per watch that reads it, of ${watches} | ${cells.join(" | ")} |`);
}
