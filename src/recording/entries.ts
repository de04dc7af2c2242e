import type { Clock } from "../api/time.ts";
import { checkCorrelation } from "../correlator/correlator.ts";
import { Cooldowns } from "./cooldowns.ts";
import { Entry, type Named } from "./entry.ts";
import { EntryTable } from "./entry_table.ts";
import type { Counted } from "./ledger.ts";
import type { Namespace } from "./namespace.ts";
import { nameTaken } from "./reconcile.ts";
import type { Scheduler } from "./scheduler.ts";
import type { Timers } from "./timers.ts";
import { addedBy, type Decision, isNameTaken, type Write, type WriteFailure, WriteIds, writeOf } from "./write.ts";
import { WriteResults, type WriteResultsOptions } from "./write_results.ts";

/** Options of {@linkcode Entries}; most are those of the recording. */
export interface EntriesOptions<E extends Named> extends Omit<WriteResultsOptions<E>, "onDone"> {
  readonly scheduler: Scheduler<E>;
  /** Whether writes start on their own; if not, only in flushes. */
  readonly autoFlush: boolean;
  readonly retryDelayMs: number;
  readonly patchIntervalMs: number;
  readonly timers: Timers;
  readonly clock: Clock;
  /** Called when a write is done. */
  readonly onProgress: () => void;
}

/**
 * Queues events for the {@linkcode Writer}, and accounts for the results.
 *
 * An entry is active while something is queued or in flight, parked while it owes a count whose write failed for good,
 * and cooling down for `patchIntervalMs` after a write; any other is forgotten.
 */
export class Entries<E extends Named> {
  readonly #options: EntriesOptions<E>;
  readonly #scheduler: Scheduler<E>;
  readonly #table = new EntryTable<E>();
  readonly #results: WriteResults<E>;
  readonly #cooldowns: Cooldowns<E>;
  #isAbandoned = false;
  /** When {@linkcode retryParked} did so. */
  #parkedRetriedMs = -Infinity;
  /** The ids of the writes queued or in flight. */
  readonly ids = new WriteIds();

  constructor(options: EntriesOptions<E>) {
    this.#options = options;
    this.#scheduler = options.scheduler;
    this.#results = new WriteResults({ ...options, onDone: (id) => this.done(id) });
    this.#cooldowns = new Cooldowns({ ...options, onEnd: (entry) => this.#forgetIdle(entry) });
  }

  /** Number of distinct events queued or in flight. */
  get size(): number {
    return this.#scheduler.active;
  }

  /** Whether `maxPending` events are active only to update a count, which takes no place. */
  get isFullOfCounts(): boolean {
    return this.#scheduler.active - this.#scheduler.places >= this.#options.maxPending;
  }

  /** Yields all entries: active, parked and cooling down. */
  values(): IterableIterator<Entry<E>> {
    return this.#table.values();
  }

  /**
   * Queues a decision of the correlator. One that only updates a count does not count towards `maxPending`.
   *
   * @param options `carried` is 1 for an accepted event, 0 for a count. `isBounded` is false for a count that the correlator
   * keeps no longer: it is queued even beyond the limit. `counted` is the correlation whose held count it delivers.
   */
  add(
    decision: Decision<E>,
    { carried, isBounded = true, counted = decision }: { carried: number; isBounded?: boolean; counted?: Counted<E> },
  ): void {
    const { ledger, log, stable } = this.#options;
    // Reads the event before anything changes: its getters may throw.
    const known = this.#table.get(decision);
    const write = writeOf(decision, { carried });
    const added = addedBy(decision);
    write.owed = ledger.takeHeld(counted);
    const hasPlace = carried > 0;
    const refusal = this.#refusalOf(decision, known, { hasPlace, isBounded });
    if (refusal !== undefined && known === undefined && write.owed === 0 && stable === undefined) {
      // The usual case when full: saves creating an entry for each event of a flood.
      ledger.countCarried(write, refusal);
      return log.ended(refusal, { creates: write.type === "create", pending: ledger.pending });
    }
    const entry = known ?? this.#table.add(new Entry(decision));
    entry.countRepeats(added ?? carried + write.owed);
    if (refusal !== undefined) {
      this.#results.handle(entry, write, refusal);
      return this.#forgetIdle(entry);
    }
    if (!entry.isActive) {
      this.#results.parked.delete(entry);
      this.#scheduler.activate(entry, { hasPlace });
    }
    const isFirst = !entry.isQueued && entry.sending === undefined;
    if (!entry.isQueued) write.id = this.ids.next();
    entry.queue(write);
    if (isFirst) this.#queue(entry);
  }

  /** Queues the counts that the correlator holds back; returns `false` if too many are queued already. */
  addHeld(): boolean {
    for (const [key, { record }] of this.#options.ledger.held) {
      if (this.isFullOfCounts) return false;
      try {
        const decision = record.isAhead ? checkCorrelation(record.write(), "write") : undefined;
        if (decision !== undefined && decision.type !== "skip") {
          this.add(decision, { carried: 0, counted: { key, record } });
        }
      } catch (error) {
        this.#options.log.threw("The correlator", error);
      }
    }
    return true;
  }

