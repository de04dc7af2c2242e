import { checkResult, type OptionTable, readOptions, returningString } from "../../base/tools/check_options.ts";
import { checkEvent, type CoreV1Event, messageLimitOf, objectNameOf, truncateUtf8 } from "../../base/event/event.ts";
import type { JsonPatchOperation, V1ObjectMeta } from "../../base/event/kubernetes_object.ts";
import { distinctionOf, hasOwnIdentity } from "../../base/event/distinction.ts";
import { eventKeyOf, EventNames, stableName } from "../../base/event/names.ts";
import { type Clock, formatTime } from "../../base/tools/time.ts";
import type { Correlation } from "./correlator.ts";
import {
  aggregateByIdentity,
  aggregateByReason,
  aggregateByReasonMessage,
  type AggregateKey,
  getEventKey,
  getSpamKey,
  withoutMessage,
} from "./event_key.ts";
import {
  cacheOptionTable,
  type CacheStats,
  EventRecord,
  type GroupLimit,
  Records,
  SimilarEvents,
  SpamTokens,
} from "./records.ts";

/**
 * Options of {@linkcode EventAggregator}.
 *
 * @category Correlator
 */
export interface EventAggregatorOptions {
  /**
   * Maximum number of records, a positive integer. Beyond it, the least recently used is evicted; its event then counts
   * as new.
   *
   * @default {4096}
   */
  readonly cacheSize?: number | undefined;
  /**
   * Returns the identity that the repeats of an event share. The key under which they are counted, the default
   * grouping, and the name of a combined event derive from it. A broadcaster passes its own; see
   * {@linkcode EventNamingOptions.identity}.
   *
   * @default {none; events are counted by getEventKey, grouped by aggregateByReason, and have unique names}
   */
  readonly identity?: ((event: CoreV1Event) => string) | undefined;
  /**
   * Whether the name of a combined event derives from its `identity` (`"stable"`) or is unique. Without an `identity`
   * it is always unique.
   *
   * @default {"stable"}
   */
  readonly naming?: "unique" | "stable" | undefined;
  /**
   * Returns the group key, and a key that is unique within the group.
   *
   * `group` is the key that similar events share. The combined event is counted under it, so it must not equal the key
   * of an event ({@linkcode getEventKey}). `local` distinguishes the events of the group, which are combined from the
   * `maxEvents`th distinct event on.
   *
   * @default {aggregateByReason, or the identity without the message if there is an identity}
   */
  readonly aggregateKey?: ((event: CoreV1Event) => { readonly group: string; readonly local: string }) | undefined;
  /**
   * Returns the message of a combined event, given the latest event of the group.
   *
   * @default {aggregateByReasonMessage}
   */
  readonly aggregateMessage?: ((event: CoreV1Event) => string) | undefined;
  /**
   * Number of distinct events at which a group starts to be combined: a positive integer, or `Infinity` to combine
   * none.
   *
   * @default {10}
   */
  readonly maxEvents?: number | undefined;
  /**
   * Time without events after which a group is reset, in milliseconds: a number of at least 0, or `Infinity` for never.
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

export const eventAggregatorOptionTable = () => ({
  ...cacheOptionTable(),
  identity: ["a function"],
  naming: [["unique", "stable"]],
  aggregateKey: ["a function"],
  aggregateMessage: ["a function", aggregateByReasonMessage],
  maxEvents: ["a positive integer or Infinity", 10],
  maxIntervalMs: ["a number of at least 0", 600_000],
  clock: ["a Clock", Date],
} as const satisfies OptionTable<EventAggregatorOptions>);

/**
 * Combines similar events, so that near-duplicates do not bury other events (client-go's `EventAggregator`).
 *
 * The `maxEvents`th distinct event of a group, and every new event after it, is replaced by one combined event, which
 * is then counted like any other. Known events pass, because a group remembers its latest `maxEvents - 1` distinct
 * events. After `maxIntervalMs` without any event the group is reset.
 *
 * - Unlike client-go, which forgets an arbitrary event of a full group, it forgets the oldest.
 * - Unlike client-go, which has no such fields, it never combines an event whose call of `record` passed an identity or
 *   a name.
 * - Unlike client-go, a combined event keeps all other fields of the latest event of its group, including labels,
 *   annotations, `reportingComponent` and `reportingInstance`.
 * - Unlike client-go, where a combined event always has the clock's time, it has the times that calls passed with its
 *   events.
 * - Unlike client-go, the name of a combined event is unique (or stable, with an `identity`) and always a DNS-1123
 *   subdomain, and its message is truncated like any other.
 *
 * @example
 * ```ts
 * import { EventAggregator } from "@kubecast/events/client-go";
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
  /**
   * Returns the key under which to count an event that is not combined.
   *
   * @internal
   */
  readonly eventKey: (event: CoreV1Event) => string;
  readonly #groups: Records<SimilarEvents>;
  readonly #limit: GroupLimit;
  readonly #aggregateKey: (event: CoreV1Event) => AggregateKey;
  readonly #message: (event: CoreV1Event) => string;
  readonly #identity: ((event: CoreV1Event) => string) | undefined;
  readonly #naming: "unique" | "stable";
  readonly #names: EventNames;
  readonly #clock: Clock;

