import type { Correlator } from "../correlator/correlator.ts";

/** The longest time that a timer can be set to; one that is set to more goes off at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** What a timer is on runtimes that have a process to keep alive. */
interface ProcessTimer {
  unref?(): void;
}

/**
 * Calls back when the correlator has writes that time has made due: by one timer while there is something to sweep, and
 * none while there is not. The timer does not keep the process alive.
 */
export class Sweeper {
  readonly #correlator: Pick<Correlator<never>, "sweepAfterMs">;
  readonly #onDue: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopped = false;

  constructor(correlator: Pick<Correlator<never>, "sweepAfterMs">, onDue: () => void) {
    this.#correlator = correlator;
    this.#onDue = onDue;
  }

  /** Sets the timer, unless it is set or there is nothing to sweep; to be called after every event. */
  arm(): void {
    if (this.#timer !== undefined || this.#stopped) return;
    const afterMs = this.#correlator.sweepAfterMs;
    if (afterMs === undefined) return;
    this.#timer = setTimeout(() => this.#ring(), Math.min(afterMs, MAX_TIMER_MS));
    (this.#timer as unknown as ProcessTimer).unref?.();
  }

  /** Ends it. */
  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  #ring(): void {
    this.#timer = undefined;
    this.#onDue();
    this.arm();
  }
}
