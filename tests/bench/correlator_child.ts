import { LRUCache } from "lru-cache";
import { type CoreV1Event, EventCorrelator } from "../../mod.ts";
import { type NaiveCache, NaiveCorrelator } from "../correlator/naive_correlator.ts";
import { type Workload, workloads } from "./correlator_workloads.ts";

/** What a workload costs: nanoseconds per event, the making of the event taken off. */
export interface WorkloadResult {
  readonly workload: string;
  readonly directPort: number;
  readonly ours: number;
}

const EVENTS = 2000;
const WARM_UP = 20;
const ROUNDS = 101;
const CACHE_SIZE = 4096;

type Correlate = (event: CoreV1Event) => string;

let kept: unknown;

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

/** The measurements: `correlator_child.ts NAME`, each in a process of its own, as one finds the garbage of the others. */
const measurements = {
  workloads: (): WorkloadResult[] => workloads().map(measure),
  directPortBytes: () => bytesPerEntry(directPort, 1),
  ourBytes: () => bytesPerEntry(ours, 1),
  ourBytesRepeated: () => bytesPerEntry(ours, 2),
};
const { process } = globalThis as unknown as { process: { argv: string[] } };
const result = await measurements[process.argv[2] as keyof typeof measurements]();
if (kept !== undefined) globalThis.console.log(JSON.stringify(result));
