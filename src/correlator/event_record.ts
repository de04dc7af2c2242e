import type { CoreV1Event } from "../api/core_v1_event.ts";

/** What an {@linkcode EventDeduplicator} knows of the event of a key (client-go's `eventLog`). */
export class EventRecord {
  /** How often it was seen; 0 if there is none yet. */
  count = 0;
  /** When it was first seen, RFC 3339 in seconds. */
  firstTimestamp: string | null | undefined;
  /** The name of the event that counts it. */
  name: string | undefined;
  /** The version of that event on the server, where known. */
  resourceVersion: string | undefined;
  /** Whether the event was let through to be written; kept only for `trailingWrites`. */
  written = false;

  /** Whether there is an event, so that the next one repeats it. */
  get known(): boolean {
    return this.count !== 0;
  }

  /** Counts a repeat. */
  increment(): void {
    // An int32 on the wire.
    this.count = (this.count + 1) | 0;
  }

  /** Takes over what an event says: count, first time, name and resourceVersion. */
  store(event: CoreV1Event): void {
    const { metadata, firstTimestamp, count = 0 } = event;
    this.count = count;
    this.firstTimestamp = firstTimestamp;
    this.name = metadata.name;
    this.resourceVersion = metadata.resourceVersion;
  }

  /** Tells of the latest repeat: `event`, as the first one of its kind with the count so far. */
  repeat(event: CoreV1Event): CoreV1Event {
    const { name, resourceVersion, firstTimestamp, count } = this;
    const metadata = resourceVersion === undefined
      ? { ...event.metadata, name }
      : { ...event.metadata, name, resourceVersion };
    return { ...event, metadata, firstTimestamp, count };
  }
}
