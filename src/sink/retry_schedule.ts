import type { Backoff } from "./backoff.ts";
import { StatusError } from "./status_error.ts";

const MAX_PAUSE_MS = 3_600_000;
const MAX_LAST_PAUSE_MS = 1000;
const MAX_RETRY_AFTER_MS = 60_000;

/** How long to wait before another try. */
export class RetrySchedule {
  readonly #backoff: Backoff;
  readonly #random: () => number;
  #maxPauseMs = MAX_PAUSE_MS;

  constructor(backoff: Backoff, random: () => number) {
    this.#backoff = backoff;
    this.#random = random;
  }

  /** From now on makes no pause of more than a second, unless the server asks for it. */
  hurry(): void {
    this.#maxPauseMs = MAX_LAST_PAUSE_MS;
  }

  /** The pause after so many tries. */
  pauseMs(tries: number): number {
    try {
      const ms = this.#backoff(tries, this.#random);
      return ms >= 0 ? Math.min(ms, this.#maxPauseMs) : this.#maxPauseMs;
    } catch {
      // A schedule that fails is none: the longest pause does no harm.
      return this.#maxPauseMs;
    }
  }

  /**
   * The pause that the server asks for, if it does: a minute at most, and up to a quarter more, so that not all who were
   * told the same come back at once.
   */
  requestedMs(error: unknown): number {
    const ms = error instanceof StatusError ? Math.min(error.retryAfterMs ?? 0, MAX_RETRY_AFTER_MS) : 0;
    if (!(ms > 0)) return 0;
    try {
      return ms * (1 + this.#random() / 4);
    } catch {
      return ms;
    }
  }
}
