import type { CircuitBreaker } from "./circuit_breaker.ts";
import { Fifo } from "../api/fifo.ts";

/** The fields of an entry that a namespace reads. */
interface Queued {
  /** Whether it counts towards `maxPending`, so that dropping it makes room. */
  readonly hasPlace: boolean;
}

/** Every fourth write is a retry, if one is queued: retries often fail again, and must not starve either. */
export const RETRY_EVERY = 4;

/** The queued events of a namespace, and the results of its writes. */
export class Namespace<E extends Queued> {
  readonly name: string;
  readonly breaker: CircuitBreaker;
  /** Entries that are ready and have not failed. */
  readonly fresh = new Fifo<E>();
  /** Entries that are ready to be retried. */
  readonly retries = new Fifo<E>();
  /** Entries that wait for their next try. */
  readonly backingOff = new Set<E>();
  /** Number of its entries that are queued or in flight. */
  active = 0;
  /** Number of those that count towards `maxPending`, and so have a place; maintained by the {@linkcode Ranking}. */
  size = 0;
  /** Its index in the ranking by size. */
  rank = 0;
  /** Number of its entries in flight that were fresh. */
  freshInFlight = 0;
  /** Whether its latest write succeeded. */
  isTrusted = false;
  /** Number of its writes that succeeded. */
  successes = 0;
  #probes = 0;

  constructor(name: string, breaker: CircuitBreaker) {
    this.name = name;
    this.breaker = breaker;
  }

  /** Whether its circuit breaker is not closed: its entries wait, or go out one at a time as probes. */
  get isSuspended(): boolean {
    return !this.breaker.isClosed;
  }

  /** Removes and returns all queued entries that match. */
  takeAll(matches: (entry: E) => boolean): E[] {
    const backingOff = [...this.backingOff].filter(matches);
    for (const entry of backingOff) this.backingOff.delete(entry);
    return [...this.fresh.takeAll(matches), ...this.retries.takeAll(matches), ...backingOff];
  }

  /** Removes and returns the entry to probe the namespace with: a fresh one, except every fourth time. */
  takeProbe(): E {
    const { breaker, fresh, retries } = this;
    breaker.pass();
    const isFresh = fresh.size > 0 && (retries.size === 0 || ++this.#probes % RETRY_EVERY > 0);
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
