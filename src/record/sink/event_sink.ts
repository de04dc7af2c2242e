import { checkMethods } from "../../base/tools/check_options.ts";
import type { ApiVersion, CoreV1Event } from "../../base/event/event.ts";
import type { EventLike } from "../../base/event/event_like.ts";
import type { JsonPatchOperation } from "../../base/event/kubernetes_object.ts";

/**
 * Stores events (client-go's `record.EventSink`). {@linkcode FetchEventSink} writes them to an Events API; implement a
 * sink to write them anywhere else.
 *
 * - Resolve with the event as stored, whose times may be `Date`s, or reject.
 * - A {@linkcode StatusError} determines the next step. If it `isRetryable`, the request is retried. A patch that
 *   `isNotFound` becomes a create. A patch that `isConflict`, or a create that `isAlreadyExists`, is followed by
 *   `read`. If it `isUnauthorized` or `isAccessDenied`, the request is retried, but only for about 15 seconds if no
 *   request of its kind has succeeded before, because an API server has no roles yet while it starts. A request whose
 *   namespace does not exist or has exceeded its quota is retried for about 15 seconds too. Any other error response is
 *   final.
 * - An error of another client counts as a `StatusError` if {@linkcode StatusError.of} can convert it.
 * - A {@linkcode RequestConstructionError} is final. After any other error, the request is retried.
 *   {@linkcode RecordingOptions.maxTries} says which errors count as a try of the event; a {@linkcode ConnectionError}
 *   never does.
 * - `signal` aborts when the request times out, or when the recording abandons it; reject with its reason.
 * - The events of an object are written one after another, in order; those of different objects concurrently.
 * - A request may be repeated if its response was lost. Events have unique names and patches set absolute values, so
 *   requests are idempotent. With stable names, patches also test the version and uid that the sink last returned.
 * - A patch whose event has a `metadata.resourceVersion` applies to that version only, the one last returned by the
 *   sink. Reject it with a conflict if another version is stored, so that a delayed patch cannot overwrite a newer one.
 *   A sink without versions must discard a patch whose signal has aborted.
 * - A sink may name its API in a property `apiVersion`; a broadcaster of the other API then rejects it.
 *
 * @typeParam E The event type, of core/v1 if not given.
 *
 * @example Keep one line per event
 * ```ts
 * import { type CoreV1Event, EventBroadcaster, type EventSink } from "@kubecast/events";
 * import assert from "node:assert/strict";
 *
 * const lines = new Map<string, string>();
 * const write = (event: CoreV1Event): Promise<CoreV1Event> => {
 *   lines.set(event.metadata.name!, `${event.reason}: ${event.message} (x${event.count})`);
 *   return Promise.resolve(event);
 * };
 * const sink: EventSink<CoreV1Event> = { create: write, patch: write };
 *
 * const broadcaster = new EventBroadcaster();
 * broadcaster.startRecordingToSink(sink);
 * const recorder = broadcaster.newRecorder({ component: "example-controller" });
 * const pod = { apiVersion: "v1", kind: "Pod", name: "web" };
 * for (let i = 0; i < 3; i++) recorder.event(pod, "Warning", "BackOff", "Back-off restarting");
 * await broadcaster.shutdown();
 * assert.deepEqual([...lines.values()], ["BackOff: Back-off restarting (x3)"]);
 * ```
 *
 * @example Write through `CoreV1Api` of `@kubernetes/client-node`
 *
 * Do this if you need its middleware; otherwise use `fromKubeConfig` of `@kubecast/events/client-node`. Its errors need
 * no conversion.
 *
 * ```ts ignore
 * import { CoreV1Api } from "@kubernetes/client-node";
 * import type { CoreV1Event, EventSink } from "@kubecast/events";
 *
 * const named = ({ metadata: { name = "", namespace = "default" } }: CoreV1Event) => ({ name, namespace });
 * const dated = (event: CoreV1Event) => // its times are Dates
 *   JSON.parse(JSON.stringify(event), (key, value) => /^(first|last)Timestamp$/.test(key) ? new Date(value) : value);
 * const coreSink = (core: CoreV1Api): EventSink<CoreV1Event> => ({
 *   create: (event) => core.createNamespacedEvent({ ...named(event), body: dated(event) }),
 *   patch: (event, body) => core.patchNamespacedEvent({ ...named(event), body }),
 * });
 * ```
 *
 * @category Sink
 */
export interface EventSink<E = CoreV1Event> {
  /** Stores a new event. */
  create(event: E, options: { readonly signal: AbortSignal }): Promise<E | EventLike<E>>;
  /** Applies a JSON Patch to the stored event of this name; `event` is the patched event. */
  patch(
    event: E,
    patch: readonly JsonPatchOperation[],
    options: { readonly signal: AbortSignal },
  ): Promise<E | EventLike<E>>;
  /**
   * Returns the stored event of this name. If a sink has no `read`, the event is read by an empty patch, which needs no
   * permission beyond `patch`.
   */
  read?(event: E, options: { readonly signal: AbortSignal }): Promise<E | EventLike<E>>;
}

/** Throws a `TypeError` unless `sink` has the methods of an `EventSink`. */
export function checkSink(sink: unknown): void {
  checkMethods("record", "sink", sink, ["create", "patch"], "read");
}

/** Throws a `TypeError` unless a sink that names its API writes events of `apiVersion`. */
export function checkApiVersion(
  { apiVersion: own }: { readonly apiVersion?: ApiVersion | undefined },
  apiVersion: ApiVersion,
): void {
  if (own === undefined || own === apiVersion) return;
  throw new TypeError(`Cannot record: sink must write to ${apiVersion}, received one that writes to ${own}`);
}
