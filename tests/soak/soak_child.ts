/**
 * Records in both APIs, as fast as a busy controller, and prints a sample of its resources every so often, as a line of
 * JSON: `soak_child.ts SERVER RUNTIME UNTIL_MS SAMPLE_MS`.
 */

import { EventBroadcaster, FetchEventSink, type Outcome } from "../../mod.ts";

/** What a process holds at a time. */
export interface SoakSample {
  readonly seconds: number;
  readonly heapMB: number;
  /** Timers of the library that are set. */
  readonly timers: number;
  readonly emitted: number;
  readonly pending: number;
  readonly owed: number;
  /** Events that ended in an outcome other than written. */
  readonly lost: number;
}

interface Runtime {
  readonly process: { argv: string[]; memoryUsage(): { heapUsed: number } };
  readonly gc?: () => void;
  readonly Bun?: { gc(sync: boolean): void };
}

const OBJECTS = 200;
const PERIOD_MS = 20;

const { process, gc, Bun } = globalThis as unknown as Runtime;
const [server = "", runtime = "", untilMs, sampleMs] = process.argv.slice(2);
const startedMs = Date.now();

// Counted, as only Node tells how many there are.
const timers = new Set<unknown>();
const { setTimeout: set, clearTimeout: clear } = globalThis;
globalThis.setTimeout = ((callback: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) => {
  const timer = set(() => {
    timers.delete(timer);
    callback(...args);
  }, ms);
  timers.add(timer);
  return timer;
}) as typeof setTimeout;
globalThis.clearTimeout = ((timer?: number) => {
  timers.delete(timer);
  clear(timer);
}) as typeof clearTimeout;

let emitted = 0;
let lost = 0;
const onOutcome = ({ type, count }: Outcome<unknown>): void => {
  if (type === "dropped" || type === "rejected" || type === "abandoned" || type === "uncounted") lost += count;
};
// So that every repeat of core/v1 is a write, and the counts of events.k8s.io/v1 are owed until the end.
const correlator = { burst: 1_000_000 };
const core = new EventBroadcaster({ onOutcome });
const events = new EventBroadcaster({ apiVersion: "events.k8s.io/v1", onOutcome });
const recordings = [
  core.startRecordingToSink(new FetchEventSink({ server, fetch: (request) => fetch(request) }), { correlator }),
  events.startRecordingToSink(new FetchEventSink({ server, apiVersion: "events.k8s.io/v1" })),
];
const coreRecorder = core.newRecorder({ component: `soak-${runtime}` });
const eventsRecorder = events.newRecorder({ reportingController: `example.com/soak-${runtime.replace(" ", "-")}` });

function sample(): SoakSample {
  if (Bun !== undefined) Bun.gc(true);
  else gc?.();
  const stats = recordings.map((recording) => recording.stats());
  return {
    seconds: Math.round((Date.now() - startedMs) / 1000),
    heapMB: Math.round(process.memoryUsage().heapUsed / 1e5) / 10,
    timers: timers.size,
    emitted,
    pending: stats.reduce((sum, { pending }) => sum + pending, 0),
    owed: stats.reduce((sum, { owed }) => sum + owed, 0),
    lost,
  };
}

const recording = setInterval(() => {
  const index = emitted % OBJECTS;
  const object = {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: `web-${index}`, namespace: `ns-${index % 40}`, uid: `${runtime}-${index}` },
  };
  coreRecorder.event(object, "Normal", "Soaked", `${runtime}: v1, ${index}`);
  eventsRecorder.eventf(object, undefined, "Normal", "Soaked", "Soak", `${runtime}: events, %d`, index);
  emitted += 2;
}, PERIOD_MS);
const sampling = setInterval(() => globalThis.console.info(JSON.stringify(sample())), Number(sampleMs));

await new Promise((resolve) => set(resolve, Number(untilMs) - startedMs));
clearInterval(recording);
clearInterval(sampling);
const deadline = { signal: AbortSignal.timeout(60_000) };
await Promise.all([core.shutdown(deadline), events.shutdown(deadline)]);
globalThis.console.info(JSON.stringify(sample()));
