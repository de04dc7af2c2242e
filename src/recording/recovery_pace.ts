import { startTimer } from "../api/time.ts";

const FIRST_PER_SECOND = 5;
const GROWTH_PER_SECOND = 2;
const LAST_PER_SECOND = 1000;
const DECREASE = 0.7;
const DECREASE_EVERY_MS = 1000;

/**
 * Paces writes after a long outage to prevent a thundering herd: additive increase, multiplicative decrease, as in TCP.
 *
 * Starts at five writes per second, adds two per second each second, slows down when the server has too many requests,
 * and ends at a thousand.
 */
export class RecoveryPace {
  readonly #onTurn: () => void;
  #perSecond = Infinity;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** When the next write may start, to the fraction of a millisecond. */
  #dueMs = -Infinity;
  #slowedDownMs = -Infinity;

  /** @param onTurn Called when the next write may start. */
  constructor(onTurn: () => void) {
    this.#onTurn = onTurn;
  }

  /** Whether a write may start now. */
  get admits(): boolean {
    return this.#timer === undefined;
  }

  /** Starts pacing. */
  begin(): void {
    this.#perSecond = Math.min(this.#perSecond, FIRST_PER_SECOND);
  }

  /** Called when a write starts; delays the next one. */
  pass(): void {
    if (this.#perSecond === Infinity) return;
    const seconds = 1 / this.#perSecond;
    const nowMs = Date.now();
    // From the time that was due, not from now: timers are whole milliseconds, and the rest would add up.
    const isLate = !(Math.abs(nowMs - this.#dueMs) < 1);
    this.#dueMs = (isLate ? nowMs : this.#dueMs) + seconds * 1000;
    this.#timer = startTimer(() => {
      this.#timer = undefined;
      this.#perSecond += GROWTH_PER_SECOND * seconds;
      if (this.#perSecond >= LAST_PER_SECOND) this.#perSecond = Infinity;
      this.#onTurn();
    }, this.#dueMs - nowMs);
  }

  /**
   * Called when the server has too many requests: slows down, at most once per second, as several requests fail
   * together.
   */
  slowDown(): void {
    const nowMs = Date.now();
    if (Math.abs(nowMs - this.#slowedDownMs) < DECREASE_EVERY_MS) return;
    this.#slowedDownMs = nowMs;
    this.#perSecond = Math.max(this.#perSecond * DECREASE, FIRST_PER_SECOND);
  }

  /** Ends pacing. */
  reset(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#perSecond = Infinity;
  }
}
