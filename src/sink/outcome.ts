import type { CoreV1Event } from "../api/event.ts";
import type { RequestConstructionError } from "../connection/connection_error.ts";
import type { StatusError } from "../connection/status_error.ts";

/**
 * Why an event was skipped: counted, but not worth a write of its own.
 *
 * - `"spam"`: its source says too much about the object; the count of a later write, if there is one, contains it.
 * - `"series"`: the series that it belongs to is written later, with its count.
 */
export type SkipReason = "spam" | "series";

/**
 * Why an event was dropped: lost before a write was tried.
 *
 * On the way to the recording:
 * - `"invalid-object"`: what it is about is no Kubernetes object or reference.
 * - `"invalid-type"`: its type is neither `"Normal"` nor `"Warning"`.
 * - `"invalid-timestamp"`: its time is none of the years 1 to 9999.
 * - `"invalid-field"`: a field that must be there is empty, or reading one failed.
 * - `"queue-full"`: events came faster than they could be handed on.
 * - `"aged-out"`: it was kept until a recording starts, but newer ones took its place.
 * - `"stopped"`: the broadcaster or the recording had been stopped.
 *
 * In the recording:
 * - `"correlator-error"`: the correlator, or a function of its options, threw.
 * - `"pending-full"`: as many different events as `maxPending` allows wait to be written, and most of them of its namespace.
 * - `"namespace-terminating"`: while it waited, the server answered that the namespace takes no new events, as it is being
 *   deleted.
 */
export type DropReason =
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

/**
 * Why an event was abandoned: its write was given up.
 *
 * - `"tries"`: it failed as often as `maxTries` allows.
 * - `"deadline"`: the recording was stopped, and its deadline passed first. A request that was under way then may have
 *   arrived all the same.
 */
export type AbandonReason = "tries" | "deadline";

/**
 * How events ended, as `onOutcome` hears it. Every event that is accepted ends in exactly one outcome, of the first six
 * types; those that share a write share its end.
 *
 * - `"recorded"`: on the server.
 * - `"coalesced"`: on the server too, in the count of the write that it shared with others.
 * - `"skipped"`: counted, and not worth a write.
 * - `"dropped"`: lost before a write was tried.
 * - `"rejected"`: refused by the server for good, or never fit for a request.
 * - `"abandoned"`: given up, after tries that failed or at a deadline; `error` is the last failure, if there was one.
 * - `"uncounted"`: events that ended as skipped before, and whose count did not reach the server after all.
 *
 * Dropped, rejected and abandoned are writes, not counts: where the event repeats later, and that is written, the count on
 * the server includes them.
 *
 * `count` is how many events end with it, at least 1. `event` is the last of them: as the server has it where it was written,
 * as it was to be written where that failed; of dropped ones there may be none. `message` is a sentence for people.
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
 * assert.equal(lost.length, 1); // "1 dropped: Cannot record Pulled: …", as nothing says of what kind the object is
 * ```
 */
export type Outcome<E = CoreV1Event> =
  | { readonly type: "recorded"; readonly count: number; readonly event: E }
  | { readonly type: "coalesced"; readonly count: number; readonly event: E }
  | { readonly type: "skipped"; readonly count: number; readonly event: E; readonly because: SkipReason }
  | {
    readonly type: "dropped";
    readonly count: number;
    readonly event?: E | undefined;
    readonly because: DropReason;
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
    readonly because: AbandonReason;
    readonly error?: unknown;
    readonly message: string;
  }
  | {
    readonly type: "uncounted";
    readonly count: number;
    readonly event?: E | undefined;
    readonly because: "rejected" | "pending-full" | "namespace-terminating" | AbandonReason;
    readonly error?: unknown;
    readonly message: string;
  };
