import { type Completed, type OptionTable, readOptions, returningString } from "../../base/tools/check_options.ts";
import {
  checkEvent,
  COMBINED_PREFIX,
  type EventsV1Event,
  messageLimitOf,
  objectNameOf,
  truncateUtf8,
} from "../../base/event/event.ts";
import { hasOwnIdentity, wholeTexts } from "../../base/event/distinction.ts";
import { eventKeyOf, identityKey, stableName } from "../../base/event/identity.ts";
import type { Clock } from "../../base/tools/time.ts";
import type { Correlation, Correlator } from "./correlator.ts";
import { getSeriesKey, withoutMessage } from "./event_key.ts";
import { combinedKey, EventSeries, SeriesCache } from "./event_series.ts";
import { cacheOptionTable } from "./records.ts";

/**
 * Options of {@linkcode EventSeriesCorrelator}.
 *
 * @category Correlator
 */
export interface EventSeriesCorrelatorOptions {
  /**
   * Maximum number of counted events, including those that have not repeated. Beyond it, the least recently used is
   * evicted, after its count has been written.
   *
   * @default {4096}
   */
  readonly cacheSize?: number | undefined;
  /**
   * Returns the identity that the repeats of an event share, instead of the `seriesKey` and the note. The name of a
   * combined event derives from it. A broadcaster passes its own; see {@linkcode EventNamingOptions.identity}.
   *
   * @default {none; events are counted by the seriesKey and the note}
   */
  readonly identity?: ((event: EventsV1Event) => string) | undefined;
  /**
   * Whether the name of a combined event derives from its `identity` (`"stable"`) or is unique. Without an `identity`
   * it is always unique.
   *
   * @default {"stable"}
   */
  readonly naming?: "unique" | "stable" | undefined;
  /**
   * Maximum number of notes of a `seriesKey` that have their own events at a time; further notes share one combined
   * event. A positive integer, or `Infinity` to combine none.
   *
   * @default {10}
   */
  readonly maxNotes?: number | undefined;
  /**
   * Time without a repeat after which a series ends, in milliseconds. Its last count is then written, and the next
   * event with its key starts a new series.
   *
   * @default {360000}
   */
  readonly finishAfterMs?: number | undefined;
  /**
   * How often an ongoing series is written, in milliseconds.
   *
   * Keep it shorter than the server's event TTL, or events expire between two writes. The TTL is one hour by default,
   * and is set by the flag `--event-ttl` (see
   * {@link https://kubernetes.io/docs/reference/command-line-tools-reference/kube-apiserver/ | kube-apiserver}).
   *
   * @default {1800000}
   */
  readonly refreshAfterMs?: number | undefined;
  /**
   * The longest time for which the count on the server may lag while its event repeats, in milliseconds, like the
   * option of this name of an `EventCorrelator`. With 0, the count waits for a refresh, a flush or the end; in
   * client-go, for a refresh or the end of the series.
   *
   * @default {0}
   */
  readonly trailingIntervalMs?: number | undefined;
  /**
   * Returns the key that the events of a series share, apart from the note.
   *
   * @default {getSeriesKey, or the identity without the note if there is an identity}
   *
   * @example One series, regardless of the second object
   * ```ts
   * import { EventSeriesCorrelator, getSeriesKey } from "@kubecast/events/client-go";
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
   * The source of the time.
   *
   * @default {Date}
   */
  readonly clock?: Clock | undefined;
}

const eventSeriesCorrelatorOptionTable = () => ({
  ...cacheOptionTable(),
  identity: ["a function"],
  naming: [["unique", "stable"]],
  maxNotes: ["a positive integer or Infinity", 10],
  finishAfterMs: ["a positive number", 360_000],
  refreshAfterMs: ["a positive number", 1_800_000],
  trailingIntervalMs: ["a number of at least 0", 0],
  seriesKey: ["a function"],
  clock: ["a Clock", Date],
} as const satisfies OptionTable<EventSeriesCorrelatorOptions>);

/** The options of a correlator, checked and with their defaults. */
type ReadOptions = Completed<EventSeriesCorrelatorOptions, ReturnType<typeof eventSeriesCorrelatorOptionTable>>;

/**
 * Number of sweeps in a period. A series is written late by at most one sweep; more sweeps would cost more, because
 * each visits all series.
 */
