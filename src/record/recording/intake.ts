import type { AnyEvent, ApiVersion } from "../../base/event/event.ts";
import { type EventLike, eventProblem, toWireEvent } from "../../base/event/event_like.ts";
import { checkResult } from "../../base/tools/check_options.ts";
import { reasonOf } from "../../base/tools/logger.ts";
import { type Timer, unrefTimer } from "../../base/tools/time.ts";
import type { Correlation } from "../correlator/correlator.ts";
import type { Entries } from "./entries.ts";
import type { OnOutcome } from "./entry.ts";
import type { Context } from "./ledger.ts";

/**
 * Queues the writes that the correlator decides on: for each accepted event; at sweeps, by a timer that runs only while
 * there is something to sweep and does not keep the process alive; and at flushes, for the counts that it holds back.
 */
export class Intake {
  readonly #apiVersion: ApiVersion;
  readonly #context: Context;
  readonly #entries: Entries;
  /** Starts the next sweep. */
  #timer: Timer | undefined;

  constructor(apiVersion: ApiVersion, context: Context, entries: Entries) {
    this.#apiVersion = apiVersion;
    this.#context = context;
    this.#entries = entries;
  }

  /**
   * Correlates an accepted event, and queues its write or counts its outcome; `onOutcome` is called with the outcome.
   */
  take(given: AnyEvent | EventLike<AnyEvent>, onOutcome: OnOutcome | undefined): void {
    const { correlator, ledger, reports } = this.#context;
    let event = given as AnyEvent;
    // A custom correlator may throw, and so may reading its results, or the event.
    try {
      const message = eventProblem(given, this.#apiVersion);
      if (message !== undefined) {
        reports.invalid(message);
        return ledger.drop("invalid-object", { message, event }, onOutcome);
      }
      event = toWireEvent<AnyEvent>(given);
      this.#queue(checkCorrelation(correlator.correlate(event)), onOutcome);
    } catch (error) {
      reports.threw("The correlator", error);
      ledger.drop("correlator-error", { message: `The correlator threw: ${reasonOf(error)}`, event }, onOutcome);
    }
    this.#armSweep();
  }

  /** Queues the counts that the correlator holds back; returns `false` if too many are queued already. */
  queueHeld(): boolean {
    const { ledger, reports } = this.#context;
    let isAllQueued = true;
    for (const { record } of ledger.held.values()) {
      isAllQueued = !this.#entries.isFullOfCounts;
      if (!isAllQueued) break;
      try {
        const decision = record.isAhead ? checkCorrelation(record.write(), "write") : undefined;
        if (decision === undefined || decision.type === "skip") continue;
        this.#entries.want(decision, { carried: 0 });
      } catch (error) {
        reports.threw("The correlator", error);
      }
    }
    reports.send();
    return isAllQueued;
  }

  /** Clears the timer. */
  stop(): void {
    this.#context.timers.clear(this.#timer);
  }

  #queue(correlation: Correlation<AnyEvent>, onOutcome: OnOutcome | undefined): void {
    const { ledger, reports } = this.#context;
    const { event, record, evicted } = correlation;
    // The correlator forgets another event, so its count is written now or never.
    if (evicted !== undefined && evicted.type !== "skip") this.#entries.want(evicted, { carried: 0 });
    if (correlation.type !== "skip") {
      return this.#entries.want(correlation, { carried: 1, waiter: onOutcome && { place: 0, onOutcome } });
    }
    const { because } = correlation;
    checkResult("correlate", 'because "spam" or "series"', because, because === "spam" || because === "series");
    if (record?.isAhead) ledger.hold(correlation.key, record);
    else if (because === "spam") reports.spam(event);
    ledger.count({ type: "skipped", count: 1, event, because }, onOutcome);
  }

  /** Sets the timer, unless it is set or there is nothing to sweep. */
  #armSweep(): void {
    const { correlator, reports, timers } = this.#context;
    if (this.#timer !== undefined) return;
    try {
      const { sweepAfterMs } = correlator;
      if (sweepAfterMs === undefined) return;
      if (!(sweepAfterMs > 0)) throw new RangeError(`sweepAfterMs must be a positive number, received ${sweepAfterMs}`);
      this.#timer = unrefTimer(timers.start(() => this.#sweep(), sweepAfterMs));
    } catch (error) {
      reports.threw("The correlator", error);
    }
  }

  /** Queues the counts that have become due, unless too many are queued already. */
  #sweep(): void {
    const { correlator, reports } = this.#context;
    this.#timer = undefined;
    try {
      if (!this.#entries.isFullOfCounts) {
        // The correlator no longer has these counts, so queue them even beyond the limit.
        const swept = correlator.sweep?.() ?? [];
        for (const due of checkResult("sweep", "correlations", swept, Symbol.iterator in Object(swept))) {
          const correlation = checkCorrelation(due, "sweep");
          if (correlation.type !== "skip") this.#entries.want(correlation, { carried: 0, isBounded: false });
        }
      }
    } catch (error) {
      reports.threw("The correlator", error);
    }
    this.#armSweep();
    reports.send();
  }
}

/** Throws a `TypeError` unless a correlator's method, `correlate` by default, returned a correlation. */
function checkCorrelation<C extends Correlation<unknown>>(correlation: C, name = "correlate"): C {
  const type = correlation?.type;
  const isKnown = type === "create" || type === "skip" || type === "patch" && Array.isArray(correlation.patch);
  const isValid = isKnown && typeof correlation.key === "string" && Boolean(Object(correlation.event).metadata);
  checkResult(name, 'a correlation { type: "create" | "patch" | "skip", key, event }', correlation, isValid);
  if (correlation.evicted !== undefined) checkCorrelation(correlation.evicted, name);
  return correlation;
}
