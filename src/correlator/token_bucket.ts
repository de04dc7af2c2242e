import { checkOptions, type OptionKinds } from "../api/check_options.ts";

const NANOS_PER_SECOND = 1e9;

/** Options of {@linkcode TokenBucket}. */
export interface TokenBucketOptions {
  /**
   * How many tokens it holds, and starts with: a positive integer.
   *
   * @default {25}
   */
  readonly burst?: number | undefined;
  /**
   * How many tokens flow back in a second, a finite number of at least 0, kept in the precision of client-go, a 32-bit
   * float; with 0 none do.
   *
   * @default {1 / 300}
   */
  readonly qps?: number | undefined;
}

/** The kinds of {@linkcode TokenBucketOptions}. */
export const TOKEN_BUCKET_OPTIONS: OptionKinds<TokenBucketOptions> = {
  burst: "a positive integer",
  qps: "a finite number of at least 0",
};

/**
 * A bucket of tokens that never waits: a token is there or it is not (client-go's
 * `flowcontrol.NewTokenBucketPassiveRateLimiterWithClock`, on `golang.org/x/time/rate`).
 *
 * It starts full. Tokens flow back from the time at which the last one was taken: while a clock that stepped back is behind
 * that, none do. A token that is due within a nanosecond counts as there.
 *
 * @example
 * ```ts
 * import { TokenBucket } from "@kubecast/events";
 * import assert from "node:assert/strict";
 *
 * const bucket = new TokenBucket({ burst: 1, qps: 2 });
 * assert.equal(bucket.take(0), true);
 * assert.equal(bucket.take(499), false);
 * assert.equal(bucket.take(500), true);
 * ```
 */
export class TokenBucket {
  readonly #burst: number;
  readonly #qps: number;
  #tokens: number;
  #lastMs = NaN;

  /**
   * Makes a full bucket.
   *
   * @throws {RangeError} If `burst` is no positive integer, or `qps` is negative or not finite.
   */
  constructor(options: TokenBucketOptions = {}) {
    checkOptions("create a TokenBucket", options, TOKEN_BUCKET_OPTIONS);
    const { burst = 25, qps = 1 / 300 } = options;
    this.#burst = burst;
    this.#qps = Math.fround(qps);
    this.#tokens = burst;
  }

  /**
   * Takes a token, if there is one.
   *
   * @param nowMs The time in milliseconds since 1970.
   * @returns Whether there was one.
   */
  take(nowMs: number): boolean {
    const tokens = Math.min(this.#tokens + this.#refill(nowMs), this.#burst) - 1;
    if (tokens < 0 && !(-tokens / this.#qps * NANOS_PER_SECOND < 1)) return false;
    this.#tokens = tokens;
    this.#lastMs = nowMs;
    return true;
  }

  /** The tokens since the last one was taken, rounded as Go rounds them: whole seconds first, then nanoseconds. */
  #refill(nowMs: number): number {
    const elapsedMs = nowMs - this.#lastMs;
    if (!(elapsedMs > 0)) return 0;
    return (Math.floor(elapsedMs / 1000) + elapsedMs % 1000 * 1e6 / NANOS_PER_SECOND) * this.#qps;
  }
}
