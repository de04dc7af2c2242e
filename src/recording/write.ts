import type { CoreV1Event, EventsV1Event } from "../api/event.ts";
import type { JsonPatchOperation } from "../api/json_patch_operation.ts";
import type { RequestConstructionError } from "../connection/connection_error.ts";
import { StatusError } from "../connection/status_error.ts";
import type { Correlation, CountRecord } from "../correlator/correlator.ts";
import { EventRecord, repeatPatch } from "../correlator/event_deduplicator.ts";

/** A correlation that requires a write. */
export type Decision<E> = Exclude<Correlation<E>, { readonly type: "skip" }>;

/** A write of an event: the latest correlation of it, and whose outcome it decides. */
export interface Write<E> {
  readonly type: Decision<E>["type"];
  readonly event: E;
  /** The patch of a custom correlator; that of a built-in one is made from the event when it is sent. */
  readonly patch: readonly JsonPatchOperation[] | undefined;
  readonly record: CountRecord<E> | undefined;
  /** Number of accepted events that end with it; 0 for a count that the correlator held back. */
  readonly carried: number;
  /** Number of skipped events whose count it delivers. */
  readonly owed: number;
  /** Sequence number, in the order in which writes were queued; no flush waits for a later one. */
  readonly id: number;
  /** When the first event that it carries happened. */
  readonly began: string | null | undefined;
}

/** Returns the write of a correlation that is refused, and so never queued. */
export function unqueued<E>(decision: Decision<E>, { carried, owed }: { carried: number; owed: number }): Write<E> {
  const { type, event, record } = decision;
  const began = observedTimeOf(event);
  return { type, event, patch: keptPatch(decision), record, carried, owed, id: Infinity, began };
}

/** Returns the patch to keep for a correlation: none for one that is made again from the event. */
export function keptPatch<E>(decision: Decision<E>): readonly JsonPatchOperation[] | undefined {
  return decision.type === "create" || isOfRepeat(decision) ? undefined : decision.patch;
}

/**
 * Whether the patch of a correlation is that of a built-in correlator, which derives from the event: a custom one in
 * front of it may have changed the event, and copied the patch.
 */
function isOfRepeat<E>({ record, patch }: Decision<E> & { readonly type: "patch" }): boolean {
  if (!(record instanceof EventRecord)) return false;
  for (const { op, path } of patch) if (op !== "replace" || !REPEATED.has(path)) return false;
  return true;
}

/** The fields that a repeat changes. */
const REPEATED: ReadonlySet<string> = new Set(["/count", "/lastTimestamp", "/message"]);

/** Returns the patch to send if the server has the event already; `undefined` if it never repeated. */
export function patchOf<E>({ type, event, patch }: Write<E>): readonly JsonPatchOperation[] | undefined {
  return type === "create" ? undefined : patch ?? repeatPatch(event as CoreV1Event);
}

/** Returns the correlation that a write is of, to tell its correlator that it was written. */
export function correlationOf<E>(key: string, write: Write<E>): Correlation<E> {
  const { type, event, record } = write;
  return type === "create" ? { type, key, event, record } : { type, key, event, record, patch: patchOf(write) ?? [] };
}

/** How a write ended. */
export type WriteEnd<E> =
  | { readonly type: "written"; readonly stored: E | undefined }
  | { readonly type: "refused"; readonly error: StatusError | RequestConstructionError }
  | { readonly type: "terminating" }
  | { readonly type: "full" | "pushed-out" }
  | { readonly type: "tries"; readonly error: unknown; readonly failures: number }
  | { readonly type: "deadline"; readonly error: unknown };

/** How a write failed for good. */
export type WriteFailure<E> = Exclude<WriteEnd<E>, { readonly type: "written" }>;

/** Whether the write failed because its name belongs to a different event. */
export function isNameTaken<E>(end: WriteEnd<E>): boolean {
  return end.type === "refused" && end.error instanceof StatusError && end.error.isAlreadyExists;
}

/** When the latest repeat of an event happened. */
export function observedTimeOf(event: unknown): string | null | undefined {
  const { involvedObject, count, firstTimestamp, lastTimestamp, series, eventTime } = event as Partial<
    CoreV1Event & EventsV1Event
  >;
  if (involvedObject === undefined) return series?.lastObservedTime ?? eventTime;
  return count === 1 ? firstTimestamp : lastTimestamp;
}
