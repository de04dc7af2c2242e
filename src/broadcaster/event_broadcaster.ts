import type { ApiVersion, EventOf, V1EventSource } from "../api/event.ts";
import { checkFunction, checkOptions } from "../api/check_options.ts";
import { inspectAs, summaryOf } from "../api/inspect_as.ts";
import type { Clock } from "../api/time.ts";
import type { Logger } from "../api/logger.ts";
import type { WatchEvent } from "../api/watch_event.ts";
import type { EventPublisher } from "../recorder/event_publisher.ts";
import type { EventRecorder, EventRecorderOptions, EventsV1Reporter } from "../recorder/event_recorder.ts";
import { RecorderFactory } from "../recorder/recorder_factory.ts";
import { EventRecording } from "../sink/event_recording.ts";
import type { EventSink } from "../sink/event_sink.ts";
import type { Recording } from "../sink/recording.ts";
import { RECORDING_OPTIONS, type RecordingOptions } from "../sink/recording_options.ts";
import { Broadcaster, BroadcasterStoppedError } from "./broadcaster.ts";
import type { ShutdownOptions } from "./broadcaster_options.ts";
import { EarlyEvents } from "./early_events.ts";
import { EventAccounts } from "./event_accounts.ts";
import {
  EVENT_BROADCASTER_OPTIONS,
  type EventBroadcasterOptions,
  type EventBroadcasterStats,
} from "./event_broadcaster_options.ts";
import { logFields, logLine } from "./logging.ts";
import { WATCH_OPTIONS, type WatchOptions } from "./watch_options.ts";
import type { Watcher } from "./watcher.ts";

