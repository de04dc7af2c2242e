/** How many events a producer publishes between two looks at the clock. */
const EVENTS = 64;
/** How long a producer may go on before the event loop has a turn. */
const TURN_MS = 50;

// Kept, so that a test which fakes timers does not stop those who publish.
const { setTimeout } = globalThis;

/**
 * Gives the event loop a turn now and then: a producer that awaits promises which are settled already, in a loop, would let
 * no timer fire and no I/O happen.
 */
export class Turns {
  #events = 0;
  #since = performance.now();

  /** Counts an event; returns a promise of the next turn where the producer must wait for it. */
  next(): Promise<void> | undefined {
    if (++this.#events % EVENTS !== 0) return undefined;
    if (performance.now() - this.#since < TURN_MS) return undefined;
    return new Promise((resolve) => {
      setTimeout(() => {
        this.#since = performance.now();
        resolve();
      });
    });
  }
}
