import type { V1ObjectMeta } from "../api/kubernetes_object.ts";
import type { Clock } from "../api/time.ts";
import type { EventSink } from "../sink/event_sink.ts";
import type { CountRecord } from "../correlator/correlator.ts";
import { type Backoff, RetrySchedule } from "./backoff.ts";
import { Entry } from "./entry.ts";
import { EntryTable } from "./entry_table.ts";
import type { Namespace } from "./namespace.ts";
import { nameTaken, reconcile, type SendOptions } from "./reconcile.ts";
import { RequestsInFlight } from "./requests_in_flight.ts";
import { Scheduler } from "./scheduler.ts";
import { Permissions, verdict, VERDICTS } from "./verdict.ts";
import { type Decision, isNameTaken, unqueued, type Write, type WriteFailure } from "./write.ts";
import { WriteEnds, type WriteEndsOptions } from "./write_ends.ts";

/** An event of either API. */
interface Named {
  readonly metadata: V1ObjectMeta;
}

/** Options of {@linkcode Entries}; most are those of the recording. */
interface EntriesOptions<E extends Named> extends WriteEndsOptions<E> {
  readonly sink: EventSink<E>;
  readonly concurrency: number;
  readonly maxTries: number;
  readonly backoff: Backoff | undefined;
  readonly retryDelayMs: number;
  readonly requestTimeoutMs: number;
  readonly patchIntervalMs: number;
  /** Whether nothing but the version of a stored event is read. */
  readonly versionOnly: boolean;
  readonly clock: Clock;
  readonly random: () => number;
}

/**
 * The events on their way to the server: queues and makes their writes, and decides what follows from each failure.
 *
 * An entry is active while something is queued or in flight, parked while it owes a count whose write failed for good,
 * and resting until it may be patched again; any other is forgotten.
 */
export class Entries<E extends Named> {
  readonly #options: EntriesOptions<E>;
  readonly #table = new EntryTable<E>();
  readonly #scheduler: Scheduler<E>;
  readonly #schedule: RetrySchedule;
  readonly #requests: RequestsInFlight;
  readonly #sendOptions: SendOptions<E>;
  readonly #permissions = new Permissions();
  readonly #ends: WriteEnds<E>;
  readonly #resting = new Set<Entry<E>>();
  #isAbandoned = false;
  /** The id of the latest write. */
  lastId = 0;
  /** Number of times a failed write was scheduled for a retry. */
  retries = 0;