  /**
   * Creates an aggregator without groups.
   *
   * @throws {RangeError} If `cacheSize` or `maxEvents` is not a positive integer, or `maxIntervalMs` is negative.
   */
  constructor(options: EventAggregatorOptions = {}) {
    const read = readOptions("create an EventAggregator", options, eventAggregatorOptionTable());
    const { cacheSize, maxEvents, maxIntervalMs, aggregateKey, aggregateMessage, naming = "stable", clock } = read;
    const identity = read.identity && returningString("identity", read.identity);
    this.eventKey = (event) => eventKeyOf(event, getEventKey, identity);
    this.#groups = new Records(cacheSize, () => new SimilarEvents());
    this.#limit = { maxEvents, maxIntervalMs };
    this.#aggregateKey = aggregateKey ?? (identity ? aggregateByIdentity(identity) : aggregateByReason);
    this.#message = returningString("aggregateMessage", aggregateMessage);
    this.#identity = identity;
    this.#naming = naming;
    this.#names = EventNames.of(clock);
    this.#clock = clock;
  }

  /**
   * Adds an event to its group (client-go's `EventAggregate`).
   *
   * @param nowMs The time in milliseconds since 1970; by default the clock's.
   * @returns The event or, once its group is full, a combined one, and the key to count it under: the event's own
   * ({@linkcode getEventKey}) or the group.
   */
  aggregate(
    event: CoreV1Event,
    nowMs: number = this.#clock.now(),
  ): { readonly event: CoreV1Event; readonly key: string } {
    checkEvent("aggregate", event, "metadata");
    if (this.#limit.maxEvents === Infinity || hasOwnIdentity(event)) return { event, key: this.eventKey(event) };
    const keys = this.#aggregateKey(event);
    // Accept keys that are not strings, because anything but undefined can distinguish events.
    const isValid = keys?.group !== undefined && keys.local !== undefined;
    const { group, local } = checkResult("aggregateKey", "{ group, local }", keys, isValid);
    const isCombined = this.#groups.of(group).add(local, nowMs, this.#limit);
    return isCombined ? { event: this.#combine(event, nowMs), key: group } : { event, key: this.eventKey(event) };
  }

  /** Returns the combined event of a group whose latest event is `event`. */
  #combine(event: CoreV1Event, nowMs: number): CoreV1Event {
    const { namespace, labels, annotations } = event.metadata;
    const metadata: { -readonly [Field in keyof V1ObjectMeta]: V1ObjectMeta[Field] } = {
      name: this.#name(event, nowMs),
    };
    if (namespace !== undefined) metadata.namespace = namespace;
    if (labels !== undefined) metadata.labels = labels;
    if (annotations !== undefined) metadata.annotations = annotations;
    const now = formatTime(nowMs);
    const { firstTimestamp = now, lastTimestamp = now } = distinctionOf(event).isDated ? event : {};
    return {
      ...event,
      metadata,
      message: truncateUtf8(this.#message(event), messageLimitOf(event)),
      firstTimestamp,
      lastTimestamp,
      count: 1,
    };
  }

  #name(event: CoreV1Event, nowMs: number): string {
    const objectName = objectNameOf(event);
    if (this.#identity === undefined || this.#naming === "unique") return this.#names.create(objectName, nowMs);
    return stableName(objectName, this.#identity(withoutMessage(event)));
  }

  /** Returns the cache statistics of the groups. */
  stats(): CacheStats {
    return this.#groups.stats();
  }
}

/**
 * Counts repeats of events, so that they are written as one event with an increasing count (client-go's `eventLogger`).
 *
 * The first event of a key is returned unchanged, and so is an event that follows a count of 0.
 *
 * @example
 * ```ts
 * import { EventDeduplicator } from "@kubecast/events/client-go";
 * import assert from "node:assert/strict";
 *
 * const deduplicator = new EventDeduplicator();
 * const event = { metadata: { name: "web-1.17b2" }, involvedObject: { kind: "Pod", name: "web-1" }, count: 1 };
 * assert.equal(deduplicator.observe(event).event, event);
 *
 * const { event: repeat, patch } = deduplicator.observe({ ...event, metadata: { name: "web-1.17b3" } });
 * assert.equal(repeat.metadata.name, "web-1.17b2");
 * assert.deepEqual(patch?.[0], { op: "replace", path: "/count", value: 2 });
 * ```
 *
 * @category Correlator
 */
export class EventDeduplicator {
  /** @internal */
  readonly records: Records<EventRecord>;

  /**
   * Creates a deduplicator without records.
   *
   * @param options `cacheSize` is the maximum number of records, 4096 by default. Beyond it, the least recently used is
   * evicted; its event then counts as new.
   * @throws {RangeError} If `cacheSize` is not a positive integer.
   */
  constructor(options: { readonly cacheSize?: number | undefined } = {}) {
    const { cacheSize } = readOptions("create an EventDeduplicator", options, cacheOptionTable());
    this.records = new Records(cacheSize, () => new EventRecord());
  }

  /**
   * Counts an event (client-go's `eventObserve`).
   *
   * @param key The key to count it under, {@linkcode getEventKey} if not given.
   * @returns The first time, the event itself. Later, a repeat with the first event's name and first time and the count
   * so far, and the patch that updates the first event to it.
   */
  observe(
    event: CoreV1Event,
    key: string = getEventKey(event),
  ): { readonly event: CoreV1Event; readonly patch?: readonly JsonPatchOperation[] } {
    checkEvent("count", event, "metadata");
    const record = this.records.of(key);
    const counted = record.observe(event);
    return counted === event ? { event } : { event: counted, patch: record.patchOf(counted) };
  }

  /**
   * Stores the server's version of an event: count, first time, name and resourceVersion (client-go's `updateState`).
   *
   * Only for callers that count no repeat between a write and its response. Others call {@linkcode acknowledge}.
   *
   * @param event The event as the server has it now.
   * @param key The key to count it under, {@linkcode getEventKey} if not given.
   */
  updateState(event: CoreV1Event, key: string = getEventKey(event)): void {
    checkEvent("update the state", event, "metadata");
    this.records.ofAnswer(key).store(event);
  }

  /**
   * Stores the server's answer to a write, and keeps the repeats counted since that write.
   *
   * Ignores the response for an event that has been evicted, or replaced by another with its key, because storing it
   * would restart the count below the count that later writes have already sent.
   *
   * @param event The event as the server has it now.
   * @param written The correlation that was written; the last one if several patches were coalesced.
   */
  acknowledge(event: CoreV1Event, written: Correlation): void {
    checkEvent("update the state", event, "metadata");
    this.records.peek(Object(written).key)?.acknowledge(event, written.event);
  }

  /** Returns the cache statistics of the events. */
  stats(): CacheStats {
    return this.records.stats();
  }
}

/**
 * Options of {@linkcode EventSourceObjectSpamFilter}.
 *
 * @category Correlator
 */
export interface EventSourceObjectSpamFilterOptions {
  /**
   * Maximum number of buckets, a positive integer. Beyond it, the least recently used is evicted; its key then starts
   * with a full bucket.
   *
   * @default {4096}
   */
  readonly cacheSize?: number | undefined;
  /**
   * Bucket capacity, a positive integer, or `Infinity` to stop none; buckets start full. An event takes one token.
   *
   * @default {25}
   */
  readonly burst?: number | undefined;
  /**
   * Refill rate, in tokens per second: a number of at least 0, or `Infinity` to stop none. Rounded to a float32, as in
   * client-go.
   *
   * @default {1 / 300}
   */
  readonly qps?: number | undefined;
  /**
   * Returns the key of the bucket from which an event takes its token; called with the event as it would be written.
   *
   * @default {getSpamKey}
   */
  readonly spamKey?: ((event: CoreV1Event) => string) | undefined;
  /**
   * Lets Warnings, and the first event of each reason, pass even if the bucket is empty. Off by default; client-go has
   * no reserve.
   */
  readonly reserve?: {
    /**
     * Number of Warnings of a key that pass even if its bucket is empty, an integer of at least 0; refilled at the rate
     * of the bucket.
     *
     * @default {0}
     */
    readonly warnings?: number | undefined;
    /**
     * Number of reasons of a key whose first event passes even if the bucket is empty: an integer of at least 0.
     *
     * @default {0}
     */
    readonly reasons?: number | undefined;
  } | undefined;
  /**
   * The source of the time.
   *
   * @default {Date}
   */
  readonly clock?: Clock | undefined;
}

export const spamFilterOptionTable = () => ({
  ...cacheOptionTable(),
  burst: ["a positive integer or Infinity", 25],
  qps: ["a number of at least 0", 1 / 300],
  spamKey: ["a function", getSpamKey],
  reserve: ["anything", {}],
  clock: ["a Clock", Date],
} as const satisfies OptionTable<EventSourceObjectSpamFilterOptions>);

/**
 * Rate-limits events with a token bucket for each source and object (client-go's `EventSourceObjectSpamFilter`).
 *
 * Unlike client-go's `Filter`, which returns true for events to drop, {@linkcode accepts} returns true for events to
 * keep.
 *
 * @example
 * ```ts
 * import { EventSourceObjectSpamFilter } from "@kubecast/events/client-go";
 * import assert from "node:assert/strict";
 *
 * const filter = new EventSourceObjectSpamFilter({ burst: 2, reserve: { reasons: 2 } });
 * const event = { metadata: {}, involvedObject: { kind: "Pod", name: "web-1" }, type: "Normal", reason: "Pulled" };
 * assert.deepEqual([1, 2, 3].map(() => filter.accepts(event)), [true, true, false]);
 * assert.equal(filter.accepts({ ...event, reason: "Started" }), true); // the first of its reason
 * ```
 *
 * @category Correlator
 */
export class EventSourceObjectSpamFilter {
  readonly #tokens: Records<SpamTokens>;
  readonly #spamKey: (event: CoreV1Event) => string;
  readonly #clock: Clock;

  /**
   * Creates a filter whose buckets are all full.
   *
   * @throws {RangeError} If `cacheSize` or `burst` is not a positive integer, `qps` is negative, or a
   * reserve is not an integer of at least 0.
   */
  constructor(options: EventSourceObjectSpamFilterOptions = {}) {
    const verb = "create an EventSourceObjectSpamFilter";
    const { cacheSize, burst, qps, spamKey, reserve, clock } = readOptions(verb, options, spamFilterOptionTable());
    const { warnings, reasons } = readOptions(verb, reserve, {
      warnings: ["an integer of at least 0", 0],
      reasons: ["an integer of at least 0", 0],
    }, "reserve");
    const limit = { burst, qps, warnings: warnings > 0 ? { burst: warnings, qps } : undefined, maxReasons: reasons };
    this.#tokens = new Records(cacheSize, () => new SpamTokens(limit));
    this.#spamKey = returningString("spamKey", spamKey);
    this.#clock = clock;
  }

  /**
   * Returns whether an event may pass, and takes its token if so.
   *
   * @param nowMs The time in milliseconds since 1970; by default the clock's.
   */
  accepts(event: CoreV1Event, nowMs: number = this.#clock.now()): boolean {
    return this.#tokens.of(this.#spamKey(event)).accepts(event, nowMs);
  }

  /** Returns the cache statistics of the buckets. */
  stats(): CacheStats {
    return this.#tokens.stats();
  }
}
