const NANOS_PER_SECOND = 1e9;

/**
 * A token bucket that never waits (client-go's `flowcontrol.NewTokenBucketPassiveRateLimiterWithClock`, on
 * `golang.org/x/time/rate`).
 *
 * It starts full. Tokens flow back from the time at which the last one was taken; none do while a clock that stepped
 * back is behind that time. A token due within a nanosecond counts as available.
 */
export class TokenBucket {
  readonly #burst: number;
  readonly #qps: number;
  #tokens: number;
  #lastMs = NaN;

  /**
   * Creates a full bucket.
   *
   * @param burst How many tokens it holds.
   * @param qps How many tokens flow back in a second.
   */
  constructor(burst: number, qps: number) {
    this.#burst = burst;
    // The precision of client-go.
    this.#qps = Math.fround(qps);
    this.#tokens = burst;
  }

  /**
   * Takes a token, if available.
   *
   * @param nowMs The time in milliseconds since 1970.
   * @returns Whether a token was available.
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
