import { FakeTime } from "@std/testing/time";
import { ConnectionError, type CoreV1Event, type EventSink, type RecordingStats, StatusError } from "../../mod.ts";
import { EventRecording, type EventRecordingOptions } from "../../src/client_go/mod.ts";
import { seeded } from "../random.ts";
import { makeEvent } from "../record/recording/make_event.ts";

/** A server's response: a number is an HTTP status, sent after the latency. */
export type Answer =
  | "written"
  | "hangs"
  | "refused"
  | { readonly status: number; readonly retryAfterMs?: number }
  | { readonly writtenAfterMs: number };

/** A stream of events into a recording. */
export interface Source {
  /** Name of the group in the results. */
  readonly group: string;
  /** The namespaces of its events, round-robin. */
  readonly namespaces: readonly string[];
  /** The objects that they are about, round-robin; by default, each event has an object of its own. */
  readonly objects?: readonly string[];
  /** Events per second, evenly spaced; 0 for a burst at `fromMs`. */
  readonly perSecond: number;
  /** Events in a burst. */
  readonly burst?: number;
  readonly fromMs?: number;
  readonly untilMs?: number;
}

/** A scenario: sources of events, and the server's responses. */
export interface Scenario {
  readonly durationMs: number;
  readonly sources: readonly Source[];
  readonly answer: (request: SimulatedRequest) => Answer;
  readonly options?: EventRecordingOptions;
}

/** A request as the simulated server sees it. */
export interface SimulatedRequest {
  readonly group: string;
  readonly namespace: string;
  /** The number of the event within its group. */
  readonly index: number;
  readonly nowMs: number;
  readonly random: () => number;
}

/** The results of a group's events. */
export interface GroupResult {
  readonly emitted: number;
  readonly written: number;
  readonly dropped: number;
  /** Delays between an event and its first write, ascending. */
  readonly delaysMs: readonly number[];
  readonly requests: number;
  /** The number of writes by namespace. */
  readonly writtenIn: ReadonlyMap<string, number>;
}

/** The result of a scenario. */
export interface SimulationResult {
  readonly groups: ReadonlyMap<string, GroupResult>;
  /** Time and response of each request. */
  readonly requests: readonly { readonly atMs: number; readonly group: string; readonly answer: Answer }[];
  readonly stats: RecordingStats;
}

const LATENCY_MS = 20;
/** More than the deepest chain of promises between an answer and the next request. */
const TURNS = 16;

/** The percentile of ascending delays, in milliseconds. */
export function percentile(ascending: readonly number[], part: number): number {
  return ascending[Math.min(Math.ceil(ascending.length * part), ascending.length) - 1] ?? NaN;
}

/** Runs a recording against the server of a scenario, on fake time. */
export async function simulate({ durationMs, sources, answer, options }: Scenario): Promise<SimulationResult> {
  const time = new FakeTime(0);
  const random = seeded(1);
  const groups = new Map<string, {
    emitted: number;
    written: number;
    dropped: number;
    delaysMs: number[];
    requests: number;
    writtenIn: Map<string, number>;
  }>();
  const emittedMs = new Map<string, number>();
  const stored = new Set<string>();
  const requests: { atMs: number; group: string; answer: Answer }[] = [];

  const request = (event: CoreV1Event, { signal }: { readonly signal: AbortSignal }): Promise<CoreV1Event> => {
    const { name = "", namespace = "" } = event.metadata;
    const [group = "", index] = name.split("-");
    const result = groups.get(group)!;
    const nowMs = Date.now();
    const answered = answer({ group, namespace, index: Number(index), nowMs, random });
    result.requests++;
    requests.push({ atMs: nowMs, group, answer: answered });
    return new Promise((resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      if (answered === "hangs") return;
      if (answered === "refused") return void reject(new ConnectionError("Connection refused"));
      const afterMs = typeof answered === "object" && "writtenAfterMs" in answered
        ? answered.writtenAfterMs
        : LATENCY_MS;
      setTimeout(() => {
        if (typeof answered === "object" && "status" in answered) {
          const { status, retryAfterMs } = answered;
          return reject(new StatusError({ code: status, message: `HTTP ${status}` }, { retryAfterMs }));
        }
        if (signal.aborted) return;
        if (!stored.has(name)) {
          stored.add(name);
          result.written++;
          result.writtenIn.set(namespace, (result.writtenIn.get(namespace) ?? 0) + 1);
          result.delaysMs.push(Date.now() - emittedMs.get(name)!);
        }
        resolve(event);
      }, afterMs);
    });
  };
  const sink: EventSink = { create: request, patch: (event, _, options) => request(event, options) };
  let isDone = false;
  try {
    const recording = new EventRecording(sink, {
      correlator: false,
      random,
      ...options,
      onOutcome: ({ type, event }) => {
        if (type !== "recorded" && !isDone) groups.get(event!.metadata.name!.split("-")[0]!)!.dropped++;
      },
    });
    for (const { group, namespaces, objects, perSecond, burst = 0, fromMs = 0, untilMs = durationMs } of sources) {
      const result = { emitted: 0, written: 0, dropped: 0, delaysMs: [], requests: 0, writtenIn: new Map() };
      groups.set(group, result);
      const emit = (): void => {
        const index = result.emitted++;
        const name = `${group}-${index}`;
        emittedMs.set(name, Date.now());
        const pod = objects === undefined ? name : objects[index % objects.length]!;
        recording.accept(makeEvent(name, { pod, namespace: namespaces[index % namespaces.length]! }));
      };
      setTimeout(() => {
        for (let i = 0; i < burst; i++) emit();
        if (perSecond === 0) return;
        // One timer per event: each is recorded at its own millisecond.
        const next = (): void => {
          if (Date.now() >= untilMs) return;
          emit();
          setTimeout(next, fromMs + result.emitted * 1000 / perSecond - Date.now());
        };
        next();
      }, fromMs);
    }
    setTimeout(() => isDone = true, durationMs);
    for (let steps = 0; !isDone; steps++) {
      // Sometimes a turn of the event loop: Node frees promises only then.
      if (steps % 256 === 0) await time.runMicrotasks();
      else for (let i = 0; i < TURNS; i++) await undefined;
      time.next();
    }
    const stats = recording.stats();
    const stopped = recording.stop({ signal: AbortSignal.abort() });
    for (let i = 0; i < TURNS * 2; i++) await undefined;
    await stopped;
    for (const { delaysMs } of groups.values()) delaysMs.sort((a, b) => a - b);
    return { groups, requests, stats };
  } finally {
    time.restore();
  }
}
