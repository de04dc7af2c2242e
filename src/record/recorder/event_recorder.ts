import type { OptionTable } from "../../base/tools/check_options.ts";
import type { ApiVersion, EventType, V1EventSource } from "../../base/event/event.ts";
import type { KubernetesObject, ObjectOrReference, V1OwnerReference } from "../../base/event/kubernetes_object.ts";
import type { Logger } from "../../base/tools/logger.ts";

// How a call passes through this room, and where to change each step:
//
//   CoreV1EventRecorder, ...   event_recorder.ts     what users call, its fields and options
//   createRecorder             create_recorder.ts    the methods of both recorders, and the fields of their events
//   placedFields               placed_fields.ts      likely mistakes: misplaced arguments
//   EventMaker.record          event_maker.ts        checks, truncates, names and publishes an event
//   getReference               reference.ts          the reference to an object (event_metadata.ts: labels, owners)
//   Printer                    sprintf.ts            Go's formats
//   EventPublisher             event_publisher.ts    receives the event, and counts calls that produced none
//
// event_recorder_adapter.ts lets a recorder of core/v1 stand in for one of events.k8s.io/v1.

/**
 * Records events about objects, in core/v1 (client-go's
 * {@link https://pkg.go.dev/k8s.io/client-go/tools/record#EventRecorder | record.EventRecorder}).
 *
 * Methods never wait, never throw, and work detached (`const { eventf } = recorder`). An event that cannot be created
 * or accepted is counted in the broadcaster's `stats()`, reported to its `onOutcome`, and logged: once for each reason,
 * then with a count at the tenth, hundredth and thousandth time.
 *
 * The event's namespace is the object's, or `default` for a cluster-scoped object, because the server accepts no other.
 *
 * @example
 * ```ts
 * import { EventBroadcaster } from "@kubecast/events";
 * import assert from "node:assert/strict";
 *
 * const broadcaster = new EventBroadcaster();
 * const seen: string[] = [];
 * broadcaster.startEventWatcher(({ type, reason, message }) => void seen.push(`${type} ${reason}: ${message}`));
 *
 * const recorder = broadcaster.newRecorder({ component: "example-controller" });
 * const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "web", namespace: "shop" } };
 * recorder.event(pod, "Normal", "Pulled", "100% there"); // taken literally
 * recorder.eventf(pod, "Warning", "BackOff", "Back-off %d of %q", 3, "web"); // formatted with Go's verbs
 * recorder.annotatedEventf(pod, { "example.com/run": "42" }, "Normal", "Scaled", "Scaled to %d", 3);
 * recorder.pastEventf(pod, new Date("2026-01-01T00:00:00Z"), "Normal", "Created", "Created by %s", "ann");
 * recorder.record(pod, { type: "Normal", reason: "Approved", message: "Ready", labels: { team: "shop" } });
 *
 * await broadcaster.shutdown();
 * assert.deepEqual(seen, [
 *   "Normal Pulled: 100% there",
 *   'Warning BackOff: Back-off 3 of "web"',
 *   "Normal Scaled: Scaled to 3",
 *   "Normal Created: Created by ann",
 *   "Normal Approved: Ready",
 * ]);
 * ```
 *
 * @category Recorder
 */
