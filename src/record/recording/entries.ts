import { callGuarded } from "../../base/tools/logger.ts";
import {
  addedBy,
  correlationOf,
  type Decision,
  Entry,
  isNameTaken,
  laneOf,
  merge,
  type Tries,
  UNTRIED,
  type Waiter,
  type Write,
  type WriteFailure,
  writeOf,
  type WriteResult,
} from "./entry.ts";
import { createLruCache } from "../correlator/records.ts";
import type { Context } from "./ledger.ts";
import { nameTaken, type StableWrites } from "./reconcile.ts";
import type { Lanes } from "./lanes.ts";
import type { ReadOptions } from "./recording_options.ts";

type EntriesOptions = Pick<ReadOptions, "autoFlush" | "maxPending" | "retryDelayMs">;

/** Maximum number of events remembered as missing on the server. */
const MAX_MISSING = 4096;

/** The writes that a flush waits for: those queued or in flight when it began. */
export interface Backlog {
  /** The id of the latest of them. */
  readonly lastId: number;
  /** Number of those that are not done. */
  left: number;
  /** Called when all are done. */
  readonly wake: () => void;
}

/**
 * All entries and their transitions. No other file changes what is queued, in flight or owed.
 *
 * | state   | queued           | sending | failure | lane                                        |
 * | ------- | ---------------- | ------- | ------- | ------------------------------------------- |
 * | queued  | yes              |         |         | has its place in the queue                  |
 * | sending | if it wants more | yes     |         | its queued write has a place, behind others |
 * | parked  | owes a count     |         | yes     | none                                        |
 *
 * An entry in none of these states does not exist. Entries never pause; their lanes do, or the gates around those.
 *
 * | call          | from → to                                                                                          |
 * | ------------- | -------------------------------------------------------------------------------------------------- |
 * | `want`        | none, parked → queued, at the end of its lane; a queued write absorbs it and moves there          |
 * | `begin`       | queued → sending                                                                                   |
 * | `over`        | sending → queued if more was wanted, else none, or parked if it failed and owes a count            |
 * | `retry`       | sending → queued: in its old place; if another was queued meanwhile, merged, in the place of that |
 * | `takeBack`    | the same, as if it had never been sent                                                             |
 * | `#drop`       | queued and not sending → none, or parked if it owes a count: no room, `dropCreates`, `abandon`     |
 * | `queueParked` | parked → queued                                                                                    |
 * | `end`         | parked → none: its count is lost                                                                   |
 *
 * An event has at most one request in flight, and one write queued behind it. Later writes are merged into the queued
 * one, because counts are absolute: the latest includes the earlier ones, even in a create.
 */
export class Entries {
  /** The backlogs that flushes wait for. */
  readonly backlogs = new Set<Backlog>();
  /** Number of writes in flight. */
  inFlight = 0;
  readonly #context: Context;
  readonly #lanes: Lanes;
  readonly #stable: StableWrites | undefined;
  readonly #options: EntriesOptions;
  readonly #byId = new Map<string, Entry>();
  readonly #parked = new Set<Entry>();
  /** The latest events whose create was rejected, so that their repeats, which have nothing to patch, are created. */
  readonly #missing = createLruCache<Entry>(MAX_MISSING);
  /** When the parked entries were last queued. */
  #parkedQueuedMs = -Infinity;
  /** The id of the latest write. */
  #lastId = 0;
  /** Number of writes with an id that are not done. */
  #left = 0;

  constructor(context: Context, lanes: Lanes, stable: StableWrites | undefined, options: EntriesOptions) {
    this.#context = context;
    this.#lanes = lanes;
    this.#stable = stable;
    this.#options = options;
  }

  /** Whether `maxPending` entries are active only to update a count, which takes no place. */
  get isFullOfCounts(): boolean {
    return this.#lanes.active - this.#lanes.places >= this.#options.maxPending;
  }

  /** Yields all entries, which may be deleted during iteration. */
  values(): IterableIterator<Entry> {
    return this.#byId.values();
  }

  // -- Transitions --

