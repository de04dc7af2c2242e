/**
 * How fast events are written to a server 0, 5 and 20 ms away, on Deno, Bun and Node:
 * `deno run -A tests/bench/sink_bench.ts`, two to three minutes. The server runs in a process of its own.
 */

import { type CoreV1Event, FetchEventSink } from "../../mod.ts";
import { EventCorrelator, EventRecording } from "../../src/client_go/mod.ts";
import { seeded } from "../random.ts";
import { makeEvent } from "../record/recording/make_event.ts";

/** What one way of writing came to. */
interface SinkResult {
  readonly way: string;
  readonly events: number;
  readonly distinct: number;
  readonly requests: number;
  readonly perSecond: number;
}

interface Way {
  readonly name: string;
  /** How many events it is given: as many as it writes in a few seconds. */
  events(latencyMs: number): number;
  write(events: readonly CoreV1Event[], sink: FetchEventSink): Promise<number>;
}

const { signal } = new AbortController();
// Nothing but repeats: neither combined events nor spam, as both save requests.
const CORRELATOR = { burst: 1e9, maxEvents: 1e9 };

/** A burst about 500 objects, in which 60 % of the events repeat an earlier one. */
function burst(length: number, seed: number): { events: CoreV1Event[]; distinct: number } {
  const random = seeded(seed);
  const seen: { pod: string; message: string }[] = [];
  const events = Array.from({ length }, (_, i) => {
    if (seen.length === 0 || random() >= 0.6) {
      seen.push({ pod: `pod-${Math.floor(random() * 500)}`, message: `It happened for the ${seen.length}th time` });
      return makeEvent(`e-${seed}-${i}`, seen.at(-1)!);
    }
    return makeEvent(`e-${seed}-${i}`, seen[Math.floor(random() * seen.length)]!);
  });
  return { events, distinct: seen.length };
}

/** As client-go writes: one event after the other. */
async function serial(events: readonly CoreV1Event[], sink: FetchEventSink): Promise<number> {
  const correlator = new EventCorrelator(CORRELATOR);
  for (const event of events) {
    const correlation = correlator.correlate(event);
    if (correlation.type === "skip") continue;
    correlator.updateState(
      correlation.type === "create"
        ? await sink.create(correlation.event, { signal })
        : await sink.patch(correlation.event, correlation.patch, { signal }),
    );
  }
  return events.length;
}

/** A recording that is given all events at once. */
async function coalescing(events: readonly CoreV1Event[], sink: FetchEventSink, concurrency: number): Promise<number> {
  const recording = new EventRecording(sink, {
    concurrency,
    correlator: CORRELATOR,
    maxPending: Infinity,
  });
  for (const event of events) recording.accept(event);
  await recording.flush();
  return recording.stats().requests;
}

/** A recording that is given an event only once the one that it repeats is written: there is never one to join. */
async function separate(events: readonly CoreV1Event[], sink: FetchEventSink, concurrency: number): Promise<number> {
  const later = Map.groupBy(events, ({ message }) => message);
  const { promise: done, resolve } = Promise.withResolvers<void>();
  let left = events.length;
  const recording: EventRecording = new EventRecording(sink, {
    concurrency,
    correlator: CORRELATOR,
    maxPending: Infinity,
    onOutcome: ({ event }) => {
      if (--left === 0) resolve();
      const next = later.get(event!.message)!.pop();
      if (next !== undefined) recording.accept(next);
    },
  });
  for (const waiting of later.values()) recording.accept(waiting.pop()!);
  await done;
  return recording.stats().requests;
}

const WAYS: readonly Way[] = [
  { name: "serial, as client-go", events: (ms) => ms === 0 ? 2000 : 3000 / ms, write: serial },
  { name: "8 lanes, nothing joined", events: () => 1500, write: (events, sink) => separate(events, sink, 8) },
  { name: "32 lanes, nothing joined", events: () => 3000, write: (events, sink) => separate(events, sink, 32) },
  { name: "8 lanes", events: () => 5000, write: (events, sink) => coalescing(events, sink, 8) },
  { name: "32 lanes", events: () => 5000, write: (events, sink) => coalescing(events, sink, 32) },
];

/** Writes events to a server in each way. */
export async function writeEachWay(server: string, latencyMs: number): Promise<SinkResult[]> {
  const sink = new FetchEventSink({ server });
  const results: SinkResult[] = [];
  // Once through, so that the first way does not pay for what all need.
  await coalescing(burst(500, 0).events, sink, 32);
  await fetch(server).then((response) => response.json());
  for (const [index, { name: way, events: count, write }] of WAYS.entries()) {
    const { events, distinct } = burst(count(latencyMs), index + 1);
    const started = performance.now();
    const requests = await write(events, sink);
    const perSecond = events.length / (performance.now() - started) * 1000;
    const { counted } = await fetch(server).then((response) => response.json());
    if (counted !== events.length) throw new Error(`${way}: ${counted} of ${events.length} events are on the server`);
    results.push({ way, events: events.length, distinct, requests, perSecond });
  }
  return results;
}

if (import.meta.main) {
  const { everywhere, printTable, withSinkServer } = await import("./everywhere.ts");
  const rows: string[][] = [];
  for (const latencyMs of [0, 5, 20]) {
    const all = await withSinkServer(
      latencyMs,
      "http",
      (url) => everywhere<readonly SinkResult[]>(import.meta.url, "writeEachWay", [url, latencyMs]),
    );
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
}
