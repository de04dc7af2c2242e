import type { CoreV1Event } from "../api/event.ts";
import { type AnyEvent, countOf, isCoreV1 } from "../api/event_view.ts";
import type { JsonPatchOperation } from "../api/json_patch_operation.ts";
import type { RequestConstructionError } from "../api/connection_error.ts";
import { StatusError } from "../api/status_error.ts";
import type { Correlation, CountRecord } from "../correlator/correlator.ts";
import { EventRecord, repeatPatch } from "../correlator/event_deduplicator.ts";

/** A correlation that requires a write. */
export type Decision<E> = Exclude<Correlation<E>, { readonly type: "skip" }>;

/** A write of an event: its latest correlation, and the number of events whose outcome it decides. */
export interface Write<E> {
  readonly type: Decision<E>["type"];
  readonly event: E;
  /** The patch of a custom correlator; that of a built-in one is derived from the event when sent. */
  readonly patch: readonly JsonPatchOperation[] | undefined;
  readonly record: CountRecord<E> | undefined;
  /** Number of accepted events that end with it; 0 for a count that the correlator held back. */
  readonly carried: number;
  /** Number of skipped events whose count it delivers. */
  readonly owed: number;
  /** Sequence number in the order of queuing, as flushes wait for no later write; 0 if it was never queued. */
  readonly id: number;
  /** When the first event that it carries happened. */
  readonly began: string | null | undefined;
}

/** The ids of the writes queued or in flight, in the order of queuing. */
export class WriteIds {
  /** The id of the latest write. */
  latest = 0;
  readonly #unfinished = new Set<number>();
  #oldest = 1;

  /** The id of the oldest write queued or in flight; one more than `latest` if there is none. */
  get oldest(): number {
    while (this.#oldest <= this.latest && !this.#unfinished.has(this.#oldest)) this.#oldest++;
    return this.#oldest;
  }

  /** Returns the id of a write to queue. */
  next(): number {
    this.#unfinished.add(++this.latest);
    return this.latest;
  }

  /** Called with the id of a write that has ended, or was merged into another; returns `false` if it had none. */
  end(id: number): boolean {
    return this.#unfinished.delete(id);
  }
}

/** A write until it is sent. */
export type QueuedWrite<E> = { -readonly [Field in keyof Write<E>]: Write<E>[Field] };

/** Returns the write of a correlation, without an id until it is queued. */
export function writeOf<E>(
  decision: Decision<E>,
  { carried, owed = 0, id = 0 }: { carried: number; owed?: number; id?: number },
): QueuedWrite<E> {
  const { type, event, record } = decision;
  return { type, event, patch: keptPatch(decision), record, carried, owed, id, began: observedTimeOf(event) };
}

/** Coalesces a later write of the event into a queued one. */
export function coalesce<E>(queued: QueuedWrite<E>, later: Write<E>): void {
  queued.type = later.type;
  queued.event = later.event;
  queued.patch = later.patch;
  queued.record = later.record;
  queued.carried += later.carried;
  queued.owed += later.owed;
  queued.began ??= later.began;
}

/** Returns one write in place of two of the event. */
export function merge<E>(earlier: Write<E>, later: Write<E>): QueuedWrite<E> {
  const merged = { ...earlier };
  coalesce(merged, later);
  return merged;
}

/** Returns the patch to keep for a correlation: none if it can be derived from the event. */
function keptPatch<E>(decision: Decision<E>): readonly JsonPatchOperation[] | undefined {
  return decision.type === "create" || isOfRepeat(decision) ? undefined : decision.patch;
}

/**
 * Whether the patch of a correlation comes from a built-in correlator, so that it can be derived from the event. A custom
 * correlator that wraps a built-in one may have added operations, which are kept.
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

/** Returns the correlation of a write, for its correlator's `updateState`. */
export function correlationOf<E>(key: string, write: Write<E>): Correlation<E> {
  const { type, event, record } = write;
  return type === "create" ? { type, key, event, record } : { type, key, event, record, patch: patchOf(write) ?? [] };
}

/** The result of a write. */
export type WriteResult<E> =
  | { readonly type: "written"; readonly stored: E | undefined }
  | { readonly type: "refused"; readonly error: StatusError | RequestConstructionError }
  | { readonly type: "terminating" }
  | { readonly type: "full" }
  | { readonly type: "tries"; readonly error: unknown; readonly failures: number }
  | { readonly type: "deadline"; readonly error: unknown };

/** The result of a write that failed permanently. */
export type WriteFailure<E> = Exclude<WriteResult<E>, { readonly type: "written" }>;

/** Whether the write failed because its name belongs to a different event. */
export function isNameTaken<E>(result: WriteResult<E>): boolean {
  return result.type === "refused" && result.error instanceof StatusError && result.error.isAlreadyExists;
}

/** Number of repeats that a correlation adds; undefined if a custom correlator does not return it. */
export function addedBy<E>(decision: Decision<E>): number | undefined {
  return decision.type === "patch" ? decision.added : countOf(decision.event) ?? 1;
}

/** When the latest repeat of an event happened. */
function observedTimeOf(event: unknown): string | null | undefined {
  const any = event as AnyEvent;
  if (!isCoreV1(any)) return any.series?.lastObservedTime ?? any.eventTime;
  return any.count === 1 ? any.firstTimestamp : any.lastTimestamp;
}
