import { type OptionTable, readOptions, returningString } from "../api/check_options.ts";
import { type Clock, formatTime } from "../api/time.ts";
import { type CoreV1Event, EVENT_LIMITS, truncateUtf8 } from "../api/event.ts";
import { EventNames } from "../api/names.ts";
import type { V1ObjectMeta } from "../api/kubernetes_object.ts";
import { objectNameOf } from "../api/event_view.ts";
import { stableKey, stableName } from "../api/stable_name.ts";
import {
  aggregateByIdentity,
  aggregateByReason,
  aggregateByReasonMessage,
  type AggregateKey,
  getEventKey,
  returningKey,
  withoutMessage,
} from "./event_key.ts";
import type { EventRecord } from "./event_deduplicator.ts";
import { cacheOptionTable, type CacheStats, RecordCache } from "./record_cache.ts";

/**
 * Options of {@linkcode EventAggregator}.
 *
 * @category Correlator
 */
export interface EventAggregatorOptions {
  /**
   * Maximum number of records, a positive integer. The least recently used is evicted; its event then counts as new.
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
   * Returns the group key, and a key that is unique within the group.
   *
   * `group` is the key that similar events share. The combined event is counted under it, so it must not equal the key
   * of an event ({@linkcode getEventKey}). `local` distinguishes the events of the group: from the `maxEvents`th
   * distinct one on, they are combined.
   *
   * @default {aggregateByReason, or by the identity without the message}
   */
  readonly aggregateKey?: ((event: CoreV1Event) => { readonly group: string; readonly local: string }) | undefined;
  /**
   * Returns the message of a combined event, given the latest event of the group.
   *
   * @default {aggregateByReasonMessage}
   */
  readonly aggregateMessage?: ((event: CoreV1Event) => string) | undefined;
  /**
   * Number of distinct events at which a group is combined: a positive integer.
   *
   * @default {10}
   */
  readonly maxEvents?: number | undefined;
  /**
   * Time without events after which the group is reset, in milliseconds: a number of at least 0, `Infinity` for never.
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

/** The checks and defaults of {@linkcode EventAggregatorOptions}. */
export const eventAggregatorOptionTable = () => ({
  ...cacheOptionTable(),
  identity: ["a function"],
  aggregateKey: ["a function"],
  aggregateMessage: ["a function", aggregateByReasonMessage],
  maxEvents: ["a positive integer", 10],
  maxIntervalMs: ["a number of at least 0", 600_000],
  clock: ["a Clock", Date],
} as const satisfies OptionTable<EventAggregatorOptions>);

/** The distinct events of a group. */
export class SimilarEvents {
  lastMs = NaN;
  // Most groups have one event: a set is the most expensive part of a record.
  #only: string | undefined;
  #localKeys: Set<string> | undefined;

  /** Adds a local key, and returns the number of distinct ones. */
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
 * The `maxEvents`th distinct event of a group, and all new ones after it, are replaced by one combined event, which is
 * then counted like any other. Known events pass: a group remembers its latest `maxEvents - 1` distinct events. After
 * `maxIntervalMs` without any event the group is reset.
 *
 * - Unlike client-go, which forgets an arbitrary event of a full group, forgets the oldest.
 * - Unlike client-go, a combined event keeps all other fields of the latest event of its group, including labels,
 *   annotations, `reportingComponent` and `reportingInstance`.
 * - Unlike client-go, its name is unique (or stable, with an `identity`) and always a DNS-1123 subdomain, and its
 *   message is truncated to 1024 bytes, as for any event.
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
    const read = readOptions("create an EventAggregator", options, eventAggregatorOptionTable());
    const { cacheSize, aggregateMessage, maxEvents, maxIntervalMs, clock } = read;
    const identity = read.identity && returningString("identity", read.identity);
    const { aggregateKey = identity === undefined ? aggregateByReason : aggregateByIdentity(identity) } = read;
    this.#cache = new RecordCache(cacheSize);
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
      : { event, key: this.eventKeyOf(event) };
  }

  /** @internal Returns the key to count an uncombined event under. */
  eventKeyOf(event: CoreV1Event): string {
    return this.#identity ? stableKey(event, this.#identity(event)) : getEventKey(event);
  }

  /** @internal Returns the group and local key. */
  keyOf(event: CoreV1Event): AggregateKey {
    return this.#aggregateKey(event);
  }

  /** @internal Returns the events of a group. */
  similar(group: string): SimilarEvents {
    let similar = this.#cache.get(group);
    if (similar === undefined) this.#cache.add(group, similar = new SimilarEvents());
    return similar;
  }

  /** @internal Adds an event to its group, and returns whether to replace it with the combined event. */
  observe(similar: SimilarEvents, local: string, nowMs: number): boolean {
    if (nowMs - similar.lastMs > this.#maxIntervalMs) similar.clear();
    similar.lastMs = nowMs;
    if (similar.add(local) < this.#maxEvents) return false;
    similar.removeOldest();
    return true;
  }

  /**
   * @internal Builds the group's combined event, continuing `record` if it exists.
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
