import { Broadcaster } from "../../src/record/broadcaster/broadcaster.ts";
import process from "node:process";
import * as designs from "./broadcaster_designs.ts";
import * as rivals from "./rivals/rivals.ts";
import type { Design, Message } from "./rivals/subject.ts";

/** One measured cell: nanoseconds per delivery, and the median over the rounds of its ratio to the floor. */
export interface Cell {
  readonly ns: number;
  readonly ratio: number;
}

const { floor, handlers, batches, forAwait, leastForAwait, reader, pipeTo } = designs;
const { rxjs, mittHandlers, eventEmitter3, eventTarget, emitteryHandlers, emitteryIterators } = rivals;
const { teeChain, streamEach, streamReader, streamPipeTo, broadcastChannel } = rivals;

const FLOOR: readonly [string, Design] = ["floor: N ring pushes and drains", floor];
/** What a process measures beside the floor: each way of ours alone, or beside the platform's stream read the same way, as no program uses all at once; or all rivals. */
const groups: readonly (readonly (readonly [string, Design])[])[] = [
  [["Watcher, handler", handlers]],
  [["Watcher, batches()", batches]],
  [["Watcher, for await", forAwait], ["the least iterator, for await", leastForAwait]],
  [["Watcher, getReader()", reader], ["a stream per listener, getReader()", streamReader]],
  [["Watcher, pipeTo", pipeTo], ["a stream per listener, pipeTo", streamPipeTo]],
  [
    ["a stream per listener, for await", streamEach],
    ["chained tee", teeChain],
    ["emittery, iterator", emitteryIterators],
    ["emittery, callback", emitteryHandlers],
    ["RxJS Subject (synchronous)", rxjs],
    ["mitt (synchronous)", mittHandlers],
    ["eventemitter3 (synchronous)", eventEmitter3],
    ["EventTarget (synchronous)", eventTarget],
    ["BroadcastChannel", broadcastChannel],
  ],
];

const runtime = globalThis as { gc?: () => void; Bun?: { gc(force: boolean): void } };

function collect(): void {
  if (runtime.Bun) runtime.Bun.gc(true);
  else runtime.gc?.();
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}

/** A design at work. */
interface Runner {
  /** Nanoseconds per delivery over as many bursts as calibration found to take long enough. */
  sample(): Promise<number>;
  close(): void;
}

/** Sets a design up and warms it up; a burst is over when every listener has consumed every message of it. */
async function start(design: Design, listeners: number, burst: number, sampleMs: number): Promise<Runner> {
  let seen = 0;
  let target = 0;
  let sum = 0;
  let repeats = 1;
  let reached: () => void = () => {};
  const subject = await design(listeners, (message: Message) => {
    sum += message.object.n;
    if (++seen === target) reached();
  });
  const wait = (resolve: () => void): void => void (reached = resolve);

  async function sample(): Promise<number> {
    const begin = performance.now();
    for (let repeat = 0; repeat < repeats; repeat++) {
      seen = 0;
      target = listeners * burst;
      for (let i = 0; i < burst; i++) subject.emit({ type: "ADDED", object: { n: i } });
      subject.settle?.();
      if (seen !== target) await new Promise<void>(wait);
    }
    if (Number.isNaN(sum)) throw new TypeError("Cannot measure: a message had no number");
    return (performance.now() - begin) * 1e6 / (repeats * burst * listeners);
  }

  const end = performance.now() + 8 * sampleMs;
  while (performance.now() < end) {
    const begin = performance.now();
    await sample();
    const ms = Math.max(performance.now() - begin, 0.01);
    repeats = Math.max(1, Math.ceil(repeats * Math.min(4, sampleMs / ms)));
  }
  return { sample, close: subject.close };
}

async function measure(
  group: number,
  listeners: number,
  burst: number,
  { rounds, sampleMs }: { rounds: number; sampleMs: number },
): Promise<Record<string, Cell>> {
  const runners: [string, Runner, number[]][] = [];
  for (const [name, design] of [FLOOR, ...groups[group]!]) {
    // Copies for a thousand channels take seconds.
    if (design === broadcastChannel && listeners * burst > 1000) continue;
    runners.push([name, await start(design, listeners, burst, sampleMs), []]);
  }
  for (let round = 0; round < rounds; round++) {
    for (const [, runner, samples] of round % 2 === 0 ? runners : runners.toReversed()) {
      collect();
      samples.push(await runner.sample());
    }
  }
  const base = runners[0]![2];
  const cells: Record<string, Cell> = {};
  for (const [name, runner, samples] of runners) {
    cells[name] = { ns: median(samples), ratio: median(samples.map((ns, i) => ns / base[i]!)) };
    runner.close();
  }
  return cells;
}

