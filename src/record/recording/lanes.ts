import { inMicrotask, type Timers } from "../../base/tools/time.ts";
import { type Entry, Lane, Namespace } from "./entry.ts";
import { Breaker } from "./breaker.ts";
import type { Branch } from "./gate.ts";
import type { RetryPauses, Verdict } from "./retry.ts";
import type { Sender, Slot } from "./sender.ts";

/** The verdict on a write that succeeded. */
const WRITTEN: Verdict = { retry: "no", blames: "event" };

/**
 * Decides whose turn it is, and who waits when something fails. Owns the {@linkcode Gate}s: server, namespaces, lanes.
 *
 * 1. A lane has one write in flight. The next one waits for its result, even across pauses, so that the events of an
 *    object are stored in order.
 * 2. A write's place in its lane is that of its latest event: a repeat moves the queued write that it joins to the end
 *    ({@linkcode queue}), and a failed try goes back to its own place ({@linkcode putBack}).
 * 3. A failure is charged only to the outermost gate that is not open, which is shut again. If all are open, the
 *    namespace counts the lane as failed, and the server counts the namespace ({@linkcode Breaker.judged}).
 * 4. Three different parts that fail with no success in between shut a gate. One request without an answer shuts its
 *    namespace, unless the namespace wrote others meanwhile. Three lanes that cannot connect, or all lanes if there are
 *    fewer, shut the server. A success opens all gates on its way.
 * 5. A lane that failed waits for `retryDelayMs` or the server's `Retry-After` ({@linkcode Breaker.pause}), unless the
 *    server is at fault: lanes that wait for the server's gate start fresh once it opens. A namespace and the server
 *    have their own pauses, and honor a `Retry-After` if a probe gets it.
 * 6. If the server refuses a write because it does not know the namespace, the role or the credentials yet, the gate at
 *    fault is shut at once. The fifth refusal in a row is final ({@linkcode Breaker.countRefusal}).
 * 7. Fresh gates come before doubtful ones, except every eighth turn. Namespaces take turns
 *    ({@link https://en.wikipedia.org/wiki/Fair_queuing | fair queuing}), and so do the lanes in each.
 * 8. Doubtful writes take a quarter of a sender's slots at most, so that hanging requests leave room for the rest (a
 *    {@link https://learn.microsoft.com/azure/architecture/patterns/bulkhead | bulkhead}). Fresh writes of one
 *    namespace take the last slot only if its latest write succeeded.
 * 9. If a write keeps failing, possibly by its own fault, a witness is tried: the next write of its lane. If the
 *    witness is written, the writes that it has overtaken continue in their own lanes ({@linkcode witnessOf}).
 * 10. At `maxPending` entries, a new one displaces one of the largest namespace: the latest of a failing lane, or else
 *     of the largest lane ({@linkcode victimFor}).
 */
export class Lanes {
  /** Called when a write may start; undefined if only flushes start writes. */
  onTurn: (() => void) | undefined;
  /** Number of entries queued or in flight. */
  active = 0;
  /** Opens and shuts the gates. */
  readonly breaker: Breaker;
  readonly #concurrency: number;
  /** The root of the tree. */
  readonly #server: Branch<Namespace>;
  /** The order of the write queued last. */
  #order = 0;
  #isStarting = false;

  /**
   * @param concurrency Maximum number of writes in flight, of all senders together; `Infinity` if the limit is per
   * sender.
   */
  constructor(concurrency: number, pauses: RetryPauses, timers: Timers) {
    this.#concurrency = concurrency;
    this.breaker = new Breaker(() => this.onTurn?.(), pauses, timers);
    this.#server = this.breaker.server;
  }

  /** Number of active entries that count towards `maxPending`. */
  get places(): number {
    return this.#server.places;
  }

  // -- Entries --

  /** Adds an entry to the lane of an object; `hasPlace` if it counts towards `maxPending`. */
  enter(entry: Entry, object: string, hasPlace: boolean): void {
    this.active++;
    entry.hasPlace = hasPlace;
    this.#join(entry, object);
  }

