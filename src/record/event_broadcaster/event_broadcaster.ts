import type { ApiVersion, EventOf, V1EventSource } from "../../base/event/event.ts";
import { checkFunction, readOptions } from "../../base/tools/check_options.ts";
import { type EventNamingOptions, StableNames } from "../../base/event/identity.ts";
import { reasonOf, tellLogger } from "../../base/tools/logger.ts";
import type { WatchEvent } from "../../base/event/kubernetes_object.ts";
import type { EventRecorder, EventRecorderOptions, EventsV1Reporter } from "../recorder/event_recorder.ts";
import { createRecorder } from "../recorder/create_recorder.ts";
import { EventRecording } from "../recording/event_recording.ts";
import type { EventSink } from "../sink/event_sink.ts";
import type { FlushReport, Recording } from "../recording/recording.ts";
import { type RecordingOptions, recordingOptionTable } from "../recording/recording_options.ts";
import { Broadcaster, BroadcasterStoppedError } from "../broadcaster/broadcaster.ts";
import { type WatchOptions, watchOptionTable } from "../broadcaster/broadcaster_options.ts";
import {
  type EventBroadcasterOptions,
  eventBroadcasterOptionTable,
  type EventBroadcasterStats,
} from "./event_broadcaster_options.ts";
import { logFields, logLine } from "./logging.ts";
import { Publisher } from "./publisher.ts";
import { RecordingFeeds } from "./recording_feeds.ts";
import { broadcasterReport, sumOf } from "./reports.ts";
import type { Watcher } from "../broadcaster/watcher.ts";

// This room connects the others, so that a recorder's event reaches every log, handler and sink:
//
//   EventBroadcaster        event_broadcaster.ts     the door: starts and ends recorders, watchers and recordings
//   Publisher.publish       publisher.ts             takes events from recorders; counts the lost ones
//   RecordingFeeds.start    recording_feeds.ts       one watcher for each recording; keeps early events for the first
//   logLine, logFields      logging.ts               format an event for startLogging and startStructuredLogging
//
// event_broadcaster_options.ts has the options and counters, and reports.ts adds the counters up.
// create_event_recorder.ts does it all in one call, for scripts. event_broadcaster_adapter.ts chooses the API that the
// server supports.

