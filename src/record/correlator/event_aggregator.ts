import {
  checkResult,
  type Completed,
  type OptionTable,
  readOptions,
  returningString,
} from "../../base/tools/check_options.ts";
import { checkEvent, type CoreV1Event, messageLimitOf, objectNameOf, truncateUtf8 } from "../../base/event/event.ts";
import type { V1ObjectMeta } from "../../base/event/kubernetes_object.ts";
import { distinctionOf, hasOwnIdentity } from "../../base/event/distinction.ts";
import { eventKeyOf, stableName } from "../../base/event/identity.ts";
import { EventNames } from "../../base/event/names.ts";
import { type Clock, formatTime } from "../../base/tools/time.ts";
import {
  aggregateByIdentity,
  aggregateByReason,
  aggregateByReasonMessage,
  type AggregateKey,
  getEventKey,
  withoutMessage,
} from "./event_key.ts";
import { cacheOptionTable, type CacheStats, Records } from "./records.ts";

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

/** The options of an aggregator, checked and with their defaults. */
type ReadOptions = Completed<EventAggregatorOptions, ReturnType<typeof eventAggregatorOptionTable>>;

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
  readonly #options: ReadOptions;
  readonly #aggregateKey: (event: CoreV1Event) => AggregateKey;

  /**
   * Creates an aggregator without groups.
   *
   * @throws {RangeError} If `cacheSize` or `maxEvents` is not a positive integer, or `maxIntervalMs` is negative.
   */
  constructor(options: EventAggregatorOptions = {}) {
    const read = readOptions("create an EventAggregator", options, eventAggregatorOptionTable());
    const { naming = "stable" } = read;
    const identity = read.identity && returningString("identity", read.identity);
    const aggregateMessage = returningString("aggregateMessage", read.aggregateMessage);
    this.eventKey = (event) => eventKeyOf(event, getEventKey, identity);
    this.#groups = new Records(read.cacheSize, () => new SimilarEvents());
    this.#options = { ...read, identity, naming, aggregateMessage };
    this.#aggregateKey = read.aggregateKey ?? (identity ? aggregateByIdentity(identity) : aggregateByReason);
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
    nowMs: number = this.#options.clock.now(),
  ): { readonly event: CoreV1Event; readonly key: string } {
    checkEvent("aggregate", event, "metadata");
    if (this.#options.maxEvents === Infinity || hasOwnIdentity(event)) return { event, key: this.eventKey(event) };
    const keys = this.#aggregateKey(event);
    // Accept keys that are not strings, because anything but undefined can distinguish events.
    const isValid = keys?.group !== undefined && keys.local !== undefined;
    const { group, local } = checkResult("aggregateKey", "{ group, local }", keys, isValid);
    const isCombined = this.#groups.of(group).add(local, nowMs, this.#options);
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
      message: truncateUtf8(this.#options.aggregateMessage(event), messageLimitOf(event)),
      firstTimestamp,
      lastTimestamp,
      count: 1,
    };
  }

  #name(event: CoreV1Event, nowMs: number): string {
    const { identity, naming, clock } = this.#options;
    const objectName = objectNameOf(event);
    if (identity === undefined || naming === "unique") return EventNames.of(clock).create(objectName, nowMs);
    return stableName(objectName, identity(withoutMessage(event)));
  }

  /** Returns the cache statistics of the groups. */
  stats(): CacheStats {
    return this.#groups.stats();
  }
}

/** The distinct events of a group (client-go's `aggregateRecord`). */
class SimilarEvents {
  #lastMs = NaN;
  // The local key of the only event. Most groups have one event, and a set would be the most expensive part of the
  // record.
  #only: string | undefined;
  #localKeys: Set<string> | undefined;

  /**
   * Adds the local key of an event; returns whether the group is full, so that the combined event replaces this one.
   */
  add(local: string, nowMs: number, { maxEvents, maxIntervalMs }: ReadOptions): boolean {
    if (nowMs - this.#lastMs > maxIntervalMs) this.#only = this.#localKeys = undefined;
    this.#lastMs = nowMs;
    if (this.#localKeys !== undefined) this.#localKeys.add(local);
    else if (this.#only === undefined) this.#only = local;
    else if (this.#only !== local) this.#localKeys = new Set([this.#only, local]);

    if ((this.#localKeys?.size ?? 1) < maxEvents) return false;
    this.#localKeys?.delete(this.#localKeys.values().next().value!); // the oldest
    return true;
  }
}
