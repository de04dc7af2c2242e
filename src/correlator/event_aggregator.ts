import { checkOptions, type OptionKinds, returningString } from "../api/check_options.ts";
import { type Clock, formatTime } from "../api/time.ts";
import { type CoreV1Event, EVENT_LIMITS, truncateUtf8 } from "../api/event.ts";
import { EventNames } from "../api/names.ts";
import type { V1ObjectMeta } from "../api/kubernetes_object.ts";
import { objectNameOf, stableKey, stableName, withoutMessage } from "../api/stable_name.ts";
import {
  aggregateByIdentity,
  aggregateByReason,
  aggregateByReasonMessage,
  type AggregateKey,
  getEventKey,
  returningKey,
} from "./event_key.ts";
import type { EventRecord } from "./event_deduplicator.ts";
import { type CacheStats, RecordCache } from "./record_cache.ts";

/**
 * Options of {@linkcode EventAggregator}.
 *
 * @category Correlator
 */
export interface EventAggregatorOptions {
  /**
   * The number of records to keep, a positive integer; the least recently used is evicted, and its event counts as new
   * the next time.
   *
   * @default {4096}
   */
  readonly cacheSize?: number | undefined;
  /**
   * Returns the identity that the repeats of an event share: the key to count them under, the default grouping, and the
   * name of a combined event derive from it. Recordings with stable names set it; see
   * {@linkcode EventNamingOptions.identity}.
   *
   * @default {none: getEventKey, aggregateByReason and unique names}
   */
  readonly identity?: ((event: CoreV1Event) => string) | undefined;
  /**
   * Groups similar events, and tells those of a group apart.
   *
   * `group` is the key that similar events share: many different ones of a group are combined. The combined event is
   * counted under it, so it must not equal the key of an event ({@linkcode getEventKey}). `local` tells the events of
   * the group apart: the `maxEvents`th different one and all after it are combined.
   *
   * @default {aggregateByReason, or by the identity without the message}
   */
  readonly aggregateKey?: ((event: CoreV1Event) => { readonly group: string; readonly local: string }) | undefined;
  /**
   * Makes the message of a combined event from the latest event of the group.
   *
   * @default {aggregateByReasonMessage}
   */
  readonly aggregateMessage?: ((event: CoreV1Event) => string) | undefined;
  /**
   * The number of different events of a group at which they are combined: a positive integer.
   *
   * @default {10}
   */
  readonly maxEvents?: number | undefined;
  /**
   * The time without events, in milliseconds, after which a group starts afresh: a number of at least 0, `Infinity` for
   * never.
   *
   * @default {600000}
   */
  readonly maxIntervalMs?: number | undefined;
  /**
   * The source of the time.
   *
   * @default {Date}
   */
  readonly clock?: Clock | undefined;
}

/** The kinds of {@linkcode EventAggregatorOptions}. */
export const EVENT_AGGREGATOR_OPTIONS: OptionKinds<EventAggregatorOptions> = {
  cacheSize: "a positive integer",
  identity: "a function",
  aggregateKey: "a function",
  aggregateMessage: "a function",
  maxEvents: "a positive integer",
  maxIntervalMs: "a number of at least 0",
  clock: "a Clock",
};

/** The different events of a group. */
export class SimilarEvents {
  lastMs = NaN;
  // Most groups have one event: a set is the most expensive part of a record.
  #only: string | undefined;
  #localKeys: Set<string> | undefined;

