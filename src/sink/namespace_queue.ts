import type { Correlation } from "../correlator/correlator.ts";
import type { V1ObjectMeta } from "../api/kubernetes_object.ts";
import type { CircuitBreaker } from "./circuit_breaker.ts";
import type { Write } from "./write.ts";

/**
 * The writes of one event: one in flight, and one queued behind it that absorbs all later ones. A patch cannot overtake
 * its create, and an event that cannot be written takes at most two slots however often it repeats.
 */
export class Lane<E> {
  /** Namespace, name and correlation key of the event. */
  readonly key: string;
  readonly namespace: NamespaceQueue<E>;
  /**
   * Whether it was opened only to update a count that the correlator held back; such lanes do not use up `maxPending`.
   */
  readonly isExtra: boolean;
  /** The queued write. */
  waiting: Write<E> | undefined;
  /** The write in flight. */
  sending: Write<E> | undefined;
  /** Delays the queued write. */
  timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether the server asked for that delay. */
  isPauseRequested = false;
  /** Kind of the write in flight. */
  kind: "fresh" | "probe" | "retry" = "fresh";

  constructor(key: string, namespace: NamespaceQueue<E>, isExtra: boolean) {
    this.key = key;
    this.namespace = namespace;
    this.isExtra = isExtra;
  }
}

/** Returns an event's lane key: its namespace, name and correlation key, which differs between events of one name. */
export function laneKey({ key, event }: Correlation<{ readonly metadata: V1ObjectMeta }>): string {
  const { namespace = "", name = "" } = event.metadata;
  return `${namespace}/${name}/${key}`;
}

/** A FIFO queue with amortized constant-time operations. */
export class Queue<T> {
  #items: T[] = [];
  #head = 0;

  get size(): number {
    return this.#items.length - this.#head;
  }

  push(item: T): void {
    this.#items.push(item);
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

/** The queued lanes of a namespace, and the results of its writes. */
export class NamespaceQueue<E> {
  readonly name: string;
  readonly breaker: CircuitBreaker;
  /** Lanes that are ready and have not failed. */
  readonly fresh = new Queue<Lane<E>>();
  /** Lanes that are ready to be retried. */
  readonly retries = new Queue<Lane<E>>();
  /** Lanes that wait for their next try. */
  readonly backingOff = new Set<Lane<E>>();
  /** Number of all its lanes. */
  lanes = 0;
  /** Number of its lanes that count towards `maxPending`. */
  places = 0;
  /** Number of its fresh lanes in flight. */
  underWay = 0;
  /** Whether its latest write succeeded. */
  isTrusted = false;
  /** Number of its writes that succeeded. */
  successes = 0;
  /** Number of its writes made while its circuit breaker was half-open. */
  probes = 0;

  constructor(name: string, breaker: CircuitBreaker) {
    this.name = name;
    this.breaker = breaker;
  }

  /** Removes and returns all queued lanes that match. */
  takeAll(matches: (lane: Lane<E>) => boolean): Lane<E>[] {
    const backingOff = [...this.backingOff].filter(matches);
    for (const lane of backingOff) this.backingOff.delete(lane);
    return [...this.fresh.takeAll(matches), ...this.retries.takeAll(matches), ...backingOff];
  }

  /** Removes and returns a failed lane that counts towards `maxPending`. */
  takeFailed(): Lane<E> | undefined {
    const lane = this.retries.takeLast(isOfEvent);
    if (lane !== undefined) return lane;
    for (const lane of this.backingOff) {
      if (!isOfEvent(lane)) continue;
      this.backingOff.delete(lane);
      return lane;
    }
    return undefined;
  }

  /** Removes and returns the newest lane that has not failed and counts towards `maxPending`. */
  takeNewest(): Lane<E> | undefined {
    return this.fresh.takeLast(isOfEvent);
  }
}

/** Whether a lane counts towards `maxPending`, so that dropping it makes room. */
function isOfEvent<E>({ isExtra }: Lane<E>): boolean {
  return !isExtra;
}
