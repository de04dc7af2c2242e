import { LRUCache } from "lru-cache";
import { checkOptions, type OptionKinds } from "../api/check_options.ts";
import { EVENT_LIMITS, type EventsV1Event } from "../api/event.ts";
import type { Clock } from "../api/time.ts";
import { truncateUtf8 } from "../api/truncate_utf8.ts";
import { type Correlation, type Correlator, evicting } from "./correlator.ts";
import { getSeriesKey } from "./event_key.ts";
import { EventSeries } from "./event_series.ts";

/** Options of {@linkcode EventSeriesCorrelator}. */
export interface EventSeriesCorrelatorOptions {
  /**
   * How many events to keep count of, seen once or in a series; the one untouched for longest makes room, and a count
   * that is ahead of what was written is written first.
   *
   * @default {4096}
   */
  readonly cacheSize?: number | undefined;
  /**
   * How many different notes of a `seriesKey` have an event of their own at a time; the others share one combined event.
   *
   * @default {10}
   */
  readonly maxNotes?: number | undefined;
  /**
   * For how long a series must not repeat, in milliseconds, to be over: then its last count is written, and the next
   * event of its key begins anew.
   *
   * @default {360000}
   */
  readonly finishAfterMs?: number | undefined;
  /**
   * How often a series that goes on is written, in milliseconds.
   *
   * Keep it below the time for which the server keeps an event after its last write, or the event expires in between: an
   * hour, unless its flag `--event-ttl` says otherwise
   * (see {@link https://kubernetes.io/docs/reference/command-line-tools-reference/kube-apiserver/ | kube-apiserver}).
   *
   * @default {1800000}
   */
  readonly refreshAfterMs?: number | undefined;
  /**
   * What belongs to one series, as long as the note is the same.
   *
   * @default {getSeriesKey}
   *
   * @example One series, whatever the second object is
   * ```ts
   * import { EventSeriesCorrelator, getSeriesKey } from "@kubecast/events";
   * import assert from "node:assert/strict";
   *
   * const correlator = new EventSeriesCorrelator({
   *   seriesKey: (event) => getSeriesKey({ ...event, related: undefined }),
   * });
   * const event = { metadata: {}, reason: "SuccessfulCreate", regarding: { kind: "ReplicaSet", name: "web" } };
   * assert.equal(correlator.correlate({ ...event, related: { kind: "Pod", name: "web-1" } }).type, "create");
   * assert.equal(correlator.correlate({ ...event, related: { kind: "Pod", name: "web-2" } }).type, "patch");
   * ```
   */
  readonly seriesKey?: ((event: EventsV1Event) => string) | undefined;
  /**
   * Tells the time.
   *
   * @default {Date}
   */
  readonly clock?: Clock | undefined;
}

const EVENT_SERIES_CORRELATOR_OPTIONS: OptionKinds<EventSeriesCorrelatorOptions> = {
  cacheSize: "a positive integer",
  maxNotes: "a positive integer",
  finishAfterMs: "a positive number",
  refreshAfterMs: "a positive number",
  seriesKey: "a function",
  clock: "a Clock",
};

/** How an {@linkcode EventSeriesCorrelator} does. */
export interface EventSeriesCorrelatorStats {
  /** How many events are counted now, seen once or in a series; at most `cacheSize`. */
  readonly size: number;
  /** How many of them have a count that is ahead of what was written. */
  readonly unwritten: number;
  /** How many had to make room for others; many mean that `cacheSize` is too small. */
  readonly evictions: number;
}

/** What the note of a combined event begins with, as the message of one of core/v1 does. */
const COMBINED = "(combined from similar events): ";
const SWEEPS_PER_PERIOD = 6;

