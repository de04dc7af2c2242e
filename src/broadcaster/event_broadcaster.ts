import type { ApiVersion, EventOf } from "../api/api_version.ts";
import type { Clock } from "../api/clock.ts";
import type { CoreV1Event } from "../api/core_v1_event.ts";
import type { V1EventSource } from "../api/event_source.ts";
import type { EventsV1Event } from "../api/events_v1_event.ts";
import type { Logger } from "../api/logger.ts";
import type { Correlator } from "../correlator/correlator.ts";
import { EventSeriesCorrelator } from "../correlator/event_series_correlator.ts";
import { checkReportingController } from "../recorder/check_reporting_controller.ts";
import { CoreV1Recorder } from "../recorder/core_v1_recorder.ts";
import type { EventPublisher } from "../recorder/event_publisher.ts";
import type { EventRecorder, EventRecorderOptions } from "../recorder/event_recorder.ts";
import { EventsV1Recorder } from "../recorder/events_v1_recorder.ts";
import type { EventReporter } from "../recorder/events_v1_recorder.ts";
import { EventRecording } from "../sink/event_recording.ts";
import type { EventSink } from "../sink/event_sink.ts";
import type { DropReason, Outcome } from "../sink/outcome.ts";
import type { Recording } from "../sink/recording.ts";
import type { RecordingOptions } from "../sink/recording_options.ts";
import { Broadcaster } from "./broadcaster.ts";
import type { BroadcasterOptions } from "./broadcaster_options.ts";
import type { BroadcasterStats } from "./broadcaster_stats.ts";
import { BroadcasterStoppedError } from "./broadcaster_stopped_error.ts";
import { EarlyEvents } from "./early_events.ts";
import { logFields, logLine } from "./logging.ts";
import type { WatchOptions } from "./watch_options.ts";
import type { Watcher } from "./watcher.ts";

/** Options of an {@linkcode EventBroadcaster}. */
export interface EventBroadcasterOptions<V extends ApiVersion = "v1"> extends BroadcasterOptions {
  /** The API that the events are written for. @default {"v1"} */
  readonly apiVersion?: V | undefined;
  /**
   * The host that reports, for the `reportingInstance` of recorders that are not given one: `Deno.hostname()`, or
   * `hostname()` of `node:os`, in a cluster the pod's name. Only events.k8s.io/v1 has it.
   *
   * @default {eight random characters, the same for all recorders of the broadcaster}
   */
  readonly hostname?: string | undefined;
  /** Where the events' times come from. @default {Date} */
  readonly clock?: Clock | undefined;
  /** Hears of what a person should know; recorders and recordings made here use it where they are given none. */
  readonly logger?: Logger | undefined;
  /** Hears how each event ended: those that no recorder could make or publish, and those of every recording. */
  readonly onOutcome?: ((outcome: Outcome<EventOf<V>>) => void) | undefined;
  /**
   * How many events are kept until the first recording starts, the latest ones; they are recorded then.
   *
   * @default {1000}
   */
  readonly maxEarlyEvents?: number | undefined;
}

/** What an {@linkcode EventBroadcaster} has done so far. */
export interface EventBroadcasterStats extends BroadcasterStats {
  /** Calls of recorders from which no accepted event came, by reason. */
  readonly refused: Readonly<Partial<Record<DropReason, number>>>;
  /** Fields that were cut or replaced to make an event valid, by field. */
  readonly altered: Readonly<Record<string, number>>;
  /** Events kept for the first recording. */
  readonly early: number;
}

/** Who reports through a recorder of an API version. */
export type ReporterOf<V extends ApiVersion> = V extends "v1" ? V1EventSource : EventsV1Reporter;

/** Who reports events of events.k8s.io/v1. */
export interface EventsV1Reporter {
  /** The controller: a qualified name, `example.com/controller` or `controller`; shown as From. */
  readonly reportingController: string;
  /**
   * Which instance of it; cut to 128 bytes.
   *
   * @default {the controller, `-`, and the broadcaster's `hostname`}
   */
  readonly reportingInstance?: string | undefined;
}

/**
 * Tells everyone who listens what recorders say: logs, handlers, watchers and recordings in an API server (client-go's
 * `record.EventBroadcaster` and `events.EventBroadcaster`).
 *
 * - **Recording** starts with `startRecordingToSink`. What was said before is kept, up to `maxEarlyEvents`, and recorded then.
 * - **Watching** is that of {@linkcode Broadcaster}: each watcher has a queue of its own, and loses only what it is too slow for.
 * - **Ending** is `shutdown`: everything accepted is distributed, and every recording writes what it holds.
 *
 * @typeParam V The API that events are written for: `"v1"` unless the option `apiVersion` says otherwise.
 *
 * @example
 * ```ts
 * import { EventBroadcaster, FetchEventSink } from "@kubecast/events";
 * import { EventsApiServer } from "@kubecast/events/server";
 *
 * const api = new EventsApiServer(); // or a cluster's, by its URL
 * const broadcaster = new EventBroadcaster();
 * broadcaster.startRecordingToSink(new FetchEventSink({ fetch: api.fetch }));
 *
 * const recorder = broadcaster.newRecorder({ component: "example-controller" });
 * const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "web", namespace: "shop" } };
 * recorder.event(pod, "Normal", "Pulled", "Container image already present on machine");
 *
 * await broadcaster.shutdown();
 * ```
 */
