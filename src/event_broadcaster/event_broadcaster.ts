import type { ApiVersion, EventOf, V1EventSource } from "../api/event.ts";
import { checkFunction, checkOptions, invalid } from "../api/check_options.ts";
import { inspectAs, summaryOf } from "../api/inspect_as.ts";
import { checkNaming, type EventNamingOptions, StableNames } from "../api/stable_name.ts";
import type { Clock } from "../api/time.ts";
import type { Logger } from "../api/logger.ts";
import type { WatchEvent } from "../api/watch_event.ts";
import type { EventPublisher } from "../recorder/event_publisher.ts";
import type { EventRecorder, EventRecorderOptions, EventsV1Reporter } from "../recorder/event_recorder.ts";
import { RecorderFactory } from "../recorder/recorder_factory.ts";
import { EventRecording } from "../recording/event_recording.ts";
import type { EventSink } from "../sink/event_sink.ts";
import type { Recording } from "../recording/recording.ts";
import { RECORDING_OPTIONS, type RecordingOptions } from "../recording/recording_options.ts";
import { Broadcaster, BroadcasterStoppedError } from "../broadcaster/broadcaster.ts";
import { EarlyEvents } from "./early_events.ts";
import { EventAccounts } from "./event_accounts.ts";
import {
  EVENT_BROADCASTER_OPTIONS,
  type EventBroadcasterOptions,
  type EventBroadcasterStats,
} from "./event_broadcaster_options.ts";
import { logFields, logLine } from "./logging.ts";
import { WATCH_OPTIONS, type WatchOptions } from "../broadcaster/watch_options.ts";
import { redirect, type Watcher } from "../broadcaster/watcher.ts";

/**
 * Fans out the events of recorders to logs, handlers, watchers and recordings in an API server (client-go's
 * `record.EventBroadcaster` and `events.EventBroadcaster`).
 *
 * - **Recording** starts with `startRecordingToSink`. Earlier events are kept, up to `maxEarlyEvents`, and recorded
 *   then.
 * - **Watching** works as in {@linkcode Broadcaster}: each watcher has its own queue; a slow one loses only its own
 *   events.
 * - **Ending** is `shutdown`: it distributes every accepted event, and every recording writes its pending events.
 *
 * See {@link https://github.com/kubernetes/client-go/blob/master/tools/record/event.go | tools/record/event.go} and
 * {@link https://github.com/kubernetes/client-go/blob/master/tools/events/event_broadcaster.go | event_broadcaster.go}
 * of client-go.
 *
 * @typeParam V The API of the events, set by the option `apiVersion`; `"v1"` by default.
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
 *
 * @category Broadcaster
 */
export class EventBroadcaster<V extends ApiVersion = "v1"> extends Broadcaster<EventOf<V>> {
  readonly #apiVersion: V;
  readonly #clock: Clock;
  readonly #logger: Logger | undefined;
  /** As passed to the constructor. */
  readonly #naming: EventNamingOptions<V>;
  readonly #stableNames: StableNames<EventOf<V>> | undefined;
  readonly #recorders: RecorderFactory<V>;
  readonly #recordings = new Set<Recording>();
  /** How many recordings have not been stopped. */
  #running = 0;
  /** The watcher of the last recording, which counts the events after it; undefined while another is running. */
  #unrecorded: Watcher<EventOf<V>> | undefined;
  readonly #accounts: EventAccounts<EventOf<V>>;
  /** Undefined once the first recording has taken over, and after shutdown. */
  #early: EarlyEvents<V> | undefined;
  /** Whether a watcher or a recording was ever started. */
  #hasConsumer = false;
  #stopping = false;

