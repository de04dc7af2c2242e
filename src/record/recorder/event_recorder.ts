import type { OptionTable } from "../../base/tools/check_options.ts";
import type { ApiVersion, CoreV1Event, EventsV1Event, EventType, V1EventSource } from "../../base/event/event.ts";
import type { KubernetesObject, ObjectOrReference } from "../../base/event/kubernetes_object.ts";
import type { Logger } from "../../base/tools/logger.ts";
import type { CoreV1EventFields, EventsV1EventFields } from "./event_fields.ts";

// How a call passes through this room, and where to change each step:
//
//   CoreV1EventRecorder, ...   event_recorder.ts     what users call, and its options
//   createRecorder             create_recorder.ts    the methods of both recorders, and the fields of their events
//   CoreV1EventFields, ...     event_fields.ts       the fields of record(), with their limits
//   placedFields               placed_fields.ts      likely mistakes: misplaced arguments
//   EventMaker.record          event_maker.ts        checks, names and publishes an event
//   EventTexts                 event_texts.ts        formats, truncates and converts its texts
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
   * Whether the object of an event owns it, so that the garbage collector deletes the event with the object, if the
   * object has a uid. `ownerReferences` of a call take precedence, even an empty array.
   *
   * @default {false}
   */
  readonly ownedByObject?: boolean | undefined;
  /**
   * Returns the name of an event, given the event without its name, or `undefined` for a generated one. Like the `name`
   * of a call, which takes precedence, it is part of the event's identity. If it throws, or returns an invalid DNS-1123
   * subdomain, the event gets a generated name, and the logger receives a line.
   *
   * @default {none}
   */
  readonly nameOf?: ((event: CoreV1Event | EventsV1Event) => string | undefined) | undefined;
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
  ownedByObject: ["a boolean"],
  nameOf: ["a function"],
  logger: ["a Logger"],
} as const satisfies OptionTable<EventRecorderOptions>);

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
