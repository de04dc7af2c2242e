import { checkOptions, type OptionKinds } from "../api/check_options.ts";
import type { Clock } from "../api/time.ts";
import type { CoreV1Event } from "../api/event.ts";
import { getSpamKey } from "./event_key.ts";
import { type CacheStats, RECORD_CACHE_OPTIONS, RecordCache, type RecordCacheOptions } from "./record_cache.ts";
import { TOKEN_BUCKET_OPTIONS, TokenBucket, type TokenBucketOptions } from "./token_bucket.ts";

/** What an {@linkcode EventSourceObjectSpamFilter} keeps, in every bucket, for the events that matter most. */
export interface SpamReserve {
  /**
   * How many Warnings of a key pass although its bucket is empty, an integer of at least 0; as slow to refill as the bucket.
   *
   * @default {0}
   */
  readonly warnings?: number | undefined;
  /**
   * How many reasons of a key are sure to pass once, their first event, although the bucket is empty: an integer of at
   * least 0.
   *
   * @default {0}
   */
  readonly reasons?: number | undefined;
}

/** Options of {@linkcode EventSourceObjectSpamFilter}. */
export interface EventSourceObjectSpamFilterOptions extends RecordCacheOptions, TokenBucketOptions {
  /**
   * What shares a bucket; sees the event as it would be written.
   *
   * @default {getSpamKey}
   */
  readonly spamKey?: ((event: CoreV1Event) => string) | undefined;
  /** Lets Warnings and first events of a reason pass though the bucket is empty; nothing if not given, as in client-go. */
  readonly reserve?: SpamReserve | undefined;
  /**
   * Tells the time.
   *
   * @default {Date}
   */
  readonly clock?: Clock | undefined;
}

/** The kinds of {@linkcode EventSourceObjectSpamFilterOptions}. */
export const SPAM_FILTER_OPTIONS: OptionKinds<EventSourceObjectSpamFilterOptions> = {
  ...RECORD_CACHE_OPTIONS,
  ...TOKEN_BUCKET_OPTIONS,
  spamKey: "a function",
  reserve: { warnings: "an integer of at least 0", reasons: "an integer of at least 0" },
  clock: "a Clock",
};

/** What a filter knows of a key: a bucket, and what is kept beside it. */
class SpamRecord extends TokenBucket {
  readonly warnings: TokenBucket | undefined;
  readonly reasons: Set<string | undefined> | undefined;

  constructor(options: TokenBucketOptions, { warnings = 0, reasons = 0 }: SpamReserve) {
    super(options);
    this.warnings = warnings > 0 ? new TokenBucket({ ...options, burst: warnings }) : undefined;
    this.reasons = reasons > 0 ? new Set() : undefined;
  }
}

/**
 * Limits how much a source reports about an object: a {@linkcode TokenBucket} each (client-go's
 * `EventSourceObjectSpamFilter`).
 *
 * Unlike client-go's `Filter`, which is true for what is to be thrown away, {@linkcode accepts} is true for what passes.
 *
 * See {@link https://github.com/kubernetes/client-go/blob/master/tools/record/events_cache.go | events_cache.go}
 * of client-go.
 *
 * @example
 * ```ts
 * import { EventSourceObjectSpamFilter } from "@kubecast/events";
 * import assert from "node:assert/strict";
 *
 * const filter = new EventSourceObjectSpamFilter({ burst: 2, reserve: { reasons: 2 } });
 * const event = { metadata: {}, involvedObject: { kind: "Pod", name: "web-1" }, type: "Normal", reason: "Pulled" };
 * assert.deepEqual([1, 2, 3].map(() => filter.accepts(event)), [true, true, false]);
 * assert.equal(filter.accepts({ ...event, reason: "Started" }), true); // the first of its reason
 * ```
 */
export class EventSourceObjectSpamFilter {
  readonly #cache: RecordCache<SpamRecord>;
  readonly #spamKey: (event: CoreV1Event) => string;
  readonly #bucketOptions: TokenBucketOptions;
  readonly #reserve: SpamReserve;
  readonly #maxReasons: number;
  readonly #clock: Clock;

  /**
   * Makes a filter whose buckets are all full.
   *
   * @throws {RangeError} If `cacheSize` or `burst` is no positive integer, `qps` is negative or not finite, or a reserve is
   * no integer of at least 0.
   */
  constructor(options: EventSourceObjectSpamFilterOptions = {}) {
    checkOptions("create an EventSourceObjectSpamFilter", options, SPAM_FILTER_OPTIONS);
    const { burst, qps, spamKey = getSpamKey, reserve = {}, clock = Date } = options;
    this.#cache = new RecordCache(options);
    this.#spamKey = spamKey;
    this.#bucketOptions = { burst, qps };
    this.#reserve = reserve;
    this.#maxReasons = reserve.reasons ?? 0;
    this.#clock = clock;
  }

  /** Whether an event may pass; one that may has used up its share. */
  accepts(event: CoreV1Event): boolean {
    return this.take(this.#spamKey(event), event, this.#clock.now());
  }

  /**
   * Whether an event with this key may pass now, for callers that have key and time at hand; one that may has used up its
   * share.
   *
   * @param key What {@linkcode EventSourceObjectSpamFilterOptions.spamKey} makes of the event.
   * @param nowMs The time in milliseconds since 1970.
   */
  take(key: string, event: CoreV1Event, nowMs: number): boolean {
    const { type, reason } = event;
    let record = this.#cache.get(key);
    if (record === undefined) this.#cache.add(key, record = new SpamRecord(this.#bucketOptions, this.#reserve));
    const { reasons, warnings } = record;
    const passes = record.take(nowMs);
    if (reasons !== undefined && reasons.size < this.#maxReasons && !reasons.has(reason)) {
      reasons.add(reason);
      return true;
    }
    return passes || (type === "Warning" && warnings !== undefined && warnings.take(nowMs));
  }

  /** How well the buckets are remembered. */
  stats(): CacheStats {
    return this.#cache.stats();
  }
}
