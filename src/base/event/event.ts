import type { V1ObjectMeta, V1ObjectReference } from "./kubernetes_object.ts";
import { invalid } from "../tools/check_options.ts";
import { UTF8 } from "../tools/text.ts";

// This room has everything that all other rooms share:
//
//   event/event.ts               the events of both APIs, their limits, and the fields in which they differ
//   event/event_like.ts         events as typed clients have them, with dates
//   event/kubernetes_object.ts   objects, references to them, and changes as a watch reports them
//   event/names.ts              valid names, and unique ones of events
//   event/identity.ts           which events are equal, and their stable names
//   event/distinction.ts         data about an event beyond its fields: the identity, name or time passed to a call
//   event/occurrence.ts          an event as a reader reports it, with the number of occurrences since the last report
//   event/status_error.ts        the error of a response, also another client's (event/connection_error.ts: of none)
//   event/retry_pauses.ts        how long to wait after an error
//   tools/                       checks of options, abort signals, queues, logs, texts and times

/**
 * The API that an event is written for: `"v1"` (core/v1, sorted correctly by `kubectl describe`) or
 * `"events.k8s.io/v1"`.
 *
 * @category Events
 */
export type ApiVersion = "v1" | "events.k8s.io/v1";

export const API_VERSIONS: readonly ApiVersion[] = ["v1", "events.k8s.io/v1"];

/**
 * The type of an API's events: {@linkcode CoreV1Event} of `"v1"`, {@linkcode EventsV1Event} of `"events.k8s.io/v1"`.
 *
 * @typeParam V The API version.
 *
 * @category Events
 */
export type EventOf<V extends ApiVersion> = V extends "v1" ? CoreV1Event : EventsV1Event;

/**
 * The severity of an event: `"Normal"` informs, `"Warning"` reports a problem or a likely problem.
 *
 * The API server accepts only these two in events.k8s.io/v1. In core/v1 it accepts any string, but recorders refuse
 * other strings there too, as client-go's do.
 *
 * @category Events
 */
export type EventType = "Normal" | "Warning";

export function isEventType(value: unknown): value is EventType {
  return value === "Normal" || value === "Warning";
}

/**
 * A core/v1 Event, field by field as on the wire.
 *
 * The server validates little of it while `eventTime` is unset. With `eventTime` set, `reportingComponent` is required,
 * `reportingInstance`, `action` and `reason` are required and limited to 128 bytes each, and `message` to 1024 bytes.
 * See {@link https://kubernetes.io/docs/reference/kubernetes-api/core/event-v1/ | Event v1} in the API reference.
 *
 * @category Events
 */
export interface CoreV1Event {
  /** Always `"v1"`; absent inside lists. */
  readonly apiVersion?: string | undefined;
  /** Always `"Event"`; absent inside lists. */
  readonly kind?: string | undefined;
  /** Name and namespace of the event itself. */
  readonly metadata: V1ObjectMeta;
  /** The object that the event is about, in the namespace of the event or cluster-scoped. */
  readonly involvedObject: V1ObjectReference;
  /** Machine-readable reason, UpperCamelCase, at most 128 bytes; shown by `kubectl describe` as Reason. */
  readonly reason?: string | undefined;
  /** Human-readable message, at most 1024 bytes with an `eventTime`; shown by `kubectl describe` as Message. */
  readonly message?: string | undefined;
  /** The reporter; shown by `kubectl describe` as From. */
  readonly source?: V1EventSource | undefined;
  /** Time of the first occurrence, RFC 3339 in whole seconds, such as `2026-01-01T00:00:00Z`. */
  readonly firstTimestamp?: string | null | undefined;
  /**
   * Time of the latest occurrence, RFC 3339 in whole seconds; `kubectl describe` sorts by it, and `kubectl get events`
   * shows it as Last Seen.
   */
  readonly lastTimestamp?: string | null | undefined;
  /** Number of occurrences; shown by `kubectl describe` beside the age, `(x3 over 5m)`. */
  readonly count?: number | undefined;
  /** `"Normal"` or `"Warning"`; core/v1 servers accept any string. */
  readonly type?: string | undefined;
  /**
   * Time of the first occurrence, RFC 3339 with exactly six digits of a second, such as `2026-01-01T00:00:00.000000Z`;
   * enables strict validation.
   */
  readonly eventTime?: string | null | undefined;
  /** The series this event represents; absent for a single occurrence. */
  readonly series?: {
    /** Number of occurrences; the server of events.k8s.io/v1 requires at least 2. */
    readonly count: number;
    /**
     * Time of the latest occurrence, RFC 3339 with exactly six digits of a second, such as
     * `2026-01-01T00:00:00.000000Z`.
     */
    readonly lastObservedTime: string | null;
  } | undefined;
  /** The action that was taken or failed, UpperCamelCase, at most 128 bytes; `kubectl describe` does not show it. */
  readonly action?: string | undefined;
  /** A second object, such as the pod that a replica set created. */
  readonly related?: V1ObjectReference | undefined;
  /** The controller, as a qualified name (`example.com/controller`); shown as From if `source` is empty. */
  readonly reportingComponent?: string | undefined;
  /** The controller's instance, at most 128 bytes. */
  readonly reportingInstance?: string | undefined;
}

