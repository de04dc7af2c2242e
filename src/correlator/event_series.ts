import type { EventsV1Event } from "../api/event.ts";
import { type Clock, formatMicroTime } from "../api/time.ts";
import type { Correlation, CountRecord } from "./correlator.ts";
import { MAX_COUNT } from "./event_deduplicator.ts";

/** The part of the correlator that a series uses. */
export interface SeriesOwner {
  readonly clock: Clock;
  forget(series: EventSeries): void;
}

/** A series: its first event and its count. */
export class EventSeries implements CountRecord<EventsV1Event> {
  readonly key: string;
  /** The key shared with the series of other notes. */
  readonly group: string;
  /** The first event, as returned by `correlate`. */
  readonly event: EventsV1Event;
  /** Number of occurrences. */
  count: number;
  /** Time of the latest occurrence, in milliseconds since 1970. */
  observedMs: number;
  /** The count of the last write. */
  writtenCount: number;
  /** The time of the last write, in milliseconds since 1970. */
  writtenMs: number;
  /** The count in the server's latest response; undefined before the first, and for an event without a series. */
  storedCount: number | undefined;
  /** The event's resourceVersion in the server's latest response. */
  resourceVersion: string | undefined;

  readonly #owner: SeriesOwner;

  constructor(
    event: EventsV1Event,
    { key, group, nowMs, owner }: { key: string; group: string; nowMs: number; owner: SeriesOwner },
  ) {
    this.key = key;
    this.group = group;
    this.event = event;
    this.count = this.writtenCount = event.series?.count ?? 1;
    this.observedMs = this.writtenMs = nowMs;
    this.#owner = owner;
  }

  get name(): string | undefined {
    return this.event.metadata.name;
  }

  get isAhead(): boolean {
    return this.count > this.writtenCount;
  }

  forget(): void {
    this.#owner.forget(this);
  }

  /** Counts a repeat. */
  observe(nowMs: number): void {
    if (this.count < MAX_COUNT) this.count++;
    this.stepBack(nowMs);
    this.observedMs = nowMs;
  }

  /** Lowers both times to `nowMs` if the clock has stepped back, so that no count waits for it to catch up. */
  stepBack(nowMs: number): void {
    this.observedMs = Math.min(this.observedMs, nowMs);
    this.writtenMs = Math.min(this.writtenMs, nowMs);
  }

  write(nowMs: number = this.#owner.clock.now()): Extract<Correlation<EventsV1Event>, { readonly type: "patch" }> {
    const added = this.count - this.writtenCount;
    this.writtenCount = this.count;
    this.writtenMs = nowMs;
    const series = { count: this.count, lastObservedTime: formatMicroTime(this.observedMs) };
    // "add" sets the member whether or not it exists.
    const patch = [{ op: "add", path: "/series", value: series }] as const;
    const { key, event, resourceVersion } = this;
    const metadata = resourceVersion === undefined ? event.metadata : { ...event.metadata, resourceVersion };
    return { type: "patch", key, event: { ...event, metadata, series }, patch, added, record: this };
  }
}
