/** How many different subjects have to fail in a row at first, and how many at most. */
const MIN_THRESHOLD = 3;
const MAX_THRESHOLD = 24;

/** Options of {@linkcode CircuitBreaker}. */
interface CircuitBreakerOptions {
  /** How long to stay open after so many trips in a row, in milliseconds. */
  readonly pauseMs: (trips: number) => number;
  /** Called when a pause is over. */
  readonly onHalfOpen: () => void;
}

/** Options of `failed` of a {@linkcode CircuitBreaker}. */
export interface FailureOptions {
  /** How many different subjects there are to fail in a row, if those are enough to open it. */
  readonly atMost?: number;
  /** For how many milliseconds to stay open at least, because the server asks for it. */
  readonly requestedMs?: number;
}

/**
 * A circuit breaker with half-open probing
 * ({@link https://learn.microsoft.com/azure/architecture/patterns/circuit-breaker | Circuit Breaker pattern}).
 *
 * Closed, everything passes. It opens when several different subjects fail and nothing succeeds in between; after a
 * pause it is half-open: one probe at a time passes. A success closes it, from any state, and from then on twice as
 * many have to fail; a failure of a probe opens it for longer.
 */
export class CircuitBreaker {
  readonly #options: CircuitBreakerOptions;
  /** Those that failed since the last success; made when needed, as most breakers never see a failure. */
  #failed: Set<string> | undefined;
  #threshold = MIN_THRESHOLD;
  #trips = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #untilMs = 0;
  #isRequested = false;
  #isProbing = false;
  #openedMs = 0;

  constructor(options: CircuitBreakerOptions) {
    this.#options = options;
  }

  /** Whether everything may pass. */
  get isClosed(): boolean {
    return this.#trips === 0;
  }

  /** Whether something may pass now. */
  get admits(): boolean {
    return this.#trips === 0 || this.#timer === undefined && !this.#isProbing;
  }

  /** Notes that something passes. */
  pass(): void {
    if (this.#trips > 0) this.#isProbing = true;
  }

  /** Notes that what passed came to no result. */
  settle(): void {
    this.#isProbing = false;
  }

  /**
   * Notes a success, which closes it.
   *
   * @returns For how many milliseconds it was not closed.
   */
  succeeded(): number {
    if (this.#trips === 0) {
      this.#failed?.clear();
      return 0;
    }
    // Where some succeed and some fail, only many failures in a row mean trouble.
    const threshold = Math.min(this.#threshold * 2, MAX_THRESHOLD);
    this.reset();
    this.#threshold = threshold;
    return Date.now() - this.#openedMs;
  }

  /**
   * Notes a failure, which may open it.
   *
   * @param subject What failed.
   * @returns Whether it has opened now.
   */
  failed(subject: string, { atMost = Infinity, requestedMs = 0 }: FailureOptions = {}): boolean {
    const failed = this.#failed ??= new Set();
    // No more than matter: an outage may see a million.
    if (failed.size < this.#threshold) failed.add(subject);
    if (this.#timer !== undefined) {
      // Under way since before: no news but a longer pause.
      if (requestedMs > 0 && Date.now() + requestedMs > this.#untilMs) this.#pause(requestedMs, true);
      return false;
    }
    if (this.#trips === 0 && failed.size < Math.min(this.#threshold, atMost)) return false;
    if (this.#trips === 0) this.#openedMs = Date.now();
    this.#isProbing = false;
    const pauseMs = this.#options.pauseMs(++this.#trips);
    this.#pause(Math.max(pauseMs, requestedMs), requestedMs > 0);
    return true;
  }

  /** Ends a pause, unless the server has asked for it. */
  hurry(): void {
    if (this.#timer !== undefined && !this.#isRequested) this.#halfOpen();
  }

  /** Closes it, and forgets all failures. */
  reset(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#threshold = MIN_THRESHOLD;
    this.#trips = 0;
    this.#isProbing = false;
    this.#failed?.clear();
  }

  #pause(ms: number, isRequested: boolean): void {
    clearTimeout(this.#timer);
    this.#isRequested = isRequested;
    this.#untilMs = Date.now() + ms;
    this.#timer = setTimeout(() => this.#halfOpen(), ms);
  }

  #halfOpen(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#options.onHalfOpen();
  }
}
