import type { CoreV1Event, EventsV1Event } from "../api/event.ts";
import type { JsonPatchOperation } from "../api/json_patch_operation.ts";
import type { V1ObjectMeta } from "../api/kubernetes_object.ts";
import { StatusError } from "../connection/status_error.ts";
import type { EventSink } from "../sink/event_sink.ts";
import type { Entry } from "./entry.ts";
import type { RequestsInFlight } from "./requests_in_flight.ts";
import { patchOf, type Write } from "./write.ts";

interface Named {
  readonly metadata: V1ObjectMeta;
}

/** How writes are made. */
export interface SendOptions<E> {
  readonly sink: EventSink<E>;
  readonly requests: RequestsInFlight;
  /** Whether nothing but the version of a stored event is read. */
  readonly versionOnly: boolean;
}

/** Makes the write in flight of an entry, in one request or several; returns the event as stored, if the sink does. */
export type Send<E extends Named> = (entry: Entry<E>, options: SendOptions<E>) => Promise<E | undefined>;

/**
 * Makes the write in flight of an entry and returns the event as stored, if the sink returns it.
 *
 * - Patches the version that the server last answered with. On a conflict, as when the answer to an earlier patch was
 *   lost, reads the version and patches that: a patch that is delivered late changes nothing, as its version is gone.
 * - Creates an expired event again.
 * - Adopts an event that exists already: its create succeeded earlier, and the answer was lost. Patches it if it has
 *   repeated since. Rejects with a {@linkcode StatusError} whose reason is `"AlreadyExists"` if the name belongs to a
 *   different event.
 *
 * Takes one request unless something went wrong.
 */
export async function reconcile<E extends Named>(entry: Entry<E>, options: SendOptions<E>): Promise<E | undefined> {
  const { sink, requests, versionOnly } = options;
  const write = entry.sending!;
  const operations = patchOf(write);
  if (!entry.creates && operations !== undefined) {
    try {
      return await patch(entry, write, operations, options);
    } catch (error) {
      if (!(error instanceof StatusError && (error.isNotFound || error.isConflict))) throw error;
      entry.learn({ creates: error.isNotFound });
    }
  }
  if (entry.creates) {
    try {
      const event = withVersion(write.event, undefined);
      return await requests.run(entry, (signal) => sink.create(event, { signal, versionOnly }));
    } catch (error) {
      if (!(error instanceof StatusError && error.isAlreadyExists)) throw error;
      entry.learn({ creates: false });
    }
  }
  try {
    return await adopt(entry, write, operations, options);
  } catch (error) {
    if (!(error instanceof StatusError && (error.isNotFound || error.isAccessDenied))) throw error;
    entry.learn({ creates: true });
    // It was deleted just now: the next try creates it.
    if (error.isNotFound) throw new Error(error.message, { cause: error });
    // Without permission to patch, it cannot be read; if there is no count to update, assume that it is the same event.
    if (operations !== undefined) throw error;
    return undefined;
  }
}

function patch<E extends Named>(
  entry: Entry<E>,
  { event }: Write<E>,
  operations: readonly JsonPatchOperation[],
  { sink, requests, versionOnly }: SendOptions<E>,
): Promise<E> {
  const versioned = withVersion(event, entry.version ?? event.metadata.resourceVersion);
  return requests.run(entry, (signal) => sink.patch(versioned, operations, { signal, versionOnly }));
}

/** Reads an existing event, and patches it if it has repeated since. */
async function adopt<E extends Named>(
  entry: Entry<E>,
  write: Write<E>,
  operations: readonly JsonPatchOperation[] | undefined,
  options: SendOptions<E>,
): Promise<E> {
  const { sink, requests } = options;
  const event = withVersion(write.event, undefined);
  // An empty patch returns the event, and needs no permission to get it.
  const stored = await requests.run(entry, (signal) => sink.patch(event, [], { signal }));
  if (!isSameEvent(stored, write)) throw nameTaken(write.event);
  entry.learn({ creates: false, version: Object(stored).metadata?.resourceVersion });
  // Its count is ahead of this one if the correlator evicted the event, and it recurs under a name that was given to it.
  const isAhead = (countOf(stored) ?? 1) > (countOf(event) ?? Infinity);
  return operations === undefined || isAhead ? stored : await patch(entry, write, operations, options);
}

function countOf(event: unknown): number | undefined {
  const { count, series }: EitherEvent = Object(event);
  return count ?? series?.count;
}

function withVersion<E extends Named>(event: E, resourceVersion: string | undefined): E {
  if (event.metadata.resourceVersion === resourceVersion) return event;
  return { ...event, metadata: { ...event.metadata, resourceVersion } };
}

/** Whether `stored` is the event to write, up to its count; true if the sink does not return it. */
function isSameEvent(stored: unknown, { event, type }: Pick<Write<unknown>, "event" | "type">): boolean {
  const [a, b] = [stored ?? {}, event] as EitherEvent[];
  if (a!.involvedObject === undefined && a!.regarding === undefined) return true;
  // The message of a combined event changes as it repeats.
  const isSameMessage = type === "patch" || (a!.message ?? a!.note ?? "") === (b!.message ?? b!.note ?? "");
  return isSameMessage && identityOf(a!) === identityOf(b!);
}

type EitherEvent = Partial<CoreV1Event & EventsV1Event>;

/** The fields that stay the same across repeats: object, reporter, type, reason, action and start time. */
function identityOf(event: EitherEvent): string {
  const { involvedObject, regarding = involvedObject, source, eventTime, firstTimestamp } = event;
  const { kind, namespace, name, uid, fieldPath } = regarding ?? {};
  const { type, reason, action, reportingComponent, reportingController, reportingInstance } = event;
  const began = Math.floor(Date.parse(eventTime ?? firstTimestamp ?? "") / 1000);
  const object = [kind, namespace, name, uid, fieldPath];
  const reporter = [source?.component, source?.host, reportingComponent, reportingController, reportingInstance];
  return JSON.stringify([...object, ...reporter, type, reason, action, began].map((part) => part || ""));
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
