import { Attempt, type AttemptOptions } from "./attempt.ts";
import { type Backoff, RetryPauses } from "./backoff.ts";
import { Entries, type EntriesOptions } from "./entries.ts";
import type { Entry, Named } from "./entry.ts";
import { reconcile } from "./reconcile.ts";
import type { Reports } from "./reports.ts";
import { RequestsInFlight } from "./requests_in_flight.ts";
import { Scheduler } from "./scheduler.ts";
import { Sender, type Slot } from "./sender.ts";
import { DENIED_TRIES, Permissions, type Verdict, verdict, VERDICTS } from "./verdict.ts";
import type { Write, WriteFailure } from "./write.ts";

/** Options of {@linkcode Writer}; most are those of the recording. */
interface WriterOptions<E extends Named>
  extends Omit<EntriesOptions<E>, "scheduler">, Pick<AttemptOptions<E>, "sink" | "versionOnly"> {
  readonly reports: Reports;
  readonly concurrency: number;
  readonly maxTries: number;
  readonly backoff: Backoff | undefined;
  readonly requestTimeoutMs: number;
  readonly random: () => number;
}

/** Makes the writes whose turn has come, and decides how to continue after each failure. */
export class Writer<E extends Named> {
  readonly entries: Entries<E>;
  readonly #options: WriterOptions<E>;
  readonly #scheduler: Scheduler<E>;
  readonly #pauses: RetryPauses;
  /** Makes all requests; undefined if each flush has its own sender. */
  readonly #sender: Sender<E> | undefined;
  readonly #permissions = new Permissions();
  readonly #attemptOptions: AttemptOptions<E>;
  /** Number of requests made. */
  requests = 0;
  /** Number of times a failed write was scheduled for a retry. */
  retries = 0;

  constructor(options: WriterOptions<E>) {
    const { autoFlush, concurrency, timers, sink, versionOnly } = this.#options = options;
    const onUsedUp = (slot: Slot<E>): void => {
      this.#takeBack(slot);
      slot.sender.onFree();
    };
    this.#attemptOptions = { sink, versionOnly, onRequest: () => this.requests++, onUsedUp };
    this.#pauses = new RetryPauses(options);
    const start = (): void => this.start(this.#sender!);
    this.#sender = autoFlush ? this.newSender({ onFree: start }) : undefined;
    this.#scheduler = new Scheduler({
      concurrency: autoFlush ? concurrency : Infinity,
      pauses: this.#pauses,
      timers,
      send: (slot) => void this.#send(slot),
      onReady: autoFlush ? start : undefined,
    });
    this.entries = new Entries({ ...options, scheduler: this.#scheduler });
  }

  /** The slots of the writes in flight. */
  get slots(): readonly Slot<E>[] {
    return this.#scheduler.slots;
  }

  /** Whether the runtime refuses to make requests, until {@linkcode resume}. */
  get isLimited(): boolean {
    return this.#sender?.requests.isUsedUp === true;
  }

  /** Returns a sender to {@linkcode start} writes with: at most `maxRequests` requests, `concurrency` at a time. */
  newSender({ maxRequests, onFree }: { maxRequests?: number | undefined; onFree: () => void }): Sender<E> {
    const { concurrency, requestTimeoutMs } = this.#options;
    return new Sender({ concurrency, requests: new RequestsInFlight(requestTimeoutMs, maxRequests), onFree });
  }

  /** Makes requests again, if the runtime has refused some: the caller may be in another request of a worker. */
  resume(): void {
    if (!this.isLimited) return;
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
    for (const slot of [...sender.slots]) this.#takeBack(slot);
  }

  /** Shortens the current pauses and later ones, before the recording stops; keeps those the server asked for. */
  shortenPauses(): void {
    this.#pauses.cap();
    this.entries.endPauses();
  }

  /** Abandons all writes, including those in flight. */
  abandon(): void {
    for (const slot of [...this.slots]) this.#takeBack(slot);
    this.entries.abandon();
    this.#sender?.requests.abort("The deadline passed first");
  }

  #takeBack(slot: Slot<E>): void {
    this.entries.done(slot.entry.takeBack());
    this.#scheduler.settled(slot.entry);
    this.#scheduler.free(slot);
    this.#scheduler.push(slot.entry); // its cooldown is over
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
      const version = metadata?.resourceVersion;
      this.#scheduler.succeeded(entry);
      this.#permissions.allowed(entry);
      this.entries.written(entry, write, { stored: metadata ? answer : undefined, version });
    } catch (error) {
      if (attempt.isOver) return;
      this.#failed(slot, write, { error, isSilent: namespace.successes === successes });
    }
    this.entries.deactivateIfIdle(entry);
    this.#scheduler.free(slot);
    sender.onFree();
    reports.send();
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
    const { retry, health } = judged;
    const isTry = retry === "counted while others succeed"
      ? !this.#scheduler.isSuspended
      : retry === "counted" || retry === "briefly";
    if (health === "works") this.#scheduler.succeeded(entry);
    else if (health === "unknown") this.#scheduler.settled(entry);
    else this.#scheduler.failed(entry, judged, requestedMs);

    if (retry === "later") {
      sender.requests.useUp();
      log.limited(error as Error);
      this.entries.done(entry.retry({ error, isTry }));
      this.#scheduler.push(entry);
      return onProgress();
    }
    const failures = entry.tries.failures + (isTry ? 1 : 0);
    const isDenied = retry === "briefly" && (entry.tries.denials + 1 >= DENIED_TRIES || failures >= maxTries);
    if (retry === "no" || isDenied) {
      if (isDenied) this.#permissions.denied();
      this.entries.failed(entry, write, { type: "refused", error: error as Refusal<E>["error"] });
      if (kind === "terminating") this.entries.dropCreates(entry.home!);
      return;
    }
    log.failed(entry, { error, outage: this.#scheduler.isSuspended, pending: ledger.pending });
    if (failures >= maxTries) return this.entries.failed(entry, write, { type: "tries", error, failures });
    this.retries++;
    this.entries.done(entry.retry({ error, isTry, isEarly: retry === "uncounted", isDenied: retry === "briefly" }));
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
}

type Refusal<E> = Extract<WriteFailure<E>, { readonly type: "refused" }>;
