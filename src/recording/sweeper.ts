import { startTimer } from "../api/time.ts";
import type { Correlator } from "../correlator/correlator.ts";

/** Shortest time between two sweeps: a custom correlator may ask for less. */
const MIN_DELAY_MS = 1;

/** A timer on runtimes where it keeps the process alive. */
interface ProcessTimer {
  unref?(): void;
}

/** Options of {@linkcode Sweeper}. */
interface SweeperOptions {
  /** Called when the correlator has writes that are due. */
  readonly onDue: () => void;
  /** Called with the error of a correlator. */
  readonly onThrow: (error: unknown) => void;
}

/**
 * Calls back when the correlator has writes that are due: with one timer while there is something to sweep, else none.
 * The timer does not keep the process alive.
 */
export class Sweeper {
  readonly #correlator: Pick<Correlator<never>, "sweepAfterMs">;
  readonly #options: SweeperOptions;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(correlator: Pick<Correlator<never>, "sweepAfterMs">, options: SweeperOptions) {
    this.#correlator = correlator;
    this.#options = options;
  }

  /** Sets the timer, unless it is set or there is nothing to sweep; call it after every event. */
  arm(): void {
    if (this.#timer !== undefined) return;
    const afterMs = this.#afterMs();
    if (afterMs === undefined) return;
    this.#timer = startTimer(() => this.#onTimer(), Math.max(afterMs, MIN_DELAY_MS));
    (this.#timer as unknown as ProcessTimer).unref?.();
  }

  /** Clears the timer. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  /** The delay that the correlator asks for; undefined if it asks for none, or for what is no delay. */
  #afterMs(): number | undefined {
    try {
      const afterMs = this.#correlator.sweepAfterMs;
      if (afterMs === undefined || afterMs > 0) return afterMs;
      throw new RangeError(`sweepAfterMs must be a positive number, received ${afterMs}`);
    } catch (error) {
      this.#options.onThrow(error);
      return undefined;
    }
  }

  #onTimer(): void {
    this.#timer = undefined;
    this.#options.onDue();
    this.arm();
  }
}