export interface CoreV1EventRecorder {
  /**
   * Records an event that happens now.
   *
   * @param object The object that the event is about, or a reference to it.
   * @param type `"Normal"` or `"Warning"`.
   * @param reason Machine-readable reason, UpperCamelCase, the same for all events of a kind.
   * @param message Human-readable message, taken literally.
   */
  event(object: ObjectOrReference, type: EventType, reason: string, message: string): void;
  /**
   * Like {@linkcode CoreV1EventRecorder.event}, with a message formatted by Go's verbs: `%s`, `%v`, `%d`, `%.1f`, `%q`,
   * `%x`, `%t`, with widths and flags (`sprintf` of `@kubecast/events/client-go` has the list).
   *
   * Format mistakes lose nothing: a verb that does not fit its argument prints it as `%v` does, a verb that is unknown
   * or has no argument stays in the text, and extra arguments follow the text. Each such format is logged once.
   *
   * @param messageFmt Human-readable message, with a verb such as `%s` for each argument; write `%%` for a percent sign.
   */
  eventf(
    object: ObjectOrReference,
    type: EventType,
    reason: string,
    messageFmt: string,
    ...args: unknown[]
  ): void;
  /** Like {@linkcode CoreV1EventRecorder.eventf}, with annotations. */
  annotatedEventf(
    object: ObjectOrReference,
    annotations: Readonly<Record<string, string>>,
    type: EventType,
    reason: string,
    messageFmt: string,
    ...args: unknown[]
  ): void;
  /**
   * Like {@linkcode CoreV1EventRecorder.eventf}, for an event that happened at another time.
   *
   * @param timestamp The time: a `Date`, a `Temporal.Instant` or `ZonedDateTime`, milliseconds since 1970, or an RFC
   * 3339 string such as an object's `creationTimestamp`.
   */
  pastEventf(
    object: ObjectOrReference,
    timestamp: Date | number | string | { readonly epochMilliseconds: number },
    type: EventType,
    reason: string,
    messageFmt: string,
    ...args: unknown[]
  ): void;
  /** Records an event with any of its fields, by name. */
  record(object: ObjectOrReference, fields: CoreV1EventFields): void;
  /** Returns the same recorder with another logger. */
  withLogger(logger: Logger): CoreV1EventRecorder;
}

/**
 * Records events about objects, in events.k8s.io/v1 (client-go's
 * {@link https://pkg.go.dev/k8s.io/client-go/tools/events#EventRecorder | events.EventRecorder}).
 *
 * As with a {@linkcode CoreV1EventRecorder}, methods never wait, never throw, and work detached. The event's namespace
 * is the namespace of `regarding`, or for a cluster-scoped object the `clusterNamespace`.
 *
 * @example
 * ```ts
 * import { EventBroadcaster } from "@kubecast/events";
 * import assert from "node:assert/strict";
 *
 * const broadcaster = new EventBroadcaster({ apiVersion: "events.k8s.io/v1" });
 * const seen: string[] = [];
 * broadcaster.startEventWatcher(({ action, related, note }) => void seen.push(`${action} ${related?.name}: ${note}`));
 *
 * const recorder = broadcaster.newRecorder({ reportingController: "example.com/job-controller" });
 * const cronJob = { apiVersion: "batch/v1", kind: "CronJob", metadata: { name: "backup", namespace: "shop" } };
 * const job = { apiVersion: "batch/v1", kind: "Job", metadata: { name: "backup-1", namespace: "shop" } };
 * recorder.eventf(cronJob, job, "Normal", "SuccessfulCreate", "CreateJob", "Created job %s", "backup-1");
 *
 * await broadcaster.shutdown();
 * assert.deepEqual(seen, ["CreateJob backup-1: Created job backup-1"]);
 * ```
 *
 * @category Recorder
 */
export interface EventsV1EventRecorder {
  /**
   * Records an event that happens now, with a note that is formatted as {@linkcode CoreV1EventRecorder.eventf} does.
   *
   * @param regarding The object that the event is about, or a reference to it.
   * @param related A second object, such as the pod that a replica set created; `undefined` for none.
   * @param type `"Normal"` or `"Warning"`.
   * @param reason Machine-readable reason, UpperCamelCase, the same for all events of a kind.
   * @param action The action that was taken or failed, UpperCamelCase.
   * @param note Human-readable note, with a verb such as `%s` for each argument; write `%%` for a percent sign.
   */
  eventf(
    regarding: ObjectOrReference,
    related: ObjectOrReference | null | undefined,
    type: EventType,
    reason: string,
    action: string,
    note: string,
    ...args: unknown[]
  ): void;
  /** Like {@linkcode EventsV1EventRecorder.eventf}, with annotations. */
  annotatedEventf(
    regarding: ObjectOrReference,
    related: ObjectOrReference | null | undefined,
    annotations: Readonly<Record<string, string>>,
    type: EventType,
    reason: string,
    action: string,
    note: string,
    ...args: unknown[]
  ): void;
  /** Records an event with any of its fields, by name. */
  record(regarding: ObjectOrReference, fields: EventsV1EventFields): void;
  /** Returns the same recorder with another logger. */
  withLogger(logger: Logger): EventsV1EventRecorder;
}

