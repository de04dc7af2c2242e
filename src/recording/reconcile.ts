import { type AnyEvent, countOf, objectOf, partFields, viewOf } from "../api/event_view.ts";
import type { JsonPatchOperation } from "../api/json_patch_operation.ts";
import { StatusError } from "../api/status_error.ts";
import type { Attempt } from "./attempt.ts";
import type { Named } from "./entry.ts";
import { patchOf, type Write } from "./write.ts";

/**
 * Makes the write of an attempt and returns the event as stored, if the sink returns it.
 *
 * Takes one request unless something went wrong:
 *
 * 1. If the server has the event, patches it at the version in its last response: a patch that is delivered late changes
 *    nothing, as its version is gone. Otherwise, or if the event has expired, creates it.
 * 2. On a conflict, or if the event to create exists, an earlier response was lost or another client wrote the event.
 *    Reads the stored event; if it is the same event, adopts it, and patches it unless its count is up to date.
 *
 * Rejects with a {@linkcode StatusError} whose reason is `"AlreadyExists"` if the name belongs to a different event.
 */
export async function reconcile<E extends Named>(attempt: Attempt<E>): Promise<E | undefined> {
  const { entry, write } = attempt;
  const operations = patchOf(write);
  if (!entry.creates && !entry.isStale && operations !== undefined) {
    try {
      return await patch(attempt, operations);
    } catch (error) {
      if (!(error instanceof StatusError && (error.isNotFound || error.isConflict))) throw error;
      // Not found: it has expired, and is created below. A conflict: adopted below.
      entry.learn({ creates: error.isNotFound, isStale: error.isConflict });
    }
  }
  if (entry.creates) {
    try {
      return await attempt.create(withVersion(write.event, undefined));
    } catch (error) {
      if (!(error instanceof StatusError && error.isAlreadyExists)) throw error;
      entry.learn({ creates: false, isStale: true });
    }
  }
  try {
    return await adopt(attempt, operations);
  } catch (error) {
    if (!(error instanceof StatusError && (error.isNotFound || error.isAccessDenied))) throw error;
    // Deleted just now, or unreadable without the permission to patch: the next try starts with a create.
    entry.learn({ creates: true });
    // An `Error` is retried; a StatusError would be final.
    if (error.isNotFound) throw new Error(error.message, { cause: error });
    // An event that never repeated is up to date: assumes that an earlier request created it.
    if (operations === undefined) return undefined;
    throw error;
  }
}

/** Patches the event at the version in the server's last response. */
function patch<E extends Named>(attempt: Attempt<E>, operations: readonly JsonPatchOperation[]): Promise<E> {
  const { entry, write: { event } } = attempt;
  return attempt.patch(withVersion(event, entry.version ?? event.metadata.resourceVersion), operations);
}

/** Reads the event that is stored under the name, and patches it if it has repeated since. */
async function adopt<E extends Named>(
  attempt: Attempt<E>,
  operations: readonly JsonPatchOperation[] | undefined,
): Promise<E> {
  const { entry, write } = attempt;
  const event = withVersion(write.event, undefined);
  const stored = await attempt.read(event);
  if (!isSameEvent(stored, write)) throw nameTaken(write.event);
  entry.learn({ creates: false, version: Object(stored).metadata?.resourceVersion });
  // The stored count may be ahead: a caller that names its events may repeat one that the correlator has evicted.
  const isAhead = (countOf(stored) ?? 1) > (countOf(event) ?? Infinity);
  return operations === undefined || isAhead ? stored : await patch(attempt, operations);
}

function withVersion<E extends Named>(event: E, resourceVersion: string | undefined): E {
  if (event.metadata.resourceVersion === resourceVersion) return event;
  return { ...event, metadata: { ...event.metadata, resourceVersion } };
}

/** Whether `stored` is the event to write, up to its count; true if the sink does not return it. */
function isSameEvent(stored: unknown, { event, type }: Pick<Write<unknown>, "event" | "type">): boolean {
  if (objectOf(stored) === undefined) return true;
  const [a, b] = [stored, event] as AnyEvent[];
  // The message of a combined event changes as it repeats.
  const isSameMessage = type === "patch" || (viewOf(a!).message ?? "") === (viewOf(b!).message ?? "");
  return isSameMessage && identityOf(a!) === identityOf(b!);
}

/** The fields that stay the same across repeats: object, reporter, type, reason, action and start time. */
function identityOf(event: AnyEvent): string {
  const { involvedObject, source, reportingComponent, firstTimestamp } = viewOf(event);
  const { type, reason, action, reportingInstance, eventTime } = event;
  const began = Math.floor(Date.parse(eventTime ?? firstTimestamp ?? "") / 1000);
  const reporter = [source?.component, source?.host, reportingComponent, reportingInstance];
  const fields = [...partFields(involvedObject), ...reporter, type, reason, action, began];
  return JSON.stringify(fields.map((field) => field || ""));
}

/** Creates the error for an event whose name belongs to a different event. */
export function nameTaken({ metadata: { name = "" } }: Named): StatusError {
  return new StatusError({
    status: "Failure",
    reason: "AlreadyExists",
    message: `events "${name}" already exists, as a different event (give each its own name, or none)`,
    details: { name, kind: "events" },
    code: 409,
  });
}
