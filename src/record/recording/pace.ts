import type { Timer, Timers } from "../../base/tools/time.ts";

/** Writes per second at first: client-go's default limit of a client's requests (`DefaultQPS`). */
const FIRST_PER_SECOND = 5;
/**
 * Increase of the rate, each second. A backlog of 4,000 events is written in about a minute, one of 65,536 in about
 * four.
 */
const GROWTH_PER_SECOND = 2;
/** Writes per second at which pacing ends, because timers of one millisecond cannot pace faster. */
const LAST_PER_SECOND = 1000;
/**
 * Factor by which the rate falls when the server asks for fewer requests, as in TCP CUBIC; applied at most once a
 * second, which is about one round of responses.
 */
const DECREASE = 0.7;
const DECREASE_EVERY_MS = 1000;
/** Longest delay of a timer for which missed turns are made up. */
const MAX_LATE_MS = 1000;

/**
 * Paces writes after a long outage to prevent a thundering herd: additive increase, multiplicative decrease, as in TCP.
 *
 * Starts at five writes per second, adds two per second each second, slows down when the server has too many requests,
 * and ends at a thousand. Makes up for turns missed because a timer was noticed late, as with an {@linkcode Agenda},
 * but for at most one second's worth.
 */
export class RecoveryPace {
  readonly #onTurn: () => void;
  readonly #timers: Timers;
  #perSecond = Infinity;
  #timer: Timer | undefined;
  /** When the next write may start, to the fraction of a millisecond. */
  #dueMs = -Infinity;
  #slowedDownMs = -Infinity;
  /** Number of missed turns: that many writes may start without waiting. */
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
    // Count from the time that was due, not from now, because timers are whole milliseconds and the rest would add up.
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
   * Called when the server has too many requests. Slows down at most once per second, because several requests fail
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
