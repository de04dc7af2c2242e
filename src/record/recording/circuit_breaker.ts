import type { Timer, Timers } from "../../base/tools/time.ts";

/**
 * Number of distinct subjects that must fail in a row to open it: one or two may be bad themselves. It doubles each time
 * that a success closes the breaker, up to three rounds of the default concurrency of eight requests.
 */
const MIN_THRESHOLD = 3;
const MAX_THRESHOLD = 24;

interface CircuitBreakerOptions {
  /** Returns how long to stay open after `trips` trips in a row, in milliseconds. */
  readonly pauseMs: (trips: number) => number;
  /** Called when a pause is over. */
  readonly onHalfOpen: () => void;
  readonly timers: Timers;
}

export interface FailureOptions {
  /** Maximum number of distinct failing subjects required to open it. */
  readonly atMost?: number | undefined;
  /** Minimum time to stay open, in milliseconds, as asked for by the server. */
  readonly requestedMs?: number;
}

/**
 * A circuit breaker with half-open probing
 * ({@link https://learn.microsoft.com/azure/architecture/patterns/circuit-breaker | Circuit Breaker pattern}).
 *
 * Closed, it admits everything. It opens when several distinct subjects fail with no success in between; after a pause
 * it is half-open and admits one probe at a time. A success closes it from any state and doubles the threshold, up to a
 * limit; a failed probe opens it for longer.
 */
export class CircuitBreaker {
  readonly #options: CircuitBreakerOptions;
  /** Subjects that failed since the last success; created lazily, as most breakers never see a failure. */
  #failed: Set<string> | undefined;
  #threshold = MIN_THRESHOLD;
  #trips = 0;
  #timer: Timer | undefined;
  #untilMs = 0;
  #isRequested = false;
  /** Whether a request is under way that it admitted; matters only while it is not closed. */
  #isProbing = false;
  #openedMs = 0;

  constructor(options: CircuitBreakerOptions) {
    this.#options = options;
  }

  get isClosed(): boolean {
    return this.#trips === 0;
  }

  /** Whether it admits a request now. */
  get admits(): boolean {
    return this.#trips === 0 || this.#timer === undefined && !this.#isProbing;
  }

  pass(): void {
    this.#isProbing = true;
  }

  /** Called when a request ended without a verdict on the server. */
  settle(): void {
    this.#isProbing = false;
  }

