import { type OptionTable, pickOptions, readOptions } from "../../base/tools/check_options.ts";
import { checkEvent, type CoreV1Event } from "../../base/event/event.ts";
import type { Clock } from "../../base/tools/time.ts";
import type { Correlation, Correlator } from "./correlator.ts";
import { EventAggregator, type EventAggregatorOptions, eventAggregatorOptionTable } from "./event_aggregator.ts";
import { EventDeduplicator } from "./event_deduplicator.ts";
import {
  EventSourceObjectSpamFilter,
  type EventSourceObjectSpamFilterOptions,
  spamFilterOptionTable,
} from "./spam_filter.ts";
import { cacheOptionTable, type CacheStats } from "./records.ts";
import type { EventRecord, Trailing } from "./event_deduplicator.ts";

/**
 * Options of an {@linkcode EventCorrelator} and of its stages (client-go's `CorrelatorOptions`). Each stage has up to
 * `cacheSize` records.
 *
 * @example Custom keys
 * ```ts
 * import { aggregateByReason, EventCorrelator } from "@kubecast/events/client-go";
 * import assert from "node:assert/strict";
 *
 * const correlator = new EventCorrelator({
 *   maxEvents: 2,
 *   burst: 3,
 *   // Groups each container of a pod separately.
 *   aggregateKey(event) {
 *     const { group, local } = aggregateByReason(event);
 *     return { group: `${group}${event.involvedObject.fieldPath}`, local };
 *   },
 *   // One budget per component and namespace. JSON separates the parts: "ab" and "c" are not "a" and "bc".
 *   spamKey: ({ source, involvedObject }) => JSON.stringify([source?.component, involvedObject.namespace]),
 * });
 *
 * const pod = { kind: "Pod", namespace: "shop", name: "web" };
 * const probe = (message: string, fieldPath: string) =>
 *   correlator.correlate({ metadata: {}, involvedObject: { ...pod, fieldPath }, reason: "Unhealthy", message });
 * assert.equal(probe("got 503", "spec.containers{a}").event.message, "got 503");
 * assert.equal(probe("got 500", "spec.containers{b}").event.message, "got 500");
 * assert.equal(probe("got 502", "spec.containers{a}").event.message, "(combined from similar events): got 502");
 * assert.equal(probe("got 504", "spec.containers{c}").type, "skip");
 * ```
 *
 * @category Correlator
 */
export interface EventCorrelatorOptions extends EventAggregatorOptions, EventSourceObjectSpamFilterOptions {
  /**
   * Whether an event gets a trailing write if the spam filter stopped its latest repeats, so that the last count of a
   * burst reaches the server. A recording makes the write at a flush, at the end, and after `trailingIntervalMs`.
   * Without a recording, call {@linkcode EventCorrelator.takeTrailingWrites}. Unlike in client-go, such a count need
   * not wait for a repeat that passes the filter.
   *
   * @default {false}
   */
  readonly trailingWrites?: boolean | undefined;
  /**
   * The longest time for which the count on the server may lag while its event repeats, in milliseconds; after it,
   * {@linkcode EventCorrelator.sweep} returns the trailing write. Implies `trailingWrites`. With 0, the count waits for
   * a flush or the end.
   *
   * @default {0}
   */
  readonly trailingIntervalMs?: number | undefined;
}

const eventCorrelatorOptionTable = () => ({
  ...eventAggregatorOptionTable(),
  ...spamFilterOptionTable(),
  trailingWrites: ["a boolean", false],
  trailingIntervalMs: ["a number of at least 0", 0],
} as const satisfies OptionTable<EventCorrelatorOptions>);

/**
 * Decides which core/v1 events are worth writing, and how. Combines similar events, counts repeats and filters spam, in
 * this order (client-go's `EventCorrelator`).
 *
 * - Given the same events, clock and responses, it makes client-go's decisions, event by event. Deliberate differences
 *   are documented at {@linkcode getEventKey}, {@linkcode EventAggregator}, {@linkcode EventSourceObjectSpamFilter} and
 *   {@linkcode updateState}.
 * - Events that the spam filter stops are still counted; the next patch that passes includes them. With
 *   `trailingWrites`, the correlation's `record` can write the count by itself ({@linkcode CountRecord}).
 * - Unlike client-go, whose counts overflow, counts saturate at 2147483647, the largest int32.
 * - It never changes an event; a correlation has the event itself or a changed copy.
 * - The clock is read once per event.
 * - {@linkcode correlate} rethrows errors of functions in the options.
 *
 * See {@link https://github.com/kubernetes/client-go/blob/master/tools/record/events_cache.go | events_cache.go}
 * of client-go.
 *
 * @example
 * ```ts
 * import type { CoreV1Event } from "@kubecast/events";
 * import { EventCorrelator } from "@kubecast/events/client-go";
 * import assert from "node:assert/strict";
 *
 * const correlator = new EventCorrelator();
 * const event: CoreV1Event = {
 *   metadata: { name: "web-1.17b2", namespace: "default" },
 *   involvedObject: { kind: "Pod", namespace: "default", name: "web-1" },
 *   type: "Warning",
 *   reason: "BackOff",
 *   message: "Back-off restarting failed container",
 *   firstTimestamp: "2026-01-01T00:00:00Z",
 *   lastTimestamp: "2026-01-01T00:00:00Z",
 *   count: 1,
 * };
 * assert.equal(correlator.correlate(event).type, "create");
 * const repeat = correlator.correlate({ ...event, metadata: { name: "web-1.17b3", namespace: "default" } });
 * assert.equal(repeat.type, "patch");
 * assert.equal(repeat.event.metadata.name, "web-1.17b2");
 * assert.equal(repeat.event.count, 2);
 * ```
 *
 * @category Correlator
 */
