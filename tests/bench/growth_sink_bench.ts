/** The cost of writing an event with growing numbers of lanes and namespaces; see `growth_bench.ts`. */

import type { CoreV1Event, EventSink } from "../../mod.ts";
import { EventRecording } from "../../src/client_go/mod.ts";
import { makeEvent } from "../record/recording/make_event.ts";
import { type GrowthPoint, printGrowth } from "./growth_bench.ts";
import { heapUsed } from "../heap_used.ts";

const ROUNDS = 7;
const EVENTS = 10_000;

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}

/** A sink that answers at once, or, once `held`, not before `release()`. */
class QuickSink implements EventSink {
  held = false;
  readonly #waiting: (() => void)[] = [];

  create(event: CoreV1Event): Promise<CoreV1Event> {
    if (!this.held) return Promise.resolve(event);
    return new Promise((resolve) => void this.#waiting.push(() => resolve(event)));
  }

  update(event: CoreV1Event): Promise<CoreV1Event> {
    return this.create(event);
  }

  patch(event: CoreV1Event): Promise<CoreV1Event> {
    return this.create(event);
  }

  release(): void {
    this.held = false;
    for (const answer of this.#waiting.splice(0)) answer();
  }
}

let round = 0;

/** Different events, whose namespaces take turns. */
function burst(length: number, namespaces: number): CoreV1Event[] {
  round++;
  return Array.from({ length }, (_, i) => makeEvent(`e-${round}-${i}`, { namespace: `team-${i % namespaces}` }));
}

/** What one round of a size measures. */
interface Sample {
  readonly nanos: readonly number[];
  readonly bytes?: number;
}

/** Runs all sizes in turn; the first rounds warm up. */
async function inTurn(sizes: readonly number[], run: (size: number) => Promise<Sample>): Promise<GrowthPoint[]> {
  const samples = sizes.map((): Sample[] => []);
  for (let round = -2; round < ROUNDS; round++) {
    for (const [index, size] of sizes.entries()) {
      const sample = await run(size);
      if (round >= 0) samples[index]!.push(sample);
    }
  }
  return sizes.map((size, index) => {
    const rounds = samples[index]!;
    const nanos = rounds[0]!.nanos.map((_, kind) => median(rounds.map(({ nanos }) => nanos[kind]!)));
    if (rounds[0]!.bytes === undefined) return { size, nanos };
    return { size, nanos, bytes: median(rounds.map(({ bytes = 0 }) => bytes)) };
  });
}

/** Writes events of 50 namespaces with more and more lanes. */
export function lanes(): Promise<GrowthPoint[]> {
  return inTurn([1, 8, 32, 64, 128, 256], async (concurrency) => {
    const recording = new EventRecording(new QuickSink(), { concurrency, correlator: false, maxPending: Infinity });
    for (const event of burst(EVENTS, 50)) recording.accept(event);
    const start = performance.now();
    await recording.flush();
    const nanos = [(performance.now() - start) * 1e6 / EVENTS];
    await recording.stop();
    return { nanos };
  });
}

/** Queues, drops and writes events of more and more namespaces. */
export function namespaces(): Promise<GrowthPoint[]> {
  return inTurn([1, 10, 100, 1000, 10_000], async (size) => {
    const sink = new QuickSink();
    sink.held = true;
    const recording = new EventRecording(sink, { concurrency: 32, correlator: false, maxPending: EVENTS });
    const events = burst(EVENTS, size);
    const before = heapUsed();
    let start = performance.now();
    for (const event of events) recording.accept(event);
    const acceptMs = performance.now() - start;
    await undefined;
    const bytes = (heapUsed() - before) / EVENTS;
    const later = [...burst(EVENTS / 2, 1), ...burst(EVENTS / 2, size)];
    start = performance.now();
    for (const event of later) recording.accept(event);
    const dropMs = performance.now() - start;
    sink.release();
    start = performance.now();
    const { dropped, recorded } = await recording.flush();
    const writeMs = performance.now() - start;
    if (dropped !== EVENTS || recorded !== EVENTS) throw new Error(`${dropped} dropped, ${recorded} recorded`);
    await recording.stop();
    return { nanos: [acceptMs, writeMs, dropMs].map((ms) => ms * 1e6 / EVENTS), bytes };
  });
}

if (import.meta.main) {
  await printGrowth(import.meta.url, {
    lanes: "lanes: writing a queued event",
    namespaces: "namespaces: queuing an event / writing it / dropping one beyond maxPending, heap of a queued event",
  });
}
