import type { CoreV1Event } from "../../base/event/event.ts";
import type { RequestConstructionError } from "../../base/event/connection_error.ts";
import type { StatusError } from "../../base/event/status_error.ts";

/**
 * The outcome of one or more events, as passed to `onOutcome`. Every accepted event ends in exactly one outcome of the
 * first six types; events that share a write share its result.
 *
 * - `"recorded"`: stored by the server.
 * - `"coalesced"`: stored by the server, in the count of a write shared with other events.
 * - `"skipped"`: counted, but not written separately.
 * - `"dropped"`: lost before any write was attempted.
 * - `"rejected"`: permanently rejected by the server, or no request could be built from it.
 * - `"abandoned"`: not written after too many failed tries or at a deadline; `error` is the last failure, if there was
 *   one.
 * - `"uncounted"`: skipped earlier, and the later write of its count failed permanently or missed the deadline.
 *
 * `because` is the reason. An event is skipped for:
 * - `"spam"`: the source exceeds its rate limit for the object; the count of a later write of the same event, if there
 *   is one, includes it. An event that never passed the filter is not on the server.
 * - `"series"`: its series is written later, with its count.
 *
 * Dropped before the recording:
 * - `"invalid-object"`: its object is not a Kubernetes object or reference, or {@linkcode EventRecording.accept} was
 *   called with an event that lacks its `metadata` or `involvedObject`.
 * - `"invalid-type"`: its type is neither `"Normal"` nor `"Warning"`.
 * - `"invalid-timestamp"`: its time is not a valid time of the years 1 to 9999.
 * - `"invalid-field"`: a required field is empty, or reading a field failed.
 * - `"queue-full"`: events arrived faster than they could be distributed.
 * - `"aged-out"`: it was kept for the first recording, but newer events displaced it before the recording started; or
 *   it was not kept, because `maxEarlyEvents` is 0.
 * - `"stopped"`: the broadcaster or its last recording had been stopped, or the broadcaster was shut down before any
 *   recording or watcher was started.
 *
 * Dropped in the recording:
 * - `"correlator-error"`: the correlator, or a function of its options, threw or returned an invalid result.
 * - `"pending-full"`: `maxPending` distinct events were queued, and its namespace had the most.
 * - `"namespace-terminating"`: while it was queued, the server responded that its namespace is being deleted and
 *   accepts no new events.
 *
 * Abandoned for:
 * - `"tries"`: its write failed `maxTries` times, not counting trouble of the server.
 * - `"deadline"`: the recording was stopped, and its deadline passed first. A request in flight at that time may still
 *   have reached the server.
 *
 * The write of a dropped, rejected or abandoned event is lost, but not its count: a later repeat that is written
 * includes it.
 *
 * `count` is the number of events with this outcome, at least 1. `event` is the last of them: as the server stored it,
 * or as it would have been written; a dropped event may have none. `message` is human-readable.
 *
 * @typeParam E The event type, of core/v1 if not given.
 *
 * @example
 * ```ts
 * import { type CoreV1Event, EventBroadcaster, type Outcome } from "@kubecast/events";
 * import assert from "node:assert/strict";
 *
 * const lost: string[] = [];
 * const broadcaster = new EventBroadcaster({
 *   onOutcome: (outcome: Outcome<CoreV1Event>) => {
 *     if ("message" in outcome) lost.push(`${outcome.count} ${outcome.type}: ${outcome.message}`);
 *   },
 * });
 * const recorder = broadcaster.newRecorder({ component: "example-controller" });
 * recorder.event({ metadata: { name: "web" } }, "Normal", "Pulled", "Container image already present on machine");
 * await broadcaster.shutdown();
 * assert.equal(lost.length, 1); // "1 dropped: Cannot record Pulled: …", because the object has no kind
 * ```
 *
 * @category Sink
 */
