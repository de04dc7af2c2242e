import { CircuitBreaker, type FailureOptions } from "./circuit_breaker.ts";
import { type Lane, NamespaceQueue, Queue, RETRY_TURN } from "./namespace_queue.ts";

/** Namespaces with writes of one kind, in round-robin order. */
class Ring<E> {
  readonly #isReady: (namespace: NamespaceQueue<E>) => boolean;
  readonly #takeLane: (namespace: NamespaceQueue<E>) => Lane<E>;
  readonly #maxUnderWay: number;
  readonly #turns = new Queue<NamespaceQueue<E>>();
  readonly #members = new Set<NamespaceQueue<E>>();
  /** Number of writes of this kind in flight. */
  underWay = 0;

  constructor(
    isReady: (namespace: NamespaceQueue<E>) => boolean,
    takeLane: (namespace: NamespaceQueue<E>) => Lane<E>,
    maxUnderWay: number,
  ) {
    this.#isReady = isReady;
    this.#takeLane = takeLane;
    this.#maxUnderWay = maxUnderWay;
  }

  /** Whether a write of this kind may start, if there is room for any. */
  get isReady(): boolean {
    return this.#turns.size > 0 && this.underWay < this.#maxUnderWay;
  }

  /** Appends a namespace, if it has a write of this kind and is not in the ring yet. */
  offer(namespace: NamespaceQueue<E>): void {
    if (this.#members.has(namespace) || !this.#isReady(namespace)) return;
    this.#members.add(namespace);
    this.#turns.push(namespace);
  }

  /** Removes the first namespace, and removes and returns its next lane. */
  next(): Lane<E> | undefined {
    if (this.underWay >= this.#maxUnderWay) return undefined;
    for (let namespace = this.#turns.shift(); namespace !== undefined; namespace = this.#turns.shift()) {
      this.#members.delete(namespace);
      if (!this.#isReady(namespace)) continue;
      const lane = this.#takeLane(namespace);
      lane.ring = this;
      this.underWay++;
      return lane;
    }
    return undefined;
  }
}

/** Options of {@linkcode FairQueue}. */
interface FairQueueOptions {
  /** Maximum number of writes in flight. */
  readonly concurrency: number;
  /** Returns the pause of a namespace after `trips` trips of its circuit breaker in a row, in milliseconds. */
  readonly pauseMs: (trips: number) => number;
  /** Called when the pause of a namespace is over. */
  readonly onReady: () => void;
}

/**
 * Lanes that are ready to write, in turns between their namespaces
 * ({@link https://en.wikipedia.org/wiki/Fair_queuing | fair queuing}).
 *
 * - Each namespace has a circuit breaker: while it is open, its lanes wait; half-open, it lets one at a time through,
 *   as a probe.
 * - Fresh lanes come before probes, and probes before retries; every fourth turn reverses the order.
 * - Probes and retries each take at most a quarter of `concurrency`, so that hanging requests leave room for the rest
 *   (a {@link https://learn.microsoft.com/azure/architecture/patterns/bulkhead | bulkhead}).
 * - A namespace that has other writes in flight takes the last slot only if its latest write succeeded.
 */
export class FairQueue<E> {
  readonly #options: FairQueueOptions;
  readonly #namespaces = new Map<string, NamespaceQueue<E>>();
  readonly #fresh: Ring<E>;
  /** The rings in their order, and in that of every fourth turn. */
  readonly #order: readonly Ring<E>[];
  readonly #reverse: readonly Ring<E>[];
  #suspects = 0;
  #turn = 0;
  /** The namespace with the most events, as long as it has at least as many as any other may have. */
  #largest: NamespaceQueue<E> | undefined;
  #mostOfOthers = 0;

  constructor(options: FairQueueOptions) {
    const share = Math.max(Math.floor(options.concurrency / 4), 1);
    this.#options = options;
    const isLast = (underWay: number): boolean => underWay > 0 && underWay + 1 >= options.concurrency;
    this.#fresh = new Ring(
      ({ breaker, fresh, underWay, isTrusted }) =>
        breaker.isClosed && fresh.size > 0 && (isTrusted || !isLast(underWay)),
      ({ fresh }) => fresh.shift()!,
      Infinity,
    );
    const probes = new Ring<E>(
      ({ breaker, fresh, retries }) => !breaker.isClosed && breaker.admits && fresh.size + retries.size > 0,
      (namespace) => namespace.takeProbe(),
      share,
    );
    const retries = new Ring<E>(
      ({ breaker, retries }) => breaker.isClosed && retries.size > 0,
      ({ retries }) => retries.shift()!,
      share,
    );
    this.#order = [this.#fresh, probes, retries];
    this.#reverse = [retries, probes, this.#fresh];
  }

  /** Number of namespaces in use. */
  get size(): number {
    return this.#namespaces.size;
  }

  /** Whether a lane waits only for room. */
  get isReady(): boolean {
    return this.#order.some(({ isReady }) => isReady);
  }

  /** Whether the circuit breakers of all namespaces in use are open or half-open. */
  get isAllSuspect(): boolean {
    return this.#suspects === this.#namespaces.size;
  }

  /** Returns the queue of a namespace, created if needed. */
  of(name: string): NamespaceQueue<E> {
    const known = this.#namespaces.get(name);
    if (known !== undefined) return known;
    const { pauseMs, onReady } = this.#options;
    const onHalfOpen = (): void => {
      this.#offer(namespace);
      onReady();
    };
    const namespace = new NamespaceQueue<E>(name, new CircuitBreaker({ pauseMs, onHalfOpen }));
    this.#namespaces.set(name, namespace);
    return namespace;
  }

  /** Called when a lane is opened. */
  opened({ namespace, isExtra }: Lane<E>): void {
    namespace.lanes++;
    if (isExtra) return;
    namespace.places++;
    if (namespace !== this.#largest) this.#mostOfOthers = Math.max(this.#mostOfOthers, namespace.places);
  }

  /** Called when a lane is closed; removes its namespace with its last lane. */
  closed({ namespace, isExtra }: Lane<E>): void {
    if (!isExtra) namespace.places--;
    if (--namespace.lanes > 0) return;
    if (!namespace.breaker.isClosed) this.#suspects--;
    namespace.breaker.reset();
    this.#namespaces.delete(namespace.name);
  }

  /** Adds a ready lane. */
  push(lane: Lane<E>): void {
    const { namespace } = lane;
    const { failures, isPatient } = lane.waiting!;
    const queue = failures > 0 || isPatient ? namespace.retries : namespace.fresh;
    queue.push(lane);
    this.#offer(namespace);
  }

  /** Removes and returns the next lane; call {@linkcode ended} when its write is over. */
  next(): Lane<E> | undefined {
    for (const ring of ++this.#turn % RETRY_TURN > 0 ? this.#order : this.#reverse) {
      const lane = ring.next();
      if (lane === undefined) continue;
      if (ring === this.#fresh) lane.namespace.underWay++;
      this.#offer(lane.namespace);
      return lane;
    }
    return undefined;
  }

  /** Called when the write of a lane is over. */
  ended({ namespace, ring }: Lane<E>): void {
    ring!.underWay--;
    if (ring === this.#fresh) namespace.underWay--;
    this.#offer(namespace);
  }

  /** Called when the server has accepted or rejected a write of the namespace: it responds. */
  succeeded(namespace: NamespaceQueue<E>): void {
    if (!namespace.breaker.isClosed) this.#suspects--;
    namespace.breaker.succeeded();
    namespace.successes++;
    namespace.isTrusted = true;
    this.#offer(namespace);
  }

  /** Called on a failure; returns whether it opened the namespace's circuit breaker. */
  failed({ namespace, key }: Lane<E>, options: FailureOptions): boolean {
    const wasClosed = namespace.breaker.isClosed;
    namespace.isTrusted = false;
    const hasOpened = namespace.breaker.failed(key, options);
    if (wasClosed && hasOpened) this.#suspects++;
    return hasOpened;
  }

  /** Ends the pauses of all namespaces, except those that the server asked for. */
  hurry(): void {
    for (const { breaker } of this.#namespaces.values()) breaker.hurry();
  }

  /** Removes all queued lanes. */
  clear(): void {
    for (const namespace of this.#namespaces.values()) namespace.takeAll(() => true);
  }

  /**
   * Removes and returns a lane to make room for one of a namespace: from the namespace with the most events, or else a
   * failed one of its own.
   */
  takeVictim(name: string): Lane<E> | undefined {
    const own = this.#namespaces.get(name);
    const largest = this.#findLargest();
    if (largest === undefined || largest.places <= (own?.places ?? 0) + 1) return own?.takeFailed();
    return largest.takeFailed() ?? largest.takeNewest() ?? own?.takeFailed();
  }

  /** Returns the namespace with the most events; looks at all only when the last one may have been overtaken. */
  #findLargest(): NamespaceQueue<E> | undefined {
    if (this.#largest !== undefined && this.#largest.places >= this.#mostOfOthers) return this.#largest;
    this.#largest = undefined;
    this.#mostOfOthers = 0;
    for (const namespace of this.#namespaces.values()) {
      const { places: most = 0 } = this.#largest ?? {};
      this.#mostOfOthers = Math.max(this.#mostOfOthers, Math.min(namespace.places, most));
      if (namespace.places > most) this.#largest = namespace;
    }
    return this.#largest;
  }

  /** Adds a namespace to the rings for which it has writes. */
  #offer(namespace: NamespaceQueue<E>): void {
    for (const ring of this.#order) ring.offer(namespace);
  }
}
