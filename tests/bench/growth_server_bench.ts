/**
 * The cost of the Events API in memory as it holds more events, watches and namespaces and longer messages, without a
 * socket, on Deno, Bun and Node: `deno run -A tests/bench/growth_server_bench.ts`, five to ten minutes and 3 GB of memory.
 *
 * All sizes run in one process; a cell is the processor's time for one unit of work, and in brackets how many times that of the
 * first size it is.
 */

import process from "node:process";
import { EventsApiServer } from "../../src/serve/server/mod.ts";
import { heapUsed } from "../heap_used.ts";

/** The costs of one size, by the kind of work: microseconds of the processor, or bytes of heap, per unit. */
interface GrowthRow {
  readonly size: number;
  readonly costs: Readonly<Record<string, number>>;
}

/** Runs once, and returns the microseconds of a unit of each kind of work. */
type Work = () => Promise<Record<string, number>>;

const ROUNDS = 9;
const WARM_UP_ROUNDS = 2;
const residentAtStart = process.memoryUsage().rss;
/** As many as a request removes: after fewer requests, some would be left. */
const EXPIRED_PER_REQUEST = 250;
const UNLIMITED = { maxEvents: 1e9, maxBytes: 1e12, maxHistory: 1000 };

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}

/** The medians over the rounds of a work. */
async function medians(work: Work): Promise<Record<string, number>> {
  const rounds: Record<string, number>[] = [];
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) rounds.push(await work());
  const kinds = Object.keys(rounds[0]!);
  return Object.fromEntries(
    kinds.map((kind) => [kind, median(rounds.slice(WARM_UP_ROUNDS).map((costs) => costs[kind]!))]),
  );
}

/** Microseconds of the processor per call, those of the garbage collector's threads included. */
async function timed(count: number, call: (index: number) => Promise<unknown>): Promise<number> {
  const start = process.cpuUsage();
  for (let i = 0; i < count; i++) await call(i);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / count;
}

const MESSAGE = "Back-off restarting failed container web in pod web-5d8c7_default";
const collection = (namespace: number): string => `http://localhost/api/v1/namespaces/shop-${namespace}/events`;

function event(namespace: number, name: string, message = MESSAGE): unknown {
  return {
    metadata: { name, namespace: `shop-${namespace}` },
    involvedObject: { apiVersion: "v1", kind: "Pod", namespace: `shop-${namespace}`, name, uid: `9f0b5c3e-${name}` },
    reason: "BackOff",
    message,
    source: { component: "kubelet", host: "node-1" },
    firstTimestamp: "2026-01-01T00:00:00Z",
    lastTimestamp: "2026-01-01T00:00:00Z",
    count: 1,
    type: "Warning",
  };
}

/** Sends a request and reads the response. */
async function send(api: EventsApiServer, method: string, url: string, body?: unknown): Promise<void> {
  const init = body === undefined
    ? { method }
    : { method, body: JSON.stringify(body), headers: { "content-type": "application/json" } };
  const response = await api.fetch(new Request(url, init));
  await response.text();
  if (!response.ok) throw new Error(`${method} ${url} answered ${response.status}`);
}

const create = (api: EventsApiServer, namespace: number, name: string, message?: string): Promise<void> =>
  send(api, "POST", collection(namespace), event(namespace, name, message));

