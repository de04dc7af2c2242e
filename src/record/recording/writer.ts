import type { AnyEvent } from "../../base/event/event.ts";
import { runtimeTimers } from "../../base/tools/time.ts";
import type { EventSink } from "../sink/event_sink.ts";
import type { Entries } from "./entries.ts";
import { type Lane, learnStored, type Tries, type WriteFailure } from "./entry.ts";
import type { Breaker } from "./breaker.ts";
import type { Lanes } from "./lanes.ts";
import type { Context } from "./ledger.ts";
import type { ReadOptions } from "./recording_options.ts";
import { Attempt, reconcile, type StableWrites } from "./reconcile.ts";
import {
  isUnready,
  NoAnswerError,
  Permissions,
  REFUSALS,
  type RetryPauses,
  type Verdict,
  verdict,
  VERDICTS,
} from "./retry.ts";
import { Sender, type Slot, SpentError } from "./sender.ts";

/**
 * Number of failures, possibly an event's own fault, after which a witness is tried; between them are three pauses.
 * With fewer, a server that fails at random would bring the events of an object out of order.
 */
const WITNESS_AFTER = 4;

interface WriterOptions
  extends Pick<ReadOptions, "autoFlush" | "concurrency" | "requestTimeoutMs" | "maxTries" | "keepAlive"> {
  readonly sink: EventSink<AnyEvent>;
  /** Makes the writes of events with stable names. */
  readonly stable: StableWrites | undefined;
}

/** Makes the writes whose turn has come, and decides how to continue after each failure. */
export class Writer {
  readonly #context: Context;
  readonly #lanes: Lanes;
  readonly #breaker: Breaker;
  readonly #entries: Entries;
  readonly #pauses: RetryPauses;
  readonly #options: WriterOptions;
  readonly #permissions = new Permissions();
  /** The recording's sender or, with `autoFlush: false`, one for each flush under way. */
  readonly senders = new Set<Sender>();
  /** Makes all requests; undefined with `autoFlush: false`. */
  readonly sender: Sender | undefined;

  constructor(context: Context, lanes: Lanes, entries: Entries, pauses: RetryPauses, options: WriterOptions) {
    this.#context = context;
    this.#lanes = lanes;
    this.#breaker = lanes.breaker;
    this.#entries = entries;
    this.#pauses = pauses;
    this.#options = options;
    if (!options.autoFlush) return;
    // Called once an entry's turn has come, or a slot is free.
    const start = (): void => this.start(sender);
    const sender = this.sender = this.newSender(Infinity, start);
    lanes.onTurn = start;
  }

  /** Returns a sender to {@linkcode start} writes with. */
  newSender(maxRequests: number | undefined, onFree: () => void): Sender {
    const { concurrency, requestTimeoutMs, keepAlive } = this.#options;
    const timers = runtimeTimers(keepAlive);
    const { counts } = this.#context.ledger;
    const sender = new Sender({ concurrency, requestTimeoutMs, timers, maxRequests, counts, onFree });
    this.senders.add(sender);
    return sender;
  }

  /** Starts as many writes whose turn has come as the sender has free slots. */
  start(sender: Sender): void {
    for (let slot = this.#lanes.next(sender); slot !== undefined; slot = this.#lanes.next(sender)) this.#begin(slot);
  }

  /** Makes requests again if the runtime has refused some, because the caller may be in another request of a worker. */
  resume(): void {
    if (!this.sender?.isSpent) return;
    this.sender.setSpent(false);
    this.#lanes.startSoon();
  }

  /**
   * Queues the writes in flight of a sender again, without counting a try or a failure. Ignores their responses, and
   * forgets the sender.
   */
  takeBack(sender: Sender): void {
    this.senders.delete(sender);
    for (const slot of [...sender.slots]) this.#takeBack(slot);
  }

  /** Abandons all writes, including those in flight. */
  abandon(): void {
    for (const sender of this.senders) this.takeBack(sender);
    this.#entries.abandon();
    this.sender?.abort("The deadline passed first");
  }

  #begin(slot: Slot): void {
    this.#entries.begin(slot.entry);
    void this.#send(slot);
  }