export type Outcome<E = CoreV1Event> =
  | { readonly type: "recorded"; readonly count: number; readonly event: E }
  | { readonly type: "coalesced"; readonly count: number; readonly event: E }
  | { readonly type: "skipped"; readonly count: number; readonly event: E; readonly because: "spam" | "series" }
  | {
    readonly type: "dropped";
    readonly count: number;
    readonly event?: E | undefined;
    readonly because:
      | "invalid-object"
      | "invalid-type"
      | "invalid-timestamp"
      | "invalid-field"
      | "queue-full"
      | "aged-out"
      | "stopped"
      | "correlator-error"
      | "pending-full"
      | "namespace-terminating";
    readonly message: string;
  }
  | {
    readonly type: "rejected";
    readonly count: number;
    readonly event: E;
    readonly error: StatusError | RequestConstructionError;
    readonly message: string;
  }
  | {
    readonly type: "abandoned";
    readonly count: number;
    readonly event: E;
    readonly because: "tries" | "deadline";
    readonly error?: unknown;
    readonly message: string;
  }
  | {
    readonly type: "uncounted";
    readonly count: number;
    readonly event?: E | undefined;
    readonly because: "rejected" | "pending-full" | "namespace-terminating" | "tries" | "deadline";
    readonly error?: unknown;
    readonly message: string;
  };

/**
 * Counters of a {@linkcode Recording}, from its start until now.
 *
 * @category Sink
 */
export interface RecordingStats {
  /**
   * Events accepted: at every instant the sum of `recorded`, `coalesced`, `skipped`, `dropped`, `rejected`, `abandoned`
   * and `pending`.
   */
  readonly accepted: number;
  /** Events stored by the server, one per write. */
  readonly recorded: number;
  /** Events stored by the server in the count of a write shared with other events. */
  readonly coalesced: number;
  /** Events that the correlator counted without a separate write. */
  readonly skipped: number;
  /** Events lost before any write was attempted. */
  readonly dropped: number;
  /** Events that the server permanently rejected, or from which no request could be built. */
  readonly rejected: number;
  /** Events abandoned after too many failed tries or at a deadline. */
  readonly abandoned: number;
  /** Events without an outcome yet. */
  readonly pending: number;
  /**
   * Skipped events whose count a later write will deliver: the repeats of a series, or the repeats that
   * `trailingWrites` counts. They stay owed if that write fails permanently; the next flush retries it. Without
   * `trailingWrites`, events skipped as `"spam"` are not owed, because their count reaches the server only with a later
   * repeat that passes the filter.
   */
  readonly owed: number;
  /**
   * Skipped events that were owed, but whose count will not reach the server, because its write failed permanently or
   * missed the deadline.
   */
  readonly uncounted: number;
  /** Skipped, dropped and abandoned events by reason; omits reasons that have not occurred. */
  readonly because: Readonly<
    Partial<Record<(Outcome & { type: "skipped" | "dropped" | "abandoned" })["because"], number>>
  >;
  /** Number of distinct events queued or in flight: at most `maxPending`, plus those queued only to update a count. */
  readonly entries: number;
  /** Number of requests made to the sink. */
  readonly requests: number;
  /** Number of times a failed write was scheduled for a retry. */
  readonly retries: number;
}

/**
 * Result of a flush or a shutdown: the counters at its end, and how many events are `lost`.
 *
 * The report of an {@linkcode EventBroadcaster}, or of a recorder from {@linkcode createEventRecorder}, adds up all its
 * recordings, and counts events that reached none of them as accepted and dropped.
 *
 * @example A script that fails if an event is lost
 * ```ts
 * import { createEventRecorder } from "@kubecast/events";
 * import { EventsApiServer } from "@kubecast/events/server";
 * import assert from "node:assert/strict";
 *
 * const recorder = createEventRecorder({ component: "backup-script", fetch: new EventsApiServer().fetch });
 * recorder.event({ apiVersion: "v1", kind: "Pod", name: "web" }, "Normal", "BackedUp", "Backed up 1,234 files");
 * recorder.event({ name: "of no kind" }, "Normal", "BackedUp", "Backed up 1,234 files");
 * const { recorded, lost } = await recorder.shutdown(); // in a script: if (lost > 0) process.exitCode = 1;
 * assert.deepEqual({ recorded, lost }, { recorded: 1, lost: 1 });
 * ```
 *
 * @category Sink
 */
