import type { V1ObjectMeta, V1ObjectReference } from "./kubernetes_object.ts";

/**
 * The API that an event is written for: `"v1"` (core/v1, the one `kubectl describe` sorts best) or
 * `"events.k8s.io/v1"`.
 */
export type ApiVersion = "v1" | "events.k8s.io/v1";

/** All that {@linkcode ApiVersion} may be. */
export const API_VERSIONS: readonly ApiVersion[] = ["v1", "events.k8s.io/v1"];

/**
 * The type of an API's events: {@linkcode CoreV1Event} of `"v1"`, {@linkcode EventsV1Event} of `"events.k8s.io/v1"`.
 *
 * @typeParam V The API version.
 */
export type EventOf<V extends ApiVersion> = V extends "v1" ? CoreV1Event : EventsV1Event;

/**
 * How an event is meant: `"Normal"` informs, `"Warning"` says that something went wrong or may do so.
 *
 * The API server of events.k8s.io/v1 accepts these two and no others. That of core/v1 takes any text, but recorders, as
 * client-go's do, refuse others for it too.
 */
export type EventType = "Normal" | "Warning";

/** Whether a value is an {@linkcode EventType}. */
export function isEventType(value: unknown): value is EventType {
  return value === "Normal" || value === "Warning";
}

/**
 * A core/v1 Event, field by field as on the wire.
 *
 * The server checks little of it while `eventTime` is unset. With `eventTime` set it wants a `reportingComponent`, and
 * `reportingInstance`, `action` and `reason` of at most 128 bytes each, and takes a `message` of at most 1024 bytes.
 * See {@link https://kubernetes.io/docs/reference/kubernetes-api/core/event-v1/ | Event v1} in the API reference.
 */
export interface CoreV1Event {
  /** Always `"v1"`; absent inside lists. */
  readonly apiVersion?: string | undefined;
  /** Always `"Event"`; absent inside lists. */
  readonly kind?: string | undefined;
  /** Name and namespace of the event itself. */
  readonly metadata: V1ObjectMeta;
  /** The object that the event is about; must be in the namespace of the event. */
  readonly involvedObject: V1ObjectReference;
  /** Why, in a machine's words, UpperCamelCase, at most 128 bytes; shown by `kubectl describe` as Reason. */
  readonly reason?: string | undefined;
  /** What happened, in a person's words, at most 1024 bytes; shown by `kubectl describe` as Message. */
  readonly message?: string | undefined;
  /** Who reports; shown by `kubectl describe` as From. */
  readonly source?: V1EventSource | undefined;
  /** When it was first seen, RFC 3339 in whole seconds, as {@linkcode formatTime} writes it. */
  readonly firstTimestamp?: string | null | undefined;
  /**
   * When it was last seen, RFC 3339 in whole seconds; what `kubectl describe` sorts by, and `kubectl get events` shows as
   * Last Seen.
   */
  readonly lastTimestamp?: string | null | undefined;
  /** How many times it was seen; shown by `kubectl describe` beside the age, `(x3 over 5m)`. */
  readonly count?: number | undefined;
  /** `"Normal"` or `"Warning"`; core/v1 servers take any string. */
  readonly type?: string | undefined;
  /**
   * When it was first seen, RFC 3339 with exactly six digits of a second, as {@linkcode formatMicroTime} writes it;
   * switches the strict rules on.
   */
  readonly eventTime?: string | null | undefined;
  /** The series this event stands for, or nothing for a single one. */
  readonly series?: V1EventSeries | undefined;
  /** What was done or failed, UpperCamelCase, at most 128 bytes; `kubectl describe` does not show it. */
  readonly action?: string | undefined;
  /** A second object, such as the pod that a replica set created. */
  readonly related?: V1ObjectReference | undefined;
  /** The controller, as a qualified name (`example.com/controller`); shown as From where `source` is empty. */
  readonly reportingComponent?: string | undefined;
  /** The controller's instance, at most 128 bytes. */
  readonly reportingInstance?: string | undefined;
}

/**
 * An events.k8s.io/v1 Event, field by field as on the wire.
 *
 * All but `series`, labels and annotations is immutable once stored. See
 * {@link https://kubernetes.io/docs/reference/kubernetes-api/events/event-v1/ | Event v1 of events.k8s.io} in the API
 * reference.
 */
export interface EventsV1Event {
  /** Always `"events.k8s.io/v1"`; absent inside lists. */
  readonly apiVersion?: string | undefined;
  /** Always `"Event"`; absent inside lists. */
  readonly kind?: string | undefined;
  /** Name (a DNS-1123 subdomain) and namespace of the event itself. */
  readonly metadata: V1ObjectMeta;
  /**
   * When it was first seen, RFC 3339 with exactly six digits of a second, as {@linkcode formatMicroTime} writes it;
   * required.
   */
  readonly eventTime?: string | null | undefined;
  /** The series this event stands for, or nothing for a single one. */
  readonly series?: V1EventSeries | undefined;
  /** The controller, as a qualified name (`example.com/controller`); required. Shown by `kubectl describe` as From. */
  readonly reportingController?: string | undefined;
  /** The controller's instance, at most 128 bytes; required. */
  readonly reportingInstance?: string | undefined;
  /** What was done or failed, UpperCamelCase, at most 128 bytes; required. `kubectl describe` does not show it. */
  readonly action?: string | undefined;
  /** Why, in a machine's words, UpperCamelCase, at most 128 bytes; required. Shown by `kubectl describe` as Reason. */
  readonly reason?: string | undefined;
  /** The object that the event is about. */
  readonly regarding?: V1ObjectReference | undefined;
  /** A second object, such as the pod that a replica set created. */
  readonly related?: V1ObjectReference | undefined;
  /** What happened, in a person's words, at most 1024 bytes; shown by `kubectl describe` as Message. */
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

/** How often an event was seen; the way events.k8s.io/v1 counts repeats. */
export interface V1EventSeries {
  /** How many times so far; the server of events.k8s.io/v1 wants at least 2. */
  readonly count: number;
  /** When it was last seen, RFC 3339 with exactly six digits of a second, as {@linkcode formatMicroTime} writes it. */
  readonly lastObservedTime: string | null;
}

/** Who reports a core/v1 event. */
export interface V1EventSource {
  /** The component, such as `"replicaset-controller"`; shown by `kubectl describe` as From. */
  readonly component?: string | undefined;
  /** The node it runs on, where that matters; `kubectl get events -o wide` shows both: `kubelet, node-1`. */
  readonly host?: string | undefined;
}

/**
 * What the server takes of an event's texts, in bytes of UTF-8, once it has an `eventTime`; events here keep to it always.
 *
 * See `legacyValidateEvent` in Kubernetes' `pkg/apis/core/validation/events.go`.
 */
export const EVENT_LIMITS = {
  /** Of `message` and `note`. */
  messageBytes: 1024,
  /** Of `reason`, `action` and `reportingInstance`. */
  fieldBytes: 128,
} as const;