  /** Adds a local key, and returns how many there are. */
  add(local: string): number {
    if (this.#localKeys !== undefined) return this.#localKeys.add(local).size;
    if (this.#only === undefined || this.#only === local) {
      this.#only = local;
      return 1;
    }
    this.#localKeys = new Set([this.#only, local]);
    return 2;
  }

  removeOldest(): void {
    if (this.#localKeys === undefined) this.#only = undefined;
    else for (const oldest of this.#localKeys) return void this.#localKeys.delete(oldest);
  }

  clear(): void {
    this.#only = this.#localKeys = undefined;
  }
}

/**
 * Combines similar events, so that near-duplicates do not bury the rest (client-go's `EventAggregator`).
 *
 * The `maxEvents`th different event of a group, and all new ones after it, are replaced by one event of the group,
 * which is then counted like any other. Known events pass: a group remembers its latest `maxEvents - 1` different
 * events. After `maxIntervalMs` without any event the group starts afresh.
 *
 * - Unlike client-go, which forgets an arbitrary event of a full group, forgets the oldest.
 * - Unlike client-go, a combined event keeps all other fields of the latest event of its group, including labels,
 *   annotations, `reportingComponent` and `reportingInstance`.
 * - Unlike client-go, its name is unique (or stable, with an `identity`) and a DNS-1123 subdomain, whatever the
 *   object's name is, and its message is truncated to 1024 bytes, as for any event.
 *
 * See {@link https://github.com/kubernetes/client-go/blob/master/tools/record/events_cache.go | events_cache.go}
 * of client-go.
 *
 * @example
 * ```ts
 * import { EventAggregator } from "@kubecast/events";
 * import assert from "node:assert/strict";
 *
 * const aggregator = new EventAggregator({ maxEvents: 3 });
 * const event = { metadata: {}, involvedObject: { kind: "Pod", name: "web-1" }, reason: "FailedMount" };
 * const messages = ["volume a", "volume b", "volume c", "volume d"];
 * assert.deepEqual(messages.map((message) => aggregator.aggregate({ ...event, message }).event.message), [
 *   "volume a",
 *   "volume b",
 *   "(combined from similar events): volume c",
 *   "(combined from similar events): volume d",
 * ]);
 * ```
 *
 * @category Correlator
 */
export class EventAggregator {
  readonly #cache: RecordCache<SimilarEvents>;
  readonly #identity: ((event: CoreV1Event) => string) | undefined;
  readonly #aggregateKey: (event: CoreV1Event) => AggregateKey;
  readonly #aggregateMessage: (event: CoreV1Event) => string;
  readonly #maxEvents: number;
  readonly #maxIntervalMs: number;
  readonly #clock: Clock;
  readonly #names: EventNames;

  /**
   * Creates an aggregator without groups.
   *
   * @throws {RangeError} If `cacheSize` or `maxEvents` is not a positive integer, or `maxIntervalMs` is negative.
   */
  constructor(options: EventAggregatorOptions = {}) {
    checkOptions("create an EventAggregator", options, EVENT_AGGREGATOR_OPTIONS);
    const {
      aggregateMessage = aggregateByReasonMessage,
      maxEvents = 10,
      maxIntervalMs = 600_000,
      clock = Date,
    } = options;
    const identity = options.identity && returningString("identity", options.identity);
    const { aggregateKey = identity === undefined ? aggregateByReason : aggregateByIdentity(identity) } = options;
    this.#cache = new RecordCache(options);
    this.#identity = identity;
    this.#aggregateKey = returningKey(aggregateKey);
    this.#aggregateMessage = returningString("aggregateMessage", aggregateMessage);
    this.#maxEvents = maxEvents;
    this.#maxIntervalMs = maxIntervalMs;
    this.#clock = clock;
    this.#names = EventNames.of(clock);
  }

  /**
   * Adds an event to its group (client-go's `EventAggregate`).
   *
   * @returns The event or, once its group is full, a combined one, and the key to count it under: the event's own
   * ({@linkcode getEventKey}) or the group.
   */
  aggregate(event: CoreV1Event): { readonly event: CoreV1Event; readonly key: string } {
    const nowMs = this.#clock.now();
    const key = this.keyOf(event);
    return this.observe(this.similar(key.group), key.local, nowMs)
      ? { event: this.combine(event, nowMs), key: key.group }
      : { event, key: this.#identity ? stableKey(event, this.#identity(event)) : getEventKey(event) };
  }

  /** @internal Returns the group of an event, and its place in it. */
  keyOf(event: CoreV1Event): AggregateKey {
    return this.#aggregateKey(event);
  }

  /** @internal Returns the events of a group. */
  similar(group: string): SimilarEvents {
    let similar = this.#cache.get(group);
    if (similar === undefined) this.#cache.add(group, similar = new SimilarEvents());
    return similar;
  }

  /** @internal Adds an event to those of its group, and returns whether it is to be replaced by a combined one. */
  observe(similar: SimilarEvents, local: string, nowMs: number): boolean {
    if (nowMs - similar.lastMs > this.#maxIntervalMs) similar.clear();
    similar.lastMs = nowMs;
    if (similar.add(local) < this.#maxEvents) return false;
    similar.removeOldest();
    return true;
  }

  /**
   * @internal Makes the combined event of the group of `event`: as a repeat of its `record`, if there is one already.
   */
  combine(event: CoreV1Event, nowMs: number, record?: EventRecord): CoreV1Event {
    const { namespace, labels, annotations } = event.metadata;
    const metadata: { -readonly [Field in keyof V1ObjectMeta]: V1ObjectMeta[Field] } = {
      name: record ? record.name : this.#name(event, nowMs),
    };
    if (namespace !== undefined) metadata.namespace = namespace;
    if (labels !== undefined) metadata.labels = labels;
    if (annotations !== undefined) metadata.annotations = annotations;
    if (record?.resourceVersion !== undefined) metadata.resourceVersion = record.resourceVersion;
    const lastTimestamp = formatTime(nowMs);
    return {
      ...event,
      metadata,
      message: truncateUtf8(this.#aggregateMessage(event), EVENT_LIMITS.messageBytes),
      firstTimestamp: record ? record.firstTimestamp : lastTimestamp,
      lastTimestamp,
      count: record ? record.count : 1,
    };
  }

  #name(event: CoreV1Event, nowMs: number): string {
    const objectName = objectNameOf(event);
    if (this.#identity === undefined) return this.#names.create(objectName, nowMs);
    return stableName(objectName, this.#identity(withoutMessage(event)));
  }

  /** Returns the cache statistics of the groups. */
  stats(): CacheStats {
    return this.#cache.stats();
  }
}