  #takeBack(slot: Slot): void {
    this.#entries.takeBack(slot.entry);
    this.#lanes.free(slot);
  }

  async #send(slot: Slot): Promise<void> {
    const { sink, stable } = this.#options;
    const { entry, sender } = slot;
    const attempt = new Attempt(slot, sink);
    try {
      const answer = await (stable === undefined ? reconcile(attempt) : stable.send(attempt));
      if (attempt.isOver) return;
      const { metadata } = Object(answer) as Partial<AnyEvent>;
      const version = metadata?.resourceVersion;
      this.#permissions.allowed(entry.creates ? "create" : "patch");
      this.#lanes.written(slot);
      learnStored(entry, version);
      this.#entries.over(entry, { type: "written", stored: metadata && answer });
    } catch (error) {
      if (attempt.isOver) return;
      this.#failed(slot, error);
    }
    sender.onFree();
    this.#context.reports.send();
  }

  /** Called when a try has failed: retries the write, or ends it. */
  #failed(slot: Slot, error: unknown): void {
    const { maxTries } = this.#options;
    const { ledger, reports } = this.#context;
    const { entry, sender } = slot;
    const lane = entry.lane!;
    const verb = entry.creates ? "create" : "patch";
    const { kind, requestedMs } = this.#judge(error, lane.parent, verb);
    const judged: Verdict = VERDICTS[kind];
    const { retry } = judged;
    if (retry === "later") {
      if (!(error instanceof SpentError)) reports.limited(error as Error);
      sender.setSpent(true);
      this.#takeBack(slot);
      return this.#entries.wakeAll();
    }
    const refusals = retry === "briefly" ? this.#breaker.countRefusal(lane, judged) : 0;
    const isFinal = refusals >= Math.min(REFUSALS, maxTries);
    if (retry === "no" || isFinal) {
      if (kind === "unready") lane.parent.isUnready = true;
      else if (isFinal) this.#permissions.denied(error, verb);
      this.#lanes.judged(slot, isFinal ? VERDICTS.refused : judged);
      this.#entries.over(entry, { type: "refused", error: error as (WriteFailure & { type: "refused" })["error"] });
      if (kind === "terminating") this.#entries.dropCreates(entry.namespace);
      return;
    }

    // Read before `judged` changes the gates, because an outage of only one object or namespace is logged too.
    const isAllFailing = this.#breaker.isAllFailing(slot);
    const tries = this.#triesAfter(slot, judged, error);
    const { failures } = tries;
    const isOver = failures >= maxTries;
    if (!isOver) {
      ledger.counts.retries++;
      this.#entries.retry(entry, tries);
      if (this.#callsWitness(slot)) return;
    }
    this.#lanes.judged(slot, judged, requestedMs);
    const isOutage = this.#breaker.isDown || isAllFailing;
    reports.failed(entry, { error, isOutage, isRefusal: judged.blames === "namespace", pending: ledger.pending });
    if (isOver) return this.#entries.over(entry, { type: "tries", error, failures });
    // Otherwise, the gate at fault makes it wait.
    if (retry !== "briefly" && !this.#breaker.isDown) this.#pause(lane, requestedMs);
  }

  /** If the first write of a lane keeps failing, tries the next one in its slot, whose result is judged instead. */
  #callsWitness(slot: Slot): boolean {
    const { entry, sender, isDoubtful } = slot;
    const lane = entry.lane!;
    const isSuspect = entry.tries.suspicions >= WITNESS_AFTER && lane.queue.first === entry;
    const witness = isSuspect ? this.#lanes.witnessOf(lane) : undefined;
    if (witness === undefined) return false;
    this.#lanes.free(slot);
    this.#begin(this.#lanes.take(sender, witness, isDoubtful));
    return true;
  }

  #pause(lane: Lane, requestedMs: number): void {
    const isAwaited = lane.isAwaited || this.#entries.backlogs.size > 0;
    const pauseMs = this.#pauses.pauseMs(lane.trips + 1, isAwaited);
    this.#breaker.pause(lane, pauseMs, requestedMs);
  }

  /** Returns the tries of a write after another try has failed. */
  #triesAfter({ entry, since }: Slot, { retry, blames }: Verdict, lastError: unknown): Tries {
    const { tries, lane } = entry;
    const { successes } = this.#breaker;
    const { latestAfter = since } = tries;
    const haveOthersSucceeded = (blames === "namespace" ? successes : lane!.parent.succeeded) > latestAfter;
    const isSuspect = retry === "counted" || retry === "counted while others succeed";
    const isCounted = retry === "counted" || isSuspect && haveOthersSucceeded;
    return {
      failures: tries.failures + (isCounted ? 1 : 0),
      suspicions: tries.suspicions + (isSuspect ? 1 : 0),
      latestAfter: successes,
      wasCutShort: tries.wasCutShort || retry === "uncounted" && lastError instanceof NoAnswerError,
      lastError,
    };
  }

  /**
   * Judges an error of any type, and reads the pause that the server asks for. A sink may reject with an object that
   * throws when read.
   */
  #judge(
    error: unknown,
    namespace: Lane["parent"],
    verb: "create" | "patch",
  ): { kind: keyof typeof VERDICTS; requestedMs: number } {
    const permission = namespace.isUnready ? "refused" : "unknown";
    try {
      const kind = verdict(error, isUnready(error) ? permission : this.#permissions.of(error, verb));
      return { kind, requestedMs: this.#pauses.requestedMs(error) };
    } catch {
      return { kind: "failed", requestedMs: 0 };
    }
  }
}
