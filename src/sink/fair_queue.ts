import { CircuitBreaker, type FailureOptions } from "./circuit_breaker.ts";
import { type Lane, NamespaceQueue, Queue } from "./namespace_queue.ts";

/** Every so many turns, a retry comes before the writes that never failed. */
const RETRY_TURN = 4;

/** Namespaces with something to write of one kind, in turn. */
class Ring<E> {
  readonly #isReady: (namespace: NamespaceQueue<E>) => boolean;
  readonly #maxUnderWay: number;
  readonly #turns = new Queue<NamespaceQueue<E>>();
  readonly #members = new Set<NamespaceQueue<E>>();
  /** How many writes of this kind are under way. */
  underWay = 0;

  constructor(isReady: (namespace: NamespaceQueue<E>) => boolean, maxUnderWay: number) {
    this.#isReady = isReady;
    this.#maxUnderWay = maxUnderWay;
  }

  /** Whether one may be made, if there is room for any. */
  get isReady(): boolean {
    return this.#turns.size > 0 && this.underWay < this.#maxUnderWay;
  }

  /** Adds a namespace at the end, if it has something to write and is not there yet. */
  offer(namespace: NamespaceQueue<E>): void {
    if (this.#members.has(namespace) || !this.#isReady(namespace)) return;
    this.#members.add(namespace);
    this.#turns.push(namespace);
  }

  /** Takes out the first namespace. */
  next(): NamespaceQueue<E> | undefined {
    if (this.underWay >= this.#maxUnderWay) return undefined;
    for (let namespace = this.#turns.shift(); namespace !== undefined; namespace = this.#turns.shift()) {
      this.#members.delete(namespace);
      if (this.#isReady(namespace)) return namespace;
    }
    return undefined;
  }
}

/** Options of {@linkcode FairQueue}. */
interface FairQueueOptions {
  /** How many writes may be under way at once. */
  readonly concurrency: number;
  /** How long a namespace pauses after so many trips of its circuit breaker in a row, in milliseconds. */
  readonly pauseMs: (trips: number) => number;
  /** Called when a pause of a namespace is over. */
  readonly onReady: () => void;
}

/**
 * Lanes that are ready to write, in turns between their namespaces
 * ({@link https://en.wikipedia.org/wiki/Fair_queuing | fair queuing}).
 *
 * - Each namespace has a circuit breaker: while it is open, its lanes wait; half-open, they go one at a time, as
 *   probes.
 * - Fresh lanes come before probes, and those before retries, but for every fourth turn.
 * - Probes and retries each take at most a quarter of what may be under way, so that what hangs leaves room for the
 *   rest (a {@link https://learn.microsoft.com/azure/architecture/patterns/bulkhead | bulkhead}).
 * - A namespace takes the last place only if its latest write succeeded.
 */
export class FairQueue<E> {
  readonly #options: FairQueueOptions;
  readonly #namespaces = new Map<string, NamespaceQueue<E>>();
  readonly #fresh: Ring<E>;
  readonly #probes: Ring<E>;
  readonly #retries: Ring<E>;
  #suspects = 0;
  #turn = 0;

  constructor(options: FairQueueOptions) {
    const share = Math.max(Math.floor(options.concurrency / 4), 1);
    this.#options = options;
    const isLast = (underWay: number): boolean => underWay > 0 && underWay + 1 >= options.concurrency;
    this.#fresh = new Ring(
      ({ breaker, fresh, underWay, isTrusted }) =>
        breaker.isClosed && fresh.size > 0 && (isTrusted || !isLast(underWay)),
      Infinity,
    );
    this.#retries = new Ring(({ breaker, retries }) => breaker.isClosed && retries.size > 0, share);
    this.#probes = new Ring(
      ({ breaker, fresh, retries }) => !breaker.isClosed && breaker.admits && fresh.size + retries.size > 0,
      share,
    );
  }

  /** How many namespaces are in use. */
  get size(): number {
    return this.#namespaces.size;
  }

  /** Whether a lane waits for nothing but room. */
  get isReady(): boolean {
    return this.#fresh.isReady || this.#probes.isReady || this.#retries.isReady;
  }

  /** Whether the circuit breaker of no namespace in use is closed. */
  get isAllSuspect(): boolean {
    return this.#suspects === this.#namespaces.size;
  }

  /** The queue of a namespace, made if need be; {@linkcode release} it when it has no lanes any more. */
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

  /** Forgets a namespace that has no lanes. */
  release(namespace: NamespaceQueue<E>): void {
    if (!namespace.breaker.isClosed) this.#suspects--;
    namespace.breaker.reset();
    this.#namespaces.delete(namespace.name);
  }

  /** Adds a lane that is ready. */
  push(lane: Lane<E>): void {
    const { namespace } = lane;
    const { failures, isPatient } = lane.waiting!;
    const queue = failures > 0 || isPatient ? namespace.retries : namespace.fresh;
    queue.push(lane);
    this.#offer(namespace);
  }

  /** Takes out the next lane; {@linkcode ended} is to be called when its write is over. */
  next(): Lane<E> | undefined {
    if (++this.#turn % RETRY_TURN > 0) return this.#nextFresh() ?? this.#nextProbe() ?? this.#nextRetry();
    return this.#nextRetry() ?? this.#nextProbe() ?? this.#nextFresh();
  }

  /** Notes that the write of a lane is over. */
  ended({ namespace, kind }: Lane<E>): void {
    if (kind === "fresh") namespace.underWay--;
    this.#ringOf(kind).underWay--;
    this.#offer(namespace);
  }

  /** Notes that the server answers a namespace. */
  succeeded(namespace: NamespaceQueue<E>): void {
    if (!namespace.breaker.isClosed) this.#suspects--;
    namespace.breaker.succeeded();
    namespace.successes++;
    namespace.isTrusted = true;
    this.#offer(namespace);
  }

  /** Notes a failure, and whether the circuit breaker of the namespace has opened. */
  failed({ namespace, key }: Lane<E>, options: FailureOptions): boolean {
    const wasClosed = namespace.breaker.isClosed;
    namespace.isTrusted = false;
    const hasOpened = namespace.breaker.failed(key, options);
    if (wasClosed && hasOpened) this.#suspects++;
    return hasOpened;
  }

  /** Ends the pauses of all namespaces but for those that the server has asked for. */
  hurry(): void {
    for (const { breaker } of this.#namespaces.values()) breaker.hurry();
  }

  /** Forgets all lanes that are ready. */
  clear(): void {
    for (const namespace of this.#namespaces.values()) namespace.takeAll(() => true);
  }

  /**
   * Takes out a lane to make room for one of a namespace: of the namespace that takes most places, or else one of its
   * own that failed.
   */
  takeVictim(name: string): Lane<E> | undefined {
    const own = this.#namespaces.get(name);
    const places = own?.places ?? 0;
    let largest: NamespaceQueue<E> | undefined;
    for (const namespace of this.#namespaces.values()) {
      if (namespace.places > (largest?.places ?? places + 1)) largest = namespace;
    }
    return largest?.takeFailed() ?? largest?.takeNewest() ?? own?.takeFailed();
  }

  #nextFresh(): Lane<E> | undefined {
    const namespace = this.#fresh.next();
    return namespace && this.#take(namespace, namespace.fresh, "fresh");
  }

  #nextRetry(): Lane<E> | undefined {
    const namespace = this.#retries.next();
    return namespace && this.#take(namespace, namespace.retries, "retry");
  }

  #nextProbe(): Lane<E> | undefined {
    const namespace = this.#probes.next();
    if (namespace === undefined) return undefined;
    const { breaker, fresh, retries } = namespace;
    breaker.pass();
    // What never failed tells more about the namespace.
    const isFresh = fresh.size > 0 && (retries.size === 0 || ++namespace.probes % RETRY_TURN > 0);
    return this.#take(namespace, isFresh ? fresh : retries, "probe");
  }

  #take(namespace: NamespaceQueue<E>, queue: Queue<Lane<E>>, kind: Lane<E>["kind"]): Lane<E> {
    const lane = queue.shift()!;
    lane.kind = kind;
    if (kind === "fresh") namespace.underWay++;
    this.#ringOf(kind).underWay++;
    this.#offer(namespace);
    return lane;
  }

  /** Brings a namespace to its turn, if something of it may be written. */
  #offer(namespace: NamespaceQueue<E>): void {
    this.#fresh.offer(namespace);
    this.#probes.offer(namespace);
    this.#retries.offer(namespace);
  }

  #ringOf(kind: Lane<E>["kind"]): Ring<E> {
    return kind === "fresh" ? this.#fresh : kind === "probe" ? this.#probes : this.#retries;
  }
}
