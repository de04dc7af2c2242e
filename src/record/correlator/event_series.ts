import type { EventsV1Event } from "../../base/event/event.ts";
import { distinctionOf } from "../../base/event/distinction.ts";
import { type Clock, formatMicroTime, timeOf } from "../../base/tools/time.ts";
import type { Correlation, CountRecord } from "./correlator.ts";
import { MAX_COUNT } from "./event_deduplicator.ts";
import { createLruCache, type LruCache } from "./records.ts";

export function combinedKey(group: string): string {
  return `${group.length}+${group}`;
}

/** The series of a correlator, and the number of notes in each group. */
export class SeriesCache {
  readonly byKey: LruCache<EventSeries>;
  evictions = 0;
  /** Number of notes with their own event, by group. */
  readonly #notes = new Map<string, number>();

  constructor(cacheSize: number) {
    this.byKey = createLruCache(cacheSize, (series) => this.#addNote(series, -1));
  }

  notesOf(group: string): number {
    return this.#notes.get(group) ?? 0;
  }

  /** Adds a series. Returns the series evicted to make room, the least recently used one, or `undefined`. */
  add(series: EventSeries): EventSeries | undefined {
    const evicted = this.byKey.size < this.byKey.maxSize ? undefined : this.byKey.pop();
    if (evicted !== undefined) this.evictions++;
    this.#addNote(series, 1);
    this.byKey.set(series.key, series);
    return evicted;
  }

  /** Removes a series, unless another one has its key by now. */
  remove(series: EventSeries): void {
    if (this.byKey.peek(series.key) === series) this.byKey.delete(series.key);
  }

  #addNote({ key, group }: EventSeries, added: 1 | -1): void {
    if (key === combinedKey(group)) return;
    const notes = this.notesOf(group) + added;
    if (notes > 0) this.#notes.set(group, notes);
    else this.#notes.delete(group);
  }
}

/** A series: its first event and its count. */
export class EventSeries implements CountRecord<EventsV1Event> {
  readonly key: string;
  /** The key shared with the series of other notes. */
  readonly group: string;
  /** The first event, as returned by `correlate`. */
  readonly event: EventsV1Event;
  count: number;
  /** The latest time of an occurrence, in milliseconds since 1970. */
  lastMs: number;
  /** When the latest repeat was counted, which decides when the series ends. */
  observedMs: number;
  /** When the first unwritten repeat was counted; only meaningful while the series is ahead. */
  aheadMs = 0;
  writtenCount: number;
  writtenMs: number;
  /** The count in the server's latest response; undefined before the first, and for an event without a series. */
  storedCount: number | undefined;
  resourceVersion: string | undefined;

  readonly #clock: Clock;
  readonly #series: SeriesCache;

  constructor(
    event: EventsV1Event,
    { key, group, nowMs }: { key: string; group: string; nowMs: number },
    { clock, series }: { clock: Clock; series: SeriesCache },
  ) {
    this.key = key;
    this.group = group;
    this.event = event;
    this.count = this.writtenCount = event.series?.count ?? 1;
    this.lastMs = timeOf(event.series?.lastObservedTime ?? event.eventTime ?? nowMs);
    this.observedMs = this.writtenMs = nowMs;
    this.#clock = clock;
    this.#series = series;
  }

  get name(): string | undefined {
    return this.event.metadata.name;
  }

  get isAhead(): boolean {
    return this.count > this.writtenCount;
  }

  forget(): void {
    this.#series.remove(this);
  }

  /**
   * Counts a repeat. Unlike client-go, which always uses the clock's time, uses the time passed by the call, if any.
   */
  observe(event: EventsV1Event, nowMs: number): void {
    if (!this.isAhead) this.aheadMs = nowMs;
    if (this.count < MAX_COUNT) this.count++;
    const timeMs = distinctionOf(event).isDated ? timeOf(event.eventTime) : nowMs;
    if (!(timeMs < this.lastMs)) this.lastMs = timeMs;
    this.stepBack(nowMs);
    this.observedMs = nowMs;
  }

  /** Lowers the times to `nowMs` if the clock has stepped back, so that no count waits for it to catch up. */
  stepBack(nowMs: number): void {
    this.observedMs = Math.min(this.observedMs, nowMs);
    this.aheadMs = Math.min(this.aheadMs, nowMs);
    this.writtenMs = Math.min(this.writtenMs, nowMs);
  }

  write(nowMs: number = this.#clock.now()): Extract<Correlation<EventsV1Event>, { readonly type: "patch" }> {
    const added = this.count - this.writtenCount;
    this.writtenCount = this.count;
    this.writtenMs = nowMs;
    const series = { count: this.count, lastObservedTime: formatMicroTime(this.lastMs) };
    // "add" sets the member whether or not it exists.
    const patch = [{ op: "add", path: "/series", value: series }] as const;
    const { key, event, resourceVersion } = this;
    const metadata = resourceVersion === undefined ? event.metadata : { ...event.metadata, resourceVersion };
    return { type: "patch", key, event: { ...event, metadata, series }, patch, added, record: this };
  }
}
