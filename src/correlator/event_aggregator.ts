import type { Clock } from "../api/clock.ts";
import type { CoreV1Event } from "../api/core_v1_event.ts";
import { eventName } from "../api/event_name.ts";
import { formatTime } from "../api/time.ts";
import { aggregateByReason, aggregateByReasonMessage, type AggregateKey } from "./aggregate_by_reason.ts";
import { getEventKey } from "./event_key.ts";
import { type CacheStats, RecordCache, type RecordCacheOptions } from "./record_cache.ts";

/** Options of {@linkcode EventAggregator}. */
export interface EventAggregatorOptions extends RecordCacheOptions {
  /**
   * Groups events.
   *
   * @default {aggregateByReason}
   */
  aggregateKey?: ((event: CoreV1Event) => AggregateKey) | undefined;
  /**
   * Gives a combined event its message, from the latest event of the group.
   *
   * @default {aggregateByReasonMessage}
   */
  aggregateMessage?: ((event: CoreV1Event) => string) | undefined;
  /**
   * From how many different events of one group on they are combined.
   *
   * @default {10}
   */
  maxEvents?: number | undefined;
  /**
   * After how many milliseconds without an event of it a group starts afresh.
   *
   * @default {600000}
   */
  maxIntervalMs?: number | undefined;
  /**
   * Tells the time.
   *
   * @default {Date}
   */
  clock?: Clock | undefined;
}

/** What became of an event in an {@linkcode EventAggregator}. */
export interface AggregatedEvent {
  /** The event itself, or the one that stands for its group. */
  readonly event: CoreV1Event;
  /** The key to count it under: its own ({@linkcode getEventKey}) or that of the group. */
  readonly key: string;
}

/** What an aggregator knows of a group. */
class AggregateRecord {
  readonly localKeys = new Set<string>();
  lastMs = NaN;
}

/**
 * Combines similar events, so that many that differ in little do not bury the rest (client-go's `EventAggregator`).
 *
 * The `maxEvents`th different event of a group, and all new ones after it, are replaced by one event of the group, which
 * is then counted like any other. What is known already passes: a group remembers its latest `maxEvents - 1` different
 * events. After `maxIntervalMs` without any event the group starts afresh.
 *
 * - Unlike client-go, which forgets an arbitrary event of a full group, the oldest one is forgotten.
 * - Unlike client-go, a combined event keeps labels, annotations, `reportingComponent` and `reportingInstance`.
 * - Unlike client-go, its name is unique and valid in every API, see `eventName`.
 */
export class EventAggregator {
  readonly #cache: RecordCache<AggregateRecord>;
  readonly #aggregateKey: (event: CoreV1Event) => AggregateKey;
  readonly #aggregateMessage: (event: CoreV1Event) => string;
  readonly #maxEvents: number;
  readonly #maxIntervalMs: number;
  readonly #clock: Clock;

  /** @throws {RangeError} If `cacheSize` or `maxEvents` is no positive integer, or `maxIntervalMs` is negative. */
  constructor(options: EventAggregatorOptions = {}) {
    const {
      aggregateKey = aggregateByReason,
      aggregateMessage = aggregateByReasonMessage,
      maxEvents = 10,
      maxIntervalMs = 600_000,
      clock = Date,
    } = options;
    if (!Number.isSafeInteger(maxEvents) || maxEvents < 1) {
      throw new RangeError(
        `Cannot create an EventAggregator: maxEvents must be a positive integer, received ${maxEvents}`,
      );
    }
    if (!(maxIntervalMs >= 0)) {
      throw new RangeError(
        `Cannot create an EventAggregator: maxIntervalMs must be a number of at least 0, received ${maxIntervalMs}`,
      );
    }
    this.#cache = new RecordCache(options);
    this.#aggregateKey = aggregateKey;
    this.#aggregateMessage = aggregateMessage;
    this.#maxEvents = maxEvents;
    this.#maxIntervalMs = maxIntervalMs;
    this.#clock = clock;
  }

  /** Files an event, and gives back the event to go on with: itself or, once its group is full, a combined one. */
  aggregate(event: CoreV1Event): AggregatedEvent {
    const nowMs = this.#clock.now();
    const key = this.#aggregateKey(event);
    return this.observe(key, nowMs)
      ? { event: this.combine(event, nowMs), key: key.group }
      : { event, key: getEventKey(event) };
  }

  /**
   * Files an event by its key alone.
   *
   * @param nowMs The time in milliseconds since 1970.
   * @returns Whether the event is to be replaced by a combined one.
   */
  observe({ group, local }: AggregateKey, nowMs: number): boolean {
    let record = this.#cache.get(group);
    if (record === undefined) this.#cache.add(group, record = new AggregateRecord());
    const { localKeys } = record;
    if (nowMs - record.lastMs > this.#maxIntervalMs) localKeys.clear();
    record.lastMs = nowMs;
    localKeys.add(local);
    if (localKeys.size < this.#maxEvents) return false;
    for (const oldest of localKeys) {
      localKeys.delete(oldest);
      break;
    }
    return true;
  }

  /**
   * Makes the event that stands for the group of `event`.
   *
   * @param nowMs The time in milliseconds since 1970.
   */
  combine(event: CoreV1Event, nowMs: number): CoreV1Event {
    const { metadata: { namespace, labels, annotations }, involvedObject, reportingComponent, reportingInstance } =
      event;
    const now = formatTime(nowMs);
    return {
      metadata: {
        name: eventName(involvedObject.name ?? "", nowMs),
        ...namespace !== undefined && { namespace },
        ...labels && { labels },
        ...annotations && { annotations },
      },
      involvedObject,
      reason: event.reason,
      message: this.#aggregateMessage(event),
      source: event.source,
      firstTimestamp: now,
      lastTimestamp: now,
      count: 1,
      type: event.type,
      ...reportingComponent !== undefined && { reportingComponent },
      ...reportingInstance !== undefined && { reportingInstance },
    };
  }

  /** How well the groups are remembered. */
  stats(): CacheStats {
    return this.#cache.stats();
  }
}
