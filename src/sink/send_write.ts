import type { CoreV1Event, EventsV1Event } from "../api/event.ts";
import type { V1ObjectMeta } from "../api/kubernetes_object.ts";
import { StatusError } from "../connection/status_error.ts";
import type { EventSink, EventSinkRequestOptions } from "./event_sink.ts";
import type { Write } from "./write.ts";

/** Makes one request of a sink. */
type Requester<E> = (request: (options: EventSinkRequestOptions) => Promise<E>) => Promise<E>;

interface Named {
  readonly metadata: V1ObjectMeta;
}

/**
 * Makes a write and returns the event as the server then has it, if the sink says.
 *
 * - A patch is for the version that the server last answered with. If it has another one, as the answer to an earlier patch was
 *   lost, the patch is repeated for that version: an earlier patch that arrives late finds its version gone.
 * - A patch of an event that is gone, because it expired, becomes a create.
 * - A create of an event that exists was done before, and its answer was lost: what has changed since is patched. If the name
 *   belongs to a different event, it rejects with a {@linkcode StatusError} whose reason is `"AlreadyExists"`.
 *
 * Only where a write goes wrong does it take more than one request.
 */
export async function sendWrite<E extends Named>(
  write: Write<E>,
  sink: EventSink<E>,
  request: Requester<E>,
): Promise<E | undefined> {
  if (!write.creates && write.patch !== undefined) {
    try {
      return await patch(write, sink, request);
    } catch (error) {
      if (!(error instanceof StatusError && (error.isNotFound || error.isConflict))) throw error;
      write.creates = error.isNotFound;
    }
  }
  if (write.creates) {
    try {
      return await request((options) => sink.create(withVersion(write.event, undefined), options));
    } catch (error) {
      if (!(error instanceof StatusError && error.isAlreadyExists)) throw error;
      write.creates = false;
    }
  }
  try {
    return await adopt(write, sink, request);
  } catch (error) {
    if (!(error instanceof StatusError && error.isNotFound)) throw error;
    // It was there a moment ago: the next try creates it.
    write.creates = true;
    throw new Error(error.message, { cause: error });
  }
}

function patch<E extends Named>(
  { event, version, patch }: Write<E>,
  sink: EventSink<E>,
  request: Requester<E>,
): Promise<E> {
  const versioned = withVersion(event, version ?? event.metadata.resourceVersion);
  return request((options) => sink.patch(versioned, patch!, options));
}

/** Brings an event up to date of which the server may have another version. */
async function adopt<E extends Named>(write: Write<E>, sink: EventSink<E>, request: Requester<E>): Promise<E> {
  // An empty patch reads an event, without the permission to get it.
  const stored = await request((options) => sink.patch(withVersion(write.event, undefined), [], options));
  if (!isSameEvent(stored, write)) throw nameTaken(write.event);
  write.version = Object(stored).metadata?.resourceVersion;
  return write.patch === undefined ? stored : await patch(write, sink, request);
}

function withVersion<E extends Named>(event: E, resourceVersion: string | undefined): E {
  if (event.metadata.resourceVersion === resourceVersion) return event;
  return { ...event, metadata: { ...event.metadata, resourceVersion } };
}

/** Whether what is stored is the event to be written, perhaps with another count; true if the sink does not say. */
function isSameEvent(stored: unknown, { event, patch }: Write<unknown>): boolean {
  const [a, b] = [stored ?? {}, event] as EitherEvent[];
  if (a!.involvedObject === undefined && a!.regarding === undefined) return true;
  // The message of a combined event changes as it repeats.
  const isSameMessage = patch !== undefined || (a!.message ?? a!.note ?? "") === (b!.message ?? b!.note ?? "");
  return isSameMessage && identityOf(a!) === identityOf(b!);
}

type EitherEvent = Partial<CoreV1Event & EventsV1Event>;

/** What never changes of an event: its objects, its kind, its reporter and when it began. */
function identityOf(event: EitherEvent): string {
  const { involvedObject, regarding = involvedObject, source, eventTime, firstTimestamp } = event;
  const { kind, namespace, name, uid, fieldPath } = regarding ?? {};
  const { type, reason, action, reportingComponent, reportingController, reportingInstance } = event;
  const began = Math.floor(Date.parse(eventTime ?? firstTimestamp ?? "") / 1000);
  const object = [kind, namespace, name, uid, fieldPath];
  const reporter = [source?.component, source?.host, reportingComponent, reportingController, reportingInstance];
  return JSON.stringify([...object, ...reporter, type, reason, action, began].map((part) => part || ""));
}

/** The error of an event whose name another event has. */
export function nameTaken({ metadata: { name = "" } }: Named): StatusError {
  const message = `events ${
    JSON.stringify(name)
  } already exists, as a different event (give each its own name, or none)`;
  return new StatusError({
    status: "Failure",
    reason: "AlreadyExists",
    code: 409,
    message,
    details: { name, kind: "events" },
  });
}
