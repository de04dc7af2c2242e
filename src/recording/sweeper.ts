import { unrefTimer } from "../api/time.ts";
import type { Correlator } from "../correlator/correlator.ts";
import type { Timer, Timers } from "./timers.ts";

/** Shortest time between two sweeps: timers are whole milliseconds, and a custom correlator may ask for less. */
const MIN_DELAY_MS = 1;

interface SweeperOptions {
  /** Called when the correlator has writes that are due; call {@linkcode Sweeper.arm} after a sweep. */
  readonly onDue: () => void;
  /** Called with the error of a correlator. */
  readonly onThrow: (error: unknown) => void;
  readonly timers: Timers;
}

/**
 * Calls back when the correlator has writes that are due: with one timer while there is something to sweep, else none.
 * The timer does not keep the process alive.
 */
export class Sweeper {
  readonly #correlator: Pick<Correlator<never>, "sweepAfterMs">;
  readonly #options: SweeperOptions;
  #timer: Timer | undefined;

  constructor(correlator: Pick<Correlator<never>, "sweepAfterMs">, options: SweeperOptions) {
    this.#correlator = correlator;
    this.#options = options;
  }

  /** Sets the timer, unless it is set or there is nothing to sweep; call it after every event and sweep. */
  arm(): void {
    if (this.#timer !== undefined) return;
    const afterMs = this.#afterMs();
    if (afterMs === undefined) return;
    this.#timer = unrefTimer(this.#options.timers.start(() => this.#onTimer(), Math.max(afterMs, MIN_DELAY_MS)));
  }

  /** Clears the timer for good: {@linkcode arm} sets no other. */
  stop(): void {
    this.#options.timers.clear(this.#timer);
  }

  /** The delay that the correlator asks for; undefined if there is none, or an invalid one. */
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
  }
}
