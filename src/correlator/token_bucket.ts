const NANOS_PER_SECOND = 1e9;

/** The limit that many buckets share. */
export interface TokenLimit {
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
