import { invalid, type OptionTable, pickOptions, readOptions } from "../../base/tools/check_options.ts";
import { onAbort } from "../../base/tools/abort.ts";
import type { ApiVersion, CoreV1Event, EventOf, V1EventSource } from "../../base/event/event.ts";
import type { ObjectOrReference } from "../../base/event/kubernetes_object.ts";
import type { EventWaiter } from "./publisher.ts";
import type { EventNamingOptions } from "../../base/event/identity.ts";
import { EventBroadcaster } from "./event_broadcaster.ts";
import { type EventBroadcasterOptions, eventBroadcasterOptionTable } from "./event_broadcaster_options.ts";
import type { CoreV1EventFields, EventsV1EventFields } from "../recorder/event_fields.ts";
import {
  type EventRecorder,
  type EventRecorderOptions,
  eventRecorderOptionTable,
  type EventsV1Reporter,
} from "../recorder/event_recorder.ts";
import { makerOf, reporterTable } from "../recorder/create_recorder.ts";
import { FetchEventSink, type FetchEventSinkOptions, fetchEventSinkOptionTable } from "../sink/fetch_event_sink.ts";
import type { FlushOptions, FlushReport, Outcome } from "../recording/recording.ts";
import { broadcasterReport } from "./reports.ts";
import { type RecordingOptions, recordingOptionTable } from "../recording/recording_options.ts";

/**
 * Options of {@linkcode createEventRecorder}: the reporter, the connection, and the options of broadcaster, recorder
 * and recording.
 *
 * @typeParam V The API version.
 *
 * @category Recorder
 */
export type StandaloneEventRecorderOptions<V extends ApiVersion = "v1"> =
  & (V extends "v1" ? V1EventSource & { readonly component: string } : EventsV1Reporter)
  & FetchEventSinkOptions<V>
  & EventNamingOptions<V>
  & EventRecorderOptions
  & Pick<EventBroadcasterOptions<V>, "hostname" | "clock" | "onOutcome">
  & Omit<RecordingOptions<V>, "clock" | "onOutcome">;

/** The options of the broadcaster. Some of them, such as the `clock`, go to the recording too. */
const sharedOptionTable = () => {
  const { naming, identity, apiVersion, hostname, clock, logger, onOutcome } = eventBroadcasterOptionTable();
  return { naming, identity, apiVersion, hostname, clock, logger, onOutcome } as const;
};

const optionTable = () => ({
  ...fetchEventSinkOptionTable(),
  ...eventRecorderOptionTable(),
  ...recordingOptionTable(),
  ...sharedOptionTable(),
  ...reporterTable(),
} as const satisfies OptionTable<StandaloneEventRecorderOptions & Partial<EventsV1Reporter>>);

/**
 * A recorder with its own broadcaster and recording, as {@linkcode createEventRecorder} returns it.
 *
 * @typeParam V The API version.
 *
 * @category Recorder
 */
export type StandaloneEventRecorder<V extends ApiVersion = "v1"> = EventRecorder<V> & AsyncDisposable & {
  /**
   * Waits until all events recorded so far are written or accounted for, or until `signal` aborts; see
   * {@linkcode Recording.flush}. The report counts calls that produced no event, for example because of an invalid
   * type, as dropped.
   */
  readonly flush: (options?: FlushOptions) => Promise<FlushReport>;
  /**
   * Writes the remaining events until `signal` aborts, by default for at most ten seconds, and ends the recorder; see
   * {@linkcode EventBroadcaster.shutdown}. `lost` of the report is the number of events that failed to reach the
   * server: `if (lost > 0) process.exitCode = 1`.
   */
  readonly shutdown: (options?: { readonly signal?: AbortSignal | undefined }) => Promise<FlushReport>;
  /**
   * Records an event as `record` does, and resolves with its outcome; never rejects.
   *
   * While a call is waiting, the first retry comes within a second. When `signal` aborts, `write` resolves with an
   * `"abandoned"` outcome, although the event may still be written. With `autoFlush: false`, it flushes until `signal`
   * aborts, and resolves with an `"abandoned"` outcome if the flush leaves the event pending. With invalid options, the
   * event is dropped as `"invalid-field"`.
   */
  readonly write: (
    object: ObjectOrReference,
    fields: V extends "v1" ? CoreV1EventFields : EventsV1EventFields,
    options?: { readonly signal?: AbortSignal | undefined },
  ) => Promise<Outcome<EventOf<V>>>;
};

