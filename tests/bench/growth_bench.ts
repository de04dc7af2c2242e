/**
 * The cost of a unit of work as the work grows, on Deno, Bun and Node: `deno task more bench:growth`, some minutes.
 *
 * Each size takes turns with the others in one process; a cell is the time and the memory of one unit, and in brackets
 * how many times those of the first size they are.
 */

import process from "node:process";
import { Broadcaster, type CoreV1Event, EventBroadcaster } from "../../mod.ts";
import { EventCorrelator } from "../../src/client_go/mod.ts";

/** What one unit costs at one size. */
export interface GrowthPoint {
  readonly size: number;
  /** Nanoseconds of each kind of work, medians over the rounds. */
  readonly nanos: readonly number[];
  /** Bytes of heap that one unit holds, if it holds any. */
  readonly bytes?: number;
}

/** Work of one size: runs once and returns the nanoseconds per unit of each of its kinds. */
type Work = () => number[] | Promise<number[]>;

const ROUNDS = 7;
const runtime = globalThis as { gc?: () => void; Bun?: { gc(force: boolean): void } };
/** What was made last: exported, so that no engine leaves it out. */
export let kept: unknown;

async function heapUsed(): Promise<number> {
  for (let i = 0; i < 3; i++) {
    // A turn later, so that no stack holds what the work before has left.
    await new Promise((resolve) => setTimeout(resolve, 20));
    if (runtime.Bun) runtime.Bun.gc(true);
    else runtime.gc?.();
  }
  return process.memoryUsage().heapUsed;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}

/** Runs the works of all sizes in turn; the first rounds warm up. */
async function inTurn(works: readonly Work[], rounds = ROUNDS): Promise<number[][]> {
  const samples: number[][][] = works.map(() => []);
  for (let round = -2; round < rounds; round++) {
    for (const [index, work] of works.entries()) {
      const nanos = await work();
      if (round >= 0) samples[index]!.push(nanos);
    }
  }
  return samples.map((rounds) => rounds[0]!.map((_, kind) => median(rounds.map((nanos) => nanos[kind]!))));
}

function perUnit(units: number, run: () => void): number {
  const start = performance.now();
  run();
  return (performance.now() - start) * 1e6 / units;
}

const TIME = "2026-01-01T00:00:00Z";

/** A different event for each number, as a recorder makes it. */
function different(index: number): CoreV1Event {
  const name = `web-${index}-7d4b9c6f5d`;
  return {
    metadata: { name: `${name}.17979d04bb${index.toString(16)}`, namespace: "shop" },
    involvedObject: { kind: "Pod", namespace: "shop", name, uid: `6f1f2c1e-${index}`, apiVersion: "v1" },
    reason: "BackOff",
    message: `Back-off restarting failed container web in pod ${name}`,
    source: { component: "kubelet", host: "node-1" },
    firstTimestamp: TIME,
    lastTimestamp: TIME,
    count: 1,
    type: "Warning",
  };
}

/** A full correlator: new events, which push others out, and repeats from all over its memory. */
async function fullCorrelator(size: number): Promise<GrowthPoint> {
  const before = await heapUsed();
  const correlator = new EventCorrelator({ cacheSize: size, burst: 1e9 });
  let next = 0;
  while (next < size) correlator.correlate(different(next++));
  const bytes = (await heapUsed() - before) / size;
  // Of its own objects: what grows here, grows because the memory of a processor holds no more.
  const map = new Map(Array.from({ length: size }, (_, i) => [different(i).involvedObject.uid!, { i }]));
  const units = 20_000;
  const correlate = (events: readonly CoreV1Event[]): number =>
    perUnit(events.length, () => {
      for (const event of events) kept = correlator.correlate(event);
    });
  const work: Work = () => {
    const fresh = Array.from({ length: units }, () => different(next++));
    const repeats = fresh.map((_, i) => different(next - 1 - i * 7919 % size));
    const uids = repeats.map((_, i) => different(i * 7919 % size).involvedObject.uid!);
    const lookUp = (): void => {
      for (const uid of uids) kept = map.get(uid);
    };
    return [correlate(fresh), correlate(repeats), perUnit(units, lookUp)];
  };
  const [nanos] = await inTurn([work]);
  return { size, nanos: nanos!, bytes };
}

export async function remembered(): Promise<GrowthPoint[]> {
  await fullCorrelator(1e3); // warms up
  const points: GrowthPoint[] = [];
  // One after the other: a collection of garbage walks the memory of all that are there.
  for (const size of [1e3, 1e4, 1e5, 1e6]) points.push(await fullCorrelator(size));
  return points;
}

