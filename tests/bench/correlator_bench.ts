/**
 * What it costs to correlate an event, against a direct port of client-go's correlator, on Deno, Bun and Node:
 * `deno run -A tests/bench/correlator_bench.ts`, about a minute.
 */

import { LRUCache } from "lru-cache";
import type { CoreV1Event } from "../../mod.ts";
import { EventCorrelator } from "../../src/client_go/mod.ts";
import { type NaiveCache, NaiveCorrelator } from "../record/correlator/naive_correlator.ts";
import { type Workload, workloads } from "./correlator_workloads.ts";

/** What a workload costs: nanoseconds per event, the making of the event taken off. */
interface WorkloadResult {
  readonly workload: string;
  readonly directPort: number;
  readonly ours: number;
}

const EVENTS = 2000;
const WARM_UP = 20;
const ROUNDS = 101;
const CACHE_SIZE = 4096;

type Correlate = (event: CoreV1Event) => string;

/** What was made last: exported, so that no engine leaves it out. */
export let kept: unknown;

/** The port of client-go as one writes it first; a patch leaves it as text, as it leaves client-go. */
function directPort(burst: number): Correlate {
  const correlator = new NaiveCorrelator({
    cacheSize: CACHE_SIZE,
    burst,
    qps: 1 / 300,
    maxEvents: 10,
    maxIntervalMs: 600_000,
    clock: Date,
    newCache: <R>(max: number) => new LRUCache<string, R & NonNullable<unknown>>({ max }) as unknown as NaiveCache<R>,
    joinKey: (_kind, parts) => parts.join(""),
  });
  return (event) => {
    const decision = correlator.correlate(event);
    kept = decision.type === "patch" ? JSON.stringify(decision.patch) : decision;
    return decision.type;
  };
}

/** Ours; a patch becomes text when it is sent, and of several that wait only the last is. */
function ours(burst: number): Correlate {
  const correlator = new EventCorrelator({ burst });
  return (event) => {
    const decision = correlator.correlate(event);
    kept = decision.type === "patch" ? decision.patch : decision;
    return decision.type;
  };
}

/** The lower quartile: what it takes while the machine does little else. */
function undisturbed(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 2]!;
}

/** Nanoseconds per event, in one go of a workload from event `from` on. */
function sample(workload: Workload, from: number, correlate?: Correlate): number {
  let decided = 0;
  const start = performance.now();
  for (let index = from; index < from + EVENTS; index++) {
    const event = workload.next(index);
    kept = event;
    if (correlate === undefined || correlate(event) === workload.decision) decided++;
  }
  const nanos = (performance.now() - start) * 1e6 / EVENTS;
  if (from >= WARM_UP * EVENTS && decided < EVENTS) throw new Error(`Decided otherwise: ${workload.name}`);
  return nanos;
}

function measure(workload: Workload): WorkloadResult {
  const port = directPort(workload.burst);
  const own = ours(workload.burst);
  const rounds: { make: number; port: number; own: number }[] = [];
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    const from = round * EVENTS;
    const make = sample(workload, from);
    const first = round % 2 === 0 ? sample(workload, from, port) : 0;
    const ownNanos = sample(workload, from, own);
    rounds.push({ make, port: first || sample(workload, from, port), own: ownNanos });
  }
  rounds.splice(0, WARM_UP);
  const make = undisturbed(rounds.map((round) => round.make));
  return {
    workload: workload.name,
    directPort: undisturbed(rounds.map(({ port }) => port)) - make,
    ours: undisturbed(rounds.map(({ own }) => own)) - make,
  };
}

async function heapUsed(): Promise<number> {
  const { gc, Bun } = globalThis as unknown as { gc?: () => void; Bun?: { gc(sync: boolean): void } };
  const { memoryUsage } = await import("node:process");
  for (let i = 0; i < 3; i++) {
    if (Bun) Bun.gc(true);
    else gc?.();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return memoryUsage().heapUsed;
}

/** Bytes of one entry: how much the heap grows when the caches fill with different events, each seen `times`. */
async function bytesPerEntry(make: (burst: number) => Correlate, times: number): Promise<number> {
  const different = workloads().find(({ decision }) => decision === "create")!;
  make(1); // the tables that all correlators of a process share
  const before = await heapUsed();
  const correlate = make(1e9);
  for (let index = 0; index < 2 * CACHE_SIZE; index++) {
    for (let time = 0; time < times; time++) correlate(different.next(index));
  }
  // Both stay in use until the end: what is collected is only what neither needs.
  kept = [correlate, different];
  return Math.round((await heapUsed() - before) / CACHE_SIZE);
}

// Each is called in a process of its own, as one finds the garbage of the others.
export const measureWorkloads = (): WorkloadResult[] => workloads().map(measure);
export const directPortBytes = (): Promise<number> => bytesPerEntry(directPort, 1);
export const ourBytes = (): Promise<number> => bytesPerEntry(ours, 1);
export const ourBytesRepeated = (): Promise<number> => bytesPerEntry(ours, 2);

if (import.meta.main) {
  const { everywhere, printTable } = await import("./everywhere.ts");
  const child = <R>(measure: string): Promise<R[]> => everywhere<R>(import.meta.url, measure);
  const nanos = (value: number): string => `${Math.round(value)} ns`;

  const results = await child<readonly WorkloadResult[]>("measureWorkloads");
  const [directPort, ours, oursRepeated] = [
    await child<number>("directPortBytes"),
    await child<number>("ourBytes"),
    await child<number>("ourBytesRepeated"),
  ];
  printTable(["per event: direct port / ours"], [
    ...results[0]!.map(({ workload }, index) => [
      workload,
      ...results.map((workloads) => {
        const { directPort, ours } = workloads[index]!;
        return `${nanos(directPort)} / ${nanos(ours)} (${(directPort / ours).toFixed(1)}x faster)`;
      }),
    ]),
    [
      "bytes per event remembered, of 4096",
      ...ours.map((bytes, index) =>
        `${directPort[index]} / ${bytes} (${(bytes / directPort[index]!).toFixed(2)}x), repeated ${oursRepeated[index]}`
      ),
    ],
  ]);
}
