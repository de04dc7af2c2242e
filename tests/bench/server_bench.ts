/**
 * The cost of the Events API in memory, with 10,000 events stored and without a socket, on Deno, Bun and Node: the
 * processor's time for a request, and in brackets how many times that of a handler which only reads and writes the JSON
 * of an event, in the same rounds:
 * `deno run -A tests/bench/server_bench.ts`, about a minute.
 */

import process from "node:process";
import { EventsApiServer } from "../../src/serve/server/mod.ts";

/** What one kind of request costs. */
interface RequestCost {
  readonly what: string;
  /** Microseconds each, the median of the rounds. */
  readonly micros: number;
  /** The same in echoes, each round beside some of its own. */
  readonly echoes: number;
}

/** What one runtime measured. */
interface ServerResult {
  readonly requests: readonly RequestCost[];
  /** Microseconds that one more watch, which reads all, adds to a write; by the number of watches. */
  readonly perWatch: readonly { readonly watches: number; readonly micros: number }[];
}

const STORED = 10_000;
const ROUNDS = 25;
const WARM_UP_ROUNDS = 5;
const COLLECTION = "http://localhost/api/v1/namespaces/default/events";

type Fetch = (request: Request) => Promise<Response>;

function event(name: string): unknown {
  return {
    metadata: { name, namespace: "default" },
    involvedObject: { apiVersion: "v1", kind: "Pod", namespace: "default", name: "web-5d8c7", uid: "9f0b5c3e" },
    reason: "BackOff",
    message: "Back-off restarting failed container web in pod web-5d8c7_default",
    source: { component: "kubelet", host: "node-1" },
    firstTimestamp: "2026-01-01T00:00:00Z",
    lastTimestamp: "2026-01-01T00:00:00Z",
    count: 1,
    type: "Warning",
  };
}

function write(fetch: Fetch, method: string, url: string, options: { body: unknown; type: string }): Promise<Response> {
  const headers = { "content-type": options.type };
  return fetch(new Request(url, { method, headers, body: JSON.stringify(options.body) }));
}

async function read(fetch: Fetch, url: string, accept = "*/*"): Promise<void> {
  await (await fetch(new Request(url, { headers: { accept } }))).text();
}

let made = 0;
const create = async (fetch: Fetch): Promise<void> => {
  const name = `web-5d8c7.${(made++).toString(16).padStart(16, "0")}`;
  await (await write(fetch, "POST", COLLECTION, { body: event(name), type: "application/json" })).text();
};
const patch = async (fetch: Fetch): Promise<void> => {
  const name = `web-5d8c7.${(made % STORED).toString(16).padStart(16, "0")}`;
  const body = { count: ++made, lastTimestamp: "2026-01-01T00:00:05Z" };
  await (await write(fetch, "PATCH", `${COLLECTION}/${name}`, {
    body,
    type: "application/strategic-merge-patch+json",
  })).text();
};

/** The least that any handler does: takes the JSON in and gives it back. */
const echo: Fetch = async (request) => new Response(JSON.stringify(JSON.parse(await request.text())), { status: 201 });

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}

/** Microseconds of the processor per call, those of the garbage collector's threads included. */
async function timed(count: number, call: () => Promise<void>): Promise<number> {
  const start = process.cpuUsage();
  for (let i = 0; i < count; i++) await call();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / count;
}

async function cost(what: string, count: number, call: () => Promise<void>): Promise<RequestCost> {
  const micros: number[] = [];
  const echoes: number[] = [];
  for (let i = 0; i < WARM_UP_ROUNDS + ROUNDS; i++) {
    const anEcho = await timed(250, () => create(echo));
    const one = await timed(count, call);
    if (i < WARM_UP_ROUNDS) continue;
    micros.push(one);
    echoes.push(one / anEcho);
  }
  return { what, micros: median(micros), echoes: median(echoes) };
}

/** A server that is full: it stays at the same number of events, however many are created. */
async function fullServer(): Promise<EventsApiServer> {
  made = 0;
  const api = new EventsApiServer({ maxEvents: STORED });
  for (let i = 0; i < STORED; i++) await create(api.fetch);
  return api;
}

async function requests(): Promise<RequestCost[]> {
  const { fetch } = await fullServer();
  const table = "application/json;as=Table;v=v1;g=meta.k8s.io";
  return [
    await cost("patch an event", 250, () => patch(fetch)),
    await cost("list all 10,000", 3, () => read(fetch, COLLECTION)),
    await cost("list a page of 500", 20, () => read(fetch, `${COLLECTION}?limit=500`)),
    await cost("a table of 500, as kubectl", 20, () => read(fetch, `${COLLECTION}?limit=500`, table)),
    await cost(
      "list by field selector, none of them",
      20,
      () => read(fetch, `${COLLECTION}?fieldSelector=reason=None`),
    ),
    await measureCreate(),
  ];
}

/** What a create costs in a full server. */
export async function measureCreate(): Promise<RequestCost> {
  const { fetch } = await fullServer();
  return await cost("create an event", 250, () => create(fetch));
}

/** Reads a watch to its end. */
async function drain(response: Response): Promise<void> {
  const reader = response.body!.getReader();
  while (!(await reader.read()).done);
}

async function perWatch(): Promise<ServerResult["perWatch"]> {
  const alone = await fullServer();
  const results: { watches: number; micros: number }[] = [];
  for (const watches of [10, 100]) {
    const watched = await fullServer();
    const target = `${COLLECTION}?watch=true&resourceVersion=${STORED + 1}`;
    const drains: Promise<void>[] = [];
    for (let i = 0; i < watches; i++) drains.push(drain(await watched.fetch(new Request(target))));
    const count = Math.max(50, 1000 / watches);
    const extra: number[] = [];
    for (let i = 0; i < WARM_UP_ROUNDS + ROUNDS; i++) {
      const without = await timed(count, () => patch(alone.fetch));
      const withThem = await timed(count, () => patch(watched.fetch));
      if (i >= WARM_UP_ROUNDS) extra.push((withThem - without) / watches);
    }
    results.push({ watches, micros: median(extra) });
    await watched.shutdown();
    await Promise.all(drains);
  }
  return results;
}

export async function measureServer(): Promise<ServerResult> {
  return { requests: await requests(), perWatch: await perWatch() };
}

if (import.meta.main) {
  const { everywhere, printTable } = await import("./everywhere.ts");
  const results = await everywhere<ServerResult>(import.meta.url, "measureServer");
  printTable(["10,000 events stored"], [
    ...results[0]!.requests.map(({ what }, index) => [
      what,
      ...results.map(({ requests }) => {
        const { micros, echoes } = requests[index]!;
        return `${micros.toFixed(micros < 100 ? 1 : 0)} us (${echoes.toFixed(1)}x)`;
      }),
    ]),
    ...results[0]!.perWatch.map(({ watches }, index) => [
      `a write, per watch that reads it, of ${watches}`,
      ...results.map(({ perWatch }) => `+${perWatch[index]!.micros.toFixed(1)} us`),
    ]),
  ]);
}
