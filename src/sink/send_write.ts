import type { V1ObjectMeta } from "../api/kubernetes_object.ts";
import type { EventSink, EventSinkRequestOptions } from "./event_sink.ts";
import { StatusError } from "../connection/status_error.ts";
import type { Write } from "./write.ts";

/** Makes one request of a sink. */
type Requester<E> = (request: (options: EventSinkRequestOptions) => Promise<E>) => Promise<E>;

/**
 * Makes a write, and gives back the event as the server then has it, where it tells.
 *
 * - A patch of an event that is gone, because it expired, becomes a create.
 * - A create of an event that is there already is done, as names are unique: this one was written before, and only the
 *   answer was lost. Where the event has repeated, or changed since, the patch follows.
 */
export async function sendWrite<E extends { readonly metadata: V1ObjectMeta }>(
  write: Write<E>,
  sink: EventSink<E>,
  request: Requester<E>,
): Promise<E | undefined> {
  const { event, patch } = write;
  if (!write.creates && patch !== undefined) {
    try {
      return await request((options) => sink.patch(event, patch, options));
    } catch (error) {
      if (!(error instanceof StatusError && error.isNotFound)) throw error;
      write.creates = true;
    }
  }
  try {
    return await request((options) => sink.create(withoutResourceVersion(event), options));
  } catch (error) {
    if (!(error instanceof StatusError && error.isAlreadyExists)) throw error;
    write.creates = false;
  }
  if (patch === undefined) return undefined;
  try {
    return await request((options) => sink.patch(event, patch, options));
  } catch (error) {
    if (!(error instanceof StatusError && error.isNotFound)) throw error;
    // It was there a moment ago: let the next try find out.
    throw new Error(error.message, { cause: error });
  }
}

/** The server creates no event that has a version already. */
function withoutResourceVersion<E extends { readonly metadata: V1ObjectMeta }>(event: E): E {
  if (!event.metadata.resourceVersion) return event;
  return { ...event, metadata: { ...event.metadata, resourceVersion: undefined } };
}
