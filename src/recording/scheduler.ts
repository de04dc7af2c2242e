import type { V1ObjectMeta } from "../api/kubernetes_object.ts";
import { startTimer } from "../api/time.ts";
import type { RetrySchedule } from "./backoff.ts";
import { CircuitBreaker } from "./circuit_breaker.ts";
import type { Entry } from "./entry.ts";
import { Namespace, Queue, RETRY_TURN } from "./namespace.ts";
import { RecoveryPace } from "./recovery_pace.ts";
import type { Verdict } from "./verdict.ts";

/** Shortest server outage after which writes are paced. */
const LONG_OUTAGE_MS = 30_000;

/** An event of either API. */
interface Named {
  readonly metadata: V1ObjectMeta;
}

/** The namespaces with entries of one kind, in round-robin order. */
class Turns<E extends Named> {
  readonly #isReady: (namespace: Namespace<Entry<E>>) => boolean;
  readonly #take: (namespace: Namespace<Entry<E>>) => Entry<E>;
  readonly #maxInFlight: number;
  readonly #queue = new Queue<Namespace<Entry<E>>>();
  readonly #members = new Set<Namespace<Entry<E>>>();
  /** Number of requests of this kind in flight. */
  inFlight = 0;

  constructor(
    isReady: (namespace: Namespace<Entry<E>>) => boolean,
    take: (namespace: Namespace<Entry<E>>) => Entry<E>,
    maxInFlight: number,
  ) {
    this.#isReady = isReady;
    this.#take = take;
    this.#maxInFlight = maxInFlight;
  }

  /** Whether a write of this kind may start, if there is room for any. */
  get isReady(): boolean {
    return this.#queue.size > 0 && this.inFlight < this.#maxInFlight;
  }