/** A burst to more and more watchers. */
export async function watchers(): Promise<GrowthPoint[]> {
  const sizes = [1, 10, 100, 1000, 10_000];
  const bytes: number[] = [];
  const held: unknown[] = [];
  for (const size of sizes) {
    const before = await heapUsed();
    const broadcasters = Array.from({ length: Math.ceil(1000 / size) }, () => new Broadcaster<number>());
    held.push(broadcasters.map((broadcaster) => Array.from({ length: size }, () => broadcaster.watch())));
    bytes.push((await heapUsed() - before) / (size * broadcasters.length));
  }
  kept = held;
  const works = sizes.map((size): Work => {
    let [seen, due] = [0, 0];
    let arrived: () => void = () => {};
    const see = (): void => {
      if (++seen === due) arrived();
    };
    const called = new Broadcaster<number>();
    const read = new Broadcaster<number>();
    for (let i = 0; i < size; i++) {
      called.watch({ handler: see });
      const watcher = read.watch();
      void (async () => {
        for await (const _ of watcher) see();
      })();
    }
    const burst = async (broadcaster: Broadcaster<number>): Promise<number> => {
      const bursts = Math.max(1, 1000 / size);
      const start = performance.now();
      for (let i = 0; i < bursts; i++) {
        [seen, due] = [0, 100 * size];
        const all = new Promise<void>((resolve) => arrived = resolve);
        for (let n = 0; n < 100; n++) broadcaster.actionOrDrop("ADDED", n);
        await all;
      }
      return (performance.now() - start) * 1e6 / (bursts * 100 * size);
    };
    return async () => [await burst(called), await burst(read)];
  });
  const nanos = await inTurn(works);
  return sizes.map((size, index) => ({ size, nanos: nanos[index]!, bytes: bytes[index]! }));
}

/** A watcher that queues more and more before it is read. */
export async function queued(): Promise<GrowthPoint[]> {
  const sizes = [1e3, 1e4, 1e5, 1e6];
  const works = sizes.map((size): Work => async () => {
    const broadcaster = new Broadcaster<number>({ highWaterMark: size });
    const watcher = broadcaster.watch();
    for (let n = 0; n < size; n++) {
      broadcaster.actionOrDrop("ADDED", n);
      if (n % 100 === 99) await undefined;
    }
    await broadcaster.shutdown();
    let seen = 0;
    const start = performance.now();
    for await (kept of watcher) seen++;
    if (seen !== size) throw new Error(`Read ${seen} events of ${size}`);
    return [(performance.now() - start) * 1e6 / size];
  });
  const nanos = await inTurn(works);
  return sizes.map((size, index) => ({ size, nanos: nanos[index]! }));
}

/** Events with longer and longer messages, recorded without a consumer; each text is different. */
async function messages(sizes: readonly number[]): Promise<GrowthPoint[]> {
  const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "web", namespace: "shop", uid: "6f1f2c1e" } };
  const works = sizes.map((size): Work => {
    const broadcaster = new EventBroadcaster({ maxEarlyEvents: 0 });
    const recorder = broadcaster.newRecorder({ component: "kubelet", host: "node-1" });
    broadcaster.startEventWatcher((event) => void (kept = event.message));
    let next = 0;
    return () => {
      const units = 2000;
      // Through bytes: an engine puts a long text together only when it is first read.
      const texts = Array.from({ length: units }, () => {
        const text = String(next++).padStart(size, "container ");
        return new TextDecoder().decode(new TextEncoder().encode(text));
      });
      const event = perUnit(units, () => {
        for (const text of texts) recorder.event(pod, "Normal", "Pulled", text);
      });
      const eventf = perUnit(units, () => {
        for (const text of texts) recorder.eventf(pod, "Normal", "Pulled", "%s", text);
      });
      return [event, eventf];
    };
  });
  const nanos = await inTurn(works, 15);
  return sizes.map((size, index) => ({ size, nanos: nanos[index]! }));
}

export const message = (): Promise<GrowthPoint[]> => messages([10, 100, 300, 341, 342, 600, 1024]);
export const messageCut = (): Promise<GrowthPoint[]> => messages([1025, 2000, 10_000, 100_000]);

const ratio = (value: number, first: number): string => (value / first).toFixed(value < 10 * first ? 1 : 0);

/** Measures each subject of a module with its function of that name, and prints a table under its title. */
export async function printGrowth(module: string, titles: Readonly<Record<string, string>>): Promise<void> {
  const { everywhere, printTable } = await import("./everywhere.ts");
  for (const [subject, title] of Object.entries(titles)) {
    const results = await everywhere<readonly GrowthPoint[]>(module, subject);
    const cells = (index: number): string[] =>
      results.map((points) => {
        const { nanos, bytes } = points[index]!;
        const times = nanos.map((ns, i) => `${Math.round(ns)} ns (${ratio(ns, points[0]!.nanos[i]!)}x)`).join(" / ");
        if (bytes === undefined) return times;
        return `${times}, ${Math.round(bytes)} B (${ratio(bytes, points[0]!.bytes!)}x)`;
      });
    console.log();
    printTable([title], results[0]!.map(({ size }, index) => [size.toLocaleString("en-US"), ...cells(index)]));
  }
}

if (import.meta.main) {
  await printGrowth(import.meta.url, {
    remembered: "events remembered: correlating a new one / a repeat / for comparison, a look-up in a Map of as many",
    watchers: "watchers: a delivery to a handler / to a loop",
    queued: "events queued in a watcher: reading one",
    message: "characters of a message: recording it with event() / with eventf()",
    messageCut: "characters of a message that is cut: recording it with event() / with eventf()",
  });
}
