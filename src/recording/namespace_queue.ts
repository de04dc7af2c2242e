import type { V1ObjectMeta } from "../api/kubernetes_object.ts";
import type { Correlation } from "../correlator/correlator.ts";
import type { CircuitBreaker } from "./circuit_breaker.ts";
import type { Write } from "./write.ts";

/** One turn in this many prefers retries over writes that have not failed. */
export const RETRY_TURN = 4;

/**
 * The writes of one event: one in flight, and one queued behind it that absorbs all later ones. A patch cannot overtake
 * its create, and an event that cannot be written takes at most two slots however often it repeats.
 */
export class Lane<E> {
  /** Correlation key of the event. */
  readonly key: string;
  /** Name of the event. */
  readonly name: string;
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
  /** Where the write in flight is counted. */
  ring: { underWay: number } | undefined;
  /** Another lane of this name; see {@linkcode LaneTable}. */
  next: Lane<E> | undefined;

  constructor(key: string, name: string, namespace: NamespaceQueue<E>, isExtra: boolean) {
    this.key = key;
    this.name = name;
    this.namespace = namespace;
    this.isExtra = isExtra;
  }
}

/**
 * The lanes in use, by namespace, name and correlation key of their events.
 *
 * A name, or a key where there is none, usually belongs to one event: if to several, their lanes are a linked list.
 */
export class LaneTable<E> {
  readonly #first = new Map<string, Lane<E>>();
  size = 0;

  /** Returns the lane of an event, if there is one. */
  get({ key, event }: Correlation<{ readonly metadata: V1ObjectMeta }>): Lane<E> | undefined {
    const { namespace = "", name = "" } = event.metadata;
    for (let lane = this.#first.get(name || key); lane !== undefined; lane = lane.next) {
      if (lane.key === key && lane.name === name && lane.namespace.name === namespace) return lane;
    }
    return undefined;
  }

  /** Adds the lane of an event that has none. */
  add(lane: Lane<E>): void {
    const id = lane.name || lane.key;
    lane.next = this.#first.get(id);
    this.#first.set(id, lane);
    this.size++;
  }

  /** Removes a lane. */
  delete(lane: Lane<E>): void {
    const id = lane.name || lane.key;
    let previous = this.#first.get(id)!;
    if (previous !== lane) {
      while (previous.next !== lane) previous = previous.next!;
      previous.next = lane.next;
    } else if (lane.next !== undefined) this.#first.set(id, lane.next);
    else this.#first.delete(id);
    this.size--;
  }

  /** Yields all lanes; they may be deleted meanwhile. */
  *values(): IterableIterator<Lane<E>> {
    for (const first of this.#first.values()) {
      for (let lane: Lane<E> | undefined = first; lane !== undefined; lane = lane.next) yield lane;
    }
  }
}

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
  #probes = 0;

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

  /** Removes and returns the next lane to probe the namespace with: one that has not failed, but for every fourth. */
  takeProbe(): Lane<E> {
    const { breaker, fresh, retries } = this;
    breaker.pass();
    const isFresh = fresh.size > 0 && (retries.size === 0 || ++this.#probes % RETRY_TURN > 0);
    return (isFresh ? fresh : retries).shift()!;
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