export class EventBroadcaster<V extends ApiVersion = "v1"> extends Broadcaster<EventOf<V>> {
  readonly #apiVersion: ApiVersion;
  readonly #clock: Clock;
  readonly #logger: Logger | undefined;
  readonly #onOutcome: ((outcome: Outcome<EventOf<V>>) => void) | undefined;
  readonly #publisher: EventPublisher<EventOf<V>>;
  readonly #recordings = new Set<Recording>();
  readonly #refused: Partial<Record<DropReason, number>> = {};
  readonly #altered: Record<string, number> = {};
  readonly #early: EarlyEvents<EventOf<V>> | undefined;
  readonly #earlyWatcher: Watcher<EventOf<V>> | undefined;
  #hostname: string | undefined;
  #shutdown: Promise<void> | undefined;

  /**
   * Makes a broadcaster that nobody listens to yet.
   *
   * @throws {RangeError} If a number is not what its option says.
   * @throws {TypeError} If `apiVersion` is unknown.
   */
  constructor(options: EventBroadcasterOptions<V> = {}) {
    const {
      apiVersion = "v1",
      hostname,
      clock = Date,
      logger,
      onOutcome,
      maxEarlyEvents = 1000,
      ...broadcasterOptions
    } = options;
    if (apiVersion !== "v1" && apiVersion !== "events.k8s.io/v1") {
      throw new TypeError(
        `Cannot create EventBroadcaster: apiVersion must be "v1" or "events.k8s.io/v1", received ${String(apiVersion)}`,
      );
    }
    if (!Number.isInteger(maxEarlyEvents) || maxEarlyEvents < 0) {
      throw new RangeError(
        `Cannot create EventBroadcaster: maxEarlyEvents must be a non-negative integer, received ${maxEarlyEvents}`,
      );
    }
    super({
      onError: (error) =>
        logger?.error(`A watcher's handler failed: ${error instanceof Error ? error.message : error}`),
      ...broadcasterOptions,
    });
    this.#apiVersion = apiVersion;
    this.#hostname = hostname || undefined;
    this.#clock = clock;
    this.#logger = logger;
    this.#onOutcome = onOutcome;
    this.#publisher = {
      clock,
      publish: (event, logger) => this.#publish(event, logger),
      refuse: (because, message, logger) => this.#refuse(because, message, logger),
      alter: (field) => void (this.#altered[field] = (this.#altered[field] ?? 0) + 1),
    };
    if (maxEarlyEvents > 0 && !options.signal?.aborted) {
      const early = new EarlyEvents<EventOf<V>>(maxEarlyEvents);
      this.#early = early;
      this.#earlyWatcher = this.watch({ handler: ({ object }) => early.accept(object) });
    }
  }

