const FIRST_PER_SECOND = 5;
const GROWTH_PER_SECOND = 2;
const LAST_PER_SECOND = 1000;
const DECREASE = 0.7;
const DECREASE_EVERY_MS = 1000;

/**
 * Paces writes after a long outage, so that its end meets no herd: additive increase, multiplicative decrease, as TCP
 * has it.
 *
 * Begins with five a second, grows by two a second each second, and slows down when the server has too many requests;
 * ends at a thousand.
 */
export class RecoveryPace {
  readonly #onTurn: () => void;
  #perSecond = Infinity;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #slowedDownMs = -Infinity;

  /** @param onTurn Called when the next write may start. */
  constructor(onTurn: () => void) {
    this.#onTurn = onTurn;
  }

  /** Whether a write may start now. */
  get admits(): boolean {
    return this.#timer === undefined;
  }

  /** Starts slowly. */
  begin(): void {
    this.#perSecond = Math.min(this.#perSecond, FIRST_PER_SECOND);
  }

  /** Notes that a write starts: the next one has to wait. */
  pass(): void {
    if (this.#perSecond === Infinity) return;
    const seconds = 1 / this.#perSecond;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#perSecond += GROWTH_PER_SECOND * seconds;
      if (this.#perSecond >= LAST_PER_SECOND) this.#perSecond = Infinity;
      this.#onTurn();
    }, seconds * 1000);
  }

  /** Slows down, as the server has too many requests; it says so to several at once. */
  slowDown(): void {
    const nowMs = Date.now();
    if (Math.abs(nowMs - this.#slowedDownMs) < DECREASE_EVERY_MS) return;
    this.#slowedDownMs = nowMs;
    this.#perSecond = Math.max(this.#perSecond * DECREASE, FIRST_PER_SECOND);
  }

  /** Ends the pace. */
  reset(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#perSecond = Infinity;
  }
}
