/**
 * What it costs to make an event, and to bring it to a log, the correlator and a loop, against the way one would write it
 * first, on Deno, Bun and Node: `deno run -A tests/bench/path_bench.ts`, about half a minute.
 */

import { LRUCache } from "lru-cache";
import { type CoreV1Event, type CoreV1EventRecorder, EventBroadcaster } from "../../mod.ts";
import { EventCorrelator } from "../../src/client_go/mod.ts";
import { StableNames } from "../../src/base/event/identity.ts";
import { coreV1Recorder } from "../../src/record/recorder/create_recorder.ts";
import { NaiveCorrelator } from "../record/correlator/naive_correlator.ts";

/** What one comparison came to: medians, and the median of the rounds' ratios. */
interface PathResult {
  readonly what: string;
  readonly naiveNs: number;
  readonly oursNs: number;
  readonly faster: number;
}

const ROUNDS = 9;
const EVENTS = 20_000;
const pods = Array.from({ length: 500 }, (_, i) => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: `web-${i}`, namespace: "shop", uid: `uid-${i}`, resourceVersion: "1" },
}));

/** What was made last: exported, so that no engine leaves it out. */
export let kept: unknown;

/** Makes an event as one would write it first. */
function naiveEvent(i: number): CoreV1Event {
  const { metadata, apiVersion, kind } = pods[i % pods.length]!;
  const { name, namespace, uid, resourceVersion } = metadata;
  const now = new Date();
  return {
    metadata: { name: `${name}.${(BigInt(now.getTime()) * 1_000_000n + BigInt(i)).toString(16)}`, namespace },
    involvedObject: { apiVersion, kind, name, namespace, uid, resourceVersion },
    reason: "BackOff",
    message: "Back-off restarting failed container",
    source: { component: "kubelet", host: "node-1" },
    firstTimestamp: now.toISOString(),
    lastTimestamp: now.toISOString(),
    count: 1,
    type: "Warning",
    eventTime: null,
    reportingComponent: "kubelet",
    reportingInstance: "node-1",
  };
}

/** One path to measure: `say` records an event, `settled` resolves once all have arrived. */
interface Path {
  say(i: number): void;
  settled(): Promise<void> | void;
  end(): Promise<void> | void;
}

function record(recorder: CoreV1EventRecorder, i: number): void {
  recorder.event(pods[i % pods.length]!, "Warning", "BackOff", "Back-off restarting failed container");
}

/** Only making the event, without a consumer. */
function ourEvent(stableNames?: StableNames<CoreV1Event>): Path {
  const publish = (event: CoreV1Event): void => void (kept = event);
  const publisher = {
    apiVersion: "v1" as const,
    hostname: () => "",
    clock: Date,
    stableNames,
    publish,
    refuse: () => {},
    alter: () => {},
  };
  const recorder = coreV1Recorder(publisher, { component: "kubelet", host: "node-1" });
  return { say: (i) => record(recorder, i), settled: () => {}, end: () => {} };
}

/** The recorder and three watchers: a log, the correlator, a loop. */
function ourPath(): Path {
  const broadcaster = new EventBroadcaster({ maxEarlyEvents: 0 });
  const recorder = broadcaster.newRecorder({ component: "kubelet", host: "node-1" });
  const correlator = new EventCorrelator({ burst: 1e9 });
  broadcaster.startEventWatcher((event) => void (kept = event.message));
  broadcaster.startEventWatcher((event) => void (kept = correlator.correlate(event)));
  const watcher = broadcaster.watch();
  let [said, seen] = [0, 0];
  let arrived: () => void = () => {};
  const loop = (async () => {
    for await (const { object } of watcher) {
      kept = object;
      if (++seen === said) arrived();
    }
  })();
  return {
    say(i) {
      said++;
      record(recorder, i);
    },
    settled: () => new Promise((resolve) => arrived = resolve),
    async end() {
      await broadcaster.shutdown();
      await loop;
    },
  };
}

/** The same of a stream per watcher, looked at with desiredSize, and the direct port of the correlator. */
function naivePath(): Path {
  const correlator = new NaiveCorrelator({
    cacheSize: 4096,
    burst: 1e9,
    qps: 1 / 300,
    maxEvents: 10,
    maxIntervalMs: 600_000,
    clock: Date,
    newCache: (max) => new LRUCache<string, NonNullable<unknown>>({ max }) as never,
    joinKey: (_kind, parts) => parts.join(""),
  });
  let [said, seen] = [0, 0];
  let arrived: () => void = () => {};
  const controllers: ReadableStreamDefaultController<CoreV1Event>[] = [];
  const consumers = [
    (event: CoreV1Event) => void (kept = event.message),
    (event: CoreV1Event) => void (kept = correlator.correlate(event)),
    (event: CoreV1Event) => void (kept = event),
  ];
  const loops = consumers.map(async (consume) => {
    const stream = new ReadableStream<CoreV1Event>(
      { start: (controller) => void controllers.push(controller) },
      new CountQueuingStrategy({ highWaterMark: 1000 }),
    );
    for await (const event of stream) {
      consume(event);
      if (++seen === 3 * said) arrived();
    }
  });
  return {
    say(i) {
      said++;
      const event = naiveEvent(i);
      for (const controller of controllers) if (controller.desiredSize! > 0) controller.enqueue(event);
    },
    settled: () => new Promise((resolve) => arrived = resolve),
    async end() {
      for (const controller of controllers) controller.close();
      await Promise.all(loops);
    },
  };
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;

/** Nanoseconds an event, rounds of one path and the other in turn, and the median of their ratios. */
async function compare(
  what: string,
  burst: number,
  naive: () => Path,
  ours: () => Path,
): Promise<PathResult> {
  const paths = [naive(), ours()];
  const samples: [number, number][] = [];
  for (let round = -3; round < ROUNDS; round++) {
    const sample: number[] = [];
    for (const path of paths) {
      const begin = performance.now();
      for (let i = 0; i < EVENTS;) {
        const until = Math.min(i + burst, EVENTS);
        for (; i < until; i++) path.say(i);
        await path.settled();
      }
      sample.push((performance.now() - begin) * 1e6 / EVENTS);
    }
    if (round >= 0) samples.push(sample as [number, number]);
  }
  for (const path of paths) await path.end();
  return {
    what,
    naiveNs: median(samples.map(([ns]) => ns)),
    oursNs: median(samples.map(([, ns]) => ns)),
    faster: median(samples.map(([theirs, own]) => theirs / own)),
  };
}

const making = (): Path => ({ say: (i) => void (kept = naiveEvent(i)), settled: () => {}, end: () => {} });

/** Compares each path with the one that is written first. */
export async function comparePaths(): Promise<PathResult[]> {
  return [
    await compare("make an event", EVENTS, making, () => ourEvent()),
    await compare(
      "make an event, unique name / stable name",
      EVENTS,
      () => ourEvent(),
      () => ourEvent(new StableNames(undefined)),
    ),
    await compare("record to three watchers, bursts of 100", 100, naivePath, ourPath),
    await compare("record to three watchers, one by one", 1, naivePath, ourPath),
  ];
}

if (import.meta.main) {
  const { everywhere, printTable } = await import("./everywhere.ts");
  const results = await everywhere<PathResult[]>(import.meta.url, "comparePaths");
  printTable(
    ["per event: naive / ours"],
    results[0]!.map(({ what }, index) => [
      what,
      ...results.map((paths) => {
        const { naiveNs, oursNs, faster } = paths[index]!;
        return `${Math.round(naiveNs)} / ${Math.round(oursNs)} ns (${faster.toFixed(1)}x faster)`;
      }),
    ]),
  );
}
