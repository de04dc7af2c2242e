import type { JsonPatchOperation } from "../api/json_patch_operation.ts";
import { counted, reasonOf } from "../api/logger.ts";
import type { RequestConstructionError } from "../connection/connection_error.ts";
import { StatusError } from "../connection/status_error.ts";
import type { Correlation } from "../correlator/correlator.ts";
import type { Outcome } from "./outcome.ts";
import type { Requester } from "./requests_under_way.ts";

/** A correlation that leads to a write. */
type WritableCorrelation<E> = Exclude<Correlation<E>, { readonly type: "skip" }>;

/** One write to make, and the accepted events that it carries. */
export class Write<E> implements Requester {
  /** Whether the server does not have the event yet. */
  creates: boolean;
  /** What is to be written: the newest that came. */
  correlation: WritableCorrelation<E>;
  /** How many accepted events end with it; 0 for a count that the correlator had held back. */
  carried: number;
  /** How many skipped events it brings the count of. */
  owed: number;
  /** Its number, in the order in which writes were filed. */
  id = 0;
  /** How often it failed. */
  failures = 0;
  /** What it failed with last. */
  lastError: unknown;
  /** The version of the event that the server last answered with; that of `event` if not set. */
  version: string | undefined;
  /** Whether it does not wait for `patchIntervalMs`. */
  urgent = false;
  /** Whether its request may take all its time, as one has made way for others already. */
  isPatient = false;

  constructor(correlation: WritableCorrelation<E>, { carried = 0, owed = 0 }: { carried?: number; owed?: number }) {
    this.creates = correlation.type === "create";
    this.correlation = correlation;
    this.carried = carried;
    this.owed = owed;
  }

  /** The event as it is to be. */
  get event(): E {
    return this.correlation.event;
  }

  /** What to patch where the server has the event already; nothing where it never repeated. */
  get patch(): readonly JsonPatchOperation[] | undefined {
    return this.correlation.type === "patch" ? this.correlation.patch : undefined;
  }

  /** Takes over a later write of the same event. Counts are absolute: the newest says it all, be it in a create. */
  absorb(later: Write<E>): void {
    this.correlation = later.correlation;
    this.carried += later.carried;
    this.owed += later.owed;
  }
}

/** How a write ended. */
export type WriteEnd<E> =
  | { readonly type: "written"; readonly stored: E | undefined }
  | { readonly type: "refused"; readonly error: StatusError | RequestConstructionError }
  | { readonly type: "terminating" }
  | { readonly type: "full" | "pushed-out" }
  | { readonly type: "tries" | "deadline"; readonly error: unknown };

/** Whether an event cannot be written, as a different event has its name. */
export function isNameTaken<E>(end: WriteEnd<E>): boolean {
  return end.type === "refused" && end.error instanceof StatusError && end.error.isAlreadyExists;
}

/** What the end of a write means for the events that it carries. */
export function outcomesOf<E>({ event, carried: count, failures }: Write<E>, end: WriteEnd<E>): Outcome<E>[] {
  switch (end.type) {
    case "written": {
      const stored = end.stored ?? event;
      return [
        { type: "recorded", count: Math.min(count, 1), event: stored },
        { type: "coalesced", count: Math.max(count - 1, 0), event: stored },
      ];
    }
    case "refused":
      return [{ type: "rejected", count, event, error: end.error, message: end.error.message }];
    case "full":
    case "pushed-out": {
      const message = "As many different events wait already as maxPending allows, most of them of this namespace";
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
      const message = "The recording was stopped, and its deadline passed first";
      return [{ type: "abandoned", count, event, because: "deadline", error: end.error, message }];
    }
  }
}

/** What the end of a write, if it failed for good, means for the counts of skipped events that it was to bring. */
export function uncountedOf<E>(write: Write<E>, end: WriteEnd<E>): Outcome<E> {
  const [outcome] = outcomesOf({ ...write, event: write.event, carried: 1 } as Write<E>, end);
  const { message, because = "rejected", error } = outcome as Extract<Outcome<E>, { readonly type: "abandoned" }>;
  return { type: "uncounted", count: write.owed, event: write.event, because, error, message };
}