/**
 * Decides which events.k8s.io/v1 events are worth writing: repeats become series (client-go's `eventBroadcasterImpl` of
 * tools/events).
 *
 * - The first event of a key is created. The second makes it a series: a patch to a count of 2. Those that follow are only
 *   counted, and the series is written every 30 minutes, so that it does not expire, and once more when it is over, after
 *   6 minutes without a repeat.
 * - The server lets nobody change a note. Unlike client-go, which shows the first one alone, each note has an event and a
 *   count of its own, until there are `maxNotes` of a key; from then on, the notes that have none share one combined event.
 * - Unlike client-go, whose counts live in memory between the second event and the end of a series, nothing is lost:
 *   {@linkcode takeUnwritten} hands over the counts at a flush and before the end, and a series that must make room for
 *   another is written first.
 * - No event is changed. The clock is read once per event.
 *
 * It has no timer: call {@linkcode sweep} every {@linkcode sweepAfterMs} milliseconds, as a recording does.
 *
 * See {@link https://github.com/kubernetes/client-go/blob/master/tools/events/event_broadcaster.go | event_broadcaster.go}
 * of client-go, and {@linkcode V1EventSeries}.
 *
 * @example
 * ```ts
 * import { type EventsV1Event, EventSeriesCorrelator } from "@kubecast/events";
 * import assert from "node:assert/strict";
 *
 * const correlator = new EventSeriesCorrelator();
 * const event: EventsV1Event = {
 *   metadata: { name: "web-1.17b2", namespace: "default" },
 *   regarding: { kind: "Pod", namespace: "default", name: "web-1" },
 *   type: "Warning",
 *   reason: "BackOff",
 *   action: "StartContainer",
 *   note: "Back-off restarting failed container",
 * };
 * assert.equal(correlator.correlate(event).type, "create");
 * assert.equal(correlator.correlate(event).type, "patch");
 * assert.equal(correlator.correlate(event).type, "skip");
 * assert.equal(correlator.takeUnwritten()[0]?.event.series?.count, 3);
 * ```
 */
export class EventSeriesCorrelator implements Correlator<EventsV1Event> {
  readonly #series: LRUCache<string, EventSeries>;
  /** How many notes have an event of their own, by group. */
  readonly #notes = new Map<string, number>();
  readonly #maxNotes: number;
  readonly #finishAfterMs: number;
  readonly #refreshAfterMs: number;
  readonly #seriesKey: (event: EventsV1Event) => string;
  readonly #clock: Clock;
  #evictions = 0;

  /**
   * Makes a correlator that knows nothing yet.
   *
   * @throws {RangeError} If `cacheSize` or `maxNotes` is no positive integer, or a duration is no positive number.
   * @throws {TypeError} If `seriesKey` is no function.
   */
  constructor(options: EventSeriesCorrelatorOptions = {}) {
    checkOptions("create an EventSeriesCorrelator", options, EVENT_SERIES_CORRELATOR_OPTIONS);
    const {
      cacheSize = 4096,
      maxNotes = 10,
      finishAfterMs = 360_000,
      refreshAfterMs = 1_800_000,
      seriesKey = getSeriesKey,
      clock = Date,
    } = options;
    this.#series = new LRUCache({ max: cacheSize });
    this.#maxNotes = maxNotes;
    this.#finishAfterMs = finishAfterMs;
    this.#refreshAfterMs = refreshAfterMs;
    this.#seriesKey = seriesKey;
    this.#clock = clock;
  }

