import type { JsonPatchOperation } from "../api/json_patch_operation.ts";

/** Options of every request that an {@linkcode EventSink} makes. */
export interface EventSinkRequestOptions {
  /** Ends the request: at its time-out, and when the recording gives up. Reject with its reason soon after. */
  readonly signal: AbortSignal;
}

/**
 * Knows how to store events: {@linkcode FetchEventSink} in an Events API, yours wherever you like.
 *
 * - Answer with the event as it is stored now, or reject.
 * - A {@linkcode StatusError} says what the far end thinks of the request, and with that whether another try can help.
 *   A {@linkcode RequestConstructionError} is final. Any other error is taken for trouble on the way, and tried again.
 * - One event has one request under way at a time; different events go side by side.
 * - A request may be repeated after its answer was lost. Events have unique names, and patches set absolute values, so
 *   doing one twice is the same as doing it once.
 *
 * @typeParam E The event type.
 */
export interface EventSink<E> {
  /** Stores a new event. */
  create(event: E, options: EventSinkRequestOptions): Promise<E>;
  /** Replaces a stored event; a recording never does. */
  update(event: E, options: EventSinkRequestOptions): Promise<E>;
  /** Applies a JSON Patch to the stored event of this name; `event` is what it then looks like. */
  patch(event: E, patch: readonly JsonPatchOperation[], options: EventSinkRequestOptions): Promise<E>;
}
