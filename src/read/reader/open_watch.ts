import { onAbort } from "../../base/tools/abort.ts";
import type { ApiVersion } from "../../base/event/event.ts";
import { reasonOf } from "../../base/tools/logger.ts";
import type { V1ObjectMeta, V1Status, WatchEvent } from "../../base/event/kubernetes_object.ts";
import { StatusError } from "../../base/event/status_error.ts";
import type { EventsResource, WatchRange } from "./events_resource.ts";
import { hasVersion, isVersioned } from "./known_events.ts";
import { LineDecoder } from "./line_decoder.ts";

/** Maximum length of a line: etcd stores objects of up to 1.5 MiB, which JSON expands at most sixfold. */
const MAX_LINE_BYTES = 16 * 1024 * 1024;
/** Maximum number of lines parsed at once; bounds memory for a slow consumer. */
const MAX_BATCH = 64;
/** How long after its timeout a watch that is still open counts as dead, because the server should have ended it. */
export const GRACE_MS = 15_000;

/**
 * Opens a watch and yields its lines, chunk by chunk, until the server, the connection or the signal ends it. Once the
 * server has responded, first yields an empty list.
 */
export async function* openWatch<V extends ApiVersion>(
  resource: EventsResource<V>,
  range: WatchRange,
  signal: AbortSignal,
): AsyncGenerator<readonly string[], void, undefined> {
  const attempt = new AbortController();
  let body: ReadableStreamDefaultReader<Uint8Array> | undefined;
  /** Whether a chunk is awaited, and whether one has been awaited since the timer was started. */
  let [isWaiting, isSilent] = [true, false];
  const end = (reason?: unknown): void => {
    attempt.abort(reason);
    // Cancels the body, to end a pending read even if a custom fetch ignores its signal.
    body?.cancel().catch(() => {});
  };
  /** Ends a silent watch. A watch that is not being read is not silent; its consumer is slow. */
  const check = (): void => {
    if (isSilent) return end(new Error("The connection of the watch is dead"));
    isSilent = isWaiting;
    timer = setTimeout(check, GRACE_MS);
  };
  let timer = setTimeout(check, range.timeoutSeconds * 1000);
  const forget = onAbort(signal, () => end(signal.reason));
  try {
    body = await resource.watch(range, attempt.signal);
    attempt.signal.throwIfAborted();
    yield [];
    const decoder = new LineDecoder(MAX_LINE_BYTES);
    for (;;) {
      isWaiting = true;
      const { done, value } = await body.read().catch((cause) => {
        attempt.signal.throwIfAborted();
        throw new Error(`The watch was cut: ${reasonOf(cause)}`, { cause });
      });
      attempt.signal.throwIfAborted();
      isWaiting = isSilent = false;
      yield done ? [decoder.rest()] : decoder.decode(value);
      if (done) return;
    }
  } finally {
    clearTimeout(timer);
    forget();
    end();
  }
}

/**
 * Parses lines of a watch in batches, because parsing and looking up events in turn would double the processor's cache
 * misses.
 *
 * @throws {StatusError} If a line reports an error, and another `Error` if it is invalid; after the events before it.
 */
export function* parseLines<E>(lines: readonly string[]): Generator<readonly WatchEvent<E>[], void, undefined> {
  const events: WatchEvent<E>[] = [];
  let failure: unknown;
  for (const line of lines) {
    try {
      // Skips empty lines, and those with only a carriage return.
      if (line.length >= 2) events.push(parseLine(line));
    } catch (error) {
      failure = error;
      break;
    }
    if (events.length === MAX_BATCH) yield events.splice(0);
  }
  if (events.length > 0) yield events;
  if (failure !== undefined) throw failure;
}

const CHANGES = ["ADDED", "MODIFIED", "DELETED"];

/** @throws {StatusError} If the line reports an error; an `Error` if it is not an event. */
function parseLine<E>(line: string): WatchEvent<E> {
  let change: { readonly type?: string; readonly object?: { readonly metadata?: V1ObjectMeta } } | null;
  try {
    change = JSON.parse(line);
  } catch {
    // Omits the cause, which quotes the line.
    throw new Error("The watch ended in the middle of a line, or is not JSON");
  }
  const { type = "", object } = change ?? {};
  if (type === "ERROR") throw new StatusError(Object(object) as V1Status);
  const isEvent = type === "BOOKMARK" ? hasVersion(object) : CHANGES.includes(type) && isVersioned(object);
  if (!isEvent) throw new Error("The watch responded with something that is not an event");
  return change as unknown as WatchEvent<E>;
}