  /**
   * Queues a decision of the correlator, or ends it with an outcome if there is no room.
   *
   * @param options `carried` is 1 for an accepted event, and 0 for a count, which takes no place; `isBounded` is false
   * for a count that is queued even beyond the limit; `waiter` receives the outcome of the event.
   */
  want(
    decision: Decision,
    { carried, isBounded = true, waiter }: {
      readonly carried: 0 | 1;
      readonly isBounded?: boolean;
      readonly waiter?: Waiter | undefined;
    },
  ): void {
    const { type, key, event } = decision;
    // Read all of the event before changing anything, because its getters may throw.
    const namespace = event.metadata.namespace ?? "";
    const name = event.metadata.name ?? "";
    const known = this.#find(namespace, name, key);
    const object = known?.lane?.name ?? laneOf(event);
    const entry = known ?? new Entry(key, namespace, name, type === "create");
    if (known === undefined && this.#missing.size > 0 && this.#missing.get(idOf(entry))) entry.creates = true;
    const write = writeOf(decision, carried);
    const added = this.#stable && addedBy(decision);
    write.owed = this.#context.ledger.takeHeld(key);
    write.added = added ?? carried + write.owed;
    if (waiter !== undefined) write.waiters = [waiter];
    const refusal = this.#refusalOf(entry, type, { object, takesPlace: carried > 0, isBounded });
    // In a flood, most are refused. Without a count to keep, no entry is needed.
    if (known === undefined && (refusal === undefined || write.owed > 0)) this.#add(entry);
    if (refusal !== undefined) {
      this.#end(entry, write, refusal);
      return this.#leaveIfDone(entry);
    }
    const { queued, failure } = entry;
    const joins = queued !== undefined && failure === undefined; // a write with a place in the lane, not a parked count
    if (entry.lane === undefined) this.#enter(entry, object, carried > 0);
    if (queued === undefined) entry.queued = write;
    else merge(queued, write);
    this.#lanes.queue(entry, joins);
    if (waiter !== undefined) this.#lanes.breaker.awaitLane(entry.lane!);
    if (joins) return;
    if (type === "create") entry.creates = true; // again, if it is parked
    this.#number(entry.queued!);
  }

  /** Moves the queued write into flight. */
  begin(entry: Entry): void {
    const write = entry.queued!;
    this.#stable?.addRepeats(entry, write.added);
    write.added = 0;
    entry.queued = undefined;
    entry.sending = write;
    this.inFlight++;
  }

  /** Called when the write in flight has its result. */
  over(entry: Entry, result: WriteResult): void {
    const write = entry.sending!;
    // Read and clear these before calling the correlator, which may record again, and so queue this entry.
    const { queued } = entry;
    entry.sending = undefined;
    entry.tries = UNTRIED;
    this.inFlight--;
    this.#end(entry, write, result);
    // The queued write is a repeat, and would patch the event that has the name.
    if (queued !== undefined && isNameTaken(result)) return this.#drop(entry, result as WriteFailure);
    this.#leaveIfDone(entry);
  }

  /** Records a failed attempt that will be retried; its lane then pauses, unless a gate around it does. */
  retry(entry: Entry, tries: Tries): void {
    entry.tries = tries;
    this.takeBack(entry);
  }

  /** Puts the write in flight back in its place, merged with the queued one, and ignores its response from now on. */
  takeBack(entry: Entry): void {
    const { queued } = entry;
    // A copy distinguishes a later attempt from this one. It keeps the id, because a flush may wait for it.
    const write = { ...entry.sending! };
    entry.sending = undefined;
    entry.queued = write;
    this.inFlight--;
    if (queued !== undefined) {
      merge(write, queued);
      this.#done(queued.id);
    }
    this.#lanes.putBack(entry);
  }

  /** Drops the queued creates of a namespace that is being deleted. */
  dropCreates(namespace: string): void {
    for (const entry of this.values()) {
      if (entry.namespace === namespace && entry.creates && isWaiting(entry)) {
        this.#drop(entry, { type: "terminating" });
      }
    }
  }

  /**
   * Queues the counts of parked entries. With `autoFlush: false`, where flushes are frequent, it does so at most once
   * per `retryDelayMs`, and at the last flush.
   */
  queueParked(isLast: boolean): void {
    const { autoFlush, retryDelayMs } = this.#options;
    const nowMs = Date.now();
    // The clock may have been set back.
    const isEarly = Math.abs(nowMs - this.#parkedQueuedMs) < retryDelayMs;
    if (!autoFlush && !isLast && isEarly || this.#parked.size === 0) return;
    this.#parkedQueuedMs = nowMs;
    for (const entry of this.#parked) {
      this.#enter(entry, laneOf(entry.queued!.event), false);
      this.#number(entry.queued!);
      this.#lanes.queue(entry);
    }
  }

  /** Abandons all queued writes; call it with none in flight. */
  abandon(): void {
    for (const entry of this.values()) {
      if (isWaiting(entry)) this.#drop(entry, { type: "deadline", error: entry.tries.lastError });
    }
  }

  /** Accounts for the counts that will not reach the server, and forgets the parked entries. */
  end(): void {
    const { ledger } = this.#context;
    for (const entry of this.#parked) {
      ledger.countOwed(entry.queued!, entry.failure!);
      this.#byId.delete(entry.id);
    }
    this.#parked.clear();
    ledger.countHeld();
  }

  /** Puts an entry, parked or new, into the lane of an object. */
  #enter(entry: Entry, object: string, hasPlace: boolean): void {
    entry.failure = undefined;
    this.#parked.delete(entry);
    this.#lanes.enter(entry, object, hasPlace);
  }

  /** Drops the queued write of an entry that is not in flight. */
  #drop(entry: Entry, result: WriteFailure): void {
    const write = entry.queued!;
    this.#lanes.unqueue(entry);
    entry.queued = undefined;
    entry.tries = UNTRIED;
    this.#end(entry, write, result);
    this.#leaveIfDone(entry);
  }

  /** Removes an entry with nothing to send from its lane, and deletes it unless it is parked. */
  #leaveIfDone(entry: Entry): void {
    const { queued, sending, failure } = entry;
    if (sending !== undefined || queued !== undefined && failure === undefined) return;
    if (entry.lane !== undefined) this.#lanes.leave(entry);
    if (failure === undefined) this.#byId.delete(entry.id);
  }

