import { checkOptions, type OptionKinds, returningString } from "../api/check_options.ts";
import type { CoreV1Event } from "../api/event.ts";
import type { Clock } from "../api/time.ts";
import { getSpamKey } from "./event_key.ts";
import { type CacheStats, RecordCache } from "./record_cache.ts";

/**
 * Options of {@linkcode EventSourceObjectSpamFilter}.
 *
 * @category Correlator
 */
export interface EventSourceObjectSpamFilterOptions {
  /**
   * The number of buckets to keep, a positive integer; the least recently used is evicted, and its key starts with a
   * full one the next time.
   *
   * @default {4096}
   */
  readonly cacheSize?: number | undefined;
  /**
   * How many tokens a bucket holds, and starts with: a positive integer. An event takes one.
   *
   * @default {25}
   */
  readonly burst?: number | undefined;
  /**
   * How many tokens flow back into a bucket in a second, a finite number of at least 0, kept in the precision of
   * client-go, a 32-bit float; with 0 none do.
   *
   * @default {1 / 300}
   */
  readonly qps?: number | undefined;
  /**
   * The key of the bucket that an event takes its token from; sees the event as it would be written.
   *
   * @default {getSpamKey}
   */
  readonly spamKey?: ((event: CoreV1Event) => string) | undefined;
  /**
   * Lets Warnings, and the first event of each reason, pass although the bucket is empty; none by default. Unlike
   * client-go, which has no such reserve.
   */
  readonly reserve?: {
    /**
     * How many Warnings of a key pass although its bucket is empty, an integer of at least 0; they flow back as slowly
     * as tokens do.
     *
     * @default {0}
     */
    readonly warnings?: number | undefined;
    /**
     * The number of reasons of a key, the first ones seen, whose first event passes although the bucket is empty: an
     * integer of at least 0.
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

/** The kinds of {@linkcode EventSourceObjectSpamFilterOptions}. */
export const SPAM_FILTER_OPTIONS: OptionKinds<EventSourceObjectSpamFilterOptions> = {
  cacheSize: "a positive integer",
  burst: "a positive integer",
  qps: "a finite number of at least 0",
  spamKey: "a function",
  reserve: { warnings: "an integer of at least 0", reasons: "an integer of at least 0" },
  clock: "a Clock",
};

const NANOS_PER_SECOND = 1e9;

/** The limit that many buckets share. */
interface TokenLimit {
  /** How many tokens a bucket holds. */
  readonly burst: number;
  /** How many tokens flow back in a second. */
  readonly qps: number;
}

/**
 * A token bucket that never waits (client-go's `flowcontrol.NewTokenBucketPassiveRateLimiterWithClock`, on
 * `golang.org/x/time/rate`).
 *
 * It starts full. Tokens flow back from the time at which the last one was taken; none do while a clock that stepped
 * back is behind that time. A token due within a nanosecond counts as available.
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

  /** The tokens since the last one was taken, rounded as Go rounds them: whole seconds first, then nanoseconds. */
  #refill(nowMs: number, qps: number): number {
    const elapsedMs = nowMs - this.#lastMs;
    if (!(elapsedMs > 0)) return 0;
    return (Math.floor(elapsedMs / 1000) + elapsedMs % 1000 * 1e6 / NANOS_PER_SECOND) * qps;
  }
}

/** The tokens of a key, and its reserve. */
export class SpamTokens extends TokenBucket {
  /** The tokens for Warnings that find the bucket empty. */
  warnings: TokenBucket | undefined;
  /** The reasons that have passed. */
  reasons: Set<string | undefined> | undefined;
}

/**
 * Limits how much a source reports about an object, by a token bucket each (client-go's `EventSourceObjectSpamFilter`).
 *
 * Unlike client-go's `Filter`, which returns true for events to drop, {@linkcode accepts} returns true for those that
 * pass.
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
    checkOptions("create an EventSourceObjectSpamFilter", options, SPAM_FILTER_OPTIONS);
    const { burst = 25, qps = 1 / 300, spamKey = getSpamKey, reserve = {}, clock = Date } = options;
    const { warnings = 0, reasons = 0 } = reserve;
    this.#cache = new RecordCache(options);
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

  /** @internal Returns the tokens of the key of an event. */
  tokensOf(event: CoreV1Event): SpamTokens {
    return this.tokens(this.#spamKey(event));
  }

  /** @internal Returns the tokens of `key`, all of them if it is new. */
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

  /** @internal Returns the tokens of a new key. */
  allTokens(): SpamTokens {
    const tokens = new SpamTokens(this.#limit);
    if (this.#maxWarnings > 0) tokens.warnings = new TokenBucket({ burst: this.#maxWarnings, qps: this.#limit.qps });
    if (this.#maxReasons > 0) tokens.reasons = new Set();
    return tokens;
  }
}
