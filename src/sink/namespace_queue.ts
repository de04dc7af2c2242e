import type { Correlation } from "../correlator/correlator.ts";
import type { V1ObjectMeta } from "../api/kubernetes_object.ts";
import type { CircuitBreaker } from "./circuit_breaker.ts";
import type { Write } from "./write.ts";

/**
 * The writes of one event: one under way, and one that waits behind it and takes in all that come meanwhile. So a
 * create is never overtaken by its patch, and an event that nobody can write costs no more than two slots however often
 * it repeats.
 */
export class Lane<E> {
  /** Namespace, name and correlation key of the event. */
  readonly key: string;
  readonly namespace: NamespaceQueue<E>;
  /** Whether it was opened for a count that a correlator had held back, which takes none of the places of events. */
  readonly isExtra: boolean;
  /** The write to make next. */
  waiting: Write<E> | undefined;
  /** The write under way. */
  sending: Write<E> | undefined;
  /** Runs while the waiting write must not be made yet. */
  timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether the server has asked for that. */
  isPauseRequested = false;
  /** What the write under way counts as. */
  kind: "fresh" | "probe" | "retry" = "fresh";

  constructor(key: string, namespace: NamespaceQueue<E>, isExtra: boolean) {
    this.key = key;
    this.namespace = namespace;
    this.isExtra = isExtra;
  }
}

/**
 * Returns the key of the lane of an event: its namespace and name, and the key that tells it from others of that name.
 */
export function laneKey({ key, event }: Correlation<{ readonly metadata: V1ObjectMeta }>): string {
  const { namespace = "", name = "" } = event.metadata;
  return `${namespace}/${name}/${key}`;
}

/** First in, first out, in constant time. */
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
    // An array's own shift moves all that is left; this one does so rarely.
    if (this.#head === this.#items.length || this.#head === 1024) {
      this.#items = this.#items.slice(this.#head);
      this.#head = 0;
    }
    return item;
  }

  /** Takes out the last one that matches. */
  takeLast(matches: (item: T) => boolean): T | undefined {
    const index = this.#items.findLastIndex((item, index) => index >= this.#head && matches(item));
    return index < 0 ? undefined : this.#items.splice(index, 1)[0];
  }

  /** Takes out all that match. */
  takeAll(matches: (item: T) => boolean): T[] {
    const live = this.#items.slice(this.#head);
    this.#items = live.filter((item) => !matches(item));
    this.#head = 0;
    return live.filter(matches);
  }
}

/** The lanes of a namespace that wait, and how its writes fare. */
export class NamespaceQueue<E> {
  readonly name: string;
  readonly breaker: CircuitBreaker;
  /** Ready, and never failed. */
  readonly fresh = new Queue<Lane<E>>();
  /** Ready to be tried again. */
  readonly retries = new Queue<Lane<E>>();
  /** Wait for their next try. */
  readonly backingOff = new Set<Lane<E>>();
  /** How many lanes it has in all. */
  lanes = 0;
  /** How many of them take one of the places of events. */
  places = 0;
  /** How many of its fresh lanes are being written. */
  underWay = 0;
  /** Whether its latest write succeeded. */
  isTrusted = false;
  /** How many of its writes have succeeded. */
  successes = 0;
  /** How many were made while its circuit breaker was half-open. */
  probes = 0;

  constructor(name: string, breaker: CircuitBreaker) {
    this.name = name;
    this.breaker = breaker;
  }

  /** Takes out all lanes that wait and match. */
  takeAll(matches: (lane: Lane<E>) => boolean): Lane<E>[] {
    const backingOff = [...this.backingOff].filter(matches);
    for (const lane of backingOff) this.backingOff.delete(lane);
    return [...this.fresh.takeAll(matches), ...this.retries.takeAll(matches), ...backingOff];
  }

  /** Takes out an event's lane that failed. */
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

  /** Takes out the newest of the events' lanes that never failed. */
  takeNewest(): Lane<E> | undefined {
    return this.fresh.takeLast(isOfEvent);
  }
}

/** Whether a lane takes one of the places of events, so that it can give it to another. */
function isOfEvent<E>({ isExtra }: Lane<E>): boolean {
  return !isExtra;
}
