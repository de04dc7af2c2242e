import type { AnyEvent } from "../../base/event/event.ts";
import { runtimeTimers } from "../../base/tools/time.ts";
import type { EventSink } from "../sink/event_sink.ts";
import type { Entries } from "./entries.ts";
import { learnStored, type Tries, type WriteFailure } from "./entry.ts";
import type { Ground } from "./ledger.ts";
import { reconcile, type StableWrites } from "./reconcile.ts";
import { DENIED_TRIES, Permissions, type RetryPauses, type Verdict, verdict, VERDICTS } from "./retry.ts";
import type { Scheduler } from "./scheduler.ts";
import { Attempt, Sender, type Slot, SpentError } from "./sender.ts";

interface WriterOptions {
  readonly sink: EventSink<AnyEvent>;
  /** Makes the writes of events with stable names. */
  readonly stable: StableWrites | undefined;
  readonly autoFlush: boolean;
  readonly concurrency: number;
  readonly requestTimeoutMs: number;
  readonly maxTries: number;
  readonly keepAlive: boolean;
}

/** Makes the writes whose turn has come, and decides how to continue after each failure. */
export class Writer {
  readonly #ground: Ground;
  readonly #scheduler: Scheduler;
  readonly #entries: Entries;
  readonly #pauses: RetryPauses;
  readonly #options: WriterOptions;
  readonly #permissions = new Permissions();
  /** The recording's sender or, with `autoFlush: false`, one for each flush under way. */
  readonly senders = new Set<Sender>();
  /** Makes all requests; undefined with `autoFlush: false`. */
  readonly sender: Sender | undefined;

  constructor(ground: Ground, scheduler: Scheduler, entries: Entries, pauses: RetryPauses, options: WriterOptions) {
    this.#ground = ground;
    this.#scheduler = scheduler;
    this.#entries = entries;
    this.#pauses = pauses;
    this.#options = options;
    if (!options.autoFlush) return;
    // Once an entry's turn has come, or a slot is free.
    const start = (): void => this.start(sender);
    const sender = this.sender = this.newSender(Infinity, start);
    scheduler.onTurn = start;
  }

  /** Returns a sender to {@linkcode start} writes with. */
  newSender(maxRequests: number | undefined, onFree: () => void): Sender {
    const { concurrency, requestTimeoutMs, keepAlive } = this.#options;
    const timers = runtimeTimers(keepAlive);
    const { counts } = this.#ground.ledger;
    const sender = new Sender({ concurrency, requestTimeoutMs, timers, maxRequests, counts, onFree });
    this.senders.add(sender);
    return sender;
  }

  /** Starts as many ready writes as the sender has free slots. */
  start(sender: Sender): void {
    for (let slot = this.#scheduler.next(sender); slot !== undefined; slot = this.#scheduler.next(sender)) {
      this.#entries.begin(slot.entry);
      void this.#send(slot);
    }
  }

  /** Makes requests again, if the runtime has refused some: the caller may be in another request of a worker. */
  resume(): void {
    if (!this.sender?.isSpent) return;
    this.sender.setSpent(false);
    this.#scheduler.startSoon();
  }

  /**
   * Queues the writes that a sender has in flight again, which count as neither tries nor failures, ignores their
   * responses, and forgets the sender.
   */
  takeBack(sender: Sender): void {
    this.senders.delete(sender);
    for (const slot of [...sender.slots]) {
      this.#entries.takeBack(slot.entry);
      this.#scheduler.settled(slot.entry);
      this.#scheduler.free(slot);
      this.#scheduler.queue(slot.entry);
    }
  }

  /** Abandons all writes, including those in flight. */
  abandon(): void {
    for (const sender of this.senders) this.takeBack(sender);
    this.#entries.abandon();
    this.sender?.abort("The deadline passed first");
  }

