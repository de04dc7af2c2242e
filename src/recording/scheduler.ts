import type { RetryPauses } from "./backoff.ts";
import { CircuitBreaker } from "./circuit_breaker.ts";
import type { Entry, Named } from "./entry.ts";
import { Namespace, RETRY_EVERY } from "./namespace.ts";
import { Ranking } from "./ranking.ts";
import { RecoveryPace } from "./recovery_pace.ts";
import { RoundRobin } from "./round_robin.ts";
import type { Kind, Sender, Slot } from "./sender.ts";
import type { Timers } from "./timers.ts";
import type { Verdict } from "./verdict.ts";

/**
 * Shortest server outage after which writes are paced, as all clients return at once with a backlog. Shorter ones are
 * restarts or changes of leader.
 */
const LONG_OUTAGE_MS = 30_000;

interface SchedulerOptions<E extends Named> {
  /** Maximum number of writes in flight, of all senders; `Infinity` if only each of them is limited. */
  readonly concurrency: number;
  readonly pauses: RetryPauses;
  readonly timers: Timers;
  /** Called when an entry gets a slot; call {@linkcode Scheduler.free} when its write is over. */
  readonly send: (slot: Slot<E>) => void;
  /** Called when a write may start; not given if the senders look for themselves. */
  readonly onReady: (() => void) | undefined;
}

/**
 * Decides when each entry is written: it owns the namespaces, the circuit breakers and the pace after an outage.
 *
 * Namespaces take turns ({@link https://en.wikipedia.org/wiki/Fair_queuing | fair queuing}).
 *
 * - A namespace that fails is suspended until a write of it succeeds: its {@linkcode CircuitBreaker} is open for a pause,
 *   in which its entries wait, and then half-open, letting one at a time through as a probe. The server has a breaker
 *   too: all writes are suspended when several namespaces fail, or none can be reached.
 * - Fresh entries, which have not failed, come before probes, and probes before retries; every fourth time the order is
 *   reversed.
 * - Probes and retries each take at most a quarter of a sender's slots, so that hanging requests leave room for the rest
 *   (a {@link https://learn.microsoft.com/azure/architecture/patterns/bulkhead | bulkhead}).
 * - The fresh entries of one namespace fill all slots only if its latest write succeeded.
 */
export class Scheduler<E extends Named> {
  readonly #options: SchedulerOptions<E>;
  readonly #namespaces = new Map<string, Namespace<Entry<E>>>();
  readonly #server: CircuitBreaker;
  readonly #pace: RecoveryPace;
  readonly #fresh: Kind<E>;
  /** The kinds of entries in the order in which they are served, and the one for every fourth time. */
  readonly #order: readonly Kind<E>[];
  readonly #reverse: readonly Kind<E>[];
  readonly #bySize = new Ranking<Namespace<Entry<E>>>();
  /** Number of times that an entry was looked for. */
  #looks = 0;
  /** Number of namespaces that are suspended. */
  #suspended = 0;
  readonly #slots: Slot<E>[] = [];
  #isStarting = false;
  /** Number of entries queued or in flight. */
  active = 0;
  /** Number of those that count towards `maxPending`, and so have a place. */
  places = 0;

