import type { EventType } from "../../base/event/event.ts";
import type { ObjectOrReference, V1OwnerReference } from "../../base/event/kubernetes_object.ts";

/**
 * The fields of a core/v1 event; see {@linkcode CoreV1EventRecorder.record}. `null` in an optional field counts as
 * absent. A `reason` or `message` that is not a string is converted to one; a missing one becomes empty. The
 * broadcaster's `stats().altered` counts it, and the `logger` reports it. Empty texts are written, as in client-go; the
 * server accepts them in core/v1, and omits the fields when they are read.
 *
 * Likely mistakes are reported to the `logger` once, and the event is still recorded: an unknown field, or a reason or
 * action with blanks, `%` or line breaks, which is probably the message.
 *
 * A text beyond its limit is truncated in the middle: it keeps its head and tail, with `…` between. `stats().altered`
 * counts such fields, and the `logger` reports the first.
 *
 * @category Recorder
 */
export interface CoreV1EventFields {
  /** `"Normal"` or `"Warning"`; for any other value the event is dropped as `"invalid-type"`. */
  readonly type: EventType;
  /**
   * Machine-readable reason, UpperCamelCase; truncated to 128 bytes of UTF-8. Shown by `kubectl describe` as Reason.
   */
  readonly reason: string;
  /**
   * Human-readable message; truncated to 32 KiB of UTF-8, a limit of the recorder, because core/v1 has none. Shown by
   * `kubectl describe` as Message.
   */
  readonly message: string;
  /**
   * The action that was taken or failed, UpperCamelCase; truncated to 128 bytes of UTF-8. `kubectl describe` does not
   * show it.
   */
  readonly action?: string | null | undefined;
  /**
   * A second object, such as the pod that a replica set created. An invalid one is omitted; `stats().altered` counts
   * it, and the `logger` reports it.
   */
  readonly related?: ObjectOrReference | null | undefined;
  /**
   * Annotations of the event, at most 256 KiB in all, each key a qualified name such as `example.com/trace`. Entries
   * that the server would reject are omitted; `stats().altered` counts them, and the `logger` explains the first.
   */
  readonly annotations?: Readonly<Record<string, string>> | null | undefined;
  /**
   * Labels of the event, for label selectors; values have at most 63 characters. Invalid labels are omitted, counted
   * and logged like annotations.
   */
  readonly labels?: Readonly<Record<string, string>> | null | undefined;
  /**
   * The owners of the event: objects or references with a `uid`, in the event's namespace or cluster-scoped, such as
   * the `ownerReferences` of the object, whose `controller` and `blockOwnerDeletion` do not concern an event. The
   * garbage collector deletes the event once they are gone. Any other owner is omitted; `stats().altered` counts it,
   * and the `logger` explains the first.
   */
  readonly ownerReferences?: readonly (V1OwnerReference | ObjectOrReference)[] | null | undefined;
  /**
   * Time of the occurrence: a `Date`, a `Temporal.Instant` or `ZonedDateTime`, milliseconds since 1970, or an RFC 3339
   * string such as an object's `creationTimestamp`. For any other value, a date that does not exist, such as
   * `2026-02-30`, or a time outside the years 1 to 9999, the event is dropped as `"invalid-timestamp"`.
   *
   * @default {the time of the call}
   */
  readonly timestamp?: Date | number | string | { readonly epochMilliseconds: number } | null | undefined;
  /**
   * The identity that the repeats of this event share, instead of client-go's key or the broadcaster's `identity`. For
   * example, pass `"reconcile"` for a status event whose message changes, or include the number of an attempt to keep
   * attempts apart. Events with the same identity and namespace, about objects of the same name, become one event: it
   * has the fields of the first, the count of all and, in core/v1, the latest message. It is never combined with
   * similar events.
   */
  readonly identity?: string | null | undefined;
  /**
   * The name of the event: a DNS-1123 subdomain of at most 253 characters. Any other is replaced by a generated one. A
   * given name is part of the event's identity, so events with different names are different events.
   *
   * @default {a unique name made of the object's name and the time, or a stable one, depending on the broadcaster's
   * `naming`}
   */
  readonly name?: string | null | undefined;
}

/**
 * The fields of an events.k8s.io/v1 event; see {@linkcode EventsV1EventRecorder.record}.
 *
 * The same as {@linkcode CoreV1EventFields}, except that `message` is called `note`, and `action` is required. If
 * `reason` or `action` is missing or empty, the event is dropped as `"invalid-field"`, because the server would reject
 * it. An empty `note` is written.
 *
 * @category Recorder
 */
export interface EventsV1EventFields extends Omit<CoreV1EventFields, "message" | "action"> {
  /** Human-readable message; truncated to the server's 1024 bytes of UTF-8. Shown by `kubectl describe` as Message. */
  readonly note: string;
  /**
   * The action that was taken or failed, UpperCamelCase; truncated to 128 bytes of UTF-8. `kubectl describe` does not
   * show it.
   */
  readonly action: string;
}

/**
 * The fields of `record()` of either API. A `message` or `note` passed to the other API is known too, because recorders
 * report it separately.
 */
export const EVENT_FIELDS: readonly string[] = [
  "type",
  "reason",
  "message",
  "note",
  "action",
  "related",
  "annotations",
  "labels",
  "ownerReferences",
  "timestamp",
  "identity",
  "name",
] satisfies (keyof CoreV1EventFields | keyof EventsV1EventFields)[];