/**
 * Tells everyone who listens what recorders say: logs, handlers, watchers and recordings in an API server (client-go's
 * `record.EventBroadcaster` and `events.EventBroadcaster`).
 *
 * - **Recording** starts with `startRecordingToSink`. What was said before is kept, up to `maxEarlyEvents`, and recorded then.
 * - **Watching** is that of {@linkcode Broadcaster}: each watcher has a queue of its own, and loses only what it is too slow for.
 * - **Ending** is `shutdown`: everything accepted is distributed, and every recording writes what it holds.
 *
 * See {@link https://github.com/kubernetes/client-go/blob/master/tools/record/event.go | tools/record/event.go} and
 * {@link https://github.com/kubernetes/client-go/blob/master/tools/events/event_broadcaster.go | event_broadcaster.go} of
 * client-go.
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
  readonly #apiVersion: V;
  readonly #clock: Clock;
  readonly #logger: Logger | undefined;
  readonly #recorders: RecorderFactory<V>;
  readonly #recordings = new Set<Recording>();
  readonly #accounts: EventAccounts<EventOf<V>>;
  /** Until the first recording takes them over, or the shutdown. */
  #early: EarlyEvents<V> | undefined;
  /** Whether anybody ever watched, or recorded. */
  #heard = false;
  #stopping = false;
  /** Whether the last recording has stopped, and no event came since. */
  #isUnrecorded = false;

  /**
   * Makes a broadcaster that nobody listens to yet.
   *
   * @throws {RangeError} If a number is out of its range, or `apiVersion` or `whenFull` is unknown.
   * @throws {TypeError} If an option is of another type.
   */
  constructor(options: EventBroadcasterOptions<V> = {}) {
    checkOptions("create an EventBroadcaster", options, EVENT_BROADCASTER_OPTIONS);
    const {
      apiVersion = "v1",
      hostname,
      clock = Date,
      logger,
      onError,
      onOutcome,
      maxEarlyEvents = 1000,
      ...broadcasterOptions
    } = options;
    const accounts = new EventAccounts<EventOf<V>>({ logger, onOutcome });
    super({ ...broadcasterOptions, onError: onError ?? ((error) => accounts.threw("A watcher's handler", error)) });
    inspectAs(EventBroadcaster.prototype, EventBroadcaster.#inspect);
    this.#apiVersion = apiVersion as V;
    this.#clock = clock;
    this.#logger = logger;
    this.#accounts = accounts;
    const publisher: EventPublisher<EventOf<V>> = {
      clock,
      publish: (event, logger) => this.#publish(event, logger),
      refuse: (because, message, logger) => accounts.refuse(because, message, { logger }),
      alter: (field) => accounts.alter(field),
    };
    this.#recorders = new RecorderFactory({ apiVersion: apiVersion as V, publisher, hostname, logger });
    if (options.signal?.aborted) this.#stopping = true;
    else if (maxEarlyEvents > 0) {
      this.#early = new EarlyEvents<V>(maxEarlyEvents, (options) => super.watchWithPrefix([], options));
    }
  }

  /**
   * Makes a recorder: who reports, and how to know the kind of objects that do not say it.
   *
   * A recorder that is still used after shutdown does no harm: each of its events is refused, as `"stopped"`.
   *
   * @throws {TypeError} If `reportingController` (events.k8s.io/v1) is not a qualified name, another field of `source` is no
   * string, or an option is of another type.
   *
   * @example
   * ```ts
   * import { EventBroadcaster } from "@kubecast/events";
   * import assert from "node:assert/strict";
   *
   * await using broadcaster = new EventBroadcaster();
   * // Items of a list carry no kind: this controller lists nothing but pods.
   * const kindOf = () => ({ apiVersion: "v1", kind: "Pod" });
   * const recorder = broadcaster.newRecorder({ component: "example-controller" }, { kindOf });
   *
   * const podList = { apiVersion: "v1", kind: "PodList", items: [{ metadata: { name: "web", namespace: "shop" } }] };
   * for (const pod of podList.items) recorder.event(pod, "Normal", "Pulled", "Container image already present");
   * assert.equal(broadcaster.stats().accepted, 1);
   * ```
   */
  newRecorder(
    source: V extends "v1" ? V1EventSource : EventsV1Reporter,
    options: EventRecorderOptions = {},
  ): EventRecorder<V> {
    return this.#recorders.newRecorder(source, options);
  }

  /**
   * Calls `handler` with every event accepted from now on; `stop()` of the watcher ends it.
   *
   * A promise that the handler returns makes the next event wait; what it throws is told to `onError`, and the next event
   * comes all the same (see {@linkcode WatchOptions.handler}).
   *
   * @throws {BroadcasterStoppedError} After shutdown.
   * @throws {RangeError} If `highWaterMark` is out of its range, or `whenFull` is unknown.
   * @throws {TypeError} If `handler` is no function.
   *
   * @example
   * ```ts
   * import { EventBroadcaster } from "@kubecast/events";
   * import assert from "node:assert/strict";
   *
   * const broadcaster = new EventBroadcaster();
   * const warnings: string[] = [];
   * broadcaster.startEventWatcher(({ reason = "" }) => void warnings.push(reason), {
   *   filter: ({ object }) => object.type === "Warning",
   * });
   *
   * const recorder = broadcaster.newRecorder({ component: "kubelet" });
   * const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "web", namespace: "shop" } };
   * recorder.event(pod, "Normal", "Pulled", "Container image already present on machine");
   * recorder.event(pod, "Warning", "BackOff", "Back-off restarting failed container");
   *
   * await broadcaster.shutdown();
   * assert.deepEqual(warnings, ["BackOff"]);
   * ```
   */
  startEventWatcher(
    handler: (event: EventOf<V>) => void | PromiseLike<void>,
    options: Omit<WatchOptions<EventOf<V>>, "handler"> = {},
  ): Watcher<EventOf<V>> {
    checkFunction("watch", "handler", handler);
    checkOptions("watch", options, WATCH_OPTIONS);
    return this.watch({ ...options, handler: ({ object }) => handler(object) });
  }

  /**
   * Logs every event accepted from now on, one line each, as `StartLogging` of client-go's tools/record writes it; line
   * breaks and other control characters of an event are escaped.
   *
   * @param log Such as `console.log`, or the `debug` of your logger; what it throws is told to `onError`.
   * @throws {BroadcasterStoppedError} After shutdown.
   *
   * @example
   * ```ts
   * import { EventBroadcaster } from "@kubecast/events";
   * import assert from "node:assert/strict";
   *
   * const broadcaster = new EventBroadcaster();
   * const lines: string[] = [];
   * broadcaster.startLogging((line) => lines.push(line));
   *
   * const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "web", namespace: "shop" } };
   * broadcaster.newRecorder({ component: "kubelet" }).event(pod, "Normal", "Pulled", "Image already present");
   *
   * await broadcaster.shutdown();
   * assert.deepEqual(lines, [
   *   'Event(v1.ObjectReference{Kind:"Pod", Namespace:"shop", Name:"web", UID:"", APIVersion:"v1", ' +
   *   `ResourceVersion:"", FieldPath:""}): type: 'Normal' reason: 'Pulled' Image already present`,
   * ]);
   * ```
   */
  startLogging(log: (message: string) => void): Watcher<EventOf<V>> {
    checkFunction("watch", "log", log);
    return this.startEventWatcher((event) => log(logLine(event)));
  }

  /**
   * Logs every event accepted from now on as `Event occurred` and its fields (client-go's `StartStructuredLogging`).
   *
   * All fields are strings: `object` (namespace/name), `kind`, `apiVersion`, `type` and `reason`; in core/v1 `fieldPath` and
   * `message` too, in events.k8s.io/v1 `action` and `note`.
   *
   * @param log Told the message and the fields; what it throws is told to `onError`.
   * @throws {BroadcasterStoppedError} After shutdown.
   *
   * @example
   * ```ts
   * import { EventBroadcaster } from "@kubecast/events";
   * import assert from "node:assert/strict";
   *
   * const broadcaster = new EventBroadcaster();
   * const lines: string[] = [];
   * broadcaster.startStructuredLogging((message, { object, reason }) => lines.push(`${message}: ${object} ${reason}`));
   *
   * const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "web", namespace: "shop" } };
   * broadcaster.newRecorder({ component: "kubelet" }).event(pod, "Normal", "Pulled", "Image already present");
   *
   * await broadcaster.shutdown();
   * assert.deepEqual(lines, ["Event occurred: shop/web Pulled"]);
   * ```
   */
  startStructuredLogging(log: (message: string, fields: Record<string, unknown>) => void): Watcher<EventOf<V>> {
    checkFunction("watch", "log", log);
    return this.startEventWatcher((event) => log("Event occurred", logFields(event)));
  }

  /**
   * Starts writing every event down: correlated first, then sent to `sink` by lanes (see {@linkcode Recording}).
   *
   * The first recording also gets what was said before it started, and an outcome (`"aged-out"`) for what did not last.
   * Each recording has a correlator of its own.
   *
   * @throws {BroadcasterStoppedError} After shutdown.
   * @throws {TypeError} If the sink lacks a method, or says that it writes to another API; or another option is of another
   * type.
   * @throws {RangeError} If a number of the options is out of its range.
   *
   * @example
   * ```ts
   * import { EventBroadcaster, FetchEventSink } from "@kubecast/events";
   * import { EventsApiServer } from "@kubecast/events/server";
   * import assert from "node:assert/strict";
   *
   * const api = new EventsApiServer(); // or a cluster's, by its URL
   * const broadcaster = new EventBroadcaster();
   * const recording = broadcaster.startRecordingToSink(new FetchEventSink({ fetch: api.fetch }), {
   *   correlator: { burst: 100 }, // be less strict with spam
   * });
   *
   * const recorder = broadcaster.newRecorder({ component: "example-controller" });
   * const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "web", namespace: "shop" } };
   * recorder.event(pod, "Normal", "Pulled", "Container image already present on machine");
   *
   * const { recorded, pending } = await recording.flush({ signal: AbortSignal.timeout(5000) });
   * assert.deepEqual({ recorded, pending }, { recorded: 1, pending: 0 });
   * await broadcaster.shutdown();
   * ```
   */
  startRecordingToSink<S extends EventSink<EventOf<V>> & { readonly apiVersion?: V | undefined }>(
    sink: S, // a type of its own: `new FetchEventSink()` is of "v1", whatever is expected of it
    options: RecordingOptions<V> = {},
  ): Recording {
    if (this.#stopping) throw new BroadcasterStoppedError();
    // No sink at all is the recording's to refuse.
    if (sink?.apiVersion !== undefined && sink.apiVersion !== this.#apiVersion) {
      throw new TypeError(
        `Cannot record: sink must write to ${this.#apiVersion}, received one that writes to ${sink.apiVersion}`,
      );
    }
    checkOptions("record", options, RECORDING_OPTIONS);
    const { clock = this.#clock, logger = this.#logger, onOutcome } = options;
    const recording = new EventRecording<V>(sink, {
      ...options,
      clock,
      logger,
      apiVersion: this.#apiVersion,
      onOutcome: (outcome) => {
        this.#accounts.tell(outcome); // never throws, so the recording's own hears of it too, and the other way round
        return onOutcome?.(outcome);
      },
      onStop: () => watcher.stop(),
    });
    this.#heard = true;
    this.#isUnrecorded = false;
    const early = this.#early;
    this.#early = undefined;
    const watcher = early?.handOver(recording) ?? this.watch({ handler: ({ object }) => recording.accept(object) });
    this.#recordings.add(recording);
    void recording.finished.then(() => {
      this.#recordings.delete(recording);
      this.#isUnrecorded = this.#recordings.size === 0;
    });
    return recording;
  }

  /** Starts a watcher that sees `events` first; see {@linkcode Broadcaster.watchWithPrefix}. */
  override watchWithPrefix(
    events: Iterable<WatchEvent<EventOf<V>>>,
    options?: WatchOptions<EventOf<V>>,
  ): Watcher<EventOf<V>> {
    const watcher = super.watchWithPrefix(events, options);
    this.#heard = true;
    return watcher;
  }

  /** What happened so far; made when asked for. */
  override stats(): EventBroadcasterStats {
    return {
      ...super.stats(),
      refused: { ...this.#accounts.refused },
      altered: { ...this.#accounts.altered },
      early: this.#early?.kept ?? 0,
    };
  }

  /**
   * Ends the broadcaster: refuses new events, hands out those it accepted, and has every recording write what it holds.
   *
   * Resolves once every recording has finished. Unlike client-go, which gives up what is queued. May be called again, also
   * with an earlier deadline. Events that went nowhere, as no recording was started and nobody watched, get one line to the
   * `logger`.
   *
   * @param options `signal` is the deadline, ten seconds for the recordings if you give none: what is unwritten by then is
   * abandoned, each event with its outcome, and one line to the `logger` says how many. One that is no AbortSignal is a
   * TypeError, with which the promise rejects.
   */
  override async shutdown(options: ShutdownOptions = {}): Promise<void> {
    checkOptions("shut down", options, { signal: "an AbortSignal" });
    if (!this.#stopping) this.#sayIfUnheard();
    this.#stopping = true;
    await super.shutdown(options);
    this.#early = undefined;
    await Promise.all([...this.#recordings].map((recording) => recording.stop(options)));
  }

  static #inspect(broadcaster: EventBroadcaster<ApiVersion>): string {
    const { accepted, queued, watchers, early, refused } = broadcaster.stats();
    return summaryOf("EventBroadcaster", {
      apiVersion: broadcaster.#apiVersion,
      state: broadcaster.#stopping ? "shut down" : "running",
      accepted,
      queued,
      early,
      refused: Object.values(refused).reduce((sum, count) => sum + count, 0),
      watchers: watchers.length,
      recordings: broadcaster.#recordings.size,
    });
  }

  /** Says so where nobody was told of events: those that are kept for a first recording are forgotten. */
  #sayIfUnheard(): void {
    const { accepted } = super.stats();
    if (accepted > 0 && !this.#heard) this.#accounts.unheard(accepted);
  }

  #publish(event: EventOf<V>, logger: Logger | undefined): void {
    try {
      if (this.actionOrDrop("ADDED", event)) {
        if (!this.#isUnrecorded) return;
        this.#isUnrecorded = false;
        return this.#accounts.unrecorded();
      }
    } catch {
      const message = `Cannot record ${event.reason}: the broadcaster has been shut down`;
      return this.#accounts.refuse("stopped", message, { logger, event });
    }
    this.#accounts.refuse("queue-full", `Cannot record ${event.reason}: the incoming queue is full`, { logger, event });
  }
}