  constructor(options: SchedulerOptions<E>) {
    const { concurrency, pauses, timers, onReady = () => {} } = this.#options = options;
    this.#pace = new RecoveryPace(onReady, timers);
    const pauseMs = (trips: number): number => pauses.serverPauseMs(trips);
    this.#server = new CircuitBreaker({ pauseMs, onHalfOpen: onReady, timers });
    const wouldFill = (inFlight: number): boolean => inFlight > 0 && inFlight + 1 >= concurrency;
    this.#fresh = new RoundRobin({
      isReady: (namespace) =>
        namespace.fresh.size > 0 && !namespace.isSuspended &&
        (namespace.isTrusted || !wouldFill(namespace.freshInFlight)),
      take: ({ fresh }) => fresh.shift()!,
      part: 1,
    });
    const part = 1 / 4;
    const probes: Kind<E> = new RoundRobin({
      isReady: ({ breaker, fresh, retries }) => fresh.size + retries.size > 0 && !breaker.isClosed && breaker.admits,
      take: (namespace) => namespace.takeProbe(),
      part,
    });
    const retries: Kind<E> = new RoundRobin({
      isReady: (namespace) => namespace.retries.size > 0 && !namespace.isSuspended,
      take: ({ retries }) => retries.shift()!,
      part,
    });
    this.#order = [this.#fresh, probes, retries];
    this.#reverse = [retries, probes, this.#fresh];
  }

  /** Number of namespaces in use. */
  get namespaces(): number {
    return this.#namespaces.size;
  }

  /** The slots of all senders that are taken. */
  get slots(): readonly Slot<E>[] {
    return this.#slots;
  }

  /** Whether all writes are suspended, as the server itself appears to be down. */
  get isSuspended(): boolean {
    return !this.#server.isClosed;
  }

  /** Adds an idle entry to its namespace; `hasPlace` if it counts towards `maxPending`. */
  activate(entry: Entry<E>, { hasPlace }: { hasPlace: boolean }): void {
    const namespace = this.#namespaceOf(entry.namespace);
    entry.activate(namespace, { hasPlace });
    this.active++;
    namespace.active++;
    if (!hasPlace) return;
    this.places++;
    this.#bySize.grow(namespace);
  }

  /** Removes an idle entry from its namespace, and forgets the namespace if it was the last. */
  deactivate(entry: Entry<E>): void {
    const namespace = entry.home!;
    entry.deactivate();
    this.active--;
    if (entry.hasPlace) {
      this.places--;
      this.#bySize.shrink(namespace);
    }
    if (--namespace.active === 0) {
      if (namespace.isSuspended) this.#suspended--;
      namespace.breaker.reset();
      this.#bySize.remove(namespace);
      this.#namespaces.delete(namespace.name);
    }
    if (this.active > 0) return;
    // With no entry active, leaves no timer running.
    this.#server.reset();
    this.#pace.reset();
  }

  /** Queues an entry, now or after a delay. */
  push(entry: Entry<E>, delayMs = 0): void {
    if (delayMs > 0) this.#delay(entry, delayMs);
    else {
      const namespace = entry.home!;
      this.cancelDelay(entry);
      namespace.backingOff.delete(entry);
      const { failures, wasCancelledEarly } = entry.tries;
      (failures > 0 || wasCancelledEarly ? namespace.retries : namespace.fresh).push(entry);
      this.#offer(namespace);
      this.startSoon();
    }
  }

  /** Queues an entry for its next try, after a pause; `isRequested` if the server asked for it. */
  backOff(entry: Entry<E>, pauseMs: number, { isRequested }: { isRequested: boolean }): void {
    entry.home!.backingOff.add(entry);
    this.#delay(entry, pauseMs, { isRequested });
  }

  /** Cancels the delay of an entry, without queuing it. */
  cancelDelay(entry: Entry<E>): void {
    if (entry.timer === undefined) return;
    this.#options.timers.clear(entry.timer);
    entry.endDelay();
  }

  /** Queues an entry that waits only for the end of its `patchIntervalMs`. */
  endCooldown(entry: Entry<E>): void {
    entry.skipCooldown();
    if (entry.timer !== undefined && !entry.home!.backingOff.has(entry)) this.push(entry);
  }

  /** Ends the current pauses, except those that the server asked for. */
  endPauses(entries: Iterable<Entry<E>>): void {
    this.#server.endPause();
    for (const { breaker } of this.#namespaces.values()) breaker.endPause();
    for (const entry of entries) if (entry.timer !== undefined && !entry.isPauseRequested) this.push(entry);
  }

  /** Starts in a microtask, so that later events of the same burst join writes that are still queued. */
  startSoon(): void {
    const { onReady } = this.#options;
    if (this.#isStarting || onReady === undefined) return;
    this.#isStarting = true;
    queueMicrotask(() => {
      this.#isStarting = false;
      onReady();
    });
  }

  /** Gives the free slots of a sender to the entries whose turn has come. */
  start(sender: Sender<E>): void {
    const { requests } = sender;
    while (!sender.isFull && !requests.isUsedUp && this.#server.admits && this.#pace.admits) {
      const slot = this.#next(sender);
      if (slot === undefined) break;
      this.#server.pass();
      this.#pace.pass();
      this.#slots.push(slot);
      sender.take(slot);
      this.#options.send(slot);
    }
    // Whether entries wait only for a free slot.
    requests.setOthersWaiting(sender.isFull && this.#order.some((kind) => !kind.isEmpty && sender.admits(kind)));
  }

  /** Frees the slot of a write that is over. */
  free(slot: Slot<E>): void {
    const { namespace, kind, sender } = slot;
    this.#slots.splice(this.#slots.indexOf(slot), 1);
    sender.free(slot);
    if (kind === this.#fresh) namespace.freshInFlight--;
    if (namespace.active > 0) this.#offer(namespace);
  }

  /** Called when the server accepted or rejected a write, and so is up. */
  succeeded({ home }: Entry<E>): void {
    if (this.#server.succeeded() >= LONG_OUTAGE_MS) this.#pace.begin();
    const namespace = home!;
    if (namespace.isSuspended) this.#suspended--;
    namespace.breaker.succeeded();
    namespace.successes++;
    namespace.isTrusted = true;
  }

  /** Called when a write ended without a verdict on the server. */
  settled({ home }: Entry<E>): void {
    this.#server.settle();
    home!.breaker.settle();
  }

  /**
   * Called when a write failed in a way that indicates the server's health.
   *
   * Only the first failure of an event counts while its namespace is not suspended: one bad event suspends none.
   *
   * @param requestedMs The pause that the server asks for; 0 if none.
   */
  failed(
    entry: Entry<E>,
    { namespaceAfter, serverAfter, serverAfterIfAllSuspended }: Verdict,
    requestedMs: number,
  ): void {
    const namespace = entry.home!;
    if (requestedMs > 0) this.#pace.slowDown();
    if (this.isSuspended) {
      this.#server.failed(namespace.name, { requestedMs });
      // It may have been a probe of the namespace too.
      return namespace.breaker.settle();
    }
    const { failures, wasCancelledEarly } = entry.tries;
    const isFirst = failures === 0 && !wasCancelledEarly;
    const wasSuspended = namespace.isSuspended;
    if (isFirst || wasSuspended) {
      namespace.isTrusted = false;
      // A namespace with fewer events cannot fail that often.
      const atMost = namespaceAfter && Math.min(namespaceAfter, namespace.active);
      const hasOpened = namespace.breaker.failed(entry.key, { atMost, requestedMs });
      if (hasOpened && !wasSuspended) this.#suspended++;
    }
    const areAllSuspended = this.#suspended === this.#namespaces.size;
    if (areAllSuspended && serverAfterIfAllSuspended !== undefined) {
      this.#server.failed(namespace.name, { atMost: serverAfterIfAllSuspended });
    } else if (isFirst && !wasSuspended) this.#server.failed(namespace.name, { atMost: serverAfter, requestedMs });
  }

  /**
   * Removes and returns an entry to make room for one of a namespace: from the namespace with the most events, or else a
   * failed one of its own.
   */
  takeVictim(name: string): Entry<E> | undefined {
    const own = this.#namespaces.get(name);
    const { largest } = this.#bySize;
    // With the new entry, its own namespace would be as large.
    if (largest === undefined || largest.size <= (own?.size ?? 0) + 1) return own?.takeFailed();
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

  #delay(entry: Entry<E>, delayMs: number, options?: { isRequested: boolean }): void {
    entry.delay(this.#options.timers.start(() => this.push(entry), delayMs), options);
  }

  /** Removes the entry whose turn it is from its queue, and returns a slot for it. */
  #next(sender: Sender<E>): Slot<E> | undefined {
    for (const kind of ++this.#looks % RETRY_EVERY > 0 ? this.#order : this.#reverse) {
      const entry = sender.admits(kind) ? kind.next() : undefined;
      if (entry === undefined) continue;
      const namespace = entry.home!;
      if (kind === this.#fresh) namespace.freshInFlight++;
      kind.offer(namespace);
      return { sender, entry, namespace, kind };
    }
    return undefined;
  }

  #namespaceOf(name: string): Namespace<Entry<E>> {
    const known = this.#namespaces.get(name);
    if (known !== undefined) return known;
    const { pauses, timers, onReady } = this.#options;
    const onHalfOpen = (): void => {
      this.#offer(namespace);
      onReady?.();
    };
    const pauseMs = (trips: number): number => pauses.namespacePauseMs(trips);
    const namespace = new Namespace<Entry<E>>(name, new CircuitBreaker({ pauseMs, onHalfOpen, timers }));
    this.#namespaces.set(name, namespace);
    this.#bySize.add(namespace);
    return namespace;
  }

  /** Queues a namespace for the kinds of entries that it has. */
  #offer(namespace: Namespace<Entry<E>>): void {
    for (const kind of this.#order) kind.offer(namespace);
  }
}