  /** Removes an entry with nothing queued or in flight, and its lane and namespace if it was their last. */
  leave(entry: Entry): void {
    this.active--;
    this.#part(entry);
    if (this.active > 0) return;
    // While no entry is active, no timer runs.
    this.breaker.open(this.#server);
    this.#server.reset();
    this.breaker.pace.reset();
  }

  /** Puts the queued write of an entry at the end of its lane; `isMoved` if it already has a place there. */
  queue(entry: Entry, isMoved = false): void {
    const { queue } = entry.lane!;
    entry.queued!.order = ++this.#order;
    if (isMoved && queue.last === entry) return;
    if (isMoved) queue.remove(entry);
    queue.add(entry);
    entry.lane!.offer();
    this.startSoon();
  }

  /**
   * Puts a write that was in flight back in its place, unless it was merged with a later one, whose place it then has.
   */
  putBack(entry: Entry): void {
    const { queue } = entry.lane!;
    if (entry.before !== undefined || queue.first === entry) return;
    let next = queue.first;
    while (next !== undefined && next.queued!.order < entry.queued!.order) next = next.after;
    queue.add(entry, next);
    entry.lane!.offer();
  }

  /** Takes the queued write of an entry out of its lane. */
  unqueue(entry: Entry): void {
    entry.lane!.queue.remove(entry);
    entry.lane!.offer();
  }

  /**
   * Returns the entry to drop in favor of a new one about an object: from the largest namespace, or from the object's
   * own if no other is larger. It is the latest entry of a failing lane, or else of the largest lane. In the object's
   * own namespace, failing lanes come first only if the object's own lane is not failing.
   */
  victimFor(name: string, object: string): Entry | undefined {
    const own = this.#server.parts.get(name);
    const lane = own?.parts.get(object);
    const [largest] = this.#server.bySize();
    // Another namespace must be larger by two, because the new entry adds one to its own.
    const isOther = largest !== undefined && largest.places > (own?.places ?? 0) + 1;
    const victim = isOther ? latestIn(largest, 0, true) : undefined;
    return victim ?? latestIn(own, (lane?.places ?? 0) + 1, lane?.isOpen ?? true);
  }

  // -- Turns --

  /** Starts writes in a microtask, so that later events of the same burst join writes that are still queued. */
  startSoon(): void {
    if (this.#isStarting || this.onTurn === undefined) return;
    this.#isStarting = true;
    inMicrotask(() => {
      this.#isStarting = false;
      this.onTurn!();
    });
  }

  /** Returns a slot of a sender for the entry whose turn has come; undefined if no entry may be sent now. */
  next(sender: Sender): Slot | undefined {
    const isBlocked = sender.isFull || sender.isSpent || !this.#server.admits || !this.breaker.pace.admits;
    const namespace = isBlocked ? undefined : this.#nextNamespace(sender);
    if (namespace === undefined) {
      // If only a slot is missing, the sender may cut a slow request short.
      sender.setOthersWaiting(sender.isFull && this.#nextNamespace(sender) !== undefined);
      return undefined;
    }
    const isProbed = namespace.ring === this.#server.doubtful;
    const lane = namespace.next(isProbed || sender.takesDoubtful)!;
    return this.take(sender, lane.queue.first!, isProbed || lane.ring === namespace.doubtful);
  }

  /** Returns a slot of a sender for an entry, whose write starts. */
  take(sender: Sender, entry: Entry, isDoubtful: boolean): Slot {
    const lane = entry.lane!;
    lane.queue.remove(entry);
    lane.isPassing = true;
    lane.offer();
    lane.parent.pass();
    this.#server.pass();
    this.breaker.pace.pass();
    if (!isDoubtful) lane.parent.freshInFlight++;
    return sender.take(entry, isDoubtful, this.breaker.successes);
  }

  /** Frees the slot of a write that was taken back or has its result. */
  free(slot: Slot): void {
    const { sender, entry, isDoubtful } = slot;
    const lane = entry.lane!;
    sender.free(slot);
    if (!isDoubtful) lane.parent.freshInFlight--;
    lane.isPassing = lane.parent.isPassing = this.#server.isPassing = false;
    lane.offer();
    lane.parent.offer();
  }

  // -- Results --

  /** Called when a write was stored. The entries that it has overtaken move to their own lanes. */
  written(slot: Slot): void {
    const { lane, sending } = slot.entry;
    lane!.parent.isUnready = false;
    this.judged(slot, WRITTEN);
    for (const overtaken of lane!.queue) {
      if (overtaken.queued!.order > sending!.order) return;
      this.#setAside(overtaken);
    }
  }

  /** Called when a write has its result, or has failed and may be retried. Opens or shuts gates, and frees the slot. */
  judged(slot: Slot, verdict: Verdict, requestedMs = 0): void {
    this.breaker.judged(slot, verdict, requestedMs);
    this.free(slot);
  }

  /**
   * Returns the entry to try before the first one of a lane, which keeps failing: the one that has failed least often,
   * or the first of several such.
   */
  witnessOf({ queue: { first } }: Lane): Entry | undefined {
    let witness = first?.after;
    for (let entry = witness; witness !== undefined && entry !== undefined; entry = entry.after) {
      if (entry.tries.suspicions < witness.tries.suspicions) witness = entry;
    }
    return witness;
  }

  // -- The tree --

  #join(entry: Entry, object: string): void {
    const { parts } = this.#server;
    let namespace = parts.get(entry.namespace);
    if (namespace === undefined) {
      parts.set(entry.namespace, namespace = new Namespace(entry.namespace, this.#server as Branch));
    }
    let lane = namespace.parts.get(object);
    if (lane === undefined) namespace.parts.set(object, lane = new Lane(object, namespace as Branch));
    lane.active++;
    entry.lane = lane;
    if (entry.hasPlace) this.#resize(lane, 1);
  }

  /**
   * Moves an entry that fails, while others of its object succeed, to its own lane, so that they need not wait for it.
   */
  #setAside(entry: Entry): void {
    const { name } = entry.lane!;
    this.unqueue(entry);
    this.#part(entry);
    this.#join(entry, `${name} ${entry.name} ${entry.key}`);
    this.putBack(entry);
  }

  #part(entry: Entry): void {
    const lane = entry.lane!;
    const namespace = lane.parent;
    entry.lane = undefined;
    if (entry.hasPlace) this.#resize(lane, -1);
    if (--lane.active > 0) return;
    this.breaker.open(lane);
    namespace.parts.delete(lane.name);
    if (namespace.parts.size > 0) return;
    this.breaker.open(namespace);
    this.#server.parts.delete(namespace.name);
  }

  #resize(lane: Lane, by: 1 | -1): void {
    lane.parent.resize(lane, by);
    this.#server.resize(lane.parent, by);
    this.#server.places += by;
  }

  /** Returns the namespace whose turn it is; skips those that may not take the last slot. */
  #nextNamespace(sender: Sender): Namespace | undefined {
    return this.#server.next(sender.takesDoubtful, ({ isTrusted, freshInFlight }) => {
      const takesLastSlot = freshInFlight > 0 && freshInFlight + 1 >= this.#concurrency;
      return isTrusted || !takesLastSlot;
    });
  }
}

/**
 * Returns the latest entry of a lane that counts towards `maxPending` and is not in flight. Dropping one in flight
 * would not free its place.
 */
function latestOf(lane: Lane): Entry | undefined {
  let entry = lane.queue.last;
  while (entry !== undefined && !(entry.hasPlace && entry.sending === undefined)) entry = entry.before;
  return entry;
}

/**
 * Returns the {@linkcode latestOf} a failing lane, if `failingFirst`, or else of the largest lane with more than
 * `places`.
 */
function latestIn(namespace: Namespace | undefined, places: number, failingFirst: boolean): Entry | undefined {
  if (namespace === undefined) return undefined;
  for (const lane of failingFirst ? namespace.failing : []) {
    const entry = latestOf(lane);
    if (entry !== undefined) return entry;
  }
  // A few lanes have no such entry, because their only one is in flight.
  for (const lane of namespace.bySize()) {
    const entry = lane.places > places ? latestOf(lane) : undefined;
    if (entry !== undefined || lane.places <= places) return entry;
  }
  return undefined;
}