/** Events in namespaces of a hundred each, created in an order other than that of a list. */
async function events(size: number): Promise<GrowthRow> {
  const before = heapUsed();
  let nowMs = Date.now();
  const api = new EventsApiServer({ ...UNLIMITED, maxHistory: 1, clock: { now: () => nowMs } });
  const namespaces = size / 100;
  const startedMs = performance.now();
  for (let i = 0; i < size; i++) await create(api, i % namespaces, `web-${i}`);
  const seconds = (performance.now() - startedMs) / 1000;
  const resident = (process.memoryUsage().rss - residentAtStart) / size;
  const bytes = (heapUsed() - before) / size;
  let next = 0;
  const some = (index: number): number => (next + index * 7919) % size;
  const costs = await medians(async () => {
    next += 1009;
    const scan = "http://localhost/api/v1/events?fieldSelector=involvedObject.name=web-7";
    return {
      "create, us": await timed(1000, (i) => create(api, some(i) % namespaces, `new-${i}`)),
      "delete, us": await timed(1000, (i) => send(api, "DELETE", `${collection(some(i) % namespaces)}/new-${i}`)),
      "get, us": await timed(1000, (i) => send(api, "GET", `${collection(some(i) % namespaces)}/web-${some(i)}`)),
      "list a page of 500, us": await timed(10, () => send(api, "GET", "http://localhost/api/v1/events?limit=500")),
      "list a namespace of 100, us": await timed(10, (i) => send(api, "GET", collection(some(i) % namespaces))),
      "list by involvedObject.name, us per 1000 events": await timed(3, () => send(api, "GET", scan)) * 1000 / size,
    };
  });
  nowMs += 3_600_000;
  const longestMs = await longestWait(api, size);
  if (api.events().length > 0) throw new Error("Not all events expired");
  return {
    size,
    costs: {
      ...costs,
      "all creates, s": seconds,
      "the longest wait for a list while all expire, ms": longestMs,
      "bytes of heap per event": bytes,
      "bytes of the process per event": resident,
    },
  };
}

/** The longest time that a request takes, its turn of the event loop included, while so many events expire. */
async function longestWait(api: EventsApiServer, events: number): Promise<number> {
  let longestMs = 0;
  // The event loop has not turned while requests needed none: Deno catches up for a quarter of a second.
  await new Promise((resolve) => setTimeout(resolve, 0));
  for (let expired = 0; expired <= events; expired += EXPIRED_PER_REQUEST) {
    const startedMs = performance.now();
    await new Promise((resolve) => setTimeout(resolve, 0));
    await send(api, "GET", collection(0));
    longestMs = Math.max(longestMs, performance.now() - startedMs);
  }
  return longestMs;
}

/** Reads watches to their ends. */
class Readers {
  #reads = 0;
  #expected = 0;
  #resolve = (): void => {};

