import type { Occurrence } from "../../base/event/occurrence.ts";
import type { OccurrenceStream } from "./event_stream.ts";

/** Maximum number of initial occurrences to sort at once, to bound memory; more come in several sorted parts. */
const MAX_SORTED = 10_000;

/**
 * Reads a stream, and yields its initial occurrences in the order of time, because the server lists events by name.
 *
 * @param onSynced Called when all initial occurrences have been yielded.
 */
export async function* initiallyByTime(
  stream: OccurrenceStream,
  onSynced: () => void,
): AsyncGenerator<Occurrence, void, undefined> {
  const initial: Occurrence[] = [];
  // Never settles if the stream fails first, because a read then rejects.
  const synced = stream.synced.catch(() => new Promise<never>(() => {}));
  const reader = stream.getReader();
  const read = (): ReturnType<typeof reader.read> => {
    const reading = reader.read();
    // Handles the rejection of a read that is still pending when the loop is left.
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

/**
 * Compares occurrences by the second of their last time, then by the event's version; those without a time come first.
 * A kubelet's times are whole seconds and a scheduler's are not, so by time alone, a pod would start before its
 * placement.
 */
export function byTime(a: Occurrence, b: Occurrence): number {
  const msOf = ({ last }: Occurrence): number => last?.getTime() ?? 0;
  const secondOf = (occurrence: Occurrence): number => Math.floor(msOf(occurrence) / 1000);
  const versionOf = ({ event }: Occurrence): number => Number(event.metadata.resourceVersion) || 0;
  return secondOf(a) - secondOf(b) || versionOf(a) - versionOf(b) || msOf(a) - msOf(b);
}
