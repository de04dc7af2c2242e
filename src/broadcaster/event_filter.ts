import type { WatchEvent } from "../api/watch_event.ts";

/** Whose filter it is, and who hears of what it throws. */
export interface FilterOwner {
  /** Whether the filter need not be asked any more. */
  readonly closed: boolean;
  /** The filter threw; the event passes by. */
  failed(error: unknown): void;
}

/** The filter of a watcher: asked about each event once, in order, though distribution may have to look ahead. */
export class EventFilter<T> {
  readonly #filter: (event: WatchEvent<T>) => boolean;
  readonly #owner: FilterOwner;
  /** What it said of events that were not taken yet, by their number. */
  readonly #asked = new Map<number, boolean>();

  constructor(filter: (event: WatchEvent<T>) => boolean, owner: FilterOwner) {
    this.#filter = filter;
    this.#owner = owner;
  }

  /** Asks about `batch[from]` and what follows before `batch[to]`; gives back what passes. */
  pass(batch: readonly WatchEvent<T>[], from: number, to: number): WatchEvent<T>[] {
    const filter = this.#filter;
    const owner = this.#owner;
    const wanted: WatchEvent<T>[] = [];
    for (let i = from; i < to && !owner.closed; i++) {
      const event = batch[i]!;
      try {
        if (filter(event)) wanted.push(event);
      } catch (error) {
        owner.failed(error);
      }
    }
    return wanted;
  }

  /** Whether the event with this number will pass, for those who have to know before it is taken. */
  foresee(event: WatchEvent<T>, number: number): boolean {
    let passes = this.#asked.get(number);
    if (passes === undefined) this.#asked.set(number, passes = this.pass([event], 0, 1).length > 0);
    return passes;
  }

  /** The same as `pass`, of events of which some were foreseen; `batch[0]` has the number `start`. */
  take(batch: readonly WatchEvent<T>[], from: number, to: number, start: number): WatchEvent<T>[] {
    const wanted = batch.slice(from, to).filter((event, i) => this.foresee(event, start + from + i));
    for (let i = from; i < to; i++) this.#asked.delete(start + i);
    return wanted;
  }
}