/**
 * The recorder of an API: a {@linkcode CoreV1EventRecorder} of `"v1"`, an {@linkcode EventsV1EventRecorder} of
 * `"events.k8s.io/v1"`.
 *
 * @typeParam V The API version.
 *
 * @category Recorder
 */
export type EventRecorder<V extends ApiVersion = "v1"> = V extends "v1" ? CoreV1EventRecorder : EventsV1EventRecorder;

/**
 * Options of an {@linkcode EventRecorder}.
 *
 * @category Recorder
 */
export interface EventRecorderOptions {
  /**
   * Returns the `apiVersion` and `kind` of an object that lacks them, such as an item of a list, or `undefined` if
   * unknown; the counterpart of client-go's scheme.
   *
   * @example
   * ```ts
   * import type { EventRecorderOptions } from "@kubecast/events";
   * import { getReference } from "@kubecast/events/client-go";
   * import assert from "node:assert/strict";
   *
   * const kindOf: EventRecorderOptions["kindOf"] = (object) =>
   *   "spec" in object ? { apiVersion: "v1", kind: "Pod" } : undefined;
   * const item = { metadata: { name: "web" }, spec: {} }; // of a PodList
   * assert.equal(getReference(item, kindOf).kind, "Pod");
   * ```
   */
  readonly kindOf?:
    | ((object: KubernetesObject) => { readonly apiVersion: string; readonly kind: string } | undefined)
    | undefined;
  /**
   * Called for every event; returns annotations to add, or `undefined` for none. For the trace context of the active
   * span, use `traceContext` of `@kubecast/events/opentelemetry`. Annotations passed with the event take precedence.
   * They are not part of the event's identity: repeats keep the first event's annotations.
   *
   * If it throws, the error is logged once, and the event is recorded without these annotations.
   */
  readonly annotate?: (() => Readonly<Record<string, string>> | undefined) | undefined;
  /**
   * The namespace of events about cluster-scoped objects such as nodes. Choose `"kube-system"` if the role may write
   * only there. In core/v1, creating the recorder then throws a `TypeError`, because the server accepts that namespace
   * only for events with an `eventTime`, which core/v1 recorders do not set.
   *
   * @default {"default"}
   */
  readonly clusterNamespace?: "default" | "kube-system" | undefined;
  /**
   * Receives one line per kind of mistake in the calls, such as an event that could not be created, a format that does
   * not match its arguments, a truncated text, a label that the server would reject, or an object without a name, uid
   * or namespace; and one if the broadcaster does not accept an event. The line is repeated with a count at the tenth,
   * hundredth and thousandth time.
   *
   * @default {the broadcaster's}
   */
  readonly logger?: Logger | undefined;
}

export const eventRecorderOptionTable = () => ({
  kindOf: ["a function"],
  annotate: ["a function"],
  clusterNamespace: [["default", "kube-system"]],
  logger: ["a Logger"],
} as const satisfies OptionTable<EventRecorderOptions>);

/**
 * The fields of a core/v1 event; see {@linkcode CoreV1EventRecorder.record}. `null` in an optional field counts as
 * absent. A `reason` or `message` that is not a string is converted to one; a missing one becomes `<nil>`. The
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
   * The owners of the event: objects or references with a `uid`, in the event's namespace or cluster-scoped. The
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

/** The reporter of a recorder of an API version: {@linkcode V1EventSource} or {@linkcode EventsV1Reporter}. */
export type ReporterOf<V extends ApiVersion> = V extends "v1" ? V1EventSource : EventsV1Reporter;

/**
 * The reporter of events.k8s.io/v1 events.
 *
 * See {@link https://kubernetes.io/docs/reference/kubernetes-api/events/event-v1/ | Event} of the API reference.
 *
 * @category Recorder
 */
export interface EventsV1Reporter {
  /**
   * The controller, as a qualified name, `example.com/controller` or `controller`: at most 63 letters, digits, `-`, `_`
   * and `.`, optionally after a DNS-1123 subdomain and `/`. Shown as From.
   */
  readonly reportingController: string;
  /**
   * The controller's instance; truncated to 128 bytes.
   *
   * @default {the controller, `-`, and the broadcaster's `hostname`}
   */
  readonly reportingInstance?: string | undefined;
}
