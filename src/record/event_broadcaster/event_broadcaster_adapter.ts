import {
  API_VERSIONS,
  type ApiVersion,
  type CoreV1Event,
  type EventsV1Event,
  type V1EventSource,
} from "../../base/event/event.ts";
import { withTimeout } from "../../base/tools/abort.ts";
import { checkWord, type OptionTable, pickOptions, readOptions } from "../../base/tools/check_options.ts";
import { readReporter } from "../recorder/create_recorder.ts";
import { EventRecorderAdapter } from "../recorder/event_recorder_adapter.ts";
import type {
  CoreV1EventRecorder,
  EventRecorderOptions,
  EventsV1EventRecorder,
  EventsV1Reporter,
} from "../recorder/event_recorder.ts";
import { FetchEventSink, type FetchEventSinkOptions, fetchEventSinkOptionTable } from "../sink/fetch_event_sink.ts";
import type { FlushReport, Outcome, Recording } from "../recording/recording.ts";
import { reportOf } from "../recording/ledger.ts";
import type { RecordingOptions } from "../recording/recording_options.ts";
import { EventBroadcaster } from "./event_broadcaster.ts";
import { sumOf } from "./reports.ts";
import { type EventBroadcasterOptions, eventBroadcasterOptionTable } from "./event_broadcaster_options.ts";

/** How long `discover` waits for the server, which is also the default `requestTimeoutMs` of a recording. */
const DISCOVERY_TIMEOUT_MS = 30_000;

/**
 * Options of an {@linkcode EventBroadcasterAdapter}, for the connection and for both broadcasters.
 *
 * @category Broadcaster
 */
export interface EventBroadcasterAdapterOptions
  extends
    Omit<FetchEventSinkOptions<ApiVersion>, "apiVersion">,
    Omit<EventBroadcasterOptions<ApiVersion>, "apiVersion" | "onOutcome"> {
  /**
   * The namespace in which {@linkcode EventBroadcasterAdapter.discover} asks for permissions; `inClusterConfig()` and
   * `loadKubeconfig()` return one.
   *
   * @default {all namespaces}
   */
  readonly namespace?: string | undefined;
  /** Called with the outcome of each event, of either API; see {@linkcode EventBroadcasterOptions.onOutcome}. */
  readonly onOutcome?: ((outcome: Outcome<CoreV1Event> | Outcome<EventsV1Event>) => void) | undefined;
}

const adapterOptionTable = () => {
  const { apiVersion: _, ...options } = { ...fetchEventSinkOptionTable(), ...eventBroadcasterOptionTable() };
  return options satisfies OptionTable<EventBroadcasterAdapterOptions>;
};

/**
 * Records in events.k8s.io/v1 if the server supports it, else in core/v1, for code that works with either (client-go's
 * `events.EventBroadcasterAdapter`).
 *
 * Its recorders have the methods of events.k8s.io/v1; {@linkcode newLegacyRecorder} serves code that still uses those
 * of core/v1. Repeats become series in events.k8s.io/v1 and counts in core/v1.
 *
 * See
 * {@link https://github.com/kubernetes/client-go/blob/master/tools/events/event_broadcaster.go | event_broadcaster.go}
 * of client-go.
 *
 * @example
 * ```ts
 * import { EventBroadcasterAdapter } from "@kubecast/events/client-go";
 * import { EventsApiServer } from "@kubecast/events/server";
 *
 * const api = new EventsApiServer(); // or a cluster's, by its URL
 * const broadcaster = await EventBroadcasterAdapter.discover({ fetch: api.fetch });
 * broadcaster.startRecordingToSink();
 *
 * const recorder = broadcaster.newRecorder({ reportingController: "example.com/scheduler" });
 * const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "web", namespace: "shop" } };
 * recorder.eventf(pod, undefined, "Normal", "Scheduled", "Binding", "Assigned to %s", "node-1");
 *
 * await broadcaster.shutdown();
 * ```
 *
 * @category Broadcaster
 */
export class EventBroadcasterAdapter implements AsyncDisposable {
  /** The API that {@linkcode newRecorder} records in. */
  readonly apiVersion: ApiVersion;
  /** The broadcaster of core/v1; always present, for {@linkcode newLegacyRecorder}. */
  readonly core: EventBroadcaster<"v1">;
  /** The broadcaster of events.k8s.io/v1, if the server supports it. */
  readonly events: EventBroadcaster<"events.k8s.io/v1"> | undefined;
  readonly #sinkOptions: FetchEventSinkOptions<ApiVersion>;

  /**
   * Creates an adapter for a known API; {@linkcode discover} asks the server.
   *
   * @throws {RangeError} If a number is out of its range, or `apiVersion` or `whenFull` is unknown.
   * @throws {TypeError} If an option is of another type.
   */
  constructor(apiVersion: ApiVersion, options: EventBroadcasterAdapterOptions = {}) {
    checkWord("create an EventBroadcasterAdapter", "apiVersion", apiVersion, API_VERSIONS);
    readOptions("create an EventBroadcasterAdapter", options, adapterOptionTable());
    const shared = pickOptions(options, eventBroadcasterOptionTable());
    this.apiVersion = apiVersion;
    this.core = new EventBroadcaster({ ...shared, apiVersion: "v1" });
    this.events = apiVersion === "v1" ? undefined : new EventBroadcaster({ ...shared, apiVersion });
    this.#sinkOptions = pickOptions(options, fetchEventSinkOptionTable());
  }

