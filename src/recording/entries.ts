import type { Clock } from "../api/time.ts";
import { checkCorrelation } from "../correlator/correlator.ts";
import { Attempt, type AttemptOptions } from "./attempt.ts";
import { type Backoff, RetryPauses } from "./backoff.ts";
import { Entry, type Named } from "./entry.ts";
import { EntryTable } from "./entry_table.ts";
import type { Namespace } from "./namespace.ts";
import { nameTaken, reconcile } from "./reconcile.ts";
import { Cooldowns } from "./cooldowns.ts";
import type { Counted } from "./ledger.ts";
import type { Reports } from "./reports.ts";
import { RequestsInFlight } from "./requests_in_flight.ts";
import { Scheduler } from "./scheduler.ts";
import { Sender, type Slot } from "./sender.ts";
import type { Timers } from "./timers.ts";
import { DENIED_TRIES, Permissions, type Verdict, verdict, VERDICTS } from "./verdict.ts";
import { addedBy, type Decision, isNameTaken, type Write, type WriteFailure, WriteIds, writeOf } from "./write.ts";
import { WriteResults, type WriteResultsOptions } from "./write_results.ts";

/** Options of {@linkcode Entries}; most are those of the recording. */
interface EntriesOptions<E extends Named>
  extends Omit<WriteResultsOptions<E>, "onDone">, Pick<AttemptOptions<E>, "sink" | "versionOnly"> {
  readonly reports: Reports;
  readonly concurrency: number;
  readonly maxTries: number;
  readonly backoff: Backoff | undefined;
  readonly retryDelayMs: number;
  readonly requestTimeoutMs: number;
  readonly patchIntervalMs: number;
  /** Whether writes start on their own; if not, only in {@linkcode Entries.start}. */
  readonly autoFlush: boolean;
  readonly timers: Timers;
  readonly clock: Clock;
  readonly random: () => number;
  /** Called when a write is done, or the runtime refuses to make more. */
  readonly onProgress: () => void;
}

/**
 * Queues and writes events, and decides how to continue after each failure.
 *
 * An entry is active while something is queued or in flight, parked while it owes a count whose write failed for good,
 * and cooling down for `patchIntervalMs` after a write; any other is forgotten.
 */
export class Entries<E extends Named> {
  readonly #options: EntriesOptions<E>;
  readonly #table = new EntryTable<E>();
  readonly #scheduler: Scheduler<E>;
  readonly #pauses: RetryPauses;
  /** Makes all requests; undefined if each flush has its own sender. */
  readonly #sender: Sender<E> | undefined;
  readonly #permissions = new Permissions();
  readonly #results: WriteResults<E>;
  readonly #cooldowns: Cooldowns<E>;
  readonly #attemptOptions: AttemptOptions<E>;
  #isAbandoned = false;
  /** When {@linkcode retryParked} did so. */
  #parkedRetriedMs = -Infinity;
  readonly ids = new WriteIds();
  /** Number of requests made. */
  requests = 0;
  /** Number of times a failed write was scheduled for a retry. */
  retries = 0;

