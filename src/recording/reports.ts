import { Fifo } from "../api/fifo.ts";

/**
 * The calls to `onOutcome` and to the logger, in order, held back until the state of the recording has settled: both may
 * record again.
 */
export class Reports {
  readonly #due = new Fifo<() => void>();

  /** Holds a call back, which must not throw. */
  add(report: () => void): void {
    this.#due.push(report);
  }

  /** Makes the calls held back so far. One that records makes those left before its recording returns. */
  send(): void {
    for (let report = this.#due.shift(); report !== undefined; report = this.#due.shift()) report();
  }
}
