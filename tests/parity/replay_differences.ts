import {
  type ApiVersion,
  type CoreV1Event,
  EventBroadcaster,
  type EventBroadcasterOptions,
  type EventRecorder,
  type EventSink,
  type EventsV1Event,
  FetchEventSink,
  type RecordingOptions,
  StatusError,
} from "../../mod.ts";
import { EventCorrelator, EventRecorderAdapter } from "../../src/client_go/mod.ts";
import { EventsApiServer } from "../../src/serve/server/mod.ts";
import { FakeClock, FakeRecorder } from "../../src/serve/testing/mod.ts";

/** What this package does in a case in which client-go decides otherwise, and what it should do. */
interface Difference {
  readonly ours: () => unknown;
  readonly wanted: unknown;
  /** Whether client-go has nothing to compare with, such as an option. */
  readonly isOursAlone?: boolean;
}

const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "web", namespace: "shop", uid: "1" } };
const node = { apiVersion: "v1", kind: "Node", metadata: { name: "node-1", uid: "2" } };

interface Given<V extends ApiVersion> {
  readonly broadcaster?: EventBroadcasterOptions<V>;
  readonly recording?: RecordingOptions<V>;
  readonly recorder?: { readonly clusterNamespace?: "kube-system" };
}

/** Plays calls of a recorder; returns what is stored in the end. */
async function stored<V extends ApiVersion>(
  apiVersion: V,
  play: (recorder: EventRecorder<V>) => void,
  { broadcaster: options, recording, recorder }: Given<V> = {},
): Promise<readonly (CoreV1Event & EventsV1Event)[]> {
  const api = new EventsApiServer();
  const broadcaster = new EventBroadcaster<V>({ ...options, apiVersion } as EventBroadcasterOptions<V>);
  broadcaster.startRecordingToSink(new FetchEventSink<V>({ apiVersion, fetch: api.fetch } as object), recording);
  play(broadcaster.newRecorder({ component: "test", reportingController: "test" } as never, recorder));
  await broadcaster.shutdown();
  // Events of one second are in the order of their names.
  return api.events() as (CoreV1Event & EventsV1Event)[];
}

const withCount = ({ message, count, series }: CoreV1Event & EventsV1Event): string =>
  `${message} x${series?.count ?? (count || 1)}`;
const sorted = (texts: readonly (string | undefined)[]): readonly (string | undefined)[] => [...texts].sort();

/** Passes texts to a correlator, each at a time in minutes after ten o'clock; returns the last event. */
function correlated(correlator: EventCorrelator, texts: readonly string[], minutes: readonly number[]): CoreV1Event {
  const events = texts.map((message, i): CoreV1Event => {
    const time = `2026-03-01T10:${String(minutes[i]).padStart(2, "0")}:00Z`;
    const involvedObject = { apiVersion: "v1", kind: "Pod", namespace: "shop", name: "web" };
    const metadata = { name: `e${i}`, namespace: "shop", annotations: { a: "1" } };
    const times = { firstTimestamp: time, lastTimestamp: time, count: 1 };
    return { metadata, involvedObject, type: "Normal", reason: "R", message, ...times };
  });
  return events.map((event) => correlator.correlate(event).event).at(-1)!;
}

const twelve = Array.from({ length: 12 }, (_, i) => i);
const inApril = (): EventCorrelator => new EventCorrelator({ clock: new FakeClock("2026-04-01T10:00:00Z") });

/** A sink that fails some requests, and keeps the others. */
class FailingSink implements EventSink {
  readonly created: CoreV1Event[] = [];
  readonly patches: unknown[] = [];
  calls = 0;
  readonly #codes: readonly (number | undefined)[];

  constructor(codes: readonly (number | undefined)[] = []) {
    this.#codes = codes;
  }

  create(event: CoreV1Event): Promise<CoreV1Event> {
    return this.#answer(event, () => this.created.push(event));
  }

  patch(event: CoreV1Event, patch: unknown): Promise<CoreV1Event> {
    return this.#answer(event, () => this.patches.push(patch));
  }

