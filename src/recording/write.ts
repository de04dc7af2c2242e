import type { CoreV1Event, EventsV1Event } from "../api/event.ts";
import type { JsonPatchOperation } from "../api/json_patch_operation.ts";
import { counted, reasonOf } from "../api/logger.ts";
import type { RequestConstructionError } from "../connection/connection_error.ts";
import { StatusError } from "../connection/status_error.ts";
import type { Correlation } from "../correlator/correlator.ts";
import { repeatPatch } from "../correlator/event_deduplicator.ts";
import type { Outcome } from "./outcome.ts";
import type { Requester } from "./requests_under_way.ts";
import type { SharedEvent } from "./shared_event.ts";

/** A correlation that requires a write. */
type WritableCorrelation<E> = Exclude<Correlation<E>, { readonly type: "skip" }>;

/** A write, and the accepted events that it carries. */
export class Write<E> implements Requester {
  /** Whether the server does not have the event yet. */
  creates: boolean;
  /** The correlation to write: the latest one. */
  correlation: WritableCorrelation<E>;
  /** Number of accepted events whose outcome it decides; 0 for a count that the correlator held back. */
  carried: number;
  /** Number of skipped events whose count it delivers. */
  owed = 0;
  /** Sequence number, in the order in which writes were queued; no flush waits for one that was not. */
  id = Infinity;
  /** Number of failed tries. */
  failures = 0;
  /** Error of the last failed try. */
  lastError: unknown;
  /** The event's version in the server's last response; defaults to that of `event`. */
  version: string | undefined;
  /** Number of repeats that it adds to the count of an event with a stable name; those of absorbed writes add up. */
  added: number;
  /** When the first event that it carries happened. */
  readonly began: string | null | undefined;
  /** State of an event with a stable name on the server. */
  shared: SharedEvent | undefined;
  /** Whether it skips `patchIntervalMs`. */
  urgent = false;
  /** Whether its request may use the full timeout, as an earlier one was cancelled in favor of others. */
  isPatient = false;

  constructor(correlation: WritableCorrelation<E>, { carried = 0 }: { carried?: number } = {}) {
    this.creates = correlation.type === "create";
    this.correlation = correlation;
    this.carried = carried;
    this.added = addedBy(correlation) ?? carried;
    this.began = observedTimeOf(correlation.event);
  }

  /** The event as it will be stored. */
  get event(): E {
    return this.correlation.event;
  }

  /** The patch to apply if the server has the event already; `undefined` if it never repeated. */
  get patch(): readonly JsonPatchOperation[] | undefined {
    if (this.correlation.type !== "patch") return undefined;
    // A custom correlator may return a copy of a built-in one's.
    return this.correlation.patch ?? repeatPatch(this.event as CoreV1Event);
  }

  /** Adds skipped events whose count it delivers. */
  deliver(skipped: number): void {
    this.owed += skipped;
    if (addedBy(this.correlation) === undefined) this.added += skipped;
  }

  /** Replaces an earlier write, which failed: delivers its count, and takes over its state. */
  replace({ owed, shared }: Write<E>): void {
    this.owed += owed;
    this.shared ??= shared;
  }

  /**
   * Absorbs a later write of the same event. Counts are absolute: the latest includes the earlier ones, even in a
   * create.
   */
  absorb(later: Write<E>): void {
    this.correlation = later.correlation;
    this.carried += later.carried;
    this.owed += later.owed;
    this.added += later.added;
    this.shared ??= later.shared;
  }
}

/** Number of repeats in a correlation; undefined if a custom correlator does not return it. */
function addedBy<E>(correlation: WritableCorrelation<E>): number | undefined {
  if (correlation.type === "patch") return correlation.added;
  const { count, series } = correlation.event as Partial<CoreV1Event>;
  return Math.max(count ?? series?.count ?? 1, 1);
}

/** When the latest repeat of an event happened. */
function observedTimeOf(event: unknown): string | null | undefined {
  const { involvedObject, count, firstTimestamp, lastTimestamp, series, eventTime } = event as Partial<
    CoreV1Event & EventsV1Event
  >;
  if (involvedObject === undefined) return series?.lastObservedTime ?? eventTime;
  return count === 1 ? firstTimestamp : lastTimestamp;
}

/** How a write ended. */
export type WriteEnd<E> =
  | { readonly type: "written"; readonly stored: E | undefined }
  | { readonly type: "refused"; readonly error: StatusError | RequestConstructionError }
  | { readonly type: "terminating" }
  | { readonly type: "full" | "pushed-out" }
  | { readonly type: "tries" | "deadline"; readonly error: unknown };

/** Whether the write failed because its name belongs to a different event. */
export function isNameTaken<E>(end: WriteEnd<E>): boolean {
  return end.type === "refused" && end.error instanceof StatusError && end.error.isAlreadyExists;
}

/** Returns the outcomes of the events that an ended write carries. */
export function outcomesOf<E>({ event, carried: count, failures }: Write<E>, end: WriteEnd<E>): Outcome<E>[] {
  switch (end.type) {
    case "written": {
      const stored = end.stored ?? event;
      if (count === 0) return [];
      const recorded = { type: "recorded", count: 1, event: stored } as const;
      return count === 1 ? [recorded] : [recorded, { type: "coalesced", count: count - 1, event: stored }];
    }
    case "refused":
      return [{ type: "rejected", count, event, error: end.error, message: end.error.message }];
    case "full":
    case "pushed-out": {
      const message = "More different events are pending than maxPending allows, most of them of this namespace";
      return [{ type: "dropped", count, event, because: "pending-full", message }];
    }
    case "terminating": {
      const message = "The namespace is being deleted";
      return [{ type: "dropped", count, event, because: "namespace-terminating", message }];
    }
    case "tries": {
      const message = `after ${counted(failures, "try", "tries")}: ${reasonOf(end.error)}`;
      return [{ type: "abandoned", count, event, because: "tries", error: end.error, message }];
    }
    case "deadline": {
      const lastError = end.error === undefined ? "" : `; the last try failed: ${reasonOf(end.error)}`;
      const message = `The recording was stopped, and its deadline passed first${lastError}`;
      return [{ type: "abandoned", count, event, because: "deadline", error: end.error, message }];
    }
  }
}

/** Returns the outcome of the skipped events whose count a permanently failed write should have delivered. */
export function uncountedOf<E>(write: Write<E>, end: WriteEnd<E>): Outcome<E> {
  const [outcome] = outcomesOf({ ...write, event: write.event, carried: 1 } as Write<E>, end);
  const { message, because = "rejected", error } = outcome as Extract<Outcome<E>, { readonly type: "abandoned" }>;
  return { type: "uncounted", count: write.owed, event: write.event, because, error, message };
}