  /**
   * Called on a success, which closes it.
   *
   * @returns How long it was not closed, in milliseconds.
   */
  succeeded(): number {
    if (this.#trips === 0) {
      this.#failed?.clear();
      return 0;
    }
    // If some requests succeed and some fail, only many failures in a row indicate an outage.
    const threshold = Math.min(this.#threshold * 2, MAX_THRESHOLD);
    this.reset();
    this.#threshold = threshold;
    return Date.now() - this.#openedMs;
  }

  /**
   * Called on a failure, which may open it.
   *
   * @param subject Key of the failed event or namespace.
   * @returns Whether this failure opened it.
   */
  failed(subject: string, { atMost = Infinity, requestedMs = 0 }: FailureOptions = {}): boolean {
    const failed = this.#failed ??= new Set();
    // Bounds the set: an outage may see a million failures.
    if (failed.size < this.#threshold) failed.add(subject);
    if (this.#timer !== undefined) {
      // The request started before it opened, so this can only extend the pause.
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

  /** Ends the pause, unless the server asked for it. */
  endPause(): void {
    if (this.#timer !== undefined && !this.#isRequested) this.#halfOpen();
  }

  /** Closes it and forgets all failures. */
  reset(): void {
    this.#options.timers.clear(this.#timer);
    this.#timer = undefined;
    this.#threshold = MIN_THRESHOLD;
    this.#trips = 0;
    this.#failed?.clear();
  }

  #pause(ms: number, isRequested: boolean): void {
    this.#options.timers.clear(this.#timer);
    this.#isRequested = isRequested;
    this.#untilMs = Date.now() + ms;
    this.#timer = this.#options.timers.start(() => this.#halfOpen(), ms);
  }

  #halfOpen(): void {
    this.#options.timers.clear(this.#timer);
    this.#timer = undefined;
    this.#options.onHalfOpen();
  }
}

/** Writes per second at first: client-go's default limit of a client's requests (`DefaultQPS`). */
const FIRST_PER_SECOND = 5;
/** Growth of that each second: a backlog of `maxPending` is written within about a minute. */
const GROWTH_PER_SECOND = 2;
/** Writes per second at which pacing ends: timers of one millisecond cannot pace more. */
const LAST_PER_SECOND = 1000;
/** Factor when the server asks for fewer requests, as in TCP CUBIC; at most once a second, about one round of answers. */
const DECREASE = 0.7;
const DECREASE_EVERY_MS = 1000;
/** Longest delay of a timer that is made up for. */
const MAX_LATE_MS = 1000;

/**
 * Paces writes after a long outage to prevent a thundering herd: additive increase, multiplicative decrease, as in TCP.
 *
 * Starts at five writes per second, adds two per second each second, slows down when the server has too many requests,
 * and ends at a thousand. Turns that passed before a timer was noticed, as with an {@linkcode Agenda}, are made up for: at
 * most a second's.
 */
export class RecoveryPace {
  readonly #onTurn: () => void;
  readonly #timers: Timers;
  #perSecond = Infinity;
  #timer: Timer | undefined;
  /** When the next write may start, to the fraction of a millisecond. */
  #dueMs = -Infinity;
  #slowedDownMs = -Infinity;
  /** Number of writes that may start without waiting for their turns, which have passed. */
  #missed = 0;

  /** @param onTurn Called when the next write may start. */
  constructor(onTurn: () => void, timers: Timers) {
    this.#onTurn = onTurn;
    this.#timers = timers;
  }

  /** Whether a write may start now. */
  get admits(): boolean {
    return this.#timer === undefined;
  }

  begin(): void {
    this.#perSecond = Math.min(this.#perSecond, FIRST_PER_SECOND);
  }

  /** Called when a write starts; delays the next one. */
  pass(): void {
    if (this.#perSecond === Infinity) return;
    const seconds = 1 / this.#perSecond;
    if (this.#missed > 0) {
      this.#missed--;
      return this.#grow(seconds);
    }
    const nowMs = Date.now();
    // From the time that was due, not from now: timers are whole milliseconds, and the rest would add up.
    const isLate = !(Math.abs(nowMs - this.#dueMs) < 1);
    this.#dueMs = (isLate ? nowMs : this.#dueMs) + seconds * 1000;
    this.#timer = this.#timers.start(() => {
      this.#timer = undefined;
      const lateMs = Math.min(Date.now() - this.#dueMs, MAX_LATE_MS);
      this.#missed = Math.max(Math.floor(lateMs / 1000 / seconds), 0);
      this.#grow(seconds);
      this.#onTurn();
    }, this.#dueMs - nowMs);
  }

  /**
   * Called when the server has too many requests: slows down, at most once per second, as several requests fail
   * together.
   */
  slowDown(): void {
    this.#missed = 0;
    const nowMs = Date.now();
    if (Math.abs(nowMs - this.#slowedDownMs) < DECREASE_EVERY_MS) return;
    this.#slowedDownMs = nowMs;
    this.#perSecond = Math.max(this.#perSecond * DECREASE, FIRST_PER_SECOND);
  }

  reset(): void {
    this.#timers.clear(this.#timer);
    this.#timer = undefined;
    this.#perSecond = Infinity;
    this.#missed = 0;
  }

  /** Called for each turn. */
  #grow(seconds: number): void {
    this.#perSecond += GROWTH_PER_SECOND * seconds;
    if (this.#perSecond >= LAST_PER_SECOND) this.#perSecond = Infinity;
  }
}