  async #send(slot: Slot): Promise<void> {
    const { sink, stable } = this.#options;
    const { entry, sender } = slot;
    const namespace = this.#scheduler.namespaceOf(entry);
    const { successes } = namespace;
    const attempt = new Attempt(slot, sink);
    try {
      const answer = await (stable === undefined ? reconcile(attempt) : stable.send(attempt));
      if (attempt.isOver) return;
      const { metadata } = Object(answer) as Partial<AnyEvent>;
      const version = metadata?.resourceVersion;
      this.#permissions.allowed(entry.creates ? "create" : "patch");
      this.#scheduler.succeeded(entry);
      this.#scheduler.free(slot);
      learnStored(entry, version);
      this.#entries.over(entry, { type: "written", stored: metadata && answer });
    } catch (error) {
      if (attempt.isOver) return;
      this.#failed(slot, error, namespace.successes === successes);
    }
    sender.onFree();
    this.#ground.reports.send();
  }

  /**
   * Called when a try has failed: retries the write after a pause, or ends it.
   *
   * @param isSilent Whether the server has not written anything of the namespace since the request was made.
   */
  #failed(slot: Slot, error: unknown, isSilent: boolean): void {
    const { ledger, reports } = this.#ground;
    const { maxTries } = this.#options;
    const { entry, sender } = slot;
    const verb = entry.creates ? "create" : "patch";
    const { kind, requestedMs } = this.#judge(error, verb, isSilent);
    const judged: Verdict = VERDICTS[kind];
    const { retry, health } = judged;
    const tries = triesAfter(entry.tries, retry, error, this.#scheduler.isSuspended);
    const { failures, denials } = tries;
    if (health === "works") this.#scheduler.succeeded(entry);
    else if (health === "unknown") this.#scheduler.settled(entry);
    else this.#scheduler.failed(entry, judged, requestedMs);
    this.#scheduler.free(slot);

    if (retry === "later") {
      if (!(error instanceof SpentError)) reports.limited(error as Error);
      sender.setSpent(true);
      this.#entries.retry(entry, tries);
      this.#scheduler.queue(entry);
      return this.#entries.wakeAll();
    }
    const isDeniedForGood = retry === "briefly" && (denials >= DENIED_TRIES || failures >= maxTries);
    if (retry === "no" || isDeniedForGood) {
      if (isDeniedForGood) this.#permissions.denied(verb);
      this.#entries.over(entry, { type: "refused", error: error as (WriteFailure & { type: "refused" })["error"] });
      if (kind === "terminating") this.#entries.dropCreates(entry.namespace);
      return;
    }
    reports.failed(entry, { error, outage: this.#scheduler.isSuspended, pending: ledger.pending });
    if (failures >= maxTries) return this.#entries.over(entry, { type: "tries", error, failures });
    ledger.counts.retries++;
    this.#entries.retry(entry, tries);
    const counted = Math.max(failures, 1);
    const pauseMs = retry === "briefly"
      ? this.#pauses.namespacePauseMs(counted)
      : this.#pauses.pauseMs(counted, this.#entries.isAwaited(entry));
    this.#scheduler.pause(entry, Math.max(pauseMs, requestedMs), requestedMs > 0);
  }

  /** Judges any error, and tells the pause that the server asks for; a sink may reject with objects that throw when read. */
  #judge(
    error: unknown,
    verb: "create" | "patch",
    isSilent: boolean,
  ): { kind: keyof typeof VERDICTS; requestedMs: number } {
    try {
      const kind = verdict(error, { isSilent, permission: this.#permissions.of(error, verb) });
      return { kind, requestedMs: this.#pauses.requestedMs(error) };
    } catch {
      return { kind: "failed", requestedMs: 0 };
    }
  }
}

/** Returns the tries of a write after another one has failed. */
function triesAfter(before: Tries, retry: Verdict["retry"], lastError: unknown, isSuspended: boolean): Tries {
  const isCounted = retry === "counted while others succeed"
    ? !isSuspended
    : retry === "counted" || retry === "briefly";
  return {
    failures: before.failures + (isCounted ? 1 : 0),
    denials: before.denials + (retry === "briefly" ? 1 : 0),
    wasCutShort: before.wasCutShort || retry === "cut short",
    lastError,
  };
}
