import type { EventType } from "../api/event_type.ts";
import type { KubernetesObject } from "../api/kubernetes_object.ts";
import type { V1ObjectReference } from "../api/object_reference.ts";

/**
 * What an event may carry, whatever API it is written for.
 *
 * A text that is longer than the server takes is cut between two characters and ends in `…`; the broadcaster's
 * `stats().altered` counts such fields.
 */
export interface EventFields {
  /** `"Normal"` or `"Warning"`; with any other the event is dropped as `"invalid-type"`. */
  readonly type: EventType;
  /** Why, in a machine's words, UpperCamelCase; cut to 128 bytes of UTF-8. Shown by `kubectl describe` as Reason. */
  readonly reason: string;
  /**
   * A second object, such as the pod that a replica set created; left out where no reference can be made of it, which
   * `stats().altered` counts and the `logger` hears.
   */
  readonly related?: KubernetesObject | V1ObjectReference | undefined;
  /** Annotations of the event, at most 256 KiB in all; with more the server rejects it. */
  readonly annotations?: Readonly<Record<string, string>> | undefined;
  /** Labels of the event, which selectors can ask for. */
  readonly labels?: Readonly<Record<string, string>> | undefined;
  /**
   * When it happened, as a `Date` or in milliseconds since 1970; outside of the years 1 to 9999 the event is dropped as
   * `"invalid-timestamp"`.
   *
   * @default {the time of the call}
   */
  readonly timestamp?: Date | number | undefined;
  /**
   * The name of the event: a DNS-1123 subdomain of at most 253 characters; a made name takes the place of any other.
   *
   * @default {a unique one, of the object's name and the time}
   */
  readonly name?: string | undefined;
}

/** What an event of core/v1 may carry; see {@linkcode CoreV1EventRecorder.record}. */
export interface CoreV1EventFields extends EventFields {
  /** What happened, in a person's words; cut to 1024 bytes of UTF-8. Shown by `kubectl describe` as Message. */
  readonly message: string;
  /** What was done or failed, UpperCamelCase; cut to 128 bytes of UTF-8. `kubectl describe` does not show it. */
  readonly action?: string | undefined;
}

/**
 * What an event of events.k8s.io/v1 may carry; see {@linkcode EventsV1EventRecorder.record}.
 *
 * Without a `reason` or an `action` the event is dropped as `"invalid-field"`: the server would refuse it.
 */
export interface EventsV1EventFields extends EventFields {
  /** What happened, in a person's words; cut to 1024 bytes of UTF-8. Shown by `kubectl describe` as Message. */
  readonly note: string;
  /** What was done or failed, UpperCamelCase; cut to 128 bytes of UTF-8. `kubectl describe` does not show it. */
  readonly action: string;
}
