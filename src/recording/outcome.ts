import type { CoreV1Event } from "../api/event.ts";
import type { RequestConstructionError } from "../api/connection_error.ts";
import type { StatusError } from "../api/status_error.ts";

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
 * - `"invalid-timestamp"`: its time is outside the years 1 to 9999.
 * - `"invalid-field"`: a required field is empty, or reading a field failed.
 * - `"queue-full"`: events arrived faster than they could be distributed.
 * - `"aged-out"`: it was kept for the first recording, but newer events displaced it before that started; or it was not
 *   kept, as `maxEarlyEvents` is 0.
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
 * - `"tries"`: its write failed `maxTries` times.
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
 * assert.equal(lost.length, 1); // "1 dropped: Cannot record Pulled: …", as the object has no kind
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