/** Nanoseconds per event and watcher that a hundred full watchers cost. */
async function dropping(rounds: number): Promise<number> {
  const broadcaster = new Broadcaster<number>({ highWaterMark: 1 });
  for (let i = 0; i < 100; i++) broadcaster.watch();
  const samples: number[] = [];
  for (let round = -3; round < rounds; round++) {
    const begin = performance.now();
    for (let burst = 0; burst < 50; burst++) {
      for (let n = 0; n < 100; n++) broadcaster.actionOrDrop("ADDED", n);
      await undefined;
    }
    if (round >= 0) samples.push((performance.now() - begin) * 1e6 / (50 * 100 * 100));
  }
  return median(samples);
}

/** Nanoseconds that it takes to make a watcher, and bytes that it takes up. */
function creating(rounds: number): { ns: number; bytes: number } {
  const times: number[] = [];
  const sizes: number[] = [];
  for (let round = -3; round < rounds; round++) {
    const broadcaster = new Broadcaster<number>();
    const watchers: unknown[] = new Array(5000);
    collect();
    const before = process.memoryUsage().heapUsed;
    const begin = performance.now();
    for (let i = 0; i < watchers.length; i++) watchers[i] = broadcaster.watch();
    const ns = (performance.now() - begin) * 1e6 / watchers.length;
    collect();
    const bytes = (process.memoryUsage().heapUsed - before) / watchers.length;
    if (round < 0) continue;
    times.push(ns);
    sizes.push(bytes);
  }
  return { ns: median(times), bytes: median(sizes) };
}

/** Nanoseconds of a bare `for await` over a promise that is always there: what no consumer event by event can go below. */
async function bareForAwait(rounds: number): Promise<number> {
  const samples: number[] = [];
  for (let round = -3; round < rounds; round++) {
    let left = 100_000;
    const value = Promise.resolve({ value: 1, done: false });
    const done = Promise.resolve({ value: undefined, done: true });
    const next = (): Promise<IteratorResult<unknown>> => left-- > 0 ? value : done;
    const begin = performance.now();
    let sum = 0;
    for await (const one of { [Symbol.asyncIterator]: () => ({ next }) }) sum += one as number;
    if (round >= 0) samples.push((performance.now() - begin) * 1e6 / sum);
  }
  return median(samples);
}

/**
 * Nanoseconds per event that a producer takes who awaits `action()` in a loop, beside a watcher that keeps up, and their
 * ratio to those of one who calls `actionOrDrop()` and awaits a promise: what accounting for waits and turns costs.
 */
async function awaiting(rounds: number): Promise<{ action: number; actionRatio: number }> {
  const count = 200_000;
  const settled = Promise.resolve();
  const run = async (publish: (broadcaster: Broadcaster<number>, n: number) => Promise<void>): Promise<number> => {
    const broadcaster = new Broadcaster<number>();
    broadcaster.watch({ handler: () => {} });
    const begin = performance.now();
    for (let n = 0; n < count; n++) await publish(broadcaster, n);
    return (performance.now() - begin) * 1e6 / count;
  };
  const times: number[] = [];
  const ratios: number[] = [];
  for (let round = -2; round < rounds; round++) {
    const bare = await run((broadcaster, n) => (broadcaster.actionOrDrop("ADDED", n), settled));
    const action = await run((broadcaster, n) => broadcaster.action("ADDED", n));
    if (round < 0) continue;
    times.push(action);
    ratios.push(action / bare);
  }
  return { action: median(times), actionRatio: median(ratios) };
}

/** Megabytes of heap that grow while one of ten listeners does not read. */
async function stuck(design: Design, count: number): Promise<number> {
  let listener = 0;
  let seen = 0;
  let target = Infinity;
  let reached: () => void = () => {};
  const subject = await design(10, () => {
    if (++seen === target) reached();
  });
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let sent = 0; sent < count; sent += 100) {
    target = (sent + 100) * 9;
    for (let i = 0; i < 100; i++) subject.emit({ type: "ADDED", object: { n: listener++ } });
    if (seen !== target) await new Promise<void>((resolve) => reached = resolve);
  }
  collect();
  const grown = (process.memoryUsage().heapUsed - before) / 2 ** 20;
  subject.close();
  return grown;
}

// What `broadcaster_bench.ts` asks for, each in a process of its own.
export const fanOut = (group: number, listeners: number, burst: number, rounds: number, sampleMs: number) =>
  measure(group, listeners, burst, { rounds, sampleMs });
export const groupCount = (): number => groups.length;
export const costs = async (rounds: number) => ({
  drop: await dropping(rounds),
  bare: await bareForAwait(rounds),
  ...await awaiting(rounds),
  ...creating(rounds),
});
export const stuckWatcher = (count: number): Promise<number> => stuck(designs.oneStuck, count);
export const stuckTee = (count: number): Promise<number> => stuck(rivals.teeStuck, count);