  // -- Results --

  /**
   * Ends a write with its result: notifies the correlator, counts the outcomes, and keeps the count that is still owed.
   */
  #end(entry: Entry, write: Readonly<Write>, result: WriteResult): void {
    const { correlator, ledger, reports } = this.#context;
    const { creates, namespace } = entry; // before the correlator is called, which may record again
    let { owed } = write;
    if (creates && result.type === "refused") this.#missing.set(idOf(entry), entry);
    else if (this.#missing.size > 0) this.#missing.delete(idOf(entry));
    if (result.type === "written") {
      const { stored } = result;
      // The count of an event with a stable name includes the counts of other processes.
      const state = this.#stable === undefined ? stored : write.event;
      if (stored && state) this.#call(() => correlator.updateState(state, correlationOf(entry.key, write)));
      ledger.counts.owed -= owed;
    } else {
      this.#stable?.addRepeats(entry, write.added);
      if (isNameTaken(result)) owed += this.#forget(entry, write);
    }
    ledger.countCarried(write, result);
    reports.ended({ creates, namespace }, result, ledger.pending);
    if (result.type !== "written" && owed > 0) {
      this.#keepOwed(entry, { ...write, carried: 0, owed, added: 0, id: 0, waiters: undefined }, result);
    }
    this.#done(write.id);
  }