export interface FlushReport extends RecordingStats {
  /**
   * Events accepted before the flush that are still unwritten at its deadline, and later events that joined their
   * writes; 0 if all are written or accounted for, and after a shutdown. Excludes other events that arrived during the
   * flush, and skipped events (see `owed`).
   */
  readonly pending: number;
  /**
   * Events that failed to reach the server: the sum of `dropped`, `rejected`, `abandoned` and `uncounted`. Excludes the
   * events that the spam filter skipped (see `because.spam`).
   */
  readonly lost: number;
}

/**
 * Options of {@linkcode Recording.flush}.
 *
 * @category Sink
 */
export interface FlushOptions {
  /** The deadline, such as `AbortSignal.timeout(5000)`. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Maximum number of requests that the flush makes, including those that resolve conflicts: a positive integer or
   * `Infinity`. Only with `autoFlush: false`; for runtimes that limit the requests of one invocation. Leave room for
   * requests that are not counted: a sink's second request after a 401, and those of its `token` function.
   *
   * @default {Infinity}
   */
  readonly maxRequests?: number | undefined;
}

/**
 * Writes events to a sink; returned by `startRecordingToSink` of an {@linkcode EventBroadcaster}.
 *
 * @example
 * ```ts
 * import { EventBroadcaster, FetchEventSink } from "@kubecast/events";
 * import { EventsApiServer } from "@kubecast/events/server";
 * import assert from "node:assert/strict";
 *
 * await using broadcaster = new EventBroadcaster();
 * const recording = broadcaster.startRecordingToSink(new FetchEventSink({ fetch: new EventsApiServer().fetch }), {
 *   correlator: { burst: 100 }, // be less strict with spam
 * });
 * const recorder = broadcaster.newRecorder({ component: "example-controller" });
 * const pod = { apiVersion: "v1", kind: "Pod", name: "web" };
 * recorder.event(pod, "Normal", "Pulled", "Container image already present on machine");
 *
 * const { recorded, pending } = await recording.flush({ signal: AbortSignal.timeout(5000) });
 * assert.deepEqual({ recorded, pending }, { recorded: 1, pending: 0 });
 * ```
 *
 * @category Sink
 */
export interface Recording extends AsyncDisposable {
  /**
   * Resolves once the recording has stopped and all events are accounted for; never rejects. The promise is created on
   * first access; with `autoFlush: false`, await it only in the request that calls {@linkcode stop}.
   */
  readonly finished: Promise<void>;
  /**
   * Waits until all events accepted so far are written or accounted for.
   *
   * Writes held back by the correlator are sent immediately; failed writes are retried as usual. Resolves at the
   * deadline with the number of pending events, whose writes continue. Without a deadline it waits until all retries
   * are over, however long an outage lasts. If the runtime refuses to make requests, as Cloudflare Workers do after 50,
   * it resolves, and the next event or flush writes the pending events.
   *
   * With `autoFlush: false` the flush itself writes, and starts no more writes once those events are done. It retries
   * failed writes until the deadline. Without a deadline it tries each event once, and leaves failed events, and those
   * queued behind them, pending for the next flush. At the deadline it aborts its requests; their events stay pending,
   * as do the events for which `maxRequests` left no request. Nothing is left running when it resolves.
   *
   * @param options `signal` is the deadline, such as `AbortSignal.timeout(5000)`; `maxRequests` limits its requests.
   * @throws {TypeError} If `signal` is not an AbortSignal, or `maxRequests` is given without `autoFlush: false`.
   * @throws {RangeError} If `maxRequests` is not a positive integer or `Infinity`. Failed writes do not reject it.
   */
  flush(options?: FlushOptions): Promise<FlushReport>;
  /**
   * Stops accepting events, writes the pending ones, and abandons those unwritten at the deadline: ten seconds by
   * default.
   *
   * Pauses between tries are then limited to one second, unless the server asks for longer ones. The events of one
   * object are written one after another, so ten seconds are enough for about 500 of them at a round trip of 20 ms. May
   * be called again, for example with an earlier deadline.
   *
   * @param options `signal` is the deadline.
   * @throws {TypeError} If `signal` is not an AbortSignal; rejects for no other reason.
   */
  stop(options?: { readonly signal?: AbortSignal | undefined }): Promise<void>;
  /** Returns the current counters. */
  stats(): RecordingStats;
  /** The same as `stop()`. */
  [Symbol.asyncDispose](): Promise<void>;
}
