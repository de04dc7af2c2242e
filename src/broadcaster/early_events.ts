/**
 * Keeps the events that nobody records yet, the latest `limit` of them, until the first recording takes them over.
 *
 * Unlike client-go, whose events from before `StartRecordingToSink` go nowhere.
 */
export class EarlyEvents<E> {
  readonly #limit: number;
  readonly #ring: E[] = [];
  #oldest = 0;
  #agedOut = 0;
  #next: ((event: E) => void) | undefined;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** How many are kept. */
  get kept(): number {
    return this.#ring.length;
  }

  /** Whether a recording has taken over. */
  get isHandedOver(): boolean {
    return this.#next !== undefined;
  }

  /** Takes an event: hands it on where a recording has taken over, else keeps it, at the cost of the oldest. */
  accept(event: E): void {
    if (this.#next !== undefined) this.#next(event);
    else if (this.#ring.length < this.#limit) this.#ring.push(event);
    else {
      this.#ring[this.#oldest] = event;
      this.#oldest = (this.#oldest + 1) % this.#limit;
      this.#agedOut++;
    }
  }

  /** Hands over what is kept, in order, and everything that comes from now on; answers how many did not last so long. */
  handOver(next: (event: E) => void): number {
    const kept = [...this.#ring.slice(this.#oldest), ...this.#ring.slice(0, this.#oldest)];
    this.#ring.length = 0;
    this.#next = next;
    for (const event of kept) next(event);
    return this.#agedOut;
  }
}
