/**
 * How fast events are written to a server 0, 5 and 20 ms away, on Deno, Bun and Node:
 * `deno run -A tests/bench/sink_bench.ts`, two to three minutes. The server runs in a process of its own.
 */

import { everywhere, installedRuntimes, printTable } from "./everywhere.ts";
import type { SinkResult } from "./sink_child.ts";

/** Bun's server is the quickest; Deno's serves where Bun is not installed. */
function startServer(latencyMs: number): Deno.ChildProcess {
  const { command } = installedRuntimes.find(({ name }) => name === "Bun") ?? installedRuntimes[0]!;
  const [program, ...args] = [...command(), new URL("sink_server.ts", import.meta.url).pathname, String(latencyMs)];
  return new Deno.Command(program!, { args, stdout: "piped", stderr: "inherit" }).spawn();
}

async function readPort(server: Deno.ChildProcess): Promise<number> {
  const reader = server.stdout.pipeThrough(new TextDecoderStream()).getReader();
  const { value } = await reader.read();
  reader.releaseLock();
  return Number(value);
}

async function measure(latencyMs: number): Promise<(readonly SinkResult[])[]> {
  const server = startServer(latencyMs);
  try {
    return await everywhere("sink_child.ts", [`http://127.0.0.1:${await readPort(server)}`, String(latencyMs)]);
  } finally {
    server.kill();
    await server.status;
  }
}

const rows: string[][] = [];
for (const latencyMs of [0, 5, 20]) {
  const all = await measure(latencyMs);
  for (const [index, { way, requests, events, distinct }] of all[0]!.entries()) {
    const joined = requests === distinct ? " = different events" : "";
    const cells = all.map((results) => {
      const { perSecond } = results[index]!;
      return `${Math.round(perSecond)}/s (${(perSecond / results[0]!.perSecond).toFixed(1)}x)`;
    });
    rows.push([`${latencyMs} ms`, way, (requests / events).toFixed(2) + joined, ...cells]);
  }
}
printTable(["server", "way", "requests per event"], rows);
