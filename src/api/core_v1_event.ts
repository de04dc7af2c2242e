import type { V1EventSeries } from "./event_series.ts";
import type { V1EventSource } from "./event_source.ts";
import type { V1ObjectMeta } from "./object_meta.ts";
import type { V1ObjectReference } from "./object_reference.ts";

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