  constructor(options: EntriesOptions<E>) {
    const { autoFlush, concurrency, timers, sink, versionOnly } = this.#options = options;
    this.#results = new WriteResults({ ...options, onDone: (id) => this.#done(id) });
    this.#cooldowns = new Cooldowns({ ...options, onEnd: (entry) => this.#forgetIdle(entry) });
    this.#pauses = new RetryPauses(options);
    const onUsedUp = (slot: Slot<E>): void => {
      this.#takeBack(slot);
      slot.sender.onFree();
    };
    this.#attemptOptions = { sink, versionOnly, onRequest: () => this.requests++, onUsedUp };
    const start = (): void => this.start(this.#sender!);
    this.#sender = autoFlush ? this.newSender({ onFree: start }) : undefined;
    this.#scheduler = new Scheduler({
      concurrency: autoFlush ? concurrency : Infinity,
      pauses: this.#pauses,
      timers,
      send: (slot) => void this.#send(slot),
      onReady: autoFlush ? start : undefined,
    });
  }

  /** Number of distinct events queued or in flight. */
  get size(): number {
    return this.#scheduler.active;
  }

  /** The slots of the writes in flight. */
  get slots(): ReadonlySet<Slot<E>> {
    return this.#scheduler.slots;
  }

  /** Whether the runtime refuses to make requests, until {@linkcode resume}. */
  get isRefused(): boolean {
    return this.#sender?.requests.isUsedUp === true;
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

  /** Ends the current pauses and shortens later ones, before the recording stops; keeps those the server asked for. */
  shortenPauses(): void {
    this.#pauses.cap();
    this.#parkedRetriedMs = -Infinity;
    this.endCooldowns();
    this.#scheduler.endPauses(this.values());
  }

  /** Returns a sender to {@linkcode start} writes with: at most `maxRequests` requests, `concurrency` at a time. */
  newSender({ maxRequests, onFree }: { maxRequests?: number | undefined; onFree: () => void }): Sender<E> {
    const { concurrency, requestTimeoutMs } = this.#options;
    return new Sender({ concurrency, requests: new RequestsInFlight(requestTimeoutMs, maxRequests), onFree });
  }

  /** Makes requests again, if the runtime has refused some: the caller may be in another request of a worker. */
  resume(): void {
    if (!this.isRefused) return;
    this.#sender!.requests.renew();
    this.#scheduler.startSoon();
  }

  /** Starts the writes whose turn has come, as many as a sender has slots for. */
  start(sender: Sender<E>): void {
    this.#scheduler.start(sender);
  }

  /**
   * Requeues the writes that a sender has in flight, which count as neither tries nor failures, and ignores their
   * responses.
   */
  takeBack(sender: Sender<E>): void {
    for (const slot of sender.slots) this.#takeBack(slot);
  }

  /** Abandons all writes, including those in flight. */
  abandon(): void {
    this.#isAbandoned = true;
    for (const slot of this.#scheduler.slots) this.#takeBack(slot);
    this.#scheduler.clear();
    for (const entry of this.values()) {
      if (entry.isQueued) this.#drop(entry, { type: "deadline", error: entry.tries.lastError });
    }
    this.#sender?.requests.abort("The deadline passed first");
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
    this.#deactivateIfIdle(entry);
  }

  #takeBack(slot: Slot<E>): void {
    this.#done(slot.entry.takeBack());
    this.#scheduler.settled(slot.entry);
    this.#scheduler.free(slot);
    this.#scheduler.push(slot.entry); // its cooldown is over
  }

  /** Called with the id of a write that has ended, or was merged into another. */
  #done(id: number): void {
    if (this.ids.end(id)) this.#options.onProgress();
  }

  /** Queues an entry for its first try: now, or at the end of its cooldown. */
  #queue(entry: Entry<E>): void {
    this.#scheduler.push(entry, this.#cooldowns.leftMs(entry));
  }

  async #send(slot: Slot<E>): Promise<void> {
    const { stable, reports } = this.#options;
    const { entry, namespace, sender } = slot;
    const { successes } = namespace;
    const attempt = new Attempt(slot, this.#attemptOptions);
    const { write } = attempt;
    try {
      const answer = await (stable === undefined ? reconcile(attempt) : stable.send(attempt));
      if (attempt.isOver) return;
      // A custom sink may resolve with anything, or nothing.
      const { metadata } = Object(answer) as Partial<E>;
      this.#written(entry, write, { stored: metadata ? answer : undefined, version: metadata?.resourceVersion });
    } catch (error) {
      if (attempt.isOver) return;
      this.#failed(slot, write, { error, isSilent: namespace.successes === successes });
    }
    this.#deactivateIfIdle(entry);
    this.#scheduler.free(slot);
    sender.onFree();
    reports.send();
  }

  /** Called when the server has stored a write. */
  #written(
    entry: Entry<E>,
    write: Write<E>,
    { stored, version }: { stored: E | undefined; version: string | undefined },
  ): void {
    this.#scheduler.succeeded(entry);
    this.#permissions.allowed(entry);
    this.#cooldowns.start(entry);
    entry.succeed(version);
    // This calls the correlator, which may record again and so queue the entry itself.
    const { isQueued } = entry;
    this.#results.handle(entry, write, { type: "written", stored });
    if (isQueued) this.#queue(entry);
  }

  /**
   * Called when a try has failed: retries the write after a pause, or ends it.
   *
   * @param failure `isSilent` if the server has not written anything of the namespace since the request was made.
   */
  #failed(
    { entry, sender }: Slot<E>,
    write: Write<E>,
    { error, isSilent }: { error: unknown; isSilent: boolean },
  ): void {
    const { log, ledger, maxTries, onProgress } = this.#options;
    const { kind, requestedMs } = this.#judge(entry, { error, isSilent });
    const judged: Verdict = VERDICTS[kind];
    const { retry } = judged;
    const isTry = retry === "counted while others succeed"
      ? !this.#scheduler.isSuspended
      : retry === "counted" || retry === "briefly";
    if (judged.health === "works") this.#scheduler.succeeded(entry);
    else if (judged.health === "unknown") this.#scheduler.settled(entry);
    else this.#scheduler.failed(entry, judged, requestedMs);

    if (retry === "later") {
      sender.requests.useUp();
      log.refused(error as Error);
      this.#done(entry.retry({ error, isTry }));
      this.#scheduler.push(entry);
      return onProgress();
    }
    const failures = entry.tries.failures + (isTry ? 1 : 0);
    const isDenied = retry === "briefly" && (entry.tries.denials + 1 >= DENIED_TRIES || failures >= maxTries);
    if (retry === "no" || isDenied) {
      if (isDenied) this.#permissions.denied();
      this.#failedForGood(entry, write, { type: "refused", error: error as Refusal<E>["error"] });
      if (kind === "terminating") this.#dropCreates(entry.home!);
      return;
    }
    log.failed(entry, { error, outage: this.#scheduler.isSuspended, pending: ledger.pending });
    if (failures >= maxTries) return this.#failedForGood(entry, write, { type: "tries", error, failures });
    this.retries++;
    this.#done(entry.retry({ error, isTry, isEarly: retry === "uncounted", isDenied: retry === "briefly" }));
    const tries = Math.max(failures, 1);
    const pauseMs = retry === "briefly" ? this.#pauses.namespacePauseMs(tries) : this.#pauses.pauseMs(tries);
    this.#scheduler.backOff(entry, Math.max(pauseMs, requestedMs), { isRequested: requestedMs > 0 });
  }

  /** Judges any error: a sink may reject with objects that throw when read. */
  #judge(
    entry: Entry<E>,
    { error, isSilent }: { error: unknown; isSilent: boolean },
  ): { kind: keyof typeof VERDICTS; requestedMs: number } {
    try {
      const kind = verdict(error, { isSilent, permission: this.#permissions.of(error, entry) });
      return { kind, requestedMs: this.#pauses.requestedMs(error) };
    } catch {
      return { kind: "failed", requestedMs: 0 };
    }
  }

  /** Ends a write that is not retried; the write queued behind it continues. */
  #failedForGood(entry: Entry<E>, write: Write<E>, result: WriteFailure<E>): void {
    entry.fail();
    const { isQueued } = entry;
    this.#results.handle(entry, write, result);
    if (!isQueued) return;
    // The queued write repeats an event whose name is taken, and would patch the other event.
    if (isNameTaken(result)) this.#results.handle(entry, entry.take(), result);
    else this.#queue(entry);
  }

  /** Drops the queued creates of a namespace that is being deleted. */
  #dropCreates(namespace: Namespace<Entry<E>>): void {
    for (const entry of this.#scheduler.takeCreates(namespace)) this.#drop(entry, { type: "terminating" });
  }

  /** Removes an idle entry from the scheduler. */
  #deactivateIfIdle(entry: Entry<E>): void {
    if (!entry.isActive || entry.isQueued || entry.sending !== undefined) return;
    this.#scheduler.deactivate(entry);
    this.#forgetIdle(entry);
  }

  /** Forgets an entry that is not active, parked or cooling down. */
  #forgetIdle(entry: Entry<E>): void {
    if (!entry.isActive && !this.#results.parked.has(entry) && !this.#cooldowns.has(entry)) this.#table.delete(entry);
  }
}

type Refusal<E> = Extract<WriteFailure<E>, { readonly type: "refused" }>;
