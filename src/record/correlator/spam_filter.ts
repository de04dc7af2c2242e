import { type OptionTable, readOptions, returningString } from "../../base/tools/check_options.ts";
import type { CoreV1Event } from "../../base/event/event.ts";
import type { Clock } from "../../base/tools/time.ts";
import { getSpamKey } from "./event_key.ts";
import { cacheOptionTable, type CacheStats, Records } from "./records.ts";

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

const NANOS_PER_SECOND = 1e9;

export interface TokenLimit {
  readonly burst: number;
  /** Refill rate, in tokens per second. */
  readonly qps: number;
}

/**
 * A token bucket that never waits (client-go's `flowcontrol.NewTokenBucketPassiveRateLimiterWithClock`, which uses
 * `golang.org/x/time/rate`).
 *
 * The bucket starts full. It refills from the time at which the last token was taken, so it does not refill while the
 * clock is behind that time. A token due within a nanosecond counts as available.
 */
export class TokenBucket<L extends TokenLimit = TokenLimit> {
  readonly limit: L;
  #tokens: number;
  #lastMs = NaN;

  /** Creates a full bucket. */
  constructor(limit: L) {
    this.limit = limit;
    this.#tokens = limit.burst;
  }

  /**
   * Takes a token, if available.
   *
   * @param nowMs The time in milliseconds since 1970.
   * @returns Whether a token was available.
   */
  take(nowMs: number): boolean {
    if (Math.max(this.limit.burst, this.limit.qps) === Infinity) return true;
    const qps = Math.fround(this.limit.qps); // the precision of client-go
    const elapsedMs = nowMs - this.#lastMs;
    // Rounded as in Go: whole seconds first, then nanoseconds.
    const elapsed = elapsedMs > 0 ? Math.floor(elapsedMs / 1000) + elapsedMs % 1000 * 1e6 / NANOS_PER_SECOND : 0;
    const tokens = Math.min(this.#tokens + elapsed * qps, this.limit.burst) - 1;
    if (tokens < 0 && !(-tokens / qps * NANOS_PER_SECOND < 1)) return false;
    this.#tokens = tokens;
    this.#lastMs = nowMs;
    return true;
  }
}

export interface SpamLimit extends TokenLimit {
  readonly warnings: TokenLimit | undefined;
  /** The number of reasons whose first event passes. */
  readonly maxReasons: number;
}

/** The tokens of a source for an object, and their reserve (client-go's `spamRecord`). */
export class SpamTokens extends TokenBucket<SpamLimit> {
  // Created for the first event that needs them; until then they are full.
  #warnings: TokenBucket | undefined;
  #reasons: Set<string | undefined> | undefined;

  /** Returns whether an event may pass, and takes its token if so. */
  accepts({ type, reason }: CoreV1Event, nowMs: number): boolean {
    const { warnings, maxReasons } = this.limit;
    const passes = this.take(nowMs);
    if (maxReasons > 0 && this.#isFirst(reason, maxReasons)) return true;
    if (passes || warnings === undefined || type !== "Warning") return passes;
    return (this.#warnings ??= new TokenBucket(warnings)).take(nowMs);
  }

  #isFirst(reason: string | undefined, maxReasons: number): boolean {
    const reasons = this.#reasons ??= new Set();
    if (reasons.size >= maxReasons || reasons.has(reason)) return false;
    reasons.add(reason);
    return true;
  }
}
