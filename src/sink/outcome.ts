import type { RequestConstructionError } from "./request_construction_error.ts";
import type { StatusError } from "./status_error.ts";

/**
 * Why an event was not worth a write of its own.
 *
 * - `"spam"`: its source says too much about the object; the count of a later write contains it.
 * - `"series"`: the series that it belongs to is written later.
 */
export type SkipReason = "spam" | "series";

/**
 * Why an event was lost before a write was tried.
 *
 * On the way to the recording:
 * - `"invalid-object"`: what it is about is no Kubernetes object or reference.
 * - `"invalid-type"`: its type is neither `"Normal"` nor `"Warning"`.
 * - `"invalid-timestamp"`: its time is none.
 * - `"invalid-field"`: a field that must be there is empty, or reading one failed.
 * - `"queue-full"`: events came faster than they could be handed on.
 * - `"aged-out"`: it was kept until a recording starts, but newer ones took its place.
 * - `"stopped"`: the broadcaster or the recording had been stopped.
 *
 * In the recording:
 * - `"correlator-error"`: the correlator, or a function of its options, threw.
 * - `"pending-full"`: as many different events as `maxPending` allows already wait to be written.
 * - `"namespace-terminating"`: the server has just said that the namespace takes no new events, as it is being deleted.
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
 * Why a write was given up.
 *
 * - `"tries"`: it failed as often as `maxTries` allows.
 * - `"deadline"`: the recording was stopped, and its deadline passed first. A request that was under way then may have
 *   arrived all the same.
 */
export type AbandonReason = "tries" | "deadline";

/**
 * How events ended. Every event that is accepted ends in exactly one outcome; those that share a write share its end.
 *
 * - `"recorded"`: on the server.
 * - `"coalesced"`: on the server too, in the count of the write that it shared with others.
 * - `"skipped"`: counted, and not worth a write.
 * - `"dropped"`: lost before a write was tried.
 * - `"rejected"`: refused by the server for good, or never fit for a request.
 * - `"abandoned"`: given up, after tries that failed or at a deadline; `error` is the last failure.
 *
 * `count` is how many events end with it, `event` the last of them, as it was to be written; a dropped one may be missing
 * where none could be made. `message` is a sentence for people.
 *
 * @typeParam E The event type.
 */
export type Outcome<E> =
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
  };