const SWEEPS_PER_PERIOD = 6;

/**
 * Decides which events.k8s.io/v1 events are worth writing, and turns repeats into series (client-go's
 * `eventBroadcasterImpl` of tools/events).
 *
 * - The first event of a key is created. The second turns it into a series (a patch with count 2); later events are
 *   only counted. The series is written every 30 minutes (`refreshAfterMs`), so that it does not expire, and once more
 *   when it ends, after 6 minutes without a repeat (`finishAfterMs`).
 * - Notes are immutable on the server. Unlike client-go, which shows only the first, each note has its own event and
 *   count, up to `maxNotes` per key; further notes share one combined event.
 * - Unlike client-go, which at shutdown loses the counts since the last write, a recording writes each series at a
 *   flush, at the end ({@linkcode CountRecord}), and when it is evicted. Without a recording, call
 *   {@linkcode takeTrailingWrites}.
 * - Counts saturate at 2147483647, the largest int32.
 * - It never changes an event. The clock is read once per event; if it steps back, intervals restart.
 *
 * The correlator has no timer. Call {@linkcode sweep} every {@linkcode sweepAfterMs} milliseconds, as a recording does.
 *
 * See
 * {@link https://github.com/kubernetes/client-go/blob/master/tools/events/event_broadcaster.go | event_broadcaster.go}
 * of client-go, and `series` of {@linkcode EventsV1Event}.
 *
 * @example
 * ```ts
 * import type { EventsV1Event } from "@kubecast/events";
 * import { EventSeriesCorrelator } from "@kubecast/events/client-go";
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
 * assert.equal(correlator.takeTrailingWrites()[0]?.event.series?.count, 3);
 * ```
 *
 * @category Correlator
 */
export class EventSeriesCorrelator implements Correlator<EventsV1Event> {
  /** The API of its events. */
  readonly apiVersion = "events.k8s.io/v1";
  readonly #series: SeriesCache;
  readonly #options: ReadOptions;
  readonly #seriesKey: (event: EventsV1Event) => string;

  /**
   * Creates a correlator without series.
   *
   * @throws {RangeError} If `cacheSize` or `maxNotes` is not a positive integer, or a duration is not a positive
   * number.
   * @throws {TypeError} If an option is of the wrong type.
   */
  constructor(options: EventSeriesCorrelatorOptions = {}) {
    const read = readOptions("create an EventSeriesCorrelator", options, eventSeriesCorrelatorOptionTable());
    const { naming = "stable" } = read;
    const identity = read.identity && returningString("identity", read.identity);
    const {
      seriesKey = identity === undefined
        ? getSeriesKey
        : (event) => identityKey(event, identity(withoutMessage(event))),
    } = read;
    this.#series = new SeriesCache(read.cacheSize);
    this.#options = { ...read, identity, naming };
    this.#seriesKey = returningString("seriesKey", seriesKey);
  }