  /**
   * Asks the server which API it serves and permits, and creates the adapter for that API: core/v1 if the server does
   * not serve events.k8s.io/v1, or permits creating and patching events in core/v1 only; otherwise events.k8s.io/v1.
   *
   * Rejects if the server fails or cannot be reached within 30 seconds, or when the `signal` aborts; you may retry. Do
   * not pass a timeout as the `signal`, because it is also an option of the broadcasters and would shut them down
   * later.
   *
   * Unlike client-go, it asks about permissions, so that a client whose role covers only core/v1 can write events, and
   * does not treat a failure as "not served" for the life of the process.
   *
   * @throws {StatusError} If the server responds with an error other than 403 and 404. Rejects with an `Error` if it
   * cannot be reached.
   * @throws {RangeError | TypeError} If an option is invalid, as for the constructor and {@linkcode FetchEventSink}.
   */
  static async discover(options: EventBroadcasterAdapterOptions = {}): Promise<EventBroadcasterAdapter> {
    readOptions("create an EventBroadcasterAdapter", options, adapterOptionTable());
    const apiVersion = await withTimeout((signal) => usableApi(options, signal), {
      timeoutMs: DISCOVERY_TIMEOUT_MS,
      message: `No response within ${DISCOVERY_TIMEOUT_MS} ms`,
      signal: options.signal,
    });
    return new EventBroadcasterAdapter(apiVersion, options);
  }

  /**
   * Creates a recorder. In core/v1 the controller becomes the component of the source, and the instance is omitted.
   *
   * @throws {TypeError} If `reportingController` is not a qualified name, or `reportingInstance` or an option is of
   * another type.
   */
  newRecorder(reporter: EventsV1Reporter, options: EventRecorderOptions = {}): EventsV1EventRecorder {
    if (this.events !== undefined) return this.events.newRecorder(reporter, options);
    // Check the reporter for core/v1 too, so that an invalid one does not fail only on another server.
    const { reportingController } = readReporter(reporter);
    return new EventRecorderAdapter(this.newLegacyRecorder({ component: reportingController }, options));
  }

  /** Creates a recorder of core/v1, which every server supports (client-go's `DeprecatedNewLegacyRecorder`). */
  newLegacyRecorder(source: V1EventSource, options: EventRecorderOptions = {}): CoreV1EventRecorder {
    return this.core.newRecorder(source, options);
  }

  /**
   * Starts writing every event to the server; see {@linkcode EventBroadcaster.startRecordingToSink}.
   *
   * @param options The {@linkcode RecordingOptions} that both APIs share. For the others, start the recordings of
   * {@linkcode core} and {@linkcode events} yourself.
   * @returns One recording per broadcaster, starting with the one for {@linkcode newRecorder}.
   * @throws {BroadcasterStoppedError} After shutdown.
   * @throws {RangeError | TypeError} If an option is invalid, as for {@linkcode FetchEventSink}.
   */
  startRecordingToSink(
    options: Omit<RecordingOptions<ApiVersion>, "correlator" | "onOutcome" | "signal"> = {},
  ): Recording[] {
    const coreSink = new FetchEventSink({ ...this.#sinkOptions, apiVersion: "v1" });
    const core = this.core.startRecordingToSink(coreSink, options);
    if (this.events === undefined) return [core];
    const sink = new FetchEventSink({ ...this.#sinkOptions, apiVersion: "events.k8s.io/v1" });
    return [this.events.startRecordingToSink(sink, options), core];
  }

  /**
   * Shuts down both broadcasters; see {@linkcode EventBroadcaster.shutdown}.
   *
   * @returns The counters of both, added up.
   */
  async shutdown(options: { readonly signal?: AbortSignal | undefined } = {}): Promise<FlushReport> {
    const broadcasters = this.events === undefined ? [this.core] : [this.core, this.events];
    return reportOf(sumOf(await Promise.all(broadcasters.map((broadcaster) => broadcaster.shutdown(options)))));
  }

  /** The same as {@linkcode shutdown}. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.shutdown();
  }
}

/** The API to record in: events.k8s.io/v1, unless only core/v1 is served or permitted. */
async function usableApi(options: EventBroadcasterAdapterOptions, signal: AbortSignal): Promise<ApiVersion> {
  const access = { namespace: options.namespace, signal };
  const sinkOptions = pickOptions(options, fetchEventSinkOptionTable());
  const events = new FetchEventSink({ ...sinkOptions, apiVersion: "events.k8s.io/v1" });
  if (!await events.isServed({ signal })) return "v1";
  if (await events.isPermitted(access) !== false) return events.apiVersion;
  const core = new FetchEventSink({ ...sinkOptions, apiVersion: "v1" });
  return await core.isPermitted(access) === true ? core.apiVersion : events.apiVersion;
}