  /**
   * Makes a recorder: who reports, and how to know the kind of objects that do not say it.
   *
   * @throws {TypeError} If `reportingController` (events.k8s.io/v1) is not a qualified name.
   */
  newRecorder(source: ReporterOf<V>, options: EventRecorderOptions = {}): EventRecorder<V> {
    const settings = { ...options, logger: options.logger ?? this.#logger };
    const recorder = this.#apiVersion === "v1"
      ? new CoreV1Recorder(this.#publisher as unknown as EventPublisher<CoreV1Event>, source as V1EventSource, settings)
      : new EventsV1Recorder(
        this.#publisher as unknown as EventPublisher<EventsV1Event>,
        this.#reporter(source as EventsV1Reporter),
        settings,
      );
    return recorder as unknown as EventRecorder<V>;
  }

  #reporter({ reportingController, reportingInstance }: EventsV1Reporter): EventReporter {
    checkReportingController(reportingController);
    // Drawn at the first use: some edge runtimes allow no random values while a module loads.
    this.#hostname ??= crypto.randomUUID().slice(0, 8);
    return { reportingController, reportingInstance: reportingInstance || `${reportingController}-${this.#hostname}` };
  }

  /** Calls `handler` with every event accepted from now on; see `handler` of {@linkcode WatchOptions}. */
  startEventWatcher(
    handler: (event: EventOf<V>) => void | PromiseLike<void>,
    options: Omit<WatchOptions<EventOf<V>>, "handler"> = {},
  ): Watcher<EventOf<V>> {
    return this.watch({ ...options, handler: ({ object }) => handler(object) });
  }

  /** Logs every event accepted from now on, one line each, as client-go's `StartLogging` writes it. */
  startLogging(log: (message: string) => void): Watcher<EventOf<V>> {
    return this.startEventWatcher((event) => log(logLine(event)));
  }

  /** Logs every event accepted from now on as `Event occurred` and its fields (client-go's `StartStructuredLogging`). */
  startStructuredLogging(log: (message: string, fields: Record<string, unknown>) => void): Watcher<EventOf<V>> {
    return this.startEventWatcher((event) => log("Event occurred", logFields(event)));
  }

  /**
   * Starts writing every event down: correlated first, then sent to `sink` by lanes (see {@linkcode Recording}).
   *
   * The first recording also gets what was said before it started, and an outcome for what did not last. Each recording has a correlator of its own.
   *
   * @throws {BroadcasterStoppedError} After shutdown.
   * @throws {TypeError} If the sink says that it writes to another API.
   */
  startRecordingToSink(
    sink: EventSink<EventOf<V>> & { readonly apiVersion?: V | undefined },
    options: RecordingOptions<EventOf<V>> = {},
  ): Recording {
    if (this.#shutdown !== undefined) throw new BroadcasterStoppedError();
    if (sink.apiVersion !== undefined && sink.apiVersion !== this.#apiVersion) {
      throw new TypeError(
        `Cannot record: sink must write to ${this.#apiVersion}, received one that writes to ${sink.apiVersion}`,
      );
    }
    const { onOutcome } = options;
    let watcher: Watcher<EventOf<V>> | undefined;
    const recording = new EventRecording<EventOf<V>>(sink, {
      clock: this.#clock,
      logger: this.#logger,
      ...options,
      correlator: this.#correlator(options),
      onOutcome: (outcome) => {
        onOutcome?.(outcome);
        this.#tell(outcome);
      },
      onStop: () => {
        watcher?.stop();
        this.#recordings.delete(recording);
      },
    });
    if (this.#early !== undefined && !this.#early.isHandedOver) {
      watcher = this.#earlyWatcher;
      const agedOut = this.#early.handOver((event) => recording.accept(event));
      if (agedOut > 0) {
        recording.lose("aged-out", {
          count: agedOut,
          message: "Newer events took its place before a recording started",
        });
      }
    } else {
      watcher = this.watch({ handler: ({ object }) => recording.accept(object) });
    }
    this.#recordings.add(recording);
    return recording;
  }

  /** The correlator of a recording, or what core/v1's is made of. */
  #correlator(options: RecordingOptions<EventOf<V>>): RecordingOptions<EventOf<V>>["correlator"] {
    const { correlator = {}, clock = this.#clock } = options;
    if (this.#apiVersion === "v1" || correlator === false || "correlate" in correlator) return correlator;
    return new EventSeriesCorrelator({ clock, ...correlator }) as unknown as Correlator<EventOf<V>>;
  }

  /** What has happened so far; made when asked for. */
  override stats(): EventBroadcasterStats {
    return {
      ...super.stats(),
      refused: { ...this.#refused },
      altered: { ...this.#altered },
      early: this.#early?.kept ?? 0,
    };
  }

  /**
   * Ends the broadcaster: refuses new events, hands out those it accepted, and has every recording write what it holds.
   *
   * Unlike client-go's, which gives up what is queued. Calling it again answers the same promise.
   *
   * @param options `signal` is the deadline: what is unwritten by then is abandoned, each event with its outcome, and one line
   * to the `logger` says how many.
   */
  override shutdown(options: { signal?: AbortSignal | undefined } = {}): Promise<void> {
    this.#shutdown ??= this.#end(options);
    return this.#shutdown;
  }

  async #end(options: { signal?: AbortSignal | undefined }): Promise<void> {
    await super.shutdown();
    await Promise.all([...this.#recordings].map((recording) => recording.stop(options)));
  }

  #publish(event: EventOf<V>, logger: Logger | undefined): void {
    try {
      if (this.actionOrDrop("ADDED", event)) return;
    } catch {
      return this.#refuse(
        "stopped",
        `Cannot record ${event.reason}: the broadcaster has been shut down`,
        logger,
        event,
      );
    }
    this.#refuse("queue-full", `Cannot record ${event.reason}: the incoming queue is full`, logger, event);
  }

  /** Accounts for an event that nobody will see. A logger or a listener that throws does not reach the caller. */
  #refuse(because: DropReason, message: string, logger?: Logger, event?: EventOf<V>): void {
    this.#refused[because] = (this.#refused[because] ?? 0) + 1;
    try {
      logger?.warn(message);
    } catch {
      // A logger that throws has nobody above it.
    }
    this.#tell({ type: "dropped", because, message, count: 1, event });
  }

  #tell(outcome: Outcome<EventOf<V>>): void {
    try {
      this.#onOutcome?.(outcome);
    } catch (error) {
      this.#logger?.error(`onOutcome failed: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}