export class EventCorrelator implements Correlator {
  /** The API of its events. */
  readonly apiVersion = "v1";
  readonly #aggregator: EventAggregator;
  readonly #deduplicator: EventDeduplicator;
  readonly #spamFilter: EventSourceObjectSpamFilter;
  /** The records that are ahead, whose events get trailing writes. */
  readonly #ahead = new Set<EventRecord>();
  readonly #trailingWrites: boolean;
  readonly #trailingIntervalMs: number;
  readonly #clock: Clock;

  /**
   * Creates a correlator without records.
   *
   * @throws {RangeError} If a number is out of its range.
   * @throws {TypeError} If an option is of the wrong type.
   */
  constructor(options: EventCorrelatorOptions = {}) {
    const read = readOptions("create an EventCorrelator", options, eventCorrelatorOptionTable());
    this.#aggregator = new EventAggregator(pickOptions(read, eventAggregatorOptionTable()));
    this.#deduplicator = new EventDeduplicator(pickOptions(read, cacheOptionTable()));
    this.#spamFilter = new EventSourceObjectSpamFilter(pickOptions(read, spamFilterOptionTable()));
    this.#trailingWrites = read.trailingWrites || read.trailingIntervalMs > 0;
    this.#trailingIntervalMs = read.trailingIntervalMs;
    this.#clock = read.clock;
  }

  /** Decides about the next event (client-go's `EventCorrelate`). */
  correlate(event: CoreV1Event): Correlation {
    checkEvent("correlate", event, "metadata");
    const nowMs = this.#clock.now();
    const { event: similar, key } = this.#aggregator.aggregate(event, nowMs);
    const { records } = this.#deduplicator;
    const record = records.of(key);
    const counted = record.observe(similar);
    const isFirst = counted === similar; // a repeat is a copy
    const passes = this.#spamFilter.accepts(counted, nowMs);

    // Write the evicted record after the filter has run, so that its count is not lost if the filter throws.
    const evicted = records.evicted?.isAhead ? records.evicted.write() : undefined;
    if (passes) return isFirst ? record.create(counted, evicted) : record.write(counted);
    // The server does not have an event that never passed the filter.
    if (this.#trailingWrites && record.writtenCount > 0) {
      const { sinceMs = nowMs } = record.trailing ?? {};
      record.postpone({ sinceMs, countedMs: nowMs, ahead: this.#ahead });
    }
    return { type: "skip", key, event, because: "spam", record, evicted };
  }

  /**
   * Stores the server's answer to a write, so that later patches start from it (client-go's `UpdateState`).
   *
   * Callers that wait for each response before they correlate the next event pass only the event, which is exactly
   * client-go's behavior. Callers with several writes in flight pass `written` too: repeats counted since that write
   * are then kept, and the response is ignored if the event has since been evicted, or replaced by another with the
   * same key.
   *
   * @param event The event as the server has it now.
   * @param written The correlation that was written; the last one if several patches were coalesced.
   */
  updateState(event: CoreV1Event, written?: Correlation): void {
    checkEvent("update the state", event, "metadata");
    if (written !== undefined) this.#deduplicator.acknowledge(event, written);
    else this.#deduplicator.updateState(event, this.#aggregator.eventKey(event));
  }

  /**
   * Returns one trailing write for each event whose latest repeats the spam filter stopped; none without the option
   * `trailingWrites`.
   *
   * These writes take no token of the spam filter.
   *
   * @param idleMs Skips events that repeated less than this many milliseconds ago; 0 if omitted.
   */
  takeTrailingWrites(idleMs = 0): Correlation[] {
    return this.#takeAhead(({ countedMs }, nowMs) => nowMs - countedMs >= idleMs);
  }

  /**
   * The time until the next {@linkcode sweep}, in milliseconds; undefined while no count is ahead, or without
   * `trailingIntervalMs`.
   */
  get sweepAfterMs(): number | undefined {
    // Half the interval, so that a count that is not yet due at one sweep is not overdue at the next.
    return this.#ahead.size > 0 ? this.#trailingIntervalMs / 2 || undefined : undefined;
  }

  /** Returns the trailing writes of the counts that would otherwise lag for longer than `trailingIntervalMs`. */
  sweep(): Correlation[] {
    return this.#takeAhead(({ sinceMs }, nowMs) => nowMs - sinceMs >= this.#trailingIntervalMs / 2);
  }

  #takeAhead(isDue: (trailing: Trailing, nowMs: number) => boolean): Correlation[] {
    const nowMs = this.#clock.now();
    const writes: Correlation[] = [];
    for (const record of this.#ahead) {
      const trailing = record.trailing!;
      // If the clock has stepped back, the interval restarts, so that no count waits for it to catch up.
      trailing.countedMs = Math.min(trailing.countedMs, nowMs);
      trailing.sinceMs = Math.min(trailing.sinceMs, nowMs);
      if (isDue(trailing, nowMs)) writes.push(record.write());
    }
    return writes;
  }

  /**
   * Returns the cache statistics of each stage: groups of similar events, counted events, and token buckets. `ahead` is
   * the number of events that will get a trailing write, 0 without `trailingWrites`.
   */
  stats(): Readonly<Record<"aggregator" | "deduplicator" | "spamFilter", CacheStats> & { ahead: number }> {
    return {
      aggregator: this.#aggregator.stats(),
      deduplicator: this.#deduplicator.stats(),
      spamFilter: this.#spamFilter.stats(),
      ahead: this.#ahead.size,
    };
  }
}
