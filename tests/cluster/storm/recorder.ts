// Records events as a pod until its input ends, then prints by object the events emitted and lost as JSON:
// one of the processes of storm_suite.ts, on Deno, Bun and Node.
import {
  type ApiVersion,
  type CoreV1Event,
  EventBroadcaster,
  type EventsV1Event,
  FetchEventSink,
  type Outcome,
} from "../../../mod.ts";
import { inClusterConfig } from "../../../src/connect/in_cluster/mod.ts";

/** What a recorder of the storm does. */
export interface StormOptions {
  readonly name: string;
  readonly apiVersion: ApiVersion;
  readonly server: string;
  /** Where the service account's files are. */
  readonly directory: string;
  readonly namespace: string;
  readonly perSecond: number;
  /** How many objects it speaks of in turn, beside those that it speaks of once. */
  readonly objects: number;
  readonly timeoutMs: number;
  /** How often it tries, as often as a recording does if not given. */
  readonly maxTries?: number;
}

/** What a recorder of the storm knows in the end, by the name of the object. */
export interface StormReport {
  readonly emitted: Readonly<Record<string, number>>;
  /** How many events the outcomes give up. */
  readonly lost: Readonly<Record<string, number>>;
  readonly stats?: { readonly requests: number; readonly retries: number };
}

const { argv, stdin } = globalThis.process;
const options: StormOptions = JSON.parse(argv[2]!);
const { name, apiVersion, server, directory, namespace, perSecond, objects, timeoutMs, maxTries } = options;
const emitted: Record<string, number> = {};
const lost: Record<string, number> = {};
const WRITTEN_IN_TIME: readonly string[] = ["recorded", "coalesced", "skipped"];

function onOutcome(outcome: Outcome<CoreV1Event> | Outcome<EventsV1Event>): void {
  if (WRITTEN_IN_TIME.includes(outcome.type)) return;
  const event = outcome.event as Partial<CoreV1Event & EventsV1Event> | undefined;
  const object = (event?.involvedObject ?? event?.regarding)?.name ?? "unknown";
  lost[object] = (lost[object] ?? 0) + outcome.count;
}

const { hostname, port } = new URL(server);
const env = { KUBERNETES_SERVICE_HOST: hostname, KUBERNETES_SERVICE_PORT: port };
using config = await inClusterConfig({ directory, env });
const log = (line: string): void => console.error(`${name}: ${line}`);
const logger = { warn: log, error: log };

const recordingOptions = { requestTimeoutMs: timeoutMs, maxTries, onOutcome };
const message = "Back-off restarting failed container";
const podOf = (object: string) => ({ apiVersion: "v1", kind: "Pod", namespace, name: object, uid: object });

/** Starts a recording of its API, and returns how to record an event of an object. */
function start() {
  if (apiVersion === "v1") {
    const broadcaster = new EventBroadcaster({ logger });
    const recording = broadcaster.startRecordingToSink(new FetchEventSink(config), {
      ...recordingOptions,
      // On a slow machine the storm takes longer than the default lasts, and filtered events are not lost ones.
      correlator: { burst: 1_000_000 },
    });
    const recorder = broadcaster.newRecorder({ component: name });
    const emit = (object: string): void => recorder.event(podOf(object), "Warning", "BackOff", message);
    return { broadcaster, recording, emit };
  }
  const broadcaster = new EventBroadcaster({ apiVersion, logger });
  const recording = broadcaster.startRecordingToSink(new FetchEventSink({ ...config, apiVersion }), recordingOptions);
  const recorder = broadcaster.newRecorder({ reportingController: `example.com/${name}` });
  const emit = (object: string): void =>
    recorder.eventf(podOf(object), undefined, "Warning", "BackOff", "Restart", message);
  return { broadcaster, recording, emit };
}

const { broadcaster, recording, emit } = start();
let made = 0;
const timer = setInterval(() => {
  // Every other event is about an object of its own: no later count makes up for it.
  const number = made++;
  const object = number % 2 === 0 ? `${name}-once-${number}` : `${name}-${number % objects}`;
  emitted[object] = (emitted[object] ?? 0) + 1;
  emit(object);
}, 1000 / perSecond);
// Read with a handler, which every runtime has alike.
await new Promise<void>((ended) => void stdin.on("end", ended).resume());
clearInterval(timer);
const { requests, retries } = await recording.flush();
await broadcaster.shutdown();
console.log(JSON.stringify({ emitted, lost, stats: { requests, retries } } satisfies StormReport));