/**
 * Creates a recorder that writes to an Events API, for scripts: the broadcaster, sink and recording in one call.
 *
 * With `await using` (Node from 24 on), leaving the scope, even by a throw, calls `shutdown`, which writes the
 * remaining events for up to ten seconds, but discards its report: call `shutdown` to learn what was lost. Without
 * either, the process stays alive until all events are written, but `process.exit()` and an uncaught throw lose those
 * not yet written. Pass `logger: console` to see problems; without a
 * `logger`, nothing is printed. Use an {@linkcode EventBroadcaster} for several recorders, watchers or sinks.
 *
 * @param options `component` is the name of the program, shown by `kubectl describe` as From; with the `apiVersion`
 * `"events.k8s.io/v1"` it is the `reportingController`. `server`, `token`, `headers` and `fetch` are the connection, by
 * default `kubectl proxy`; `inClusterConfig()` and `loadKubeconfig()` return them. All other options are documented at
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
 * } // the event is written by now
 * assert.equal(api.events()[0]?.message, "Backed up 1234 files");
 * ```
 *
 * @example Wait for one event
 * ```ts
 * import { createEventRecorder } from "@kubecast/events";
 * import { EventsApiServer } from "@kubecast/events/server";
 * import assert from "node:assert/strict";
 *
 * await using recorder = createEventRecorder({ component: "backup-script", fetch: new EventsApiServer().fetch });
 * const fields = { type: "Normal", reason: "BackedUp", message: "Backed up 1234 files" } as const;
 * const pod = { apiVersion: "v1", kind: "Pod", name: "web" };
 * const outcome = await recorder.write(pod, fields, { signal: AbortSignal.timeout(5000) });
 * assert.equal(outcome.type, "recorded");
 * ```
 *
 * @category Recorder
 */
export function createEventRecorder<V extends ApiVersion = "v1">(
  options: StandaloneEventRecorderOptions<V>,
): StandaloneEventRecorder<V> {
  const given = options as StandaloneEventRecorderOptions & Partial<EventsV1Reporter>;
  const read = readOptions("create an event recorder", given, optionTable());
  if (read.apiVersion === "v1" && !read.component && !read.reportingController) {
    throw new TypeError(invalid("create an event recorder", "component", "be the name of the program", read.component));
  }
  const broadcaster = new EventBroadcaster(pickOptions(read, sharedOptionTable()));
  // Created before the recording, because it checks the reporter: if it throws, the `correlator` stays free.
  const reporter = pickOptions(read, reporterTable()) as V1EventSource;
  const recorder = broadcaster.newRecorder(reporter, pickOptions(read, eventRecorderOptionTable()));
  const sink = new FetchEventSink(pickOptions(read, fetchEventSinkOptionTable()));
  // `onOutcome` is omitted, because the broadcaster already reports the recording's outcomes to it.
  const recordingOptions = { ...pickOptions(read, recordingOptionTable()), onOutcome: undefined };
  const recording = broadcaster.startRecordingToSink(sink, recordingOptions);
  const flush: StandaloneEventRecorder["flush"] = async (options) =>
    broadcasterReport(await recording.flush(options), broadcaster.stats());
  const shutdown = broadcaster.shutdown.bind(broadcaster);
  const write = writing(makerOf(recorder)!, read.autoFlush ? undefined : flush);
  return Object.assign(recorder, {
    flush,
    shutdown,
    write,
    [Symbol.asyncDispose]: async () => void await shutdown(),
  }) as unknown as StandaloneEventRecorder<V>;
}

/**
 * Returns the method `write`; it calls `flush`, if given, for each event, because nothing else would write the event.
 */
function writing(
  maker: NonNullable<ReturnType<typeof makerOf>>,
  flush: StandaloneEventRecorder["flush"] | undefined,
): StandaloneEventRecorder["write"] {
  return (object, fields, options = {}) =>
    new Promise((resolve) => {
      let removeCallback = (): void => {};
      const waiter: EventWaiter<CoreV1Event> = {
        event: undefined,
        end(outcome) {
          resolve(outcome);
          removeCallback();
        },
      };
      const giveUp = (because: string): void => {
        const message = `${because}; the event may still be written`;
        waiter.end({ type: "abandoned", count: 1, event: waiter.event!, because: "deadline", message });
      };
      try {
        const { signal } = readOptions("write", options, { signal: ["an AbortSignal"] });
        const onDeadline = (): void => giveUp("The signal aborted first");
        removeCallback = onAbort(signal, onDeadline);
        maker.record(object, fields, undefined, waiter);
        if (signal?.aborted) onDeadline();
        const onEnd = (): void => giveUp("The flush has ended");
        void flush?.({ signal }).then(onEnd, onEnd);
      } catch (error) {
        maker.refuse(error, fields, waiter);
      }
    });
}
