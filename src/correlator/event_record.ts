import type { CoreV1Event } from "../api/event.ts";
import type { JsonPatchOperation } from "../api/json_patch_operation.ts";

/** The largest count that fits into the int32 on the wire. */
export const MAX_COUNT = 2 ** 31 - 1;

/** The record of an event in an `EventDeduplicator` (client-go's `eventLog`). */
export class EventRecord {
  /** How often the event was seen; 0 if not yet. */
  count = 0;
  /** When it was first seen, RFC 3339 in seconds. */
  firstTimestamp: string | null | undefined;
  /** The name of the event that counts it. */
  name: string | undefined;
  /** The version of that event on the server, where known. */
  resourceVersion: string | undefined;
  /** The count of the latest write; 0 before the first. */
  writtenCount = 0;

  /** Creates a record of `event`, or an empty one. */
  constructor(event?: CoreV1Event) {
    if (event !== undefined) this.store(event);
  }

  /** Whether there is an event, so that the next one repeats it. */
  get known(): boolean {
    return this.count !== 0;
  }

  /** Called when the event is about to be written; returns the number of repeats since its previous write. */
  write(): number {
    const added = this.count - this.writtenCount;
    this.writtenCount = this.count;
    return added;
  }

  /** Counts a repeat. Unlike client-go, whose count wraps around to a negative number, it stays at the largest one. */
  increment(): void {
    if (this.count < MAX_COUNT) this.count++;
  }

  /** Stores an event's count, first time, name and resourceVersion. */
  store(event: CoreV1Event): void {
    const { metadata, firstTimestamp, count } = event;
    this.count = count ?? 0;
    this.firstTimestamp = firstTimestamp;
    this.name = metadata.name;
    this.resourceVersion = metadata.resourceVersion;
  }

  /** Stores the server's answer to the write of `written`, and keeps the repeats counted since that write. */
  acknowledge(event: CoreV1Event, written: CoreV1Event): void {
    const writtenCount = written.count ?? 0;
    const countedSince = this.count - writtenCount;
    this.store(event);
    // A sink may answer with no more than metadata.
    this.count = Math.min((event.count ?? writtenCount) + countedSince, MAX_COUNT);
  }

  /** Returns `event` as the latest repeat: with the name and first time of the first one, and the count so far. */
  repeat(event: CoreV1Event): CoreV1Event {
    const { name, resourceVersion, firstTimestamp, count } = this;
    const metadata = resourceVersion === undefined
      ? { ...event.metadata, name }
      : { ...event.metadata, name, resourceVersion };
    return { ...event, metadata, firstTimestamp, count };
  }
}

/** The `lastTimestamp` of the empty event from which client-go computes its patches. */
const NEVER = "1970-01-01T00:00:00Z";

/**
 * Returns the JSON Patch that brings the event on the server up to date with its repeat: count, time and message,
 * except those that client-go leaves out, as they equal an empty event's.
 *
 * Unlike client-go, which sends a strategic merge patch, this is the standard kind; the members replaced are always
 * there on a Kubernetes server, which in addition takes `replace` of a missing member as `add`.
 */
export function repeatPatch({ count, lastTimestamp, message }: CoreV1Event): readonly JsonPatchOperation[] {
  const patch = [
    { op: "replace" as const, path: "/count", value: count ?? 0 },
    { op: "replace" as const, path: "/lastTimestamp", value: lastTimestamp ?? null },
    { op: "replace" as const, path: "/message", value: message ?? "" },
  ];
  // Nearly always all three: a patch that waits is kept, and an array that grew by push would be three times the size.
  if (count && message && lastTimestamp !== NEVER) return patch;
  return patch.filter(({ value }) => value !== 0 && value !== "" && value !== NEVER);
}
