/**
 * Heap, sockets and timers of recordings on Deno, Bun and Node over time, beside outages of their server:
 * `deno task more soak [MINUTES]`, 20 if not given. Fails if a count on the server differs from the events recorded.
 */

import { EventsApiServer } from "../../src/serve/server/mod.ts";
import { installedRuntimes, type Runtime } from "../bench/everywhere.ts";
import type { SoakSample } from "./soak_child.ts";

const SAMPLE_MS = 10_000;
/** What the server does, in turn, each for so many seconds. */
const PHASES = [["well", 30], ["503", 10], ["well", 10], ["hangs", 10], ["well", 10], ["refuses", 10]] as const;
type Phase = typeof PHASES[number][0];

const minutes = Number(Deno.args[0] ?? 20);
const untilMs = Date.now() + minutes * 60_000;
const api = new EventsApiServer();
let phase: Phase = "well";
let recovered = Promise.withResolvers<void>();

async function answer(request: Request): Promise<Response> {
  if (phase === "503") {
    await request.body?.cancel();
    return new Response(null, { status: 503 });
  }
  if (phase === "hangs") await recovered.promise;
  return await api.fetch(request);
}

/** Listens, and returns a function that stops at once, cutting connections. */
function listen(port: number): { port: number; stop: () => Promise<void> } {
  const cut = new AbortController();
  const { addr, finished } = Deno.serve({ hostname: "127.0.0.1", port, signal: cut.signal, onListen() {} }, answer);
  const stop = async (): Promise<void> => {
    cut.abort();
    await finished;
  };
  return { port: addr.port, stop };
}

/** Goes through the phases until the time is over, and ends well. */
async function goThroughPhases(): Promise<void> {
  for (let index = 0; Date.now() < untilMs; index++) {
    const [next, seconds] = PHASES[index % PHASES.length]!;
    phase = next;
    if (phase === "refuses") await stop();
    else if (phase === "hangs") recovered = Promise.withResolvers();
    await new Promise((resolve) => setTimeout(resolve, Math.min(seconds * 1000, Math.max(untilMs - Date.now(), 0))));
    if (phase === "refuses") ({ stop } = listen(port));
    phase = "well";
    recovered.resolve();
  }
}

/** How many sockets a process has open. */
function countSockets(pid: number): number {
  let sockets = 0;
  for (const { name } of Deno.readDirSync(`/proc/${pid}/fd`)) {
    try {
      if (Deno.readLinkSync(`/proc/${pid}/fd/${name}`).startsWith("socket:")) sockets++;
    } catch {
      // Closed in the meantime.
    }
  }
  return sockets;
}

interface Row extends SoakSample {
  readonly runtime: string;
  readonly sockets: number;
  readonly phase: Phase;
}

async function record({ name: runtime, command }: Runtime): Promise<Row[]> {
  const [program, ...args] = command();
  const child = new Deno.Command(program!, {
    args: [
      ...args,
      new URL("soak_child.ts", import.meta.url).pathname,
      `http://127.0.0.1:${port}`,
      runtime,
      String(untilMs),
      String(SAMPLE_MS),
    ],
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const rows: Row[] = [];
  let rest = "";
  for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop()!;
    for (const line of lines) {
      const row: Row = { ...JSON.parse(line), runtime, sockets: countSockets(child.pid), phase };
      const { seconds, heapMB, sockets, timers, emitted, pending, owed } = row;
      console.log(`| ${[seconds, runtime, phase, heapMB, sockets, timers, emitted, pending, owed].join(" | ")} |`);
      rows.push(row);
    }
  }
  if (!(await child.status).success) throw new Error(`${runtime} failed`);
  return rows;
}

const first = listen(0);
const { port } = first;
let { stop } = first;
console.log("| seconds | runtime | server | heap, MB | sockets | timers | emitted | pending | owed |");
console.log("| ---: | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |");
const [, ...all] = await Promise.all([goThroughPhases(), ...installedRuntimes.map(record)]);

const counts = new Map<string, number>();
const list = await api.fetch(new Request("http://localhost/api/v1/events"));
for (const { message, count, series } of (await list.json()).items) {
  const runtime = message.slice(0, message.indexOf(":"));
  counts.set(runtime, (counts.get(runtime) ?? 0) + (count ?? series?.count ?? 1));
}
for (const rows of all) {
  const { runtime, emitted, lost } = rows.at(-1)!;
  const stored = counts.get(runtime) ?? 0;
  console.log(`${runtime}: ${emitted} emitted, ${stored} on the server, ${lost} accounted for as lost`);
  if (stored > emitted || stored + lost < emitted) Deno.exitCode = 1;
}
await stop();
