/**
 * How fast events are written to a server 0, 5 and 20 ms away, on Deno, Bun and Node:
 * `deno run -A tests/bench/sink_bench.ts`, two to three minutes. The server is Bun's, in a process of its own.
 */

import type { SinkResult } from "./sink_child.ts";

const TOOLS = new URL("../runtimes/node_modules/", import.meta.url);
const CHILD = new URL("sink_child.ts", import.meta.url).pathname;
const BUN = new URL(".bin/bun", TOOLS).pathname;
const RUNTIMES: Readonly<Record<string, readonly string[]>> = {
  "Deno": [Deno.execPath(), "run", "-A", "--no-check", "--no-lock", CHILD],
  "Bun": [BUN, CHILD],
  "Node 24": [new URL("node24/bin/node", TOOLS).pathname, CHILD],
};
const LATENCIES = [0, 5, 20];

function startServer(latencyMs: number): Deno.ChildProcess {
  const args = [new URL("sink_server.ts", import.meta.url).pathname, String(latencyMs)];
  return new Deno.Command(BUN, { args, stdout: "piped", stderr: "inherit" }).spawn();
}

async function readPort(server: Deno.ChildProcess): Promise<number> {
  const reader = server.stdout.pipeThrough(new TextDecoderStream()).getReader();
  const { value } = await reader.read();
  reader.releaseLock();
  return Number(value);
}

async function measure(command: readonly string[], latencyMs: number): Promise<readonly SinkResult[]> {
  const server = startServer(latencyMs);
  try {
    const args = [...command.slice(1), `http://127.0.0.1:${await readPort(server)}`, String(latencyMs)];
    const { success, stdout } = await new Deno.Command(command[0]!, { args, stderr: "inherit" }).output();
    if (!success) throw new Error(`${command.join(" ")} failed`);
    return JSON.parse(new TextDecoder().decode(stdout));
  } finally {
    server.kill();
    await server.status;
  }
}

const write = (line: string): void => globalThis.console.info(line);

write(`| server | way | requests per event | ${Object.keys(RUNTIMES).join(" | ")} |`);
write(`| --- | --- | --- | ${Object.keys(RUNTIMES).map(() => "---:").join(" | ")} |`);
for (const latencyMs of LATENCIES) {
  const all: (readonly SinkResult[])[] = [];
  for (const command of Object.values(RUNTIMES)) all.push(await measure(command, latencyMs));
  for (const [index, { way, requests, events, distinct }] of all[0]!.entries()) {
    const joined = requests === distinct ? " = different events" : "";
    const cells = all.map((results) => {
      const { perSecond } = results[index]!;
      return `${Math.round(perSecond)}/s (${(perSecond / results[0]!.perSecond).toFixed(1)}x)`;
    });
    write(`| ${latencyMs} ms | ${way} | ${(requests / events).toFixed(2)}${joined} | ${cells.join(" | ")} |`);
  }
}