/**
 * Fans out the events of recorders to logs, handlers, watchers and recordings in an API server (client-go's
 * `record.EventBroadcaster` and `events.EventBroadcaster`).
 *
 * - **Recording** starts with `startRecordingToSink`. Earlier events are kept, up to `maxEarlyEvents`, and recorded
 *   then.
 * - **Watching** works as in {@linkcode Broadcaster}. Each watcher has its own queue, and a slow watcher loses only its
 *   own events.
 * - **Ending**: call `shutdown`, which distributes every accepted event and lets every recording write its pending
 *   events. `await using` calls it however its scope ends, even by a throw, but discards its report: call `shutdown` to
 *   learn what was lost. An uncaught throw elsewhere, or `process.exit()`, loses the events that are not written yet.
 *
 * See {@link https://github.com/kubernetes/client-go/blob/master/tools/record/event.go | tools/record/event.go} and
 * {@link https://github.com/kubernetes/client-go/blob/master/tools/events/event_broadcaster.go | event_broadcaster.go}
 * of client-go.
 *
 * @typeParam V The API version of the events, set by the option `apiVersion`; `"v1"` by default.
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
  readonly #publisher: Publisher<V>;
  /** How recordings identify repeats, and name combined events. */
  readonly #naming: EventNamingOptions<V>;
  readonly #recordings = new Set<Recording>();
  /** The counters of the recordings that have finished. */
  #finished = sumOf([]);
  readonly #feeds: RecordingFeeds<V>;
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
    const read = readOptions("create an EventBroadcaster", options, eventBroadcasterOptionTable());
    const { apiVersion, hostname, clock, logger, onOutcome, maxEarlyEvents, naming = "unique", identity } = read;
    const {
      onError = (error: unknown) => tellLogger(logger, "error", `A watcher's handler threw: ${reasonOf(error)}`),
    } = read;
    super(options, { ...read, onError });
    const stableNames = naming === "stable" ? new StableNames<EventOf<V>>(identity) : undefined;
    this.#publisher = new Publisher<V>(this, { apiVersion, hostname, clock, logger, stableNames, onOutcome });
    this.#feeds = new RecordingFeeds(this, this.#publisher);
    // A failing identity is reported by the recorder, so recordings do not report it again.
    this.#naming = { naming, identity: stableNames ? (event) => stableNames.identityOf(event) : identity };
    if (options.signal?.aborted) this.#stopping = true;
    else if (maxEarlyEvents > 0) this.#feeds.keepEarly(maxEarlyEvents);
    this.#hasConsumer = false; // the watcher that keeps early events does not count
  }

  /**
   * Creates a recorder that reports events as coming from `source`. Its option `kindOf` supplies the kind of objects
   * that lack one.
   *
   * It may still be called after shutdown; its events are then dropped as `"stopped"`.
   *
   * @throws {TypeError} If `reportingController` (events.k8s.io/v1) is not a qualified name, another field of `source`
   * is not a string, or an option is of another type.
   */
  newRecorder(
    source: V extends "v1" ? V1EventSource : EventsV1Reporter,
    options: EventRecorderOptions = {},
  ): EventRecorder<V> {
    return createRecorder(this.#publisher, source, options);
  }

  /**
   * Calls `handler` with every event accepted from now on, until `stop()` of the returned watcher.
   *
   * If the handler returns a promise, the next event waits for it. Errors and rejections go to `onError`, and the next
   * event follows regardless (see {@linkcode WatchOptions.handler}).
   *
   * @throws {BroadcasterStoppedError} After shutdown.
   * @throws {RangeError} If `highWaterMark` is out of its range, or `whenFull` is unknown.
   * @throws {TypeError} If `handler` is not a function.
   */
  startEventWatcher(
    handler: (event: EventOf<V>) => unknown,
    options: Omit<WatchOptions<EventOf<V>>, "handler"> = {},
  ): Watcher<EventOf<V>> {
    checkFunction("watch", "handler", handler);
    readOptions("watch", options, watchOptionTable());
    return this.watch({ ...options, handler: ({ object }) => handler(object) });
  }

  /**
   * Logs every event accepted from now on, one line each, in the format of `StartLogging` of client-go's tools/record.
   * Line breaks and other control characters in an event are escaped.
   *
   * @param log Called with each line, such as `console.log`, or the `debug` of your logger; its errors go to `onError`.
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
   */
  startStructuredLogging(log: (message: string, fields: Record<string, unknown>) => void): Watcher<EventOf<V>> {
    checkFunction("watch", "log", log);
    return this.startEventWatcher((event) => log("Event occurred", logFields(event)));
  }

  /**
   * Starts a recording: correlates every event, then writes it to `sink`. See {@linkcode Recording} for an example.
   *
   * The first recording also receives the early events, and reports those evicted before it started as dropped
   * (`"aged-out"`). Each recording has its own correlator.
   *
   * @throws {BroadcasterStoppedError} After shutdown.
   * @throws {TypeError} If the sink or the correlator lacks a method or is for another API, or an option is of another
   * type.
   * @throws {RangeError} If a number of the options is out of its range.
   */
  startRecordingToSink<S extends EventSink<EventOf<V>> & { readonly apiVersion?: V | undefined }>(
    sink: S, // a type parameter: `new FetchEventSink()` infers "v1", regardless of the expected type
    options: RecordingOptions<V> = {},
  ): Recording {
    if (this.#stopping) throw new BroadcasterStoppedError();
    const read = readOptions("record", options, recordingOptionTable());
    const { apiVersion, clock, logger } = this.#publisher;
    const recording: EventRecording<V> = new EventRecording<V>(sink, {
      ...read,
      ...this.#naming,
      apiVersion,
      clock: options.clock ?? clock,
      logger: read.logger ?? logger,
      onOutcome: this.#publisher.reportingBoth(read.onOutcome),
      onStop: () => this.#feeds.stop(recording),
      onFinished: () => {
        this.#recordings.delete(recording);
        this.#finished = sumOf([this.#finished, recording.stats()]);
      },
    });
    this.#hasConsumer = true;
    this.#feeds.start(recording);
    this.#recordings.add(recording);
    return recording;
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

  /** Returns the current counters. */
  override stats(): EventBroadcasterStats {
    return {
      ...super.stats(),
      refused: { ...this.#publisher.refused },
      altered: { ...this.#publisher.altered },
      early: this.#feeds.early,
      unrecorded: this.#publisher.unrecorded,
    };
  }

  /**
   * Ends the broadcaster: refuses new events, distributes the accepted ones, and finishes every recording's writes.
   *
   * Unlike client-go, it does not discard queued events: it resolves once every recording has finished. May be called
   * again, for example with an earlier deadline. If no recording received some events (`unrecorded` of {@linkcode
   * stats}), logs their number.
   *
   * @param options `signal` is the deadline, by default ten seconds for the recordings. Events unwritten by then are
   * abandoned, each with its outcome, and their number is logged. Rejects with a TypeError if it is not an AbortSignal.
   * @returns The sum of the counters of all recordings ever started. Events that reached none of them (`refused` or
   * `unrecorded`) count as accepted and dropped. `lost` is the number of events that failed to reach the server.
   */
  override async shutdown(options: { readonly signal?: AbortSignal | undefined } = {}): Promise<FlushReport> {
    readOptions("shut down", options, { signal: ["an AbortSignal"] });
    const isFirst = !this.#stopping;
    this.#stopping = true;
    const { accepted } = super.stats();
    if (isFirst && accepted > 0 && !this.#hasConsumer) this.#publisher.discarded(accepted);
    await super.shutdown(options);
    if (isFirst && this.#hasConsumer) this.#publisher.ended();
    this.#feeds.dropEarly();
    await Promise.all([...this.#recordings].map((recording) => recording.stop(options)));
    return broadcasterReport(this.#finished, this.stats());
  }
}
