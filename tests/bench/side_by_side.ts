/**
 * client-go in Go and this package on Deno, Bun and Node, in one run on one machine:
 * `deno task more bench:clientgo`, about a minute. Needs Go.
 *
 * Both are given the same work: events of the same content, bursts of 100, no spam filter, sinks that only wait.
 */

import { Broadcaster, type CoreV1Event, EventBroadcaster, type EventSink } from "../../mod.ts";
import { EventCorrelator } from "../../src/client_go/mod.ts";

const BURST = 100;
const ROUNDS = 7;
const UNFILTERED = 1_000_000_000;

interface Runtime {
  readonly Bun?: { gc(sync: boolean): void };
  readonly gc?: () => void;
  readonly process: { memoryUsage(): { heapUsed: number } };
}

/** The median of several measurements; the first ones warm up. */
async function median(measure: () => number | Promise<number>): Promise<number> {
  const values: number[] = [];
  for (let round = -2; round < ROUNDS; round++) {
    const value = await measure();
    if (round >= 0) values.push(value);
  }
  return values.sort((a, b) => a - b)[ROUNDS >> 1]!;
}

/** Nanoseconds per event. */
async function perEvent(events: number, run: () => void | Promise<void>): Promise<number> {
  const start = performance.now();
  await run();
  return (performance.now() - start) * 1e6 / events;
}

function eventOf(object: number, message: string): CoreV1Event {
  const now = new Date().toISOString().slice(0, 19) + "Z";
  const name = `web-${object}-7d4b9c6f5d`;
  return {
    metadata: { name: `${name}.17979d04bb1`, namespace: "default" },
    involvedObject: {
      kind: "Pod",
      namespace: "default",
      name,
      uid: `6f1f2c1e-2d1b-4c59-9d7a-${String(object).padStart(12, "0")}`,
      apiVersion: "v1",
    },
    reason: "BackOff",
    message,
    type: "Warning",
    count: 1,
    firstTimestamp: now,
    lastTimestamp: now,
    source: { component: "kubelet", host: "node-1" },
    reportingComponent: "kubelet",
    reportingInstance: "node-1",
  };
}

async function fanOut(watchers: number): Promise<number> {
  const broadcaster = new Broadcaster<CoreV1Event>();
  let seen = 0;
  for (let i = 0; i < watchers; i++) {
    const watcher = broadcaster.watch();
    void (async () => {
      for await (const _ of watcher) seen++;
    })();
  }
  const event = eventOf(0, "Back-off restarting container");
  const bursts = 200;
  const nanos = await median(() =>
    perEvent(bursts * BURST * watchers, async () => {
      for (let i = 0; i < bursts; i++) {
        seen = 0;
        for (let j = 0; j < BURST; j++) broadcaster.actionOrDrop("ADDED", event);
        while (seen < BURST * watchers) await undefined;
      }
    })
  );
  await broadcaster.shutdown();
  return nanos;
}

async function recorderCall(): Promise<number> {
  const broadcaster = new EventBroadcaster();
  let seen = 0;
  broadcaster.startEventWatcher(() => void seen++);
  const recorder = broadcaster.newRecorder({ component: "kubelet", host: "node-1" });
  const object = eventOf(0, "").involvedObject;
  const bursts = 500;
  const nanos = await median(() =>
    perEvent(bursts * BURST, async () => {
      for (let i = 0; i < bursts; i++) {
        seen = 0;
        for (let j = 0; j < BURST; j++) {
          recorder.eventf(object, "Normal", "Pulled", "Container image %q pulled in %d ms", "nginx", j);
        }
        while (seen < BURST) await undefined;
      }
    })
  );
  await broadcaster.shutdown();
  return nanos;
}

function correlating(event: (index: number) => CoreV1Event): Promise<number> {
  const correlator = new EventCorrelator({ burst: UNFILTERED });
  const count = 20_000;
  let next = 0;
  let patches = 0;
  return median(() => {
    const events = Array.from({ length: count }, (_, i) => event(next + i));
    next += count;
    return perEvent(count, () => {
      for (const one of events) {
        const decision = correlator.correlate(one);
        // Client-go's patch is text.
        if (decision.type === "patch") patches += JSON.stringify(decision.patch).length;
      }
    });
  });
}

/** A sink that answers after a delay, or not at all. */
class FarSink implements EventSink<CoreV1Event> {
  readonly counts = new Map<string, number>();
  fails = false;
  readonly #delayMs: number;

  constructor(delayMs: number) {
    this.#delayMs = delayMs;
  }