  /** Requeues the counts whose writes failed permanently; on demand, where flushes are many, after `retryDelayMs` again. */
  retryParked(): void {
    const { autoFlush, retryDelayMs } = this.#options;
    const nowMs = Date.now();
    // The clock may have been set back.
    const isEarly = !autoFlush && Math.abs(nowMs - this.#parkedRetriedMs) < retryDelayMs;
    if (this.#isAbandoned || isEarly || this.#results.parked.size === 0) return;
    this.#parkedRetriedMs = nowMs;
    for (const entry of this.#results.parked) {
      entry.unpark(this.ids.next());
      this.#scheduler.activate(entry, { hasPlace: false });
      this.#queue(entry);
    }
    this.#results.parked.clear();
  }

  /** Queues the writes that wait only for the end of `patchIntervalMs`. */
  endCooldowns(): void {
    if (this.#options.patchIntervalMs === 0) return;
    for (const entry of this.values()) if (entry.isQueued) this.#scheduler.endCooldown(entry);
  }

  /** Ends the current pauses, before the recording stops; keeps those the server asked for. */
  endPauses(): void {
    this.#parkedRetriedMs = -Infinity;
    this.endCooldowns();
    this.#scheduler.endPauses(this.values());
  }

  /** Abandons all queued writes, and those that are queued later. */
  abandon(): void {
    this.#isAbandoned = true;
    this.#scheduler.clear();
    for (const entry of this.values()) {
      if (entry.isQueued) this.#drop(entry, { type: "deadline", error: entry.tries.lastError });
    }
  }

  /** Accounts for the counts that will not reach the server, and forgets all entries; call it when none is active. */
  end(): void {
    for (const entry of this.#results.giveUpParked()) this.#forgetIdle(entry);
    this.#options.ledger.countHeld();
    this.#cooldowns.clear();
  }

  /** Returns why a decision cannot be queued; drops an event of the largest namespace if that makes room for it. */
  #refusalOf(
    { type, event }: Decision<E>,
    entry: Entry<E> | undefined,
    { hasPlace, isBounded }: { hasPlace: boolean; isBounded: boolean },
  ): WriteFailure<E> | undefined {
    const { maxPending, stable } = this.#options;
    // Nothing is sent anymore: a queued write would wait forever.
    if (this.#isAbandoned) return { type: "deadline", error: undefined };
    if (entry?.isActive) {
      // Another event of this name is active: coalesced with it, this one would be lost.
      return type === "create" && stable === undefined ? { type: "refused", error: nameTaken(event) } : undefined;
    }
    if (!hasPlace) return isBounded && this.isFullOfCounts ? { type: "full" } : undefined;
    if (this.#scheduler.places < maxPending) return undefined;
    const victim = this.#scheduler.takeVictim(event.metadata.namespace ?? "");
    if (victim === undefined) return { type: "full" };
    this.#drop(victim, { type: "full" });
    return undefined;
  }

  /** Drops an entry's queued write. */
  #drop(entry: Entry<E>, result: WriteFailure<E>): void {
    this.#scheduler.cancelDelay(entry);
    this.#results.handle(entry, entry.take(), result);
    this.deactivateIfIdle(entry);
  }

  /** Called with the id of a write that has ended, or was merged into another. */
  done(id: number): void {
    if (this.ids.end(id)) this.#options.onProgress();
  }

  /** Queues an entry for its first try: now, or at the end of its cooldown. */
  #queue(entry: Entry<E>): void {
    this.#scheduler.push(entry, this.#cooldowns.leftMs(entry));
  }

  /** Called when the server has stored the write in flight of an entry. */
  written(
    entry: Entry<E>,
    write: Write<E>,
    { stored, version }: { stored: E | undefined; version: string | undefined },
  ): void {
    this.#cooldowns.start(entry);
    entry.succeed(version);
    // This calls the correlator, which may record again and so queue the entry itself.
    const { isQueued } = entry;
    this.#results.handle(entry, write, { type: "written", stored });
    if (isQueued) this.#queue(entry);
  }

  /** Called when the write in flight of an entry failed for good; the write queued behind it continues. */
  failed(entry: Entry<E>, write: Write<E>, result: WriteFailure<E>): void {
    entry.fail();
    const { isQueued } = entry;
    this.#results.handle(entry, write, result);
    if (!isQueued) return;
    // The queued write repeats an event whose name is taken, and would patch the other event.
    if (isNameTaken(result)) this.#results.handle(entry, entry.take(), result);
    else this.#queue(entry);
  }

  /** Drops the queued creates of a namespace that is being deleted. */
  dropCreates(namespace: Namespace<Entry<E>>): void {
    for (const entry of this.#scheduler.takeCreates(namespace)) this.#drop(entry, { type: "terminating" });
  }

  /** Removes an idle entry from the scheduler. */
  deactivateIfIdle(entry: Entry<E>): void {
    if (!entry.isActive || entry.isQueued || entry.sending !== undefined) return;
    this.#scheduler.deactivate(entry);
    this.#forgetIdle(entry);
  }

  /** Forgets an entry that is not active, parked or cooling down. */
  #forgetIdle(entry: Entry<E>): void {
    if (!entry.isActive && !this.#results.parked.has(entry) && !this.#cooldowns.has(entry)) this.#table.delete(entry);
  }
}
