import { checkOptions, type OptionKinds } from "../api/check_options.ts";
import type { ApiVersion, V1EventSource } from "../api/event.ts";
import { EVENT_NAMING_OPTIONS, type EventNamingOptions } from "../api/stable_name.ts";
import { EventBroadcaster } from "./event_broadcaster.ts";
import type { EventBroadcasterOptions } from "./event_broadcaster_options.ts";
import {
  EVENT_RECORDER_OPTIONS,
  type EventRecorder,
  type EventRecorderOptions,
  type EventsV1Reporter,
} from "../recorder/event_recorder.ts";
import { FETCH_EVENT_SINK_OPTIONS, FetchEventSink, type FetchEventSinkOptions } from "../sink/fetch_event_sink.ts";
import type { FlushReport } from "../recording/recording.ts";
import { RECORDING_OPTIONS, type RecordingOptions } from "../recording/recording_options.ts";

/**
 * Options of {@linkcode createEventRecorder}: the reporter, the connection, and the options of broadcaster, recorder
 * and recording.
 *
 * @typeParam V The API version.
 *
 * @category Recorder
 */
export type StandaloneEventRecorderOptions<V extends ApiVersion = "v1"> =
  & (V extends "v1" ? V1EventSource : EventsV1Reporter)
  & FetchEventSinkOptions<V>
  & EventNamingOptions<V>
  & EventRecorderOptions
  & Pick<EventBroadcasterOptions<V>, "hostname" | "clock" | "onOutcome">
  & Omit<RecordingOptions<V>, "clock" | "onOutcome">;

const OPTIONS: OptionKinds<StandaloneEventRecorderOptions & Partial<EventsV1Reporter>> = {
  ...FETCH_EVENT_SINK_OPTIONS,
  ...EVENT_NAMING_OPTIONS,
  ...EVENT_RECORDER_OPTIONS,
  ...RECORDING_OPTIONS,
  hostname: "a string",
  // Checked by `newRecorder`.
  component: "anything",
  host: "anything",
  reportingController: "anything",
  reportingInstance: "anything",
};

/**
 * A recorder that owns its broadcaster and recording; made by {@linkcode createEventRecorder}.
 *
 * @typeParam V The API version.
 *
 * @category Recorder
 */
export type StandaloneEventRecorder<V extends ApiVersion = "v1"> = EventRecorder<V> & AsyncDisposable & {
  /**
   * Waits until all events recorded so far are written or accounted for, or until `signal` aborts; see
   * {@linkcode Recording.flush}.
   */
  readonly flush: (options?: { readonly signal?: AbortSignal | undefined }) => Promise<FlushReport>;
  /**
   * Writes the remaining events until `signal` aborts, by default for ten seconds, and ends the recorder; see
   * {@linkcode EventBroadcaster.shutdown}.
   */
  readonly shutdown: (options?: { readonly signal?: AbortSignal | undefined }) => Promise<void>;
};

/**
 * Creates a recorder that writes to an Events API: broadcaster, sink, recording and recorder in one call, for scripts.
 *
 * Leaving the scope of an `await using` writes the remaining events for up to ten seconds, as `shutdown` does; without
 * either, the process stays alive until all events are written. Problems go to the `logger` (`console` is one), and
 * nowhere without one. Use an {@linkcode EventBroadcaster} for several recorders, watchers or sinks.
 *
 * @param options `component` is the name of the program, shown by `kubectl describe` as From; with the `apiVersion`
 * `"events.k8s.io/v1"` it is the `reportingController`. `server`, `token`, `headers` and `fetch` are the connection, by
 * default `kubectl proxy`; `inClusterConfig()` and `loadKubeconfig()` return these. The others are those of
 * {@linkcode EventBroadcasterOptions}, {@linkcode EventRecorderOptions} and {@linkcode RecordingOptions}.
 * @throws {TypeError | RangeError} If an option is invalid.
 *
 * @example
 * ```ts
 * import { createEventRecorder } from "@kubecast/events";
 * import { EventsApiServer } from "@kubecast/events/server";
 * import assert from "node:assert/strict";
 *
 * const api = new EventsApiServer(); // in memory; for a cluster: { component, ...await loadKubeconfig() }
 * {
 *   await using recorder = createEventRecorder({ component: "backup-script", fetch: api.fetch });
 *   const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "web", namespace: "shop", uid: "1234" } };
 *   recorder.eventf(pod, "Normal", "BackedUp", "Backed up %d files", 1234);
 * } // by now it is written
 * assert.equal(api.events()[0]?.message, "Backed up 1234 files");
 * ```
 *
 * @category Recorder
 */
export function createEventRecorder<V extends ApiVersion = "v1">(
  options: StandaloneEventRecorderOptions<V>,
): StandaloneEventRecorder<V> {
  checkOptions("create an event recorder", options as StandaloneEventRecorderOptions, OPTIONS);
  const { component, host, reportingController, reportingInstance, signal, onOutcome, ...shared } = options as
    & StandaloneEventRecorderOptions
    & EventsV1Reporter;
  const broadcaster = new EventBroadcaster({ ...shared, onOutcome });
  const recording = broadcaster.startRecordingToSink(new FetchEventSink(shared), { ...shared, signal });
  const reporter = Object.entries({ component, host, reportingController, reportingInstance });
  const recorder = broadcaster.newRecorder(Object.fromEntries(reporter.filter(([, value]) => value)), shared);
  const shutdown = broadcaster.shutdown.bind(broadcaster);
  return Object.assign(recorder, {
    flush: recording.flush.bind(recording),
    shutdown,
    [Symbol.asyncDispose]: () => shutdown(),
  }) as unknown as StandaloneEventRecorder<V>;
}
