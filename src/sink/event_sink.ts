import { showValue } from "../api/check_options.ts";
import type { CoreV1Event } from "../api/event.ts";
import type { JsonPatchOperation } from "../api/json_patch_operation.ts";

/** Options of every request that an {@linkcode EventSink} makes. */
export interface EventSinkRequestOptions {
  /** Ends the request: at its time-out, and when the recording gives up. Reject then with its reason. */
  readonly signal: AbortSignal;
}

/**
 * Knows how to store events: {@linkcode FetchEventSink} in an Events API, yours wherever you like (client-go's
 * `record.EventSink`).
 *
 * - Answer with the event as it is stored now, or reject.
 * - A {@linkcode StatusError} says what the far end thinks of the request: one that `isRetryable` has it tried again, a patch
 *   that `isNotFound` becomes a create, a patch that `isConflict` or a create that `isAlreadyExists` is followed by an empty
 *   patch, which reads what is stored; one that `isUnauthorized` or `isAccessDenied` is retried if such a request succeeded
 *   before, and any other is final.
 * - A {@linkcode RequestConstructionError} is final. Any other error is retried; while every namespace fails with a
 *   {@linkcode ConnectionError}, without counting tries.
 * - One event has one request under way at a time; different events go side by side.
 * - A request may be repeated after its answer was lost. Events have unique names, and patches set absolute values, so
 *   doing one twice is the same as doing it once.
 * - A patch whose event has a `metadata.resourceVersion` is for that version, the one that you last answered with. Reject with
 *   a conflict if another one is stored, so that a patch that was delayed undoes no newer one; or else drop a patch whose
 *   signal aborts.
 * - A sink may say by a property `apiVersion` which API it writes to: a broadcaster of the other API refuses it.
 *
 * @typeParam E The event type, of core/v1 if not given.
 *
 * @example Keep one line for each event
 * ```ts
 * import { type CoreV1Event, EventBroadcaster, type EventSink } from "@kubecast/events";
 * import assert from "node:assert/strict";
 *
 * const lines = new Map<string, string>();
 * const write = (event: CoreV1Event): Promise<CoreV1Event> => {
 *   lines.set(event.metadata.name!, `${event.reason}: ${event.message} (x${event.count})`);
 *   return Promise.resolve(event);
 * };
 * const sink: EventSink<CoreV1Event> = { create: write, update: write, patch: write };
 *
 * const broadcaster = new EventBroadcaster();
 * broadcaster.startRecordingToSink(sink);
 * const recorder = broadcaster.newRecorder({ component: "example-controller" });
 * for (let i = 0; i < 3; i++) recorder.event({ kind: "Pod", name: "web" }, "Warning", "BackOff", "Back-off restarting");
 * await broadcaster.shutdown();
 * assert.deepEqual([...lines.values()], ["BackOff: Back-off restarting (x3)"]);
 * ```
 */
export interface EventSink<E = CoreV1Event> {
  /** Stores a new event. */
  create(event: E, options: EventSinkRequestOptions): Promise<E>;
  /** Replaces the stored event of this name; a recording never asks for it. */
  update(event: E, options: EventSinkRequestOptions): Promise<E>;
  /** Applies a JSON Patch to the stored event of this name; `event` is what it then looks like. */
  patch(event: E, patch: readonly JsonPatchOperation[], options: EventSinkRequestOptions): Promise<E>;
}

/** Throws unless `sink` has the methods of an `EventSink`. */
export function checkSink(sink: unknown): void {
  const methods = Object(sink) as Record<string, unknown>;
  const missing = ["create", "update", "patch"].filter((name) => typeof methods[name] !== "function");
  if (missing.length === 0) return;
  throw new TypeError(
    `Cannot record: sink must have the methods create, update and patch, received ${showValue(sink)} without ${
      missing.join(" and ")
    }`,
  );
}