  /** Decides about the next event; what `seriesKey` throws, it throws. */
  correlate(event: EventsV1Event): Correlation<EventsV1Event> {
    const nowMs = this.#clock.now();
    const group = this.#seriesKey(event);
    const series = this.#series.get(noteKey(group, event)) ?? this.#series.get(combinedKey(group));
    if (series === undefined) return this.#begin(event, { group, nowMs });
    series.observe(nowMs);
    const isSecond = series.writtenCount === 1;
    if (isSecond || nowMs - series.writtenMs >= this.#refreshAfterMs) return series.write(nowMs);
    return { type: "skip", key: series.key, event, because: "series" };
  }

  /**
   * Takes in the server's answer to a write.
   *
   * @param event The event as the server has it now.
   * @param written What was written; needed for combined events.
   */
  updateState(event: EventsV1Event, written?: Correlation<EventsV1Event>): void {
    const series = this.#series.peek(written?.key ?? noteKey(this.#seriesKey(event), event));
    if (series === undefined || series.event.metadata.name !== event.metadata.name) return;
    series.storedCount = event.series?.count ?? 1;
    series.resourceVersion = event.metadata.resourceVersion;
  }

  /**
   * Hands over the series whose count is ahead of what was written, at most once each; they go on.
   *
   * @param idleMs Leave out what was counted less than this many milliseconds ago; 0 if not given.
   */
  takeUnwritten(idleMs = 0): Correlation<EventsV1Event>[] {
    const nowMs = this.#clock.now();
    const unwritten: Correlation<EventsV1Event>[] = [];
    for (const series of this.#series.values()) {
      series.stepBack(nowMs);
      if (series.count > series.writtenCount && nowMs - series.observedMs >= idleMs) {
        unwritten.push(series.write(nowMs));
      }
    }
    return unwritten;
  }

  /** In how many milliseconds to call {@linkcode sweep}; undefined while there is nothing to sweep. */
  get sweepAfterMs(): number | undefined {
    if (this.#series.size === 0) return undefined;
    return Math.min(this.#finishAfterMs, this.#refreshAfterMs) / SWEEPS_PER_PERIOD;
  }

  /**
   * Hands over the series that are over, which it forgets, and those that are due to be written again.
   *
   * Unlike client-go, it writes nothing that the server is known to have already.
   */
  sweep(): Correlation<EventsV1Event>[] {
    const nowMs = this.#clock.now();
    const due: Correlation<EventsV1Event>[] = [];
    for (const series of [...this.#series.values()]) {
      series.stepBack(nowMs);
      const isOver = nowMs - series.observedMs > this.#finishAfterMs;
      if (isOver) this.#forget(series);
      if (series.count === 1 || series.count === series.storedCount) continue;
      if (isOver || nowMs - series.writtenMs >= this.#refreshAfterMs) due.push(series.write(nowMs));
    }
    return due;
  }

  /** What is counted now; made when asked for. */
  stats(): EventSeriesCorrelatorStats {
    let unwritten = 0;
    for (const { count, writtenCount } of this.#series.values()) if (count > writtenCount) unwritten++;
    return { size: this.#series.size, unwritten, evictions: this.#evictions };
  }

  /** Begins to count an event, which may be the combined one of its group. */
  #begin(event: EventsV1Event, { group, nowMs }: { group: string; nowMs: number }): Correlation<EventsV1Event> {
    const notes = this.#notes.get(group) ?? 0;
    const isCombined = notes >= this.#maxNotes;
    const first = isCombined
      ? { ...event, note: truncateUtf8(COMBINED + (event.note ?? ""), EVENT_LIMITS.messageBytes) }
      : event;
    const key = isCombined ? combinedKey(group) : noteKey(group, event);
    if (!isCombined) this.#notes.set(group, notes + 1);
    const evicted = this.#makeRoom(nowMs);
    this.#series.set(key, new EventSeries(first, { key, group, nowMs }));
    return evicting({ type: "create", key, event: first }, evicted);
  }

  /** Forgets the series untouched for longest if there are too many; gives back the write that it still needs. */
  #makeRoom(nowMs: number): Correlation<EventsV1Event> | undefined {
    if (this.#series.size < this.#series.max) return undefined;
    const series = this.#series.pop()!;
    this.#evictions++;
    this.#forget(series);
    return series.count > series.writtenCount ? series.write(nowMs) : undefined;
  }

  #forget({ key, group }: EventSeries): void {
    this.#series.delete(key);
    if (key === combinedKey(group)) return;
    const notes = this.#notes.get(group)! - 1;
    if (notes > 0) this.#notes.set(group, notes);
    else this.#notes.delete(group);
  }
}

/** What an event with a note of its own is kept under; the length keeps groups apart, whatever `seriesKey` makes of them. */
function noteKey(group: string, { note }: EventsV1Event): string {
  return `${group.length}=${group}${note ?? ""}`;
}

/** What the event that other notes share is kept under. */
function combinedKey(group: string): string {
  return `${group.length}+${group}`;
}
