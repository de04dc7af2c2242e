/**
 * The clock is read once per this many events, because reading it for each event would slow down publishing.
 */
const EVENTS = 64;
/** How long a producer may run before it yields; a timer may fire late by this much. */
const TURN_MS = 50;

// Captured here so that the fake timers of a test do not block producers.
const startTimer = setTimeout;

/**
 * Yields to the event loop now and then, because a producer that awaits settled promises in a loop starves timers and
 * I/O.
 */
export class Turns {
  #events = 0;
  #since = performance.now();

  /** Counts an event. Returns a promise that resolves in the next turn if the producer must yield, else undefined. */
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
