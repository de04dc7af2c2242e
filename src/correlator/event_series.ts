import type { EventsV1Event } from "../api/event.ts";
import { formatMicroTime } from "../api/time.ts";
import type { Correlation } from "./correlator.ts";
import { MAX_COUNT } from "./event_record.ts";

/** A series under way: the event that was written first, and how often it was seen since. */
export class EventSeries {
  /** What it is kept under. */
  readonly key: string;
  /** The key that it shares with the series of other notes. */
  readonly group: string;
  /** The event that begins it, as it was to be written. */
  readonly event: EventsV1Event;
  /** How often it was seen. */
  count: number;
  /** When it was last seen, in milliseconds since 1970. */
  observedMs: number;
  /** The count that was last handed out to be written. */
  writtenCount: number;
  /** When that was, in milliseconds since 1970. */
  writtenMs: number;
  /** The count that the server has, as far as it has answered. */
  storedCount = 0;
  /** The version of the event that the server has, as far as it has answered. */
  resourceVersion: string | undefined;

  constructor(event: EventsV1Event, { key, group, nowMs }: { key: string; group: string; nowMs: number }) {
    this.key = key;
    this.group = group;
    this.event = event;
    this.count = this.writtenCount = event.series?.count ?? 1;
    this.observedMs = this.writtenMs = nowMs;
  }

  /** Counts one more. */
  observe(nowMs: number): void {
    if (this.count < MAX_COUNT) this.count++;
    this.stepBack(nowMs);
    this.observedMs = nowMs;
  }

  /** Measures from here if the clock has stepped back: no count waits for it to catch up. */
  stepBack(nowMs: number): void {
    this.observedMs = Math.min(this.observedMs, nowMs);
    this.writtenMs = Math.min(this.writtenMs, nowMs);
  }

  /** The write that brings the event on the server up to date. */
  write(nowMs: number): Extract<Correlation<EventsV1Event>, { readonly type: "patch" }> {
    this.writtenCount = this.count;
    this.writtenMs = nowMs;
    const series = { count: this.count, lastObservedTime: formatMicroTime(this.observedMs) };
    // "add" sets the member whether it is there or not.
    const patch = [{ op: "add", path: "/series", value: series }] as const;
    const { key, event, resourceVersion } = this;
    const metadata = resourceVersion === undefined ? event.metadata : { ...event.metadata, resourceVersion };
    return { type: "patch", key, event: { ...event, metadata, series }, patch };
  }
}
