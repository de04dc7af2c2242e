import { Fifo } from "../../base/tools/fifo.ts";
import type { Timers } from "../../base/tools/time.ts";
import { CircuitBreaker, RecoveryPace } from "./circuit_breaker.ts";
import { type Entry, UNTRIED } from "./entry.ts";
import type { RetryPauses, Verdict } from "./retry.ts";
import type { Kind, Sender, Slot } from "./sender.ts";

/**
 * Shortest server outage after which writes are paced, as all clients return at once with a backlog. Shorter ones are
 * restarts or changes of leader.
 */
const LONG_OUTAGE_MS = 30_000;
/** Every fourth turn serves the kinds in reverse, and every fourth probe is a retry: neither must starve the other. */
const REVERSE_EVERY = 4;
const ORDER: readonly Kind[] = ["fresh", "probe", "retry"];
const REVERSE: readonly Kind[] = ["retry", "probe", "fresh"];

/** The queued entries of a namespace, and the results of its writes. */
interface Namespace {
  readonly name: string;
  /** Entries that have not failed. */
  readonly fresh: Fifo<Entry>;
  /** Entries to be retried. */
  readonly retries: Fifo<Entry>;
  /** Entries that wait for their next try. */
  readonly pausing: Set<Entry>;
  /** Created at its first failure. */
  breaker: CircuitBreaker | undefined;
  /** Number of its entries that are queued or in flight. */
  active: number;
  /** Number of those that count towards `maxPending`. */
  places: number;
  /** Number of its entries in flight that were fresh. */
  freshInFlight: number;
  /** Number of its probes. */
  probes: number;
  /** Number of its writes that succeeded. */
  successes: number;
  /** Whether its latest write succeeded. */
  isTrusted: boolean;
}

