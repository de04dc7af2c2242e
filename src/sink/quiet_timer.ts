import { delay } from "@std/async/delay";

/**
 * Calls back at intervals while something happens, and once more after it has stopped; then there is no timer.
 */
export class QuietTimer {
  readonly #intervalMs: number;
  readonly #onInterval: () => void;
  readonly #end = new AbortController();
  #happened = false;
  #running = false;

  constructor(intervalMs: number, onInterval: () => void) {
    this.#intervalMs = intervalMs;
    this.#onInterval = onInterval;
  }

  /** Notes that something happened. */
  note(): void {
    if (this.#intervalMs === 0) return;
    this.#happened = true;
    if (!this.#running) void this.#run();
  }

  /** Ends it. */
  stop(): void {
    this.#end.abort();
  }

  async #run(): Promise<void> {
    this.#running = true;
    while (this.#happened && !this.#end.signal.aborted) {
      this.#happened = false;
      try {
        await delay(this.#intervalMs, { signal: this.#end.signal });
        this.#onInterval();
      } catch {
        // Stopped.
      }
    }
    this.#running = false;
  }
}
