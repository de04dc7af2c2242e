import type { Occurrence } from "../../base/event/occurrence.ts";
import type { OccurrenceStream } from "./event_stream.ts";

/** The most initial occurrences to sort: more come in several sorted parts, so that memory is bounded. */
const MAX_SORTED = 10_000;

/**
 * Reads a stream whose initial occurrences come by time: the server lists events by name.
 *
 * @param onSynced Called when all initial occurrences have been yielded.
 */
export async function* initiallyByTime(
  stream: OccurrenceStream,
  onSynced: () => void,
): AsyncGenerator<Occurrence, void, undefined> {
  const initial: Occurrence[] = [];
  // If the stream fails first, a read rejects.
  const synced = stream.synced.catch(() => new Promise<never>(() => {}));
  const reader = stream.getReader();
  const read = (): ReturnType<typeof reader.read> => {
    const reading = reader.read();
    // Nobody waits for a read that is pending when the loop is left.
    reading.catch(() => {});
    return reading;
  };
  try {
    let next = read();
    let failure: { readonly error: unknown } | undefined;
    for (;; next = read()) {
      const result = await Promise.race([next, synced]).catch((error) => void (failure = { error }));
      if (result?.done !== false) break;
      initial.push(result.value);
      if (initial.length >= MAX_SORTED) yield* initial.splice(0).sort(byTime);
    }
    yield* initial.sort(byTime);
    if (failure !== undefined) throw failure.error;
    onSynced();
    for (let result = await next; !result.done; result = await read()) yield result.value;
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** Compares by the last time; those without one come first. */
export function byTime(a: Occurrence, b: Occurrence): number {
  return (a.last?.getTime() ?? 0) - (b.last?.getTime() ?? 0);
}