/**
 * An events.k8s.io/v1 Event, field by field as on the wire.
 *
 * Everything but `series`, labels and annotations is immutable once stored. See
 * {@link https://kubernetes.io/docs/reference/kubernetes-api/events/event-v1/ | Event v1 of events.k8s.io} in the API
 * reference.
 *
 * @category Events
 */
export interface EventsV1Event {
  /** Always `"events.k8s.io/v1"`; absent inside lists. */
  readonly apiVersion?: string | undefined;
  /** Always `"Event"`; absent inside lists. */
  readonly kind?: string | undefined;
  /** Name (a DNS-1123 subdomain) and namespace of the event itself. */
  readonly metadata: V1ObjectMeta;
  /**
   * Time of the first occurrence, RFC 3339 with exactly six digits of a second, such as `2026-01-01T00:00:00.000000Z`;
   * required.
   */
  readonly eventTime?: string | null | undefined;
  /** The series this event represents; absent for a single occurrence. */
  readonly series?: CoreV1Event["series"];
  /** The controller, as a qualified name (`example.com/controller`); required. Shown by `kubectl describe` as From. */
  readonly reportingController?: string | undefined;
  /** The controller's instance, at most 128 bytes; required. */
  readonly reportingInstance?: string | undefined;
  /**
   * The action that was taken or failed, UpperCamelCase, at most 128 bytes; required. `kubectl describe` does not show
   * it.
   */
  readonly action?: string | undefined;
  /** Machine-readable reason, UpperCamelCase, at most 128 bytes; required. Shown by `kubectl describe` as Reason. */
  readonly reason?: string | undefined;
  /** The object that the event is about. */
  readonly regarding?: V1ObjectReference | undefined;
  /** A second object, such as the pod that a replica set created. */
  readonly related?: V1ObjectReference | undefined;
  /** Human-readable message, at most 1024 bytes; shown by `kubectl describe` as Message. */
  readonly note?: string | undefined;
  /** `"Normal"` or `"Warning"`; required. */
  readonly type?: string | undefined;
  /** `source` of the same event in core/v1; must be empty when it is created here. */
  readonly deprecatedSource?: V1EventSource | undefined;
  /** `firstTimestamp` of the same event in core/v1; must be unset when it is created here. */
  readonly deprecatedFirstTimestamp?: string | null | undefined;
  /** `lastTimestamp` of the same event in core/v1; must be unset when it is created here. */
  readonly deprecatedLastTimestamp?: string | null | undefined;
  /** `count` of the same event in core/v1; must be unset when it is created here. */
  readonly deprecatedCount?: number | undefined;
}

/**
 * The reporter of a core/v1 event.
 *
 * @category Events
 */
export interface V1EventSource {
  /** The component, such as `"replicaset-controller"`; shown by `kubectl describe` as From. */
  readonly component?: string | undefined;
  /**
   * The node on which the component runs, if relevant; `kubectl get events -o wide` shows both, as `kubelet, node-1`.
   */
  readonly host?: string | undefined;
}

/**
 * The server's limits for the strings of an event that has an `eventTime`, in bytes of UTF-8.
 *
 * See `legacyValidateEvent` in Kubernetes' `pkg/apis/core/validation/events.go`.
 */
export const EVENT_LIMITS = {
  /** For `message` and `note`. */
  messageBytes: 1024,
  /** For the `message` of a core/v1 event without an `eventTime`: 32 KiB in recorders, because the server has none. */
  longMessageBytes: 32_768,
  /** For `reason`, `action` and `reportingInstance`. */
  fieldBytes: 128,
  /** For all keys and values of annotations, with or without an `eventTime`: 256 KiB (`TotalAnnotationSizeLimitB`). */
  annotationsBytes: 262_144,
} as const;

/** Returns the maximum length of the message or note of an event, in bytes. */
export function messageLimitOf(event: AnyEvent): number {
  return isCoreV1(event) && !event.eventTime ? EVENT_LIMITS.longMessageBytes : EVENT_LIMITS.messageBytes;
}

const decoder = /* @__PURE__ */ new TextDecoder();
const MARK = "…"; // three bytes of UTF-8
const MARK_BYTES = 3;

/**
 * Truncates a text in the middle to at most `maxBytes` bytes of UTF-8, on character boundaries. Keeps its head and its
 * tail, which often names the cause, with `…` between. Replaces unpaired surrogates with U+FFFD, as encoding to UTF-8
 * does, because the text would otherwise differ from the stored one.
 *
 * The API server counts bytes, not characters: it rejects a note of 1024 characters outside ASCII.
 */