  /** Keeps the count that a failed write owes; it is lost only when the recording ends. */
  #keepOwed(entry: Entry, write: Write, result: WriteFailure): void {
    const { queued, failure } = entry;
    const isParked = failure !== undefined;
    const isFull = !isParked && queued === undefined && this.#parked.size >= this.#options.maxPending;
    if (isNameTaken(result) || isFull) return this.#context.ledger.countOwed(write, result);
    // The queued write includes this count, because counts are absolute.
    if (queued !== undefined && !isParked) {
      queued.owed += write.owed;
      return;
    }
    if (queued === undefined) entry.queued = write;
    else merge(queued, write);
    entry.failure = result;
    this.#parked.add(entry);
  }

  /**
   * Makes the correlator forget an event whose name is taken, because its repeats would patch the other event.
   *
   * @returns The count that it held.
   */
  #forget({ key }: Entry, { record, event }: Readonly<Write>): number {
    this.#call(() => record?.name === event.metadata.name ? record?.forget() : undefined);
    return this.#context.ledger.takeHeld(key);
  }

  /** Calls a correlator; logs its errors, and the rejections of async functions. */
  #call(call: () => unknown): void {
    callGuarded(call, undefined, (error) => this.#context.reports.threw("The correlator", error));
  }

  /** Returns why a decision about an object cannot be queued; drops another event if that makes room for it. */
  #refusalOf(
    { key, lane, name, namespace }: Entry,
    type: Decision["type"],
    { object, takesPlace, isBounded }: {
      readonly object: string;
      readonly takesPlace: boolean;
      readonly isBounded: boolean;
    },
  ): WriteFailure | undefined {
    if (type === "create" && this.#stable === undefined) {
      // Another event of this name is active, so one of them would be lost.
      const other = lane ?? this.#byId.get(`${namespace}/${name || key}`)?.lane;
      if (other !== undefined) return { type: "refused", error: nameTaken(name) };
    }
    if (lane !== undefined) return undefined;
    if (!takesPlace) return isBounded && this.isFullOfCounts ? { type: "full" } : undefined;
    if (this.#lanes.places < this.#options.maxPending) return undefined;
    const victim = this.#lanes.victimFor(namespace, object);
    if (victim === undefined) return { type: "full" };
    this.#drop(victim, { type: "full" });
    return undefined;
  }

  // -- Backlogs --

  /** Returns the writes queued and in flight, for a flush to wait for; `wake` is called when they are done. */
  openBacklog(wake: () => void): Backlog {
    if (this.backlogs.size === 0) this.#lanes.breaker.shortenPauses();
    const backlog = { lastId: this.#lastId, left: this.#left, wake };
    this.backlogs.add(backlog);
    return backlog;
  }

  /** Returns the number of accepted events in the writes of a backlog that are not done. */
  pendingIn({ lastId, left }: Backlog): number {
    let pending = 0;
    if (left === 0) return pending;
    for (const { queued, sending } of this.values()) {
      if (sending !== undefined && sending.id <= lastId) pending += sending.carried;
      if (queued !== undefined && queued.id <= lastId) pending += queued.carried;
    }
    return pending;
  }

  /** Wakes all flushes, because no more requests may be made. */
  wakeAll(): void {
    for (const { wake } of this.backlogs) wake();
  }

  #number(write: Write): void {
    write.id = ++this.#lastId;
    this.#left++;
  }

  /** Called with the id of a write that has ended, or was merged into another. */
  #done(id: number): void {
    if (id === 0) return;
    this.#left--;
    for (const backlog of this.backlogs) if (id <= backlog.lastId && --backlog.left === 0) backlog.wake();
  }

  // -- Table --

  #find(namespace: string, name: string, key: string): Entry | undefined {
    const id = `${namespace}/${name || key}`;
    const entry = this.#byId.get(id);
    return entry?.key === key && entry.name === name ? entry : this.#byId.get(`${id}/${key}`);
  }

  /** Adds an entry under its name or, if a different event has the name, also under its key, which may be long. */
  #add(entry: Entry): void {
    const id = `${entry.namespace}/${entry.name || entry.key}`;
    entry.id = this.#byId.has(id) ? `${id}/${entry.key}` : id;
    this.#byId.set(entry.id, entry);
  }
}

/** Whether an entry is queued, and neither in flight nor parked. */
function isWaiting({ queued, sending, failure }: Entry): boolean {
  return queued !== undefined && sending === undefined && failure === undefined;
}

function idOf({ namespace, name, key }: Entry): string {
  return `${namespace}/${name}/${key}`;
}
