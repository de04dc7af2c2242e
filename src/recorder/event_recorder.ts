import type { ApiVersion } from "../api/api_version.ts";
import type { EventType } from "../api/event_type.ts";
import type { KubernetesObject } from "../api/kubernetes_object.ts";
import type { Logger } from "../api/logger.ts";
import type { V1ObjectReference } from "../api/object_reference.ts";
import type { KindOf } from "./reference.ts";

/** What an event may carry, whatever API it is written for. */
export interface EventFields {
  /** `"Normal"` or `"Warning"`. */
  readonly type: EventType;
  /** Why, in UpperCamelCase; cut to 128 bytes. Shown by `kubectl describe` as Reason. */
  readonly reason: string;
  /** A second object, such as the pod that a replica set created; left out where no reference can be made of it. */
  readonly related?: KubernetesObject | V1ObjectReference | undefined;
  /** Annotations of the event. */
  readonly annotations?: Readonly<Record<string, string>> | undefined;
  /** Labels of the event. */
  readonly labels?: Readonly<Record<string, string>> | undefined;
  /** When it happened, as a `Date` or in milliseconds since 1970. @default {the time of the call} */
  readonly timestamp?: Date | number | undefined;
  /** The name of the event; must be a DNS-1123 subdomain, or a made name takes its place. @default {a unique name} */
  readonly name?: string | undefined;
}

/** What an event of core/v1 may carry. */
export interface CoreV1EventFields extends EventFields {
  /** What happened, in a person's words; cut to 1024 bytes of UTF-8, with `…`. Shown as Message. */
  readonly message: string;
  /** What was done or failed, in UpperCamelCase; cut to 128 bytes. `kubectl describe` does not show it. */
  readonly action?: string | undefined;
}

/** What an event of events.k8s.io/v1 may carry. */
export interface EventsV1EventFields extends EventFields {
  /** What happened, in a person's words; cut to 1024 bytes of UTF-8, with `…`. Shown as Message. */
  readonly note: string;
  /** What was done or failed, in UpperCamelCase; required, cut to 128 bytes. */
  readonly action: string;
}

/**
 * Says what happened to objects, in core/v1 (client-go's `record.EventRecorder`).
 *
 * No method waits, none throws: what no event can be made of, or what nobody has room for, is counted in the broadcaster's
 * `stats()`, told to its `onOutcome` and, in one line, to the `logger`. The event's namespace is the object's, or `default`.
 */
export interface CoreV1EventRecorder {
  /** Records that something happened just now. */
  event(object: KubernetesObject | V1ObjectReference, type: EventType, reason: string, message: string): void;
  /** Like {@linkcode event}, with a message that Go's `fmt` verbs fill in (see {@linkcode sprintf}). */
  eventf(
    object: KubernetesObject | V1ObjectReference,
    type: EventType,
    reason: string,
    messageFmt: string,
    ...args: unknown[]
  ): void;
  /** Like {@linkcode eventf}, with annotations. */
  annotatedEventf(
    object: KubernetesObject | V1ObjectReference,
    annotations: Readonly<Record<string, string>>,
    type: EventType,
    reason: string,
    messageFmt: string,
    ...args: unknown[]
  ): void;
  /** Like {@linkcode eventf}, for something that happened at another time. */
  pastEventf(
    object: KubernetesObject | V1ObjectReference,
    timestamp: Date | number,
    type: EventType,
    reason: string,
    messageFmt: string,
    ...args: unknown[]
  ): void;
  /** Records with everything that an event may carry, by name. */
  record(object: KubernetesObject | V1ObjectReference, fields: CoreV1EventFields): void;
  /** The same recorder with another logger. */
  withLogger(logger: Logger): CoreV1EventRecorder;
}

/**
 * Says what happened to objects, in events.k8s.io/v1 (client-go's `events.EventRecorder`).
 *
 * No method waits, none throws: what no event can be made of, or what nobody has room for, is counted in the broadcaster's
 * `stats()`, told to its `onOutcome` and, in one line, to the `logger`.
 */
export interface EventsV1EventRecorder {
  /** Records that something happened just now, with a note that Go's `fmt` verbs fill in (see {@linkcode sprintf}). */
  eventf(
    regarding: KubernetesObject | V1ObjectReference,
    related: KubernetesObject | V1ObjectReference | undefined,
    type: EventType,
    reason: string,
    action: string,
    note: string,
    ...args: unknown[]
  ): void;
  /** Like {@linkcode eventf}, with annotations. */
  annotatedEventf(
    regarding: KubernetesObject | V1ObjectReference,
    related: KubernetesObject | V1ObjectReference | undefined,
    annotations: Readonly<Record<string, string>>,
    type: EventType,
    reason: string,
    action: string,
    note: string,
    ...args: unknown[]
  ): void;
  /** Records with everything that an event may carry, by name. */
  record(regarding: KubernetesObject | V1ObjectReference, fields: EventsV1EventFields): void;
  /** The same recorder with another logger. */
  withLogger(logger: Logger): EventsV1EventRecorder;
}

/** The recorder of an API version. */
export type EventRecorder<V extends ApiVersion = "v1"> = V extends "v1" ? CoreV1EventRecorder : EventsV1EventRecorder;

/** Options of a recorder. */
export interface EventRecorderOptions {
  /** Finds the kind of objects that do not carry it, such as items of a list. */
  readonly kindOf?: KindOf | undefined;
  /** Hears, in one line, of each event that could not be made or accepted. */
  readonly logger?: Logger | undefined;
}
