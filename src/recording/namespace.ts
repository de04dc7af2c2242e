import type { CircuitBreaker } from "./circuit_breaker.ts";

/** What a namespace reads of its entries. */
interface Queued {
  /** Whether it counts towards `maxPending`, so that dropping it makes room. */
  readonly hasPlace: boolean;
}

/** One turn in this many prefers retries over writes that have not failed. */
export const RETRY_TURN = 4;

/** A FIFO queue with amortized constant-time operations. */
export class Queue<T> {
  #items: T[] = [];
  #head = 0;

  get size(): number {
    return this.#items.length - this.#head;
  }

  push(item: T): void {
    // Most queues hold one item at a time: an array that grows by push has room for many.
    if (this.#items.length === 0) this.#items = [item];
    else this.#items.push(item);
  }

  shift(): T | undefined {
    if (this.size === 0) return undefined;
    const item = this.#items[this.#head++];
    // Array.prototype.shift moves all remaining items on each call; this does so rarely.
    if (this.#head === this.#items.length || this.#head === 1024) {
      this.#items = this.#items.slice(this.#head);
      this.#head = 0;
    }
    return item;
  }

  /** Removes and returns the last item that matches. */
  takeLast(matches: (item: T) => boolean): T | undefined {
    const index = this.#items.findLastIndex((item, index) => index >= this.#head && matches(item));
    return index < 0 ? undefined : this.#items.splice(index, 1)[0];
  }

  /** Removes and returns all items that match. */
  takeAll(matches: (item: T) => boolean): T[] {
    const live = this.#items.slice(this.#head);
    this.#items = live.filter((item) => !matches(item));
    this.#head = 0;
    return live.filter(matches);
  }
}

/** The queued events of a namespace, and the results of its writes. */
export class Namespace<E extends Queued> {
  readonly name: string;
  readonly breaker: CircuitBreaker;
  /** Entries that are ready and have not failed. */
  readonly fresh = new Queue<E>();
  /** Entries that are ready to be retried. */
  readonly retries = new Queue<E>();
  /** Entries that wait for their next try. */
  readonly backingOff = new Set<E>();
  /** Number of its entries, queued and in flight. */
  entries = 0;
  /** Number of its entries that count towards `maxPending`. */
  places = 0;
  /** Number of its fresh entries in flight. */
  inFlight = 0;
  /** Whether its latest write succeeded. */
  isTrusted = false;
  /** Number of its writes that succeeded. */
  successes = 0;
  #probes = 0;

  constructor(name: string, breaker: CircuitBreaker) {
    this.name = name;
    this.breaker = breaker;
  }

  /** Removes and returns all queued entries that match. */
  takeAll(matches: (entry: E) => boolean): E[] {
    const backingOff = [...this.backingOff].filter(matches);
    for (const entry of backingOff) this.backingOff.delete(entry);
    return [...this.fresh.takeAll(matches), ...this.retries.takeAll(matches), ...backingOff];
  }

  /** Removes and returns the next entry to probe the namespace with: one that has not failed, but for every fourth. */
  takeProbe(): E {
    const { breaker, fresh, retries } = this;
    breaker.pass();
    const isFresh = fresh.size > 0 && (retries.size === 0 || ++this.#probes % RETRY_TURN > 0);
    return (isFresh ? fresh : retries).shift()!;
  }

  /** Removes and returns a failed entry that counts towards `maxPending`. */
  takeFailed(): E | undefined {
    const entry = this.retries.takeLast(hasPlace);
    if (entry !== undefined) return entry;
    for (const entry of this.backingOff) {
      if (!hasPlace(entry)) continue;
      this.backingOff.delete(entry);
      return entry;
    }
    return undefined;
  }

  /** Removes and returns the newest entry that has not failed and counts towards `maxPending`. */
  takeNewest(): E | undefined {
    return this.fresh.takeLast(hasPlace);
  }
}

function hasPlace(entry: Queued): boolean {
  return entry.hasPlace;
}
