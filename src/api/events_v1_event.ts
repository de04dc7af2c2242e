import type { V1EventSeries } from "./event_series.ts";
import type { V1EventSource } from "./event_source.ts";
import type { V1ObjectMeta } from "./object_meta.ts";
import type { V1ObjectReference } from "./object_reference.ts";

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
