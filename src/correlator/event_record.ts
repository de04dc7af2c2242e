import type { CoreV1Event } from "../api/core_v1_event.ts";

/** What a deduplicator knows of the event of a key. */
export class EventRecord {
  /** How often it was seen. */
  count = 0;
  /** When it was first seen. */
  firstTimestamp: string | null | undefined;
  /** The name of the event that counts it. */
  name: string | undefined;
  /** The version of that event on the server, where known. */
  resourceVersion: string | undefined;
  /** Whether the event was let through to be written. */
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

  /** Takes over what an event says. */
  store({ metadata, firstTimestamp, count = 0 }: CoreV1Event): void {
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
