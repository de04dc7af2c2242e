import { test } from "node:test";
import {
  type Clock,
  type CoreV1Event,
  type CoreV1EventFields,
  EventBroadcaster,
  type EventRecorderOptions,
  type EventsV1Event,
  FetchEventSink,
  type Recording,
} from "../../../mod.ts";
import { EventsApiServer } from "../../../src/serve/server/mod.ts";

export const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "web", namespace: "shop", uid: "1" } };

/** Both APIs, both namings, events recorded at once and each after the last was written. */
export const WAYS = (["v1", "events.k8s.io/v1"] as const).flatMap((apiVersion) =>
  (["unique", "stable"] as const).flatMap((naming) => [true, false].map((atOnce) => ({ apiVersion, naming, atOnce })))
);
export type Way = typeof WAYS[number];
export type Stored = CoreV1Event & EventsV1Event;

interface Options {
  readonly clock?: Clock;
  readonly correlator?: object;
  readonly identity?: (event: never) => string;
  readonly logger?: { warn(line: string): void; error(line: string): void };
  readonly api?: EventsApiServer;
  /** Options of the recorder. */
  readonly recorder?: EventRecorderOptions;
}

/** Records events and returns what is stored, as core/v1 has it. */
export async function stored(
  { apiVersion, naming, atOnce }: Way,
  all: readonly (Partial<CoreV1EventFields> & { readonly identity?: unknown })[],
  { api = new EventsApiServer(), correlator = {}, recorder: recorderOptions, ...options }: Options = {},
): Promise<readonly (CoreV1Event & { readonly times: number })[]> {
  const broadcaster = new EventBroadcaster({ apiVersion, naming, ...options } as object) as EventBroadcaster;
  const sink = new FetchEventSink({ apiVersion, fetch: api.fetch });
  const recording: Recording = broadcaster.startRecordingToSink(sink as never, { correlator });
  const recorder = broadcaster.newRecorder(
    { component: "test", reportingController: "test" } as object,
    recorderOptions,
  );
  for (const fields of all) {
    const { message = "m", ...others } = fields;
    const text = apiVersion === "v1" ? { message } : { note: message };
    recorder.record(pod, { type: "Normal", reason: "R", action: "A", ...text, ...others } as never);
    if (!atOnce) await recording.flush();
  }
  await broadcaster.shutdown();
  return api.events().map((event) => {
    const { series, count } = event as Stored;
    return { ...event, times: series?.count ?? (count || 1) };
  });
}

export function everyWay(title: string, check: (way: Way) => Promise<void>): void {
  for (const way of WAYS) {
    test(`${title}: ${way.apiVersion}, ${way.naming} names, ${way.atOnce ? "at once" : "apart"}`, () => check(way));
  }
}
