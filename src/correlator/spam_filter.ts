import { type OptionTable, readOptions, returningString } from "../api/check_options.ts";
import type { CoreV1Event } from "../api/event.ts";
import type { Clock } from "../api/time.ts";
import { getSpamKey } from "./event_key.ts";
import { cacheOptionTable, type CacheStats, RecordCache } from "./record_cache.ts";

/**
 * Options of {@linkcode EventSourceObjectSpamFilter}.
 *
 * @category Correlator
 */
export interface EventSourceObjectSpamFilterOptions {
  /**
   * Maximum number of buckets, a positive integer. The least recently used is evicted; its key then starts with a full
   * bucket.
   *
   * @default {4096}
   */
  readonly cacheSize?: number | undefined;
  /**
   * Bucket capacity, a positive integer; buckets start full. An event takes one token.
   *
   * @default {25}
   */
  readonly burst?: number | undefined;
  /**
   * Refill rate, in tokens per second: a finite number of at least 0; stored as a float32, as in client-go.
   *
   * @default {1 / 300}
   */
  readonly qps?: number | undefined;
  /**
   * Returns the key of the bucket that an event takes its token from; receives the event as it would be written.
   *
   * @default {getSpamKey}
   */
  readonly spamKey?: ((event: CoreV1Event) => string) | undefined;
  /**
   * Lets Warnings, and the first event of each reason, pass even if the bucket is empty; off by default. Unlike
   * client-go, which has no reserve.
   */
  readonly reserve?: {
    /**
     * Number of Warnings of a key that pass even if its bucket is empty, an integer of at least 0; refilled at the same
     * rate.
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

/** The checks and defaults of {@linkcode EventSourceObjectSpamFilterOptions}. */
export const spamFilterOptionTable = () => ({
  ...cacheOptionTable(),
  burst: ["a positive integer", 25],
  qps: ["a finite number of at least 0", 1 / 300],
  spamKey: ["a function", getSpamKey],
  reserve: ["anything", {}],
  clock: ["a Clock", Date],
} as const satisfies OptionTable<EventSourceObjectSpamFilterOptions>);

const NANOS_PER_SECOND = 1e9;

/** The limit of a bucket. */
interface TokenLimit {
  /** Capacity. */
  readonly burst: number;
  /** Refill rate, in tokens per second. */
  readonly qps: number;
}

/**
 * A token bucket that never waits (client-go's `flowcontrol.NewTokenBucketPassiveRateLimiterWithClock`, on
 * `golang.org/x/time/rate`).
 *
 * It starts full, and refills from the time at which the last token was taken: no refill while the clock is behind that
 * time. A token due within a nanosecond counts as available.
 */
export class TokenBucket {
  readonly #limit: TokenLimit;
  #tokens: number;
  #lastMs = NaN;

  /** Creates a full bucket. */
  constructor(limit: TokenLimit) {
    this.#limit = limit;
    this.#tokens = limit.burst;
  }

  /**
   * Takes a token, if available.
   *
   * @param nowMs The time in milliseconds since 1970.
   * @returns Whether a token was available.
   */
  take(nowMs: number): boolean {
    const { burst } = this.#limit;
    const qps = Math.fround(this.#limit.qps); // the precision of client-go
    const tokens = Math.min(this.#tokens + this.#refill(nowMs, qps), burst) - 1;
    if (tokens < 0 && !(-tokens / qps * NANOS_PER_SECOND < 1)) return false;
    this.#tokens = tokens;
    this.#lastMs = nowMs;
    return true;
  }

  /** Tokens added since the last one was taken, rounded as in Go: whole seconds first, then nanoseconds. */
  #refill(nowMs: number, qps: number): number {
    const elapsedMs = nowMs - this.#lastMs;
    if (!(elapsedMs > 0)) return 0;
    return (Math.floor(elapsedMs / 1000) + elapsedMs % 1000 * 1e6 / NANOS_PER_SECOND) * qps;
  }
}

/** The tokens of a key, and its reserve. */
export class SpamTokens extends TokenBucket {
  /** The reserve for Warnings. */
  warnings: TokenBucket | undefined;
  /** The reasons whose first event has passed. */
  reasons: Set<string | undefined> | undefined;
}

/**
 * Rate-limits the events of a source about an object with a token bucket (client-go's `EventSourceObjectSpamFilter`).
 *
 * Unlike client-go's `Filter`, which returns true for events to drop, {@linkcode accepts} returns true for events to
 * keep.
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
 *
 * @category Correlator
 */
export class EventSourceObjectSpamFilter {
  readonly #cache: RecordCache<SpamTokens>;
  readonly #spamKey: (event: CoreV1Event) => string;
  readonly #limit: TokenLimit;
  readonly #maxWarnings: number;
  readonly #maxReasons: number;
  readonly #clock: Clock;

  /**
   * Creates a filter whose buckets are all full.
   *
   * @throws {RangeError} If `cacheSize` or `burst` is not a positive integer, `qps` is negative or not finite, or a
   * reserve is not an integer of at least 0.
   */
  constructor(options: EventSourceObjectSpamFilterOptions = {}) {
    const verb = "create an EventSourceObjectSpamFilter";
    const { cacheSize, burst, qps, spamKey, reserve, clock } = readOptions(verb, options, spamFilterOptionTable());
    const { warnings, reasons } = readOptions(verb, reserve, {
      warnings: ["an integer of at least 0", 0],
      reasons: ["an integer of at least 0", 0],
    }, "reserve");
    this.#cache = new RecordCache(cacheSize);
    this.#spamKey = returningString("spamKey", spamKey);
    this.#limit = { burst, qps };
    this.#maxWarnings = warnings;
    this.#maxReasons = reasons;
    this.#clock = clock;
  }

  /** Returns whether an event may pass, and takes its token if so. */
  accepts(event: CoreV1Event): boolean {
    return this.take(this.tokensOf(event), event, this.#clock.now());
  }

  /** @internal Returns the bucket for an event. */
  tokensOf(event: CoreV1Event): SpamTokens {
    return this.tokens(this.#spamKey(event));
  }

  /** @internal Returns the bucket for `key`, created full. */
  tokens(key: string): SpamTokens {
    let tokens = this.#cache.get(key);
    if (tokens === undefined) this.#cache.add(key, tokens = this.allTokens());
    return tokens;
  }

  /** @internal Returns whether an event may pass, and takes its token if so. */
  take(tokens: SpamTokens, { type, reason }: CoreV1Event, nowMs: number): boolean {
    const { reasons, warnings } = tokens;
    const passes = tokens.take(nowMs);
    if (reasons !== undefined && reasons.size < this.#maxReasons && !reasons.has(reason)) {
      reasons.add(reason);
      return true;
    }
    return passes || (type === "Warning" && warnings !== undefined && warnings.take(nowMs));
  }

  /** Returns the cache statistics of the buckets. */
  stats(): CacheStats {
    return this.#cache.stats();
  }

  /** @internal Returns a full bucket. */
  allTokens(): SpamTokens {
    const tokens = new SpamTokens(this.#limit);
    if (this.#maxWarnings > 0) tokens.warnings = new TokenBucket({ burst: this.#maxWarnings, qps: this.#limit.qps });
    if (this.#maxReasons > 0) tokens.reasons = new Set();
    return tokens;
  }
}