  #answer(event: CoreV1Event, keep: () => void): Promise<CoreV1Event> {
    const code = this.#codes[this.calls++];
    if (code !== undefined) return Promise.reject(new StatusError({ code, reason: code === 404 ? "NotFound" : "" }));
    keep();
    return Promise.resolve(event);
  }
}

/** Plays calls of a core/v1 recorder one after another into a sink. */
async function written(sink: FailingSink, calls: readonly ((recorder: EventRecorder) => void)[]): Promise<FailingSink> {
  const broadcaster = new EventBroadcaster({ clock: new FakeClock("2000-01-01T00:00:00Z") });
  const recording = broadcaster.startRecordingToSink(sink, { retryDelayMs: 0 });
  const recorder = broadcaster.newRecorder({ component: "test" });
  for (const call of calls) {
    call(recorder);
    await recording.flush();
  }
  await broadcaster.shutdown();
  return sink;
}

const simple = (recorder: EventRecorder): void => recorder.event(pod, "Normal", "R", "m");

/** The differences, by the names that they have on the page of `/client-go`. */
export const DIFFERENCES: Readonly<Record<string, Difference>> = {
  "Patches": {
    ours: async () => (await written(new FailingSink(), [simple, simple])).patches[0],
    wanted: [
      { op: "replace", path: "/count", value: 2 },
      { op: "replace", path: "/lastTimestamp", value: "2000-01-01T00:00:00Z" },
      { op: "replace", path: "/message", value: "m" },
    ],
  },
  "Outcomes": {
    async ours() {
      const outcomes: string[] = [];
      const broadcaster = new EventBroadcaster({ onOutcome: ({ type }) => void outcomes.push(type) });
      broadcaster.startRecordingToSink(new FailingSink([422]));
      const recorder = broadcaster.newRecorder({ component: "test" });
      simple(recorder);
      recorder.event(pod, "Error" as never, "R", "m");
      const { lost } = await broadcaster.shutdown();
      return { lost, outcomes: outcomes.sort() };
    },
    wanted: { lost: 2, outcomes: ["dropped", "rejected"] },
    isOursAlone: true,
  },
  "Retries": {
    ours: async () => (await written(new FailingSink([503, 503]), [simple])).calls,
    wanted: 3,
  },
  "Early events": {
    async ours() {
      const broadcaster = new EventBroadcaster();
      broadcaster.newRecorder({ component: "test" }).event(pod, "Normal", "R", "early");
      await new Promise((resolve) => setTimeout(resolve, 0));
      const sink = new FailingSink();
      broadcaster.startRecordingToSink(sink);
      await broadcaster.shutdown();
      return sink.created.map(({ message }) => message);
    },
    wanted: ["early"],
  },
  "Keys": {
    async ours() {
      const reference = { apiVersion: "v1", kind: "Pod", namespace: "shop" };
      const events = await stored("v1", (recorder) => {
        recorder.event({ ...reference, name: "ab", fieldPath: "c" }, "Normal", "R", "m");
        recorder.event({ ...reference, name: "a", fieldPath: "bc" }, "Normal", "R", "m");
      });
      return events.length;
    },
    wanted: 2,
  },
  "Counts": {
    ours() {
      const correlator = inApril();
      correlator.updateState({ ...correlated(correlator, ["m"], [0]), count: 2_147_483_647 });
      return correlated(correlator, ["m"], [0]).count;
    },
    wanted: 2_147_483_647,
  },
  "Names": {
    async ours() {
      const events = await stored("v1", (recorder) => {
        recorder.event(pod, "Normal", "R", "one");
        recorder.event(pod, "Normal", "R", "two");
      }, { broadcaster: { clock: new FakeClock("2000-01-01T00:00:00Z") } });
      return new Set(events.map(({ metadata }) => metadata.name)).size;
    },
    wanted: 2,
  },
  "Kinds": {
    async ours() {
      const [event] = (await written(new FailingSink(), [simple])).created;
      return [event!.apiVersion, event!.kind];
    },
    wanted: ["v1", "Event"],
  },
  "Half a kind": {
    ours: async () =>
      (await stored("v1", (recorder) => recorder.event({ ...pod, apiVersion: "" }, "Normal", "R", "m"))).length,
    wanted: 0,
  },
  "Invalid events": {
    ours: async () =>
      (await stored("events.k8s.io/v1", (recorder) => recorder.eventf(pod, undefined, "Normal", "R", "", "m"))).map(
        withCount,
      ),
    wanted: [],
  },
  "A repeat": {
    async ours() {
      const calls = ["1", "2"].map((attempt) => (recorder: EventRecorder) =>
        recorder.annotatedEventf(pod, { attempt }, "Normal", "R", "m")
      );
      const { created } = await written(new FailingSink([undefined, 404]), calls);
      return created[1]!.metadata.annotations?.["attempt"];
    },
    wanted: "1",
  },
  "Times": {
    ours: () => correlated(inApril(), ["m", "m"], [5, 0]).lastTimestamp,
    wanted: "2026-03-01T10:05:00Z",
  },
  "Combined events": {
    async ours() {
      const at = (minute: number): string => `2026-03-01T10:${String(minute).padStart(2, "0")}:00Z`;
      const events = await stored("v1", (recorder) => {
        for (const minute of twelve) {
          const fields = { type: "Normal", reason: "R", message: `m${minute}`, annotations: { a: "1" } } as const;
          recorder.record(pod, { ...fields, timestamp: at(minute) });
        }
      });
      const { metadata, firstTimestamp, lastTimestamp } = events.find(({ message }) =>
        message?.startsWith("(combined")
      )!;
      return { annotations: metadata.annotations, first: firstTimestamp, last: lastTimestamp };
    },
    wanted: { annotations: { a: "1" }, first: "2026-03-01T10:09:00Z", last: "2026-03-01T10:11:00Z" },
  },
  "A series": {
    async ours() {
      const events = await stored("events.k8s.io/v1", (recorder) => {
        for (const note of ["one", "one", "one", "two"]) recorder.eventf(pod, undefined, "Normal", "R", "A", note);
      });
      return sorted(events.map(withCount));
    },
    wanted: ["one x3", "two x1"],
  },
  "Changed objects": {
    async ours() {
      const events = await stored("events.k8s.io/v1", (recorder) => {
        for (const resourceVersion of ["7", "8"]) {
          const changed = { ...pod, metadata: { ...pod.metadata, resourceVersion } };
          recorder.eventf(changed, undefined, "Normal", "R", "A", "m");
        }
      });
      return events.map(withCount);
    },
    wanted: ["m x2"],
  },
  "Cluster-scoped objects": {
    async ours() {
      const events = await stored(
        "events.k8s.io/v1",
        (recorder) => recorder.eventf(node, undefined, "Normal", "R", "A", "m"),
        { recorder: { clusterNamespace: "kube-system" } },
      );
      return events.map(({ metadata }) => `${metadata.namespace} x1`);
    },
    wanted: ["kube-system x1"],
  },
  "Limits that are off": {
    async ours() {
      const off = { maxEvents: Infinity, burst: Infinity, qps: Infinity };
      const events = await stored("v1", (recorder) => {
        for (let i = 0; i < 40; i++) recorder.event(pod, "Normal", "R", `m${i}`);
      }, { recording: { correlator: off } });
      return events.length;
    },
    wanted: 40,
    isOursAlone: true,
  },
  "Misplaced arguments": {
    async ours() {
      const events = await stored("v1", (recorder) => recorder.eventf(pod, "Normal", "Deleted pod %s", "web"));
      return events.map(({ message }) => message);
    },
    wanted: ["Deleted pod web"],
  },
  "Texts": {
    async ours() {
      const [event] = await stored(
        "v1",
        (recorder) => recorder.event(pod, "Normal", "R", "m".repeat(40_000) + "cause"),
      );
      return event!.message!.endsWith("cause") && new TextEncoder().encode(event!.message).length;
    },
    wanted: 32_768,
  },
  "Identity": {
    async ours() {
      const named = await stored("v1", (recorder) => {
        const fields = { type: "Normal", reason: "R", message: "m" } as const;
        for (const name of ["id-1", "id-2", "id-2"]) recorder.record(pod, { ...fields, name });
      });
      const reasons = await stored("v1", (recorder) => {
        for (const message of ["10 %", "20 %"]) recorder.event(pod, "Normal", "Backup", message);
      }, { broadcaster: { identity: ({ reason = "" }) => reason } });
      return [...named.map(({ metadata, count }) => `${metadata.name} x${count}`), ...reasons.map(withCount)];
    },
    wanted: ["id-1 x1", "id-2 x2", "20 % x2"],
    isOursAlone: true,
  },
  "Formats": {
    async ours() {
      const events = await stored("v1", (recorder) => {
        recorder.eventf(pod, "Normal", "A", "%d of %d, 90% full", "three");
        recorder.eventf(pod, "Normal", "B", "none", 1);
      });
      return sorted(events.map(({ message }) => message));
    },
    wanted: ["none 1", "three of %d, 90% full"],
  },
  "Logs": {
    async ours() {
      const lines: string[] = [];
      const broadcaster = new EventBroadcaster();
      broadcaster.startLogging((line) => void lines.push(line));
      broadcaster.newRecorder({ component: "test" }).event(pod, "Normal", "R", "one\ntwo");
      await broadcaster.shutdown();
      return lines[0]!.split("\n").length - 1;
    },
    wanted: 0,
  },
  "The adapter": {
    async ours() {
      const events = await stored("v1", (recorder) => {
        new EventRecorderAdapter(recorder).eventf(pod, node, "Normal", "R", "A", "m");
      });
      return events.map(({ action, related }) => `${action} ${related?.name}`);
    },
    wanted: ["A node-1"],
  },
  "Fakes": {
    ours() {
      const fake = new FakeRecorder();
      fake.event(pod, "Error" as never, "R", "m");
      fake.eventf(pod, "Normal", "At 50%", "m");
      return fake.lines;
    },
    wanted: ["Normal At 50% m"],
  },
};