  /**
   * Creates a broadcaster without watchers or recordings.
   *
   * @throws {RangeError} If a number is out of its range, or `apiVersion` or `whenFull` is unknown.
   * @throws {TypeError} If an option is of another type.
   */
  constructor(options: EventBroadcasterOptions<V> = {}) {
    checkOptions("create an EventBroadcaster", options, EVENT_BROADCASTER_OPTIONS);
    checkNaming("create an EventBroadcaster", options as EventNamingOptions<ApiVersion>);
    const {
      apiVersion = "v1",
      hostname,
      clock = Date,
      logger,
      onError,
      onOutcome,
      maxEarlyEvents = 1000,
      naming,
      identity,
      ...broadcasterOptions
    } = options;
    const accounts = new EventAccounts<EventOf<V>>({ logger, onOutcome });
    super({ ...broadcasterOptions, onError: onError ?? ((error) => accounts.threw("A watcher's handler", error)) });
    inspectAs(EventBroadcaster.prototype, EventBroadcaster.#inspect);
    this.#apiVersion = apiVersion as V;
    this.#clock = clock;
    this.#logger = logger;
    this.#accounts = accounts;
    const stableNames = naming === "stable" ? new StableNames<EventOf<V>>(identity) : undefined;
    this.#naming = { naming, identity };
    this.#stableNames = stableNames;
    const publisher: EventPublisher<EventOf<V>> = {
      clock,
      stableNames,
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
   * Creates a recorder that reports as `source`; the option `kindOf` supplies the kind of objects without one.
   *
   * A recorder may still be used after shutdown: each of its events is refused as `"stopped"`.
   *
   * @throws {TypeError} If `reportingController` (events.k8s.io/v1) is not a qualified name, another field of `source`
   * is not a string, or an option is of another type.
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
   * Calls `handler` with every event accepted from now on, until `stop()` of the watcher.
   *
   * A promise that the handler returns delays the next event; its errors go to `onError`, and the next event follows
   * regardless (see {@linkcode WatchOptions.handler}).
   *
   * @throws {BroadcasterStoppedError} After shutdown.
   * @throws {RangeError} If `highWaterMark` is out of its range, or `whenFull` is unknown.
   * @throws {TypeError} If `handler` is not a function.
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
   * @param log Such as `console.log`, or the `debug` of your logger; its errors go to `onError`.
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
   * Logs every event accepted from now on as `Event occurred` with its fields (client-go's `StartStructuredLogging`).
   *
   * All fields are strings: `object` (namespace/name), `kind`, `apiVersion`, `type` and `reason`; in core/v1
   * `fieldPath` and `message` too, in events.k8s.io/v1 `action` and `note`.
   *
   * @param log Called with the message and the fields; its errors go to `onError`.
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
   * Starts a recording: correlates every event, then writes it to `sink` (see {@linkcode Recording}).
   *
   * The first recording also receives the events kept before it started, and an outcome (`"aged-out"`) for those
   * evicted. Each recording has its own correlator.
   *
   * @throws {BroadcasterStoppedError} After shutdown.
   * @throws {TypeError} If the sink or the correlator lacks a method or is for another API, or an option is of another
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
    sink: S, // a type parameter: `new FetchEventSink()` infers "v1", whatever the context expects
    options: RecordingOptions<V> = {},
  ): Recording {
    if (this.#stopping) throw new BroadcasterStoppedError();
    // EventRecording rejects a missing sink.
    if (sink?.apiVersion !== undefined && sink.apiVersion !== this.#apiVersion) {
      throw new TypeError(
        `Cannot record: sink must write to ${this.#apiVersion}, received one that writes to ${sink.apiVersion}`,
      );
    }
    checkOptions("record", options, RECORDING_OPTIONS);
    this.#checkNaming(options);
    const stableNames = this.#stableNames;
    const { clock = this.#clock, logger = this.#logger, onOutcome } = options;
    const recording = new EventRecording<V>(sink, {
      ...options,
      naming: this.#naming.naming,
      // A recorder logs errors of `identity`; recordings need not log them again.
      identity: stableNames && ((event) => stableNames.identityOf(event)),
      clock,
      logger,
      apiVersion: this.#apiVersion,
      onOutcome: this.#accounts.reportingBoth(onOutcome),
      onStop: () => this.#stopFeeding(watcher),
    });
    this.#hasConsumer = true;
    const handler = ({ object }: WatchEvent<EventOf<V>>): void => recording.accept(object);
    this.#running++;
    const watcher = this.#feed(recording, handler);
    this.#recordings.add(recording);
    void recording.finished.then(() => this.#recordings.delete(recording));
    return recording;
  }

  /** Starts to call `handler` with the events for a recording. */
  #feed(recording: EventRecording<V>, handler: (event: WatchEvent<EventOf<V>>) => void): Watcher<EventOf<V>> {
    const [early, unrecorded] = [this.#early, this.#unrecorded];
    this.#early = this.#unrecorded = undefined;
    if (early !== undefined) return early.handOver(recording, handler);
    if (unrecorded !== undefined) {
      // A watcher of its own would miss the events that are accepted, but not distributed yet.
      redirect(unrecorded, handler);
      return unrecorded;
    }
    const { accepted } = super.stats();
    const watcher = this.watch({ handler });
    if (this.#running === 1 && accepted > 0) {
      // It is the first recording, and no events were kept for it.
      recording.lose("aged-out", {
        count: accepted,
        message: "Recorded before a recording started (maxEarlyEvents 0)",
      });
    }
    return watcher;
  }

  /** Stops the watcher of a recording; that of the last one continues, and accounts for the events that follow. */
  #stopFeeding(watcher: Watcher<EventOf<V>>): void {
    if (--this.#running > 0) return watcher.stop();
    const drop = this.#accounts.afterLastRecording();
    redirect(watcher, ({ object }) => drop(object));
    this.#unrecorded = watcher;
  }

  /** Throws a `TypeError` for options of the broadcaster that it was not created with, and that would be ignored. */
  #checkNaming(options: RecordingOptions<V> & EventNamingOptions<V>): void {
    const { naming = "unique", identity } = this.#naming;
    const own = { naming, identity };
    for (const name of ["naming", "identity"] as const) {
      const value = options[name];
      if (value === undefined || value === own[name]) continue;
      throw new TypeError(invalid("record", name, "be passed to the EventBroadcaster", value));
    }
  }

  /** Starts a watcher that sees `events` first; see {@linkcode Broadcaster.watchWithPrefix}. */
  override watchWithPrefix(
    events: Iterable<WatchEvent<EventOf<V>>>,
    options?: WatchOptions<EventOf<V>>,
  ): Watcher<EventOf<V>> {
    const watcher = super.watchWithPrefix(events, options);
    this.#hasConsumer = true;
    return watcher;
  }

  /** Returns the counters so far, computed on each call. */
  override stats(): EventBroadcasterStats {
    return {
      ...super.stats(),
      refused: { ...this.#accounts.refused },
      altered: { ...this.#accounts.altered },
      early: this.#early?.kept ?? 0,
      unrecorded: this.#accounts.unrecorded,
    };
  }

  /**
   * Ends the broadcaster: refuses new events, distributes the accepted ones, and finishes every recording's writes.
   *
   * Resolves once every recording has finished. Unlike client-go, which discards queued events. May be called again,
   * for example with an earlier deadline. Logs one line with the number of events that no recording received, if any
   * (`unrecorded` of {@linkcode stats}).
   *
   * @param options `signal` is the deadline, for the recordings ten seconds by default: events unwritten by then are
   * abandoned, each with its outcome, and one log line counts them. Rejects with a TypeError if it is not an
   * AbortSignal.
   */
  override async shutdown(options: { readonly signal?: AbortSignal | undefined } = {}): Promise<void> {
    checkOptions("shut down", options, { signal: "an AbortSignal" });
    const isFirst = !this.#stopping;
    this.#stopping = true;
    const { accepted } = super.stats();
    if (isFirst && accepted > 0 && !this.#hasConsumer) this.#accounts.discarded(accepted);
    await super.shutdown(options);
    if (isFirst && this.#hasConsumer) this.#accounts.ended();
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

  #publish(event: EventOf<V>, logger: Logger | undefined): void {
    try {
      if (this.actionOrDrop("ADDED", event)) return;
    } catch {
      const message = `Cannot record ${event.reason}: the broadcaster has been shut down`;
      return this.#accounts.refuse("stopped", message, { logger, event });
    }
    this.#accounts.refuse("queue-full", `Cannot record ${event.reason}: the incoming queue is full`, { logger, event });
  }
}