  /** Appends a namespace, if it has an entry of this kind and has no turn yet. */
  offer(namespace: Namespace<Entry<E>>): void {
    if (this.#members.has(namespace) || !this.#isReady(namespace)) return;
    this.#members.add(namespace);
    this.#queue.push(namespace);
  }

  /** Removes the first namespace, and removes and returns its next entry. */
  next(): Entry<E> | undefined {
    if (this.inFlight >= this.#maxInFlight) return undefined;
    for (let namespace = this.#queue.shift(); namespace !== undefined; namespace = this.#queue.shift()) {
      this.#members.delete(namespace);
      if (!this.#isReady(namespace)) continue;
      this.inFlight++;
      return this.#take(namespace);
    }
    return undefined;
  }
}

/** Options of {@linkcode Scheduler}. */
interface SchedulerOptions<E> {
  /** Maximum number of writes in flight. */
  readonly concurrency: number;
  readonly schedule: RetrySchedule;
  /** Called when an entry's turn has come; call {@linkcode Scheduler.ended} when its write is over. */
  readonly send: (entry: E) => void;
  /** Called with whether entries wait only until a write is over. */
  readonly onFull: (isFull: boolean) => void;
}

/**
 * Decides when each entry is written: it owns the namespaces, the circuit breakers and the pace after an outage.
 *
 * Namespaces take turns ({@link https://en.wikipedia.org/wiki/Fair_queuing | fair queuing}).
 *
 * - Each namespace has a circuit breaker: while it is open, its entries wait; half-open, it lets one at a time through,
 *   as a probe. The server has one too: it opens when several namespaces fail, or none can be reached.
 * - Fresh entries come before probes, and probes before retries; every fourth turn reverses the order.
 * - Probes and retries each take at most a quarter of `concurrency`, so that hanging requests leave room for the rest
 *   (a {@link https://learn.microsoft.com/azure/architecture/patterns/bulkhead | bulkhead}).
 * - A namespace that has other writes in flight takes the last slot only if its latest write succeeded.
 */
export class Scheduler<E extends Named> {
  readonly #options: SchedulerOptions<Entry<E>>;
  readonly #namespaces = new Map<string, Namespace<Entry<E>>>();
  readonly #server: CircuitBreaker;
  readonly #pace: RecoveryPace;
  readonly #fresh: Turns<E>;
  /** The kinds of turns in their order, and in that of every fourth turn. */
  readonly #order: readonly Turns<E>[];
  readonly #reverse: readonly Turns<E>[];
  #turn = 0;
  #suspects = 0;
  #inFlight = 0;
  #isStarting = false;
  /** The namespace with the most events, as long as it has at least as many as any other may have. */
  #largest: Namespace<Entry<E>> | undefined;
  #mostOfOthers = 0;
  /** Number of entries queued or in flight. */
  entries = 0;
  /** Number of those that count towards `maxPending`. */
  places = 0;

  constructor(options: SchedulerOptions<Entry<E>>) {
    const { concurrency, schedule } = this.#options = options;
    const onReady = (): void => this.start();
    this.#pace = new RecoveryPace(onReady);
    this.#server = new CircuitBreaker({ pauseMs: (trips) => schedule.serverPauseMs(trips), onHalfOpen: onReady });
    const share = Math.max(Math.floor(concurrency / 4), 1);
    const isLast = (inFlight: number): boolean => inFlight > 0 && inFlight + 1 >= concurrency;
    this.#fresh = new Turns(
      ({ breaker, fresh, inFlight, isTrusted }) =>
        breaker.isClosed && fresh.size > 0 && (isTrusted || !isLast(inFlight)),
      ({ fresh }) => fresh.shift()!,
      Infinity,
    );
    const probes = new Turns<E>(
      ({ breaker, fresh, retries }) => !breaker.isClosed && breaker.admits && fresh.size + retries.size > 0,
      (namespace) => namespace.takeProbe(),
      share,
    );
    const retries = new Turns<E>(
      ({ breaker, retries }) => breaker.isClosed && retries.size > 0,
      ({ retries }) => retries.shift()!,
      share,
    );
    this.#order = [this.#fresh, probes, retries];
    this.#reverse = [retries, probes, this.#fresh];
  }

  /** Number of namespaces in use. */
  get namespaces(): number {
    return this.#namespaces.size;
  }

  /** Number of writes in flight. */
  get inFlight(): number {
    return this.#inFlight;
  }

  /** Whether the server itself appears to be down. */
  get isDown(): boolean {
    return !this.#server.isClosed;
  }

  /** Takes an idle entry into its namespace; `hasPlace` if it counts towards `maxPending`. */
  activate(entry: Entry<E>, { hasPlace }: { hasPlace: boolean }): void {
    const namespace = this.#namespaceOf(entry.namespace);
    entry.activate(namespace, { hasPlace });
    this.entries++;
    namespace.entries++;
    if (!hasPlace) return;
    this.places++;
    namespace.places++;
    if (namespace !== this.#largest) this.#mostOfOthers = Math.max(this.#mostOfOthers, namespace.places);
  }

  /** Releases an entry with nothing queued or in flight; forgets its namespace with the last one. */
  deactivate(entry: Entry<E>): void {
    const namespace = entry.home!;
    entry.deactivate();
    this.entries--;
    if (entry.hasPlace) {
      this.places--;
      namespace.places--;
    }
    if (--namespace.entries === 0) {
      if (!namespace.breaker.isClosed) this.#suspects--;
      namespace.breaker.reset();
      this.#namespaces.delete(namespace.name);
    }
    if (this.entries > 0) return;
    // With no entries left, leave no timer running.
    this.#server.reset();
    this.#pace.reset();
  }

  /** Queues an entry; after a delay, if it is to wait. */
  push(entry: Entry<E>, delayMs = 0): void {
    if (delayMs > 0) entry.wait(startTimer(() => this.push(entry), delayMs));
    else {
      const namespace = entry.home!;
      entry.wake();
      namespace.backingOff.delete(entry);
      const { failures, isPatient } = entry;
      (failures > 0 || isPatient ? namespace.retries : namespace.fresh).push(entry);
      this.#offer(namespace);
      this.#startSoon();
    }
  }

  /** Queues an entry for its next try, after a pause; `isRequested` if the server asked for it. */
  backOff(entry: Entry<E>, pauseMs: number, { isRequested }: { isRequested: boolean }): void {
    entry.home!.backingOff.add(entry);
    entry.wait(startTimer(() => this.push(entry), pauseMs), { isRequested });
  }

  /** Queues an entry at once that is delayed by its `patchIntervalMs` only. */
  release(entry: Entry<E>): void {
    entry.hurry();
    if (entry.timer !== undefined && !entry.home!.backingOff.has(entry)) this.push(entry);
  }

  /** Ends the current pauses, except those that the server asked for. */
  hurry(entries: Iterable<Entry<E>>): void {
    this.#server.hurry();
    for (const { breaker } of this.#namespaces.values()) breaker.hurry();
    for (const entry of entries) if (entry.timer !== undefined && !entry.isPauseRequested) this.push(entry);
  }

  /** Starts the writes whose turn has come. */
  start(): void {
    const { concurrency, send, onFull } = this.#options;
    while (this.#inFlight < concurrency && this.#server.admits && this.#pace.admits) {
      const entry = this.#next();
      if (entry === undefined) break;
      this.#server.pass();
      this.#pace.pass();
      this.#inFlight++;
      send(entry);
    }
    onFull(this.#inFlight >= concurrency && this.#order.some(({ isReady }) => isReady));
  }

  /** Called when a write is over, with the namespace and the turn that its entry had; starts others. */
  ended({ home, turn }: { readonly home: Namespace<Entry<E>>; readonly turn: { inFlight: number } }): void {
    this.#inFlight--;
    turn.inFlight--;
    if (turn === this.#fresh) home.inFlight--;
    this.#offer(home);
    this.start();
  }

  /** Called when the server has accepted or rejected a write: it works. */
  succeeded({ home }: Entry<E>): void {
    if (this.#server.succeeded() >= LONG_OUTAGE_MS) this.#pace.begin();
    const namespace = home!;
    if (!namespace.breaker.isClosed) this.#suspects--;
    namespace.breaker.succeeded();
    namespace.successes++;
    namespace.isTrusted = true;
    this.#offer(namespace);
  }

  /** Called when a write ended without telling anything of the server. */
  settled({ home }: Entry<E>): void {
    this.#server.settle();
    home!.breaker.settle();
  }

  /**
   * Called when a write failed in a way that tells of the server's health.
   *
   * Only the first failure of an event counts while its namespace is not suspended: one bad event says little.
   *
   * @param requestedMs The pause that the server asks for; 0 if none.
   */
  failed(entry: Entry<E>, { namespaceAfter, serverAfter, serverAfterIfAllFail }: Verdict, requestedMs: number): void {
    const namespace = entry.home!;
    if (requestedMs > 0) this.#pace.slowDown();
    if (this.isDown) {
      this.#server.failed(namespace.name, { requestedMs });
      return namespace.breaker.settle();
    }
    const isFirst = entry.failures === 0 && !entry.isPatient;
    const wasSuspect = !namespace.breaker.isClosed;
    if (isFirst || wasSuspect) {
      namespace.isTrusted = false;
      // A namespace with fewer events than that has no more that could fail.
      const atMost = namespaceAfter === Infinity ? Infinity : Math.min(namespaceAfter, namespace.entries);
      const hasOpened = namespace.breaker.failed(entry.key, { atMost, requestedMs });
      if (!wasSuspect && hasOpened) this.#suspects++;
    }
    const areAllSuspect = this.#suspects === this.#namespaces.size;
    if (areAllSuspect && serverAfterIfAllFail < Infinity) {
      this.#server.failed(namespace.name, { atMost: serverAfterIfAllFail });
    } else if (isFirst && !wasSuspect) this.#server.failed(namespace.name, { atMost: serverAfter, requestedMs });
  }

  /**
   * Removes and returns an entry to make room for one of a namespace: from the namespace with the most events, or else a
   * failed one of its own.
   */
  takeVictim(name: string): Entry<E> | undefined {
    const own = this.#namespaces.get(name);
    const largest = this.#findLargest();
    if (largest === undefined || largest.places <= (own?.places ?? 0) + 1) return own?.takeFailed();
    return largest.takeFailed() ?? largest.takeNewest() ?? own?.takeFailed();
  }

  /** Removes and returns the queued entries of a namespace that create events. */
  takeCreates(namespace: Namespace<Entry<E>>): Entry<E>[] {
    return namespace.takeAll(({ creates }) => creates);
  }

  /** Removes all queued entries. */
  clear(): void {
    for (const namespace of this.#namespaces.values()) namespace.takeAll(() => true);
  }

  /** Starts in a microtask, so that later events of the same burst join writes that are still queued. */
  #startSoon(): void {
    if (this.#isStarting) return;
    this.#isStarting = true;
    queueMicrotask(() => {
      this.#isStarting = false;
      this.start();
    });
  }

  /** Removes and returns the entry whose turn it is. */
  #next(): Entry<E> | undefined {
    for (const turns of ++this.#turn % RETRY_TURN > 0 ? this.#order : this.#reverse) {
      const entry = turns.next();
      if (entry === undefined) continue;
      entry.takeTurn(turns);
      if (turns === this.#fresh) entry.home!.inFlight++;
      this.#offer(entry.home!);
      return entry;
    }
    return undefined;
  }

  #namespaceOf(name: string): Namespace<Entry<E>> {
    const known = this.#namespaces.get(name);
    if (known !== undefined) return known;
    const onHalfOpen = (): void => {
      this.#offer(namespace);
      this.start();
    };
    const pauseMs = (trips: number): number => this.#options.schedule.namespacePauseMs(trips);
    const namespace = new Namespace<Entry<E>>(name, new CircuitBreaker({ pauseMs, onHalfOpen }));
    this.#namespaces.set(name, namespace);
    return namespace;
  }

  /** Returns the namespace with the most events; looks at all only when the last one may have been overtaken. */
  #findLargest(): Namespace<Entry<E>> | undefined {
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

  /** Gives a namespace the turns for which it has entries. */
  #offer(namespace: Namespace<Entry<E>>): void {
    for (const turns of this.#order) turns.offer(namespace);
  }
}