export function truncateUtf8(text: string, maxBytes: number): string {
  // A UTF-16 code unit is at most three bytes, and at least one.
  if (text.length * 3 <= maxBytes) return text.toWellFormed();
  const bytes = UTF8.encode(text.length <= maxBytes ? text : text.slice(0, maxBytes));
  if (text.length <= maxBytes && bytes.length <= maxBytes) return text.toWellFormed();
  const half = (maxBytes - MARK_BYTES) >> 1;
  const end = UTF8.encode(text.slice(-half));
  const tail = end.subarray(atCharacter(end, end.length - half, 1));
  const head = bytes.subarray(0, atCharacter(bytes, maxBytes - MARK_BYTES - tail.length, -1));
  // Decoded from the bytes, because a slice of the text would keep the whole text in memory.
  return decoder.decode(head) + MARK + decoder.decode(tail);
}

/** Returns the nearest index, in steps of `step`, at which a character begins. */
function atCharacter(bytes: Uint8Array, index: number, step: -1 | 1): number {
  while ((bytes[index]! & 0xc0) === 0x80) index += step;
  return index;
}

export type AnyEvent = CoreV1Event | EventsV1Event;

/** The prefix that client-go's EventAggregator puts before the latest message of similar events. */
export const COMBINED_PREFIX = "(combined from similar events): ";

/**
 * The names in events.k8s.io/v1 of core/v1's fields, where they differ (Kubernetes'
 * `pkg/apis/events/v1/conversion.go`).
 */
export const EVENTS_V1_NAMES = {
  involvedObject: "regarding",
  message: "note",
  source: "deprecatedSource",
  reportingComponent: "reportingController",
  firstTimestamp: "deprecatedFirstTimestamp",
  lastTimestamp: "deprecatedLastTimestamp",
  count: "deprecatedCount",
} as const;

/** The fields of an event whose names differ between the APIs, by their core/v1 names; {@linkcode countOf} counts. */
export type EventView = {
  readonly [Name in Exclude<keyof typeof EVENTS_V1_NAMES, "count">]?: CoreV1Event[Name] | undefined;
};

export function isCoreV1(event: AnyEvent): event is CoreV1Event {
  return "involvedObject" in event;
}

/** Returns the fields of an event whose names differ between the APIs. */
export function viewOf(event: AnyEvent): EventView {
  const core = event as EventView;
  if (core.involvedObject) return core;
  const events = event as EventsV1Event;
  return {
    involvedObject: events.regarding ?? core.involvedObject,
    message: events.note ?? core.message,
    source: events.deprecatedSource ?? core.source,
    reportingComponent: events.reportingController ?? core.reportingComponent,
    firstTimestamp: events.deprecatedFirstTimestamp ?? core.firstTimestamp,
    lastTimestamp: events.deprecatedLastTimestamp ?? core.lastTimestamp,
  };
}

/**
 * Returns the object that an event is about; `undefined` if the value is not an event, or the event names no object.
 */
export function objectOf(event: unknown): V1ObjectReference | undefined {
  const { involvedObject, regarding }: Partial<CoreV1Event & EventsV1Event> = Object(event);
  return involvedObject ?? regarding;
}

export function objectNameOf(event: unknown): string {
  return objectOf(event)?.name ?? "";
}

/**
 * Returns the number of occurrences of an event: the count of its series, else its count; `undefined` if it has
 * neither.
 */
export function countOf(event: unknown): number | undefined {
  const { count, deprecatedCount, series }: Partial<CoreV1Event & EventsV1Event> = Object(event);
  return positive(series?.count) ?? positive(count ?? deprecatedCount);
}

function positive(count: unknown): number | undefined {
  return typeof count === "number" && count > 0 ? count : undefined;
}

/** Returns the component or controller that reported an event; empty if the event names no reporter. */
export function componentOf({ source, reportingComponent }: EventView): string {
  return source?.component || reportingComponent || "";
}

/**
 * Returns the fields of a reference that identify an object, and the part of it, such as one container of a pod. Omits
 * `resourceVersion`, which changes with the object.
 *
 * This list defines which events are about the same object. Every key of an event derives from it.
 */
export function partFields(reference: V1ObjectReference | null | undefined): (string | null | undefined)[] {
  const { apiVersion, kind, namespace, name, uid, fieldPath } = reference ?? {};
  return [apiVersion, kind, namespace, name, uid, fieldPath];
}

/**
 * Throws a `TypeError` for a value that is not an event.
 *
 * @param field A field that the event must have.
 */
export function checkEvent(verb: string, event: unknown, field?: "metadata"): void {
  // Allocates nothing, because each stage of a correlator checks its event.
  if (isObject(event) && (field === undefined || isObject(event[field]))) return;
  throw new TypeError(invalid(verb, "event", `be an event${field ? ` with ${field}` : ""}`, event));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