/**
 * Decides whose turn it is: it owns the namespaces, their circuit breakers and the pace after an outage.
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
export class Scheduler {
  /** Called when a write may start; undefined if the flushes look for themselves. */
  onTurn: (() => void) | undefined;
  readonly #concurrency: number;
  readonly #pauses: RetryPauses;
  readonly #timers: Timers;
  readonly #namespaces = new Map<string, Namespace>();
  /**
   * The namespaces that have an entry of each kind to send, in the order in which they got one or, if they have had a
   * turn since, in that of their latest turns. One that is passed over keeps its place.
   */
  readonly #rings: Readonly<Record<Kind, Set<Namespace>>> = { fresh: new Set(), probe: new Set(), retry: new Set() };
  readonly #server: CircuitBreaker;
  readonly #pace: RecoveryPace;
  /** Namespaces by their number of places; the last are the largest. */
  readonly #byPlaces: (Set<Namespace> | undefined)[] = [];
  #turns = 0;
  /** Number of namespaces that are suspended. */
  #suspended = 0;
  #isStarting = false;
  /** Number of entries queued or in flight. */
  active = 0;
  /** Number of those that count towards `maxPending`. */
  places = 0;

  /** @param concurrency Maximum number of writes in flight, of all senders; `Infinity` if only each is limited. */
  constructor(concurrency: number, pauses: RetryPauses, timers: Timers) {
    this.#concurrency = concurrency;
    this.#pauses = pauses;
    this.#timers = timers;
    const onTurn = (): void => this.onTurn?.();
    this.#pace = new RecoveryPace(onTurn, timers);
    this.#server = new CircuitBreaker({ pauseMs: (trips) => pauses.serverPauseMs(trips), onHalfOpen: onTurn, timers });
  }

  /** Whether all writes are suspended, as the server itself appears to be down. */
  get isSuspended(): boolean {
    return !this.#server.isClosed;
  }

  /** Returns the namespace of an entry that is queued or in flight. */
  namespaceOf({ namespace }: Entry): Namespace {
    return this.#namespaces.get(namespace)!;
  }

  /** Takes an entry into its namespace; `hasPlace` if it counts towards `maxPending`. */
  enter(entry: Entry, hasPlace: boolean): void {
    const namespace = this.#namespaces.get(entry.namespace) ?? this.#add(entry.namespace);
    entry.isActive = true;
    entry.hasPlace = hasPlace;
    this.active++;
    namespace.active++;
    if (!hasPlace) return;
    this.places++;
    this.#rank(namespace, 1);
  }

  /** Lets go of an entry with nothing queued or in flight, and of its namespace if it was the last. */
  leave(entry: Entry): void {
    const namespace = this.namespaceOf(entry);
    entry.isActive = false;
    entry.tries = UNTRIED;
    this.active--;
    if (entry.hasPlace) {
      this.places--;
      this.#rank(namespace, -1);
    }
    if (--namespace.active === 0) this.#remove(namespace);
    if (this.active > 0) return;
    // With no entry active, leaves no timer running.
    this.#server.reset();
    this.#pace.reset();
  }

  queue(entry: Entry): void {
    const namespace = this.namespaceOf(entry);
    if (entry.pause !== undefined) this.#endPause(entry);
    (hasFailed(entry) ? namespace.retries : namespace.fresh).push(entry);
    this.#offer(namespace);
    this.startSoon();
  }

  /** Queues an entry for its next try, after a pause; `isRequested` if the server asked for it. */
  pause(entry: Entry, pauseMs: number, isRequested: boolean): void {
    this.namespaceOf(entry).pausing.add(entry);
    entry.isPauseRequested = isRequested;
    entry.pauseEndMs = Date.now() + pauseMs;
    entry.pause = this.#timers.start(() => this.queue(entry), pauseMs);
  }

  /** Shortens all pauses of entries, as somebody begins to wait for them. */
  shortenPauses(): void {
    for (const { pausing } of this.#namespaces.values()) for (const entry of pausing) this.shortenPause(entry);
  }

  /** Shortens the pause of an entry, if it has one, as somebody begins to wait for it; not one that the server asked for. */
  shortenPause(entry: Entry): void {
    if (entry.pause === undefined || entry.isPauseRequested || this.#pauses.isCustom) return;
    const pauseMs = this.#pauses.pauseMs(Math.max(entry.tries.failures, 1), true);
    if (Date.now() + pauseMs >= entry.pauseEndMs) return;
    this.#timers.clear(entry.pause);
    this.pause(entry, pauseMs, false);
  }

  /** Caps further pauses and ends the current ones, except those that the server asked for: the recording stops. */
  endPauses(): void {
    this.#pauses.cap();
    this.#server.endPause();
    for (const { breaker, pausing } of this.#namespaces.values()) {
      breaker?.endPause();
      for (const entry of pausing) if (!entry.isPauseRequested) this.queue(entry);
    }
  }

  /** Starts in a microtask, so that later events of the same burst join writes that are still queued. */
  startSoon(): void {
    if (this.#isStarting || this.onTurn === undefined) return;
    this.#isStarting = true;
    queueMicrotask(() => {
      this.#isStarting = false;
      this.onTurn!();
    });
  }

  /** Returns a slot of a sender for the entry whose turn has come; undefined if no entry may be sent now. */
  next(sender: Sender): Slot | undefined {
    const slot = sender.isFull || sender.isSpent || !this.#server.admits || !this.#pace.admits
      ? undefined
      : this.#turn(sender);
    if (slot === undefined) {
      // If only a slot is missing, the sender may cut a slow request short.
      sender.setOthersWaiting(sender.isFull && ORDER.some((kind) => sender.admits(kind) && this.#first(kind)));
      return undefined;
    }
    this.#server.pass();
    this.#pace.pass();
    return slot;
  }

  /** Frees the slot of a write that is over or taken back, after `succeeded`, `settled` or `failed`. */
  free(slot: Slot): void {
    const { sender, entry, kind } = slot;
    const namespace = this.namespaceOf(entry);
    sender.free(slot);
    if (kind === "fresh") namespace.freshInFlight--;
    this.#offer(namespace);
  }

  /** Called when the server accepted or rejected a write, and so is up. */
  succeeded(entry: Entry): void {
    if (this.#server.succeeded() >= LONG_OUTAGE_MS) this.#pace.begin();
    const namespace = this.namespaceOf(entry);
    namespace.successes++;
    namespace.isTrusted = true;
    if (namespace.breaker === undefined) return;
    if (!namespace.breaker.isClosed) this.#suspended--;
    namespace.breaker.succeeded();
  }

  /** Called when a write ended without a verdict on the server. */
  settled(entry: Entry): void {
    this.#server.settle();
    this.namespaceOf(entry).breaker?.settle();
  }

  /**
   * Called when a write failed in a way that indicates the server's health.
   *
   * Only the first failure of an event counts while its namespace is not suspended: one bad event suspends none.
   *
   * @param requestedMs The pause that the server asks for; 0 if none.
   */
  failed(
    entry: Entry,
    { namespaceAfter, serverAfter, serverAfterIfAllSuspended }: Verdict,
    requestedMs: number,
  ): void {
    const namespace = this.namespaceOf(entry);
    const { name } = namespace;
    const breaker = namespace.breaker ??= this.#newBreaker(namespace);
    if (requestedMs > 0) this.#pace.slowDown();
    if (this.isSuspended) {
      this.#server.failed(name, { requestedMs });
      // It may have been a probe of the namespace too.
      breaker.settle();
      return this.#offer(namespace);
    }
    const isFirst = !hasFailed(entry);
    const wasSuspended = !breaker.isClosed;
    if (isFirst || wasSuspended) {
      namespace.isTrusted = false;
      // A namespace with fewer events cannot fail that often.
      const atMost = namespaceAfter && Math.min(namespaceAfter, namespace.active);
      const hasOpened = breaker.failed(entry.key, { atMost, requestedMs });
      if (hasOpened && !wasSuspended) this.#suspended++;
      this.#offer(namespace);
    }
    const areAllSuspended = this.#suspended === this.#namespaces.size;
    if (areAllSuspended && serverAfterIfAllSuspended !== undefined) {
      this.#server.failed(name, { atMost: serverAfterIfAllSuspended });
    } else if (isFirst && !wasSuspended) this.#server.failed(name, { atMost: serverAfter, requestedMs });
  }

  /**
   * Removes and returns an entry to make room for one of a namespace: from the namespace with the most, or else a failed
   * one of its own.
   */
  takeVictim(name: string): Entry | undefined {
    const own = this.#namespaces.get(name);
    const [largest] = this.#byPlaces.at(-1) ?? [];
    let victim: Entry | undefined;
    // With the new entry, its own namespace would be as large.
    if (largest !== undefined && largest.places > (own?.places ?? 0) + 1) {
      victim = this.#takeFailed(largest) ?? largest.fresh.takeLast(hasPlace);
    }
    victim ??= own && this.#takeFailed(own);
    if (victim !== undefined) this.#offer(this.namespaceOf(victim));
    return victim;
  }

  /** Removes and returns the queued entries that match, of one namespace or of all. */
  takeAll(matches: (entry: Entry) => boolean, name?: string): Entry[] {
    const taken: Entry[] = [];
    const namespaces = name === undefined ? [...this.#namespaces.values()] : [this.#namespaces.get(name)];
    for (const namespace of namespaces) {
      if (namespace === undefined) continue;
      const pausing = [...namespace.pausing].filter(matches);
      for (const entry of pausing) this.#endPause(entry);
      taken.push(...namespace.fresh.takeAll(matches), ...namespace.retries.takeAll(matches), ...pausing);
      this.#offer(namespace);
    }
    return taken;
  }

  /** Gives a turn to the first namespace of the kind that is served now. */
  #turn(sender: Sender): Slot | undefined {
    for (const kind of ++this.#turns % REVERSE_EVERY > 0 ? ORDER : REVERSE) {
      const namespace = sender.admits(kind) ? this.#first(kind) : undefined;
      if (namespace === undefined) continue;
      const entry = takeNext(namespace, kind);
      if (kind === "fresh") namespace.freshInFlight++;
      this.#rings[kind].delete(namespace);
      this.#offer(namespace);
      return sender.take(entry, kind);
    }
    return undefined;
  }

  /** Returns the namespace whose turn it is with an entry of a kind; passes over one that may not take the last slot. */
  #first(kind: Kind): Namespace | undefined {
    for (const namespace of this.#rings[kind]) {
      const { isTrusted, freshInFlight } = namespace;
      const takesLastSlot = freshInFlight > 0 && freshInFlight + 1 >= this.#concurrency;
      if (kind !== "fresh" || isTrusted || !takesLastSlot) return namespace;
    }
    return undefined;
  }

  /** Puts a namespace into the rings where it belongs: after its entries or its breaker have changed. */
  #offer(namespace: Namespace): void {
    const { fresh, retries, breaker } = namespace;
    const isSuspended = breaker !== undefined && !breaker.isClosed;
    const mayBeProbed = isSuspended && breaker.admits && fresh.size + retries.size > 0;
    setMember(this.#rings.fresh, namespace, !isSuspended && fresh.size > 0);
    setMember(this.#rings.retry, namespace, !isSuspended && retries.size > 0);
    if (breaker !== undefined) setMember(this.#rings.probe, namespace, mayBeProbed);
  }

  #add(name: string): Namespace {
    const namespace: Namespace = {
      name,
      fresh: new Fifo(),
      retries: new Fifo(),
      pausing: new Set(),
      breaker: undefined,
      active: 0,
      places: 0,
      freshInFlight: 0,
      probes: 0,
      successes: 0,
      isTrusted: false,
    };
    this.#namespaces.set(name, namespace);
    return namespace;
  }

  #remove(namespace: Namespace): void {
    const { name, breaker } = namespace;
    if (breaker !== undefined && !breaker.isClosed) this.#suspended--;
    breaker?.reset();
    for (const kind of ORDER) this.#rings[kind].delete(namespace);
    this.#namespaces.delete(name);
  }

  #newBreaker(namespace: Namespace): CircuitBreaker {
    return new CircuitBreaker({
      pauseMs: (trips) => this.#pauses.namespacePauseMs(trips),
      onHalfOpen: () => {
        this.#offer(namespace);
        this.onTurn?.();
      },
      timers: this.#timers,
    });
  }

  /** Changes the number of a namespace's places by one, and moves it among those with as many: in constant time. */
  #rank(namespace: Namespace, by: 1 | -1): void {
    const byPlaces = this.#byPlaces;
    const { places } = namespace;
    const from = byPlaces[places];
    namespace.places += by;
    from?.delete(namespace);
    // An emptied set serves again: a namespace that grows alone needs one.
    if (from?.size === 0) byPlaces[places] = undefined;
    const reused = from?.size === 0 ? from : undefined;
    if (namespace.places > 0) (byPlaces[namespace.places] ??= reused ?? new Set()).add(namespace);
    while (byPlaces.length > 0 && byPlaces.at(-1) === undefined) byPlaces.pop();
  }

  /** Removes and returns a failed entry that counts towards `maxPending`. */
  #takeFailed(namespace: Namespace): Entry | undefined {
    const failed = namespace.retries.takeLast(hasPlace);
    if (failed !== undefined) return failed;
    for (const entry of namespace.pausing) {
      if (!entry.hasPlace) continue;
      this.#endPause(entry);
      return entry;
    }
    return undefined;
  }

  #endPause(entry: Entry): void {
    this.#timers.clear(entry.pause);
    entry.pause = undefined;
    this.namespaceOf(entry).pausing.delete(entry);
  }
}

/** Removes and returns the next entry of a kind; a namespace is probed by a fresh one, except every fourth time. */
function takeNext(namespace: Namespace, kind: Kind): Entry {
  const { fresh, retries, breaker } = namespace;
  if (kind !== "probe") return (kind === "fresh" ? fresh : retries).shift()!;
  breaker!.pass();
  const isFresh = fresh.size > 0 && (retries.size === 0 || ++namespace.probes % REVERSE_EVERY > 0);
  return (isFresh ? fresh : retries).shift()!;
}

function setMember<T>(set: Set<T>, item: T, isMember: boolean): void {
  if (isMember) set.add(item);
  else set.delete(item);
}

function hasPlace(entry: Entry): boolean {
  return entry.hasPlace;
}

/** Whether a try of the entry's write has failed, or was cut short. */
function hasFailed({ tries: { failures, wasCutShort } }: Entry): boolean {
  return failures > 0 || wasCutShort;
}
