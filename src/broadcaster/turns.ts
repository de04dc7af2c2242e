/** Number of events between two clock checks: checking for each would slow down publishing. */
const EVENTS = 64;
/** How long a producer may run before it yields: timers are late by that much at most. */
const TURN_MS = 50;

// Captured, so that fake timers in a test do not block producers.
const startTimer = setTimeout;

/**
 * Yields to the event loop now and then: a producer that awaits settled promises in a loop would starve timers and I/O.
 */
export class Turns {
  #events = 0;
  #since = performance.now();

  /** Counts an event; returns a promise of the next turn if the producer must yield, else undefined. */
  next(): Promise<void> | undefined {
    if (++this.#events % EVENTS !== 0) return undefined;
    if (performance.now() - this.#since < TURN_MS) return undefined;
    return new Promise((resolve) => {
      startTimer(() => {
        this.#since = performance.now();
        resolve();
      });
    });
  }
}