/** Returns what is wrong with a difference, given the value of client-go as JSON, if it has one; "" if nothing is. */
export async function mistakeIn(name: string, theirs: string | undefined): Promise<string> {
  const { ours, wanted, isOursAlone = false } = DIFFERENCES[name]!;
  const got = JSON.stringify(await ours());
  if (got !== JSON.stringify(wanted)) return `${name}: ours is ${got}`;
  if (got === theirs) return `${name}: client-go does the same`;
  return isOursAlone === (theirs === undefined) ? "" : `${name}: client-go does ${theirs}`;
}

/** Returns the values of client-go as JSON, by the names of the differences. */
export function valuesOf(lines: string): ReadonlyMap<string, string> {
  const values = lines.trim().split("\n").map((line) => JSON.parse(line) as [name: string, value: unknown]);
  return new Map(values.map(([name, value]) => [name, JSON.stringify(value)]));
}

/** The result of a replay. */
export interface DifferencesReplay {
  /** How often each difference was met: once. */
  readonly differences: Readonly<Record<string, number>>;
  readonly mistakes: readonly string[];
}

/** Compares what client-go does in each case, one JSON value per line, with what this package does. */
export async function replayDifferences(lines: string): Promise<DifferencesReplay> {
  const theirs = valuesOf(lines);
  const mistakes: string[] = [];
  for (const name of Object.keys(DIFFERENCES)) mistakes.push(await mistakeIn(name, theirs.get(name)));
  const differences = Object.fromEntries(Object.keys(DIFFERENCES).map((name) => [name, 1]));
  return { differences, mistakes: mistakes.filter((mistake) => mistake !== "") };
}