  constructor(options: EntriesOptions<E>) {
    const { sink, concurrency, requestTimeoutMs, versionOnly } = this.#options = options;
    this.#ends = new WriteEnds(options);
    this.#schedule = new RetrySchedule(options);
    const requests = this.#requests = new RequestsInFlight(requestTimeoutMs);
    this.#sendOptions = { sink, requests, versionOnly };
    this.#scheduler = new Scheduler({
      concurrency,
      schedule: this.#schedule,
      send: (entry) => void this.#send(entry),
      onFull: (isFull) => requests.setOthersWaiting(isFull),
    });
  }

  /** Number of requests made. */
  get requests(): number {
    return this.#requests.made;
  }

  /** Number of distinct events queued or in flight. */
  get size(): number {
    return this.#scheduler.entries;
  }

  /** Whether as many events as `maxPending` are queued without a place, only to update a count. */
  get isFullOfCounts(): boolean {
    return this.#scheduler.entries - this.#scheduler.places >= this.#options.maxPending;
  }

  /** Yields all entries: active, parked and resting. */
  values(): IterableIterator<Entry<E>> {
    return this.#table.values();
  }

  /**
   * Queues a decision of the correlator. One that carries no events, as it only updates a count, takes no place of
   * `maxPending`.
   *
   * @param options `isBounded` is false for a count that the correlator has handed over already: it is queued even beyond
   * the limit. `record` is the one whose held count it delivers.
   */
  add(
    decision: Decision<E>,
    { carried, isBounded = true, record = decision.record }: {
      carried: number;
      isBounded?: boolean;
      record?: CountRecord<E> | undefined;
    },
  ): void {
    const { ledger, stable } = this.#options;
    const owed = ledger.owed > 0 ? ledger.takeHeld(record) : 0;
    let entry = this.#table.get(decision);
    if (this.#isAbandoned) {
      // Nothing is sent any more: a queued write would wait forever.
      return this.#refuse(entry, { decision, carried, owed }, { type: "deadline", error: undefined });
    }
    if (entry === undefined || !entry.isActive) {
      const hasPlace = carried > 0;
      const hasRoom = hasPlace ? this.#makeRoom(decision) : !isBounded || !this.isFullOfCounts;
      if (!hasRoom) return this.#refuse(entry, { decision, carried, owed }, { type: "full" });
      if (entry === undefined) this.#table.add(entry = new Entry(decision));
      this.#ends.parked.delete(entry);
      this.#scheduler.activate(entry, { hasPlace });
    } else if (decision.type === "create" && stable === undefined) {
      // Another event of this name is queued or in flight: this one would be lost in its count.
      const error = nameTaken(decision.event);
      return this.#refuse(entry, { decision, carried, owed }, { type: "refused", error });
    }
    const isFirst = !entry.isQueued && entry.sending === undefined;
    entry.want(decision, { carried, owed, id: ++this.lastId });
    if (isFirst) this.#queue(entry);
  }

  /** Queues the counts that correlators hold back; returns `false` if too many are queued already. */
  addHeld(): boolean {
    for (const record of this.#options.ledger.held.keys()) {
      if (this.isFullOfCounts) return false;
      try {
        const decision = record.isAhead ? record.write() : undefined;
        if (decision !== undefined && decision.type !== "skip") this.add(decision, { carried: 0, record });
      } catch (error) {
        this.#options.log.threw("The correlator", error);
      }
    }
    return true;
  }

  /** Queues the counts again whose writes failed for good. */
  retryParked(): void {
    if (this.#isAbandoned) return;
    for (const entry of this.#ends.parked) {
      entry.unpark(++this.lastId);
      this.#scheduler.activate(entry, { hasPlace: false });
      this.#queue(entry);
    }
    this.#ends.parked.clear();
  }

  /** Queues immediately the writes that only `patchIntervalMs` delays. */
  release(): void {
    for (const entry of this.values()) if (entry.isQueued) this.#scheduler.release(entry);
  }

  /** Ends the current pauses and shortens later ones, before the recording stops; keeps those the server asked for. */
  hurry(): void {
    this.#schedule.hurry();
    this.release();
    this.#scheduler.hurry(this.values());
  }

  /** Abandons all writes, including those in flight. */
  abandon(): void {
    this.#isAbandoned = true;
    this.#scheduler.clear();
    for (const entry of this.values()) {
      if (!entry.isQueued) continue;
      this.#drop(entry, { type: "deadline", error: entry.sending === undefined ? entry.lastError : undefined });
    }
    this.#requests.abort(new DOMException("The deadline passed first", "AbortError"));
  }

  /** Accounts for the counts that will not reach the server. */
  abandonCounts(): void {
    for (const entry of this.#ends.giveUpParked()) this.#forgetIdle(entry);
    this.#options.ledger.loseHeld();
  }

  /** Makes room for one more event, dropping one of the largest namespace; returns `false` if there is none to drop. */
  #makeRoom({ event }: Decision<E>): boolean {
    const { maxPending } = this.#options;
    if (this.#scheduler.places < maxPending) return true;
    const victim = this.#scheduler.takeVictim(event.metadata.namespace ?? "");
    if (victim === undefined) return false;
    this.#drop(victim, { type: "pushed-out" });
    return true;
  }

  /** Ends a decision that cannot be queued. */
  #refuse(
    entry: Entry<E> | undefined,
    { decision, carried, owed }: { decision: Decision<E>; carried: number; owed: number },
    end: WriteFailure<E>,
  ): void {
    const { ledger, log, stable } = this.#options;
    const write = unqueued(decision, { carried, owed });
    if (entry === undefined && write.owed === 0 && stable === undefined) {
      // The usual case when full: saves creating an entry for each event of a flood.
      ledger.ended(write, end);
      return log.ended({ creates: true }, { end, pending: ledger.pending });
    }
    const known = entry ?? new Entry(decision);
    if (entry === undefined) this.#table.add(known);
    known.count(decision, carried + owed);
    this.#ends.end(known, write, end);
    this.#forgetIdle(known);
  }

  /** Drops an entry's queued write. */
  #drop(entry: Entry<E>, end: WriteFailure<E>): void {
    entry.wake();
    this.#ends.end(entry, entry.take(), end);
    this.#deactivateIfIdle(entry);
  }

  /** Puts an entry into the queue: immediately, or once it may be patched again. */
  #queue(entry: Entry<E>): void {
    const { patchIntervalMs, clock } = this.#options;
    const mayRest = patchIntervalMs > 0 && !entry.creates && !entry.isUrgent;
    // Caps the rest in case the clock was set back.
    const restMs = mayRest ? Math.min(entry.restUntilMs - clock.now(), patchIntervalMs) : 0;
    this.#scheduler.push(entry, restMs);
  }

  async #send(entry: Entry<E>): Promise<void> {
    const { stable, ledger } = this.#options;
    const { home, turn } = entry as { home: Namespace<Entry<E>>; turn: { inFlight: number } };
    const { successes } = home;
    const write = entry.begin();
    try {
      const answer = await (stable?.send ?? reconcile)(entry, this.#sendOptions);
      // A custom sink may resolve with anything, or nothing.
      const { metadata } = Object(answer) as Partial<E>;
      this.#written(entry, write, { stored: metadata ? answer : undefined, version: metadata?.resourceVersion });
    } catch (error) {
      this.#failed(entry, write, { error, isSilent: home.successes === successes });
    }
    this.#deactivateIfIdle(entry);
    this.#scheduler.ended({ home, turn });
    ledger.tell();
  }

  #written(
    entry: Entry<E>,
    write: Write<E>,
    { stored, version }: { stored: E | undefined; version: string | undefined },
  ): void {
    const { patchIntervalMs, clock } = this.#options;
    this.#scheduler.succeeded(entry);
    this.#permissions.allowed(entry);
    if (patchIntervalMs > 0) this.#startRest(entry, clock.now());
    entry.succeed(version);
    // The correlator and the logger are called on the way: what they record queues itself.
    const { isQueued } = entry;
    this.#ends.end(entry, write, { type: "written", stored });
    if (isQueued) this.#queue(entry);
  }

  /** @param failure `isSilent` if the server has not written anything of the namespace since the request was made. */
  #failed(entry: Entry<E>, write: Write<E>, { error, isSilent }: { error: unknown; isSilent: boolean }): void {
    const { log, ledger, maxTries } = this.#options;
    // The deadline aborted this try; the error of an earlier one says more.
    if (this.#isAbandoned) return this.#failedForGood(entry, write, { type: "deadline", error: entry.lastError });
    const { kind, requestedMs } = this.#judge(entry, { error, isSilent });
    const judged = VERDICTS[kind];
    const isTry = judged.retry === "counted" ||
      judged.retry === "counted while others succeed" && !this.#scheduler.isDown;
    if (judged.health === "works") this.#scheduler.succeeded(entry);
    else if (judged.health === "unknown") this.#scheduler.settled(entry);
    else this.#scheduler.failed(entry, judged, requestedMs);

    const failures = entry.failures + (isTry ? 1 : 0);
    const isDenied = kind === "denied" && (entry.denials + 1 >= judged.maxTries || failures >= maxTries);
    if (judged.retry === "no" || isDenied) {
      if (isDenied) this.#permissions.denied();
      this.#failedForGood(entry, write, { type: "refused", error: error as Refusal<E>["error"] });
      if (kind === "terminating") this.#dropCreates(entry.home!);
      return;
    }
    log.failed(entry, { error, outage: this.#scheduler.isDown, pending: ledger.pending });
    if (failures >= maxTries) return this.#failedForGood(entry, write, { type: "tries", error, failures });
    this.retries++;
    // Cut in favor of others: the next request may use the full timeout.
    const isPatient = judged.retry === "uncounted";
    const absorbedId = entry.retry({ error, isTry, isPatient, isDenied: kind === "denied" });
    this.#options.onDone(absorbedId);
    const tries = Math.max(failures, 1);
    const pauseMs = judged.pause === "event" ? this.#schedule.pauseMs(tries) : this.#schedule.namespacePauseMs(tries);
    this.#scheduler.backOff(entry, Math.max(pauseMs, requestedMs), { isRequested: requestedMs > 0 });
  }

  /** Judges an error, whatever it is: a sink may reject with objects that throw when they are read. */
  #judge(
    entry: Entry<E>,
    { error, isSilent }: { error: unknown; isSilent: boolean },
  ): { kind: keyof typeof VERDICTS; requestedMs: number } {
    try {
      const kind = verdict(error, { isSilent, permission: this.#permissions.of(error, entry) });
      return { kind, requestedMs: this.#schedule.requestedMs(error) };
    } catch {
      return { kind: "failed", requestedMs: 0 };
    }
  }

  #failedForGood(entry: Entry<E>, write: Write<E>, end: WriteFailure<E>): void {
    entry.fail();
    const { isQueued } = entry;
    this.#ends.end(entry, write, end);
    if (!isQueued) return;
    // What is queued repeats an event whose name is taken, and would patch the other event.
    if (isNameTaken(end)) this.#ends.end(entry, entry.take(), end);
    else this.#queue(entry);
  }

  /** Drops the queued creates of a namespace that is being deleted. */
  #dropCreates(namespace: Namespace<Entry<E>>): void {
    for (const entry of this.#scheduler.takeCreates(namespace)) this.#drop(entry, { type: "terminating" });
  }

  /** Releases an entry that has nothing queued or in flight any more. */
  #deactivateIfIdle(entry: Entry<E>): void {
    if (!entry.isActive || entry.isQueued || entry.sending !== undefined) return;
    this.#scheduler.deactivate(entry);
    this.#forgetIdle(entry);
  }

  #forgetIdle(entry: Entry<E>): void {
    if (!entry.isActive && !this.#ends.parked.has(entry) && !this.#resting.has(entry)) this.#table.delete(entry);
  }

  /** Starts the `patchIntervalMs` of an event that was written. */
  #startRest(entry: Entry<E>, nowMs: number): void {
    // All intervals have the same length, so the expired ones come first.
    for (const rested of this.#resting) {
      if (rested.restUntilMs > nowMs) break;
      this.#resting.delete(rested);
      this.#forgetIdle(rested);
    }
    entry.rest(nowMs + this.#options.patchIntervalMs);
    this.#resting.delete(entry);
    this.#resting.add(entry);
  }
}

type Refusal<E> = Extract<WriteFailure<E>, { readonly type: "refused" }>;
