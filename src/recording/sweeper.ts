import { startTimer } from "../api/time.ts";
import type { Correlator } from "../correlator/correlator.ts";

/** A timer on runtimes where it keeps the process alive. */
interface ProcessTimer {
  unref?(): void;
}

/**
 * Calls back when the correlator has writes that are due: with one timer while there is something to sweep, else none.
 * The timer does not keep the process alive.
 */
export class Sweeper {
  readonly #correlator: Pick<Correlator<never>, "sweepAfterMs">;
  readonly #onDue: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(correlator: Pick<Correlator<never>, "sweepAfterMs">, onDue: () => void) {
    this.#correlator = correlator;
    this.#onDue = onDue;
  }

  /** Sets the timer, unless it is set or there is nothing to sweep; call it after every event. */
  arm(): void {
    if (this.#timer !== undefined) return;
    const afterMs = this.#correlator.sweepAfterMs;
    if (afterMs === undefined) return;
    this.#timer = startTimer(() => this.#onTimer(), afterMs);
    (this.#timer as unknown as ProcessTimer).unref?.();
  }

  /** Clears the timer. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  #onTimer(): void {
    this.#timer = undefined;
    this.#onDue();
    this.arm();
  }
}