  async create(event: CoreV1Event): Promise<CoreV1Event> {
    if (this.#delayMs > 0) await new Promise((resolve) => setTimeout(resolve, this.#delayMs));
    if (this.fails) throw new Error("connection refused");
    this.counts.set(event.metadata.name!, event.count!);
    return event;
  }

  update(event: CoreV1Event): Promise<CoreV1Event> {
    return this.create(event);
  }

  patch(event: CoreV1Event): Promise<CoreV1Event> {
    return this.create(event);
  }

  /** How many events are in the counts that it has. */
  get total(): number {
    return [...this.counts.values()].reduce((sum, count) => sum + count, 0);
  }
}

/** Events written in a second, of 300 recorded at once about 120 objects. */
async function intoSink(delayMs: number): Promise<number> {
  const broadcaster = new EventBroadcaster();
  const sink = new FarSink(delayMs);
  const recording = broadcaster.startRecordingToSink(sink, { correlator: { burst: UNFILTERED } });
  const recorder = broadcaster.newRecorder({ component: "kubelet" });
  const start = performance.now();
  for (let i = 0; i < 300; i++) {
    recorder.event(eventOf(i % 120, "").involvedObject, "Normal", "Pulled", "Container image pulled");
  }
  await recording.flush();
  const seconds = (performance.now() - start) / 1000;
  if (sink.total !== 300) throw new Error(`The sink has ${sink.total} events of 300`);
  await broadcaster.shutdown();
  return 300 / seconds;
}

function heapUsed(): number {
  const { Bun, gc, process } = globalThis as unknown as Runtime;
  for (let i = 0; i < 3; i++) {
    Bun?.gc(true);
    gc?.();
  }
  return process.memoryUsage().heapUsed;
}

/** Megabytes held while the server is unreachable and 100,000 events are recorded; and how many reach it then. */
async function outage(kinds: number): Promise<[megabytes: number, kept: number]> {
  const before = heapUsed();
  const broadcaster = new EventBroadcaster();
  const sink = new FarSink(0);
  sink.fails = true;
  const recording = broadcaster.startRecordingToSink(sink, {
    correlator: { burst: UNFILTERED },
    retryDelayMs: 1000,
  });
  const recorder = broadcaster.newRecorder({ component: "kubelet" });
  for (let i = 0; i < 100_000; i++) {
    recorder.event(eventOf(i % kinds, "").involvedObject, "Normal", "Pulled", "Container image pulled");
    if (i % BURST === 0) await undefined;
  }
  await new Promise((resolve) => setTimeout(resolve, 50));
  const megabytes = (heapUsed() - before) / 1e6;
  sink.fails = false;
  await recording.flush();
  await broadcaster.shutdown();
  return [megabytes, sink.total];
}

interface Result {
  readonly name: string;
  readonly value: number;
}

/** Measures all rows on this runtime; client-go's are in tests/parity/clientgo/bench.go. */
export async function measureAll(): Promise<Result[]> {
  // First, while the heap holds nothing else but the code, which the engine compiles in an outage of few events.
  await outage(10);
  const [megabytes, kept] = await outage(2000);
  const results = [{ name: "outage memory", value: megabytes }, { name: "outage kept", value: kept }];
  const report = (name: string, value: number): void => void results.push({ name, value });
  for (const watchers of [1, 10, 100]) report(`fan-out ${watchers}`, await fanOut(watchers));
  report("recorder", await recorderCall());
  report("repeats", await correlating((index) => eventOf(index % 500, "Back-off restarting container")));
  report("aggregates", await correlating((index) => eventOf(index % 500, `Back-off ${index}`)));
  report("unique", await correlating((index) => eventOf(index, "Back-off restarting container")));
  report("sink 0", await median(() => intoSink(0)));
  for (const delayMs of [5, 20]) report(`sink ${delayMs}`, await intoSink(delayMs));
  return results;
}

interface Row {
  readonly name: string;
  readonly title: string;
  readonly unit: string;
}

const RUNNER = new URL("runner.ts", import.meta.url).pathname;
const CLIENT_GO = new URL("../parity/clientgo", import.meta.url).pathname;

const ROWS: readonly Row[] = [
  { name: "fan-out 1", title: "event to 1 watcher, each", unit: "ns" },
  { name: "fan-out 10", title: "event to 10 watchers, each", unit: "ns" },
  { name: "fan-out 100", title: "event to 100 watchers, each", unit: "ns" },
  { name: "recorder", title: "`eventf` and its delivery to a handler", unit: "ns" },
  { name: "repeats", title: "correlating a repeat, with its patch", unit: "ns" },
  { name: "aggregates", title: "correlating a similar event, combined", unit: "ns" },
  { name: "unique", title: "correlating a new event", unit: "ns" },
  { name: "sink 0", title: "300 events at once, sink 0 ms away", unit: "/s" },
  { name: "sink 5", title: "300 events at once, sink 5 ms away", unit: "/s" },
  { name: "sink 20", title: "300 events at once, sink 20 ms away", unit: "/s" },
  { name: "outage memory", title: "heap held in an outage, 100,000 events of 2,000 kinds", unit: "MB" },
  { name: "outage kept", title: "of these, in the server's counts afterwards (no spam filter)", unit: "" },
];

async function measure(command: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const [program, ...args] = command;
  const { success, stdout } = await new Deno.Command(program!, { args, cwd: CLIENT_GO, stderr: "inherit" }).output();
  if (!success) throw new Error(`${command.join(" ")} failed`);
  const lines = new TextDecoder().decode(stdout).trim().split("\n");
  // client-go's prints a result on each line, the runner all in an array.
  return new Map(
    lines.flatMap((line) => JSON.parse(line) as Result | Result[]).map(({ name, value }) => [name, value]),
  );
}

function show(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString("en-US") : value.toFixed(value < 10 ? 1 : 0);
}

if (import.meta.main) {
  const { installedRuntimes, printTable } = await import("./everywhere.ts");
  const SUBJECTS: Readonly<Record<string, readonly string[]>> = {
    "client-go": ["go", "run", ".", "bench"],
    ...Object.fromEntries(
      installedRuntimes.map(({ name, command }) => [name, [...command(), RUNNER, import.meta.url, "measureAll", "[]"]]),
    ),
  };
  const results: ReadonlyMap<string, number>[] = [];
  for (const command of Object.values(SUBJECTS)) results.push(await measure(command));

  printTable(
    ["", "client-go"],
    ROWS.map(({ name, title, unit }) => [
      title,
      ...results.map((result) => `${show(result.get(name)!)}${unit === "/s" ? unit : ` ${unit}`}`.trim()),
    ]),
  );
}