  async drain(response: Response): Promise<void> {
    const reader = response.body!.getReader();
    while (!(await reader.read()).done) if (++this.#reads === this.#expected) this.#resolve();
  }

  /** Waits until all watches have read some work. */
  async have(watches: number, work: () => Promise<unknown>): Promise<void> {
    this.#expected = this.#reads + watches;
    const read = new Promise<void>((resolve) => this.#resolve = resolve);
    await work();
    await read;
  }
}

/** A write with watches that read it, that wait for another object, and that are not read. */
async function watches(size: number): Promise<GrowthRow> {
  const query = (selector: string): string => `${collection(0)}?watch=true&resourceVersion=1${selector}`;
  const open = (api: EventsApiServer, url: string): Promise<Response> => api.fetch(new Request(url));
  const [alone, reading, waiting, unread] = Array.from({ length: 4 }, () => new EventsApiServer(UNLIMITED));
  const before = heapUsed();
  const servers = Array.from({ length: Math.ceil(1000 / size) }, () => new EventsApiServer(UNLIMITED));
  const drains: Promise<void>[] = [];
  const [readers, others] = [new Readers(), new Readers()];
  for (const api of servers) for (let i = 0; i < size; i++) drains.push(others.drain(await open(api, query(""))));
  const bytes = (heapUsed() - before) / drains.length;
  for (const api of servers) await api.shutdown();
  await Promise.all(drains.splice(0));
  const kept: Response[] = [];
  for (let i = 0; i < size; i++) {
    drains.push(readers.drain(await open(reading!, query(""))));
    drains.push(others.drain(await open(waiting!, query(`&fieldSelector=involvedObject.name=other-${i}`))));
    kept.push(await open(unread!, query("")));
  }
  let count = 0;
  const update = (api: EventsApiServer): Promise<unknown> => {
    const web = event(0, "web") as Record<string, unknown>;
    return send(api, "PUT", `${collection(0)}/web`, { ...web, count: ++count });
  };
  const write = (api: EventsApiServer): Promise<number> => timed(500, () => update(api));
  const costs = await medians(async () => {
    const one = await write(alone!);
    const writes = Math.max(5, Math.min(500, 10_000 / size));
    const read = await timed(writes, () => readers.have(size, () => update(reading!)));
    return {
      "a write, for each watch that reads it, us": (read - one) / size,
      "a write, with all waiting for other objects, us": await write(waiting!),
      "a write, with none of them read, us": await write(unread!),
    };
  });
  for (const api of [reading!, waiting!]) await api.shutdown();
  await Promise.all([...drains, ...kept.map(({ body }) => body!.cancel())]);
  return { size, costs: { ...costs, "bytes of heap per waiting watch": bytes } };
}

/** The same number of events in more and more namespaces. */
async function namespaces(size: number): Promise<GrowthRow> {
  const api = new EventsApiServer(UNLIMITED);
  for (let i = 0; i < 10_000; i++) await create(api, i % size, `web-${i}`);
  const costs = await medians(async () => ({
    "create, us": await timed(1000, (i) => create(api, i % size, `new-${i}`)),
    "delete, us": await timed(1000, (i) => send(api, "DELETE", `${collection(i % size)}/new-${i}`)),
    "get, us": await timed(1000, (i) => send(api, "GET", `${collection(i % size)}/web-${i}`)),
    "list one event of a namespace, us": await timed(1000, (i) => send(api, "GET", `${collection(i % size)}?limit=1`)),
    "list a page of 500, us": await timed(10, () => send(api, "GET", "http://localhost/api/v1/events?limit=500")),
  }));
  return { size, costs };
}

/** Events with longer and longer messages. */
async function message(size: number): Promise<GrowthRow> {
  const api = new EventsApiServer(UNLIMITED);
  const text = "container ".repeat(103).slice(0, size);
  for (let i = 0; i < 1000; i++) await create(api, 0, `web-${i}`, text);
  const costs = await medians(async () => ({
    "create, us": await timed(500, (i) => create(api, 0, `new-${i}`, text)),
    "delete, us": await timed(500, (i) => send(api, "DELETE", `${collection(0)}/new-${i}`)),
    "get, us": await timed(500, (i) => send(api, "GET", `${collection(0)}/web-${i}`)),
    "list a page of 500, us": await timed(10, () => send(api, "GET", `${collection(0)}?limit=500`)),
  }));
  return { size, costs };
}

const SUBJECTS: Record<string, { sizes: readonly number[]; measure: (size: number) => Promise<GrowthRow> }> = {
  events: { sizes: [1e3, 1e4, 2e5, 1e6], measure: events },
  watches: { sizes: [1, 10, 100, 1000, 10_000], measure: watches },
  namespaces: { sizes: [1, 10, 100, 1000, 10_000], measure: namespaces },
  message: { sizes: [10, 100, 300, 1024], measure: message },
};

/** Measures all sizes of a subject. */
export async function grow(subject: keyof typeof SUBJECTS): Promise<GrowthRow[]> {
  const { sizes, measure } = SUBJECTS[subject]!;
  const rows: GrowthRow[] = [];
  await measure(sizes[0]!); // warms up
  for (const size of sizes) rows.push(await measure(size));
  return rows;
}

if (import.meta.main) {
  const { everywhere, printTable } = await import("./everywhere.ts");
  const TITLES = {
    events: "events held",
    watches: "watches",
    namespaces: "namespaces of 10,000 events",
    message: "characters of a message",
  };

  const shown = (value: number): string => value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);

  for (const [subject, title] of Object.entries(TITLES)) {
    const results = await everywhere<GrowthRow[]>(import.meta.url, "grow", [subject]);
    const lines = results[0]!.flatMap(({ size, costs }, row) =>
      Object.keys(costs).map((cost) => [
        size.toLocaleString("en-US"),
        cost,
        ...results.map((rows) => {
          const [value, first] = [rows[row]!.costs[cost]!, rows[0]!.costs[cost]!];
          return `${shown(value)} (${(value / first).toFixed(1)}x)`;
        }),
      ])
    );
    // By the kind of work, then by size.
    const kinds = Object.keys(results[0]![0]!.costs);
    lines.sort((a, b) => kinds.indexOf(a[1]!) - kinds.indexOf(b[1]!));
    console.log();
    printTable([title, "unit"], lines);
  }
}