  /** Decides about the next event; rethrows errors of `seriesKey`. */
  correlate(event: EventsV1Event): Correlation<EventsV1Event> {
    checkEvent("correlate", event, "metadata");
    const nowMs = this.#options.clock.now();
    const similar = this.#seriesKey(event);
    const noteKey = this.#noteKey(similar, event);
    // An event with its own identity is alone in its group, so it is never combined.
    const group = hasOwnIdentity(event) ? noteKey : similar;
    const { byKey } = this.#series;
    const series = byKey.get(noteKey) ?? byKey.get(combinedKey(group));
    if (series === undefined) return this.#begin(event, { group, noteKey, nowMs });
    series.observe(event, nowMs);
    const isSecond = series.writtenCount === 1;
    if (isSecond || nowMs - series.writtenMs >= this.#options.refreshAfterMs) return series.write(nowMs);
    return { type: "skip", key: series.key, event, because: "series", record: series };
  }

  /**
   * Stores the server's answer to a write.
   *
   * @param event The event as the server has it now.
   * @param written The correlation that was written; needed for combined events.
   */
  updateState(event: EventsV1Event, written?: Correlation<EventsV1Event>): void {
    checkEvent("update the state", event, "metadata");
    const series = this.#series.byKey.peek(written?.key ?? this.#noteKey(this.#seriesKey(event), event));
    if (series === undefined || series.event.metadata.name !== event.metadata.name) return;
    series.storedCount = event.series?.count;
    series.resourceVersion = event.metadata.resourceVersion;
  }

  /**
   * Returns one trailing write for each series whose count is ahead of the latest write, without ending the series.
   *
   * @param idleMs Skips series that repeated less than this many milliseconds ago; 0 if omitted.
   */
  takeTrailingWrites(idleMs = 0): Correlation<EventsV1Event>[] {
    const nowMs = this.#options.clock.now();
    const writes: Correlation<EventsV1Event>[] = [];
    for (const series of this.#series.byKey.values()) {
      series.stepBack(nowMs);
      if (series.isAhead && nowMs - series.observedMs >= idleMs) writes.push(series.write(nowMs));
    }
    return writes;
  }

  /** The time until the next {@linkcode sweep}, in milliseconds; undefined while there is nothing to sweep. */
  get sweepAfterMs(): number | undefined {
    if (this.#series.byKey.size === 0) return undefined;
    const { finishAfterMs, refreshAfterMs, trailingIntervalMs } = this.#options;
    const periodMs = Math.min(finishAfterMs, refreshAfterMs) / SWEEPS_PER_PERIOD;
    // Half the interval, so that a count that is not yet due at one sweep is not overdue at the next.
    return Math.min(periodMs, trailingIntervalMs / 2 || Infinity);
  }

  /**
   * Returns the writes that are due: of series that have ended, which it forgets, of those due for a refresh, and of
   * those whose count lags by `trailingIntervalMs`.
   *
   * Unlike client-go, it skips counts that the server already has.
   */
  sweep(): Correlation<EventsV1Event>[] {
    const { clock, finishAfterMs, refreshAfterMs, trailingIntervalMs } = this.#options;
    const nowMs = clock.now();
    const due: Correlation<EventsV1Event>[] = [];
    for (const series of [...this.#series.byKey.values()]) {
      series.stepBack(nowMs);
      const isOver = nowMs - series.observedMs > finishAfterMs;
      if (isOver) series.forget();
      if (series.count === 1 || series.count === series.storedCount) continue;
      const isLagging = trailingIntervalMs > 0 && series.isAhead && nowMs - series.aheadMs >= trailingIntervalMs / 2;
      if (isOver || isLagging || nowMs - series.writtenMs >= refreshAfterMs) due.push(series.write(nowMs));
    }
    return due;
  }

  /**
   * Returns the number of events being counted (`size`, at most `cacheSize`), the number of those whose count is ahead
   * of the latest write (`ahead`), and the number of evictions so far. Many evictions mean that `cacheSize` is too
   * small.
   */
  stats(): Readonly<Record<"size" | "ahead" | "evictions", number>> {
    const { byKey, evictions } = this.#series;
    let ahead = 0;
    for (const { isAhead } of byKey.values()) if (isAhead) ahead++;
    return { size: byKey.size, ahead, evictions };
  }

  /** Starts counting an event, or the combined event of its group. */
  #begin(
    event: EventsV1Event,
    { group, noteKey, nowMs }: { group: string; noteKey: string; nowMs: number },
  ): Correlation<EventsV1Event> {
    const isCombined = this.#series.notesOf(group) >= this.#options.maxNotes;
    const first = isCombined ? this.#combine(event) : event;
    const key = isCombined ? combinedKey(group) : noteKey;
    const record = new EventSeries(first, { key, group, nowMs }, { clock: this.#options.clock, series: this.#series });
    const other = this.#series.add(record);
    const evicted = other?.isAhead ? other.write(nowMs) : undefined;
    return { type: "create", key, event: first, record, evicted };
  }

  #combine(event: EventsV1Event): EventsV1Event {
    const note = truncateUtf8(COMBINED_PREFIX + (event.note ?? ""), messageLimitOf(event));
    const { identity, naming } = this.#options;
    if (identity === undefined || naming === "unique") return { ...event, note };
    const name = stableName(objectNameOf(event), identity(withoutMessage(event)));
    return { ...event, metadata: { ...event.metadata, name }, note };
  }

  /** Returns the key of an event with its own note, length-prefixed so that groups cannot collide. */
  #noteKey(group: string, event: EventsV1Event): string {
    const byNote = ({ note }: EventsV1Event): string => `${group.length}=${group}${note ?? ""}${wholeTexts(event)}`;
    return eventKeyOf(event, byNote, this.#options.identity);
  }
}
