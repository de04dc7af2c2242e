import type { ApiVersion } from "../api/event.ts";
import { type EventLike, eventProblem, toWireEvent } from "../api/event_like.ts";
import type { AnyEvent } from "../api/event_view.ts";
import { reasonOf } from "../api/logger.ts";
import { unrefTimer } from "../api/time.ts";
import { checkCorrelation, checkCorrelations, type Correlation, type Correlator } from "../correlator/correlator.ts";
import type { Entries } from "./entries.ts";
import type { Ledger } from "./ledger.ts";
import type { RecordingLog } from "./recording_log.ts";
import type { Reports } from "./reports.ts";
import type { Timer, Timers } from "./timers.ts";

interface IntakeOptions<E extends AnyEvent> {
  readonly apiVersion: ApiVersion;
  readonly correlator: Correlator<E>;
  readonly entries: Entries<E>;
  readonly ledger: Ledger<E>;
  readonly log: RecordingLog;
  readonly reports: Reports;
  readonly timers: Timers;
}

/**
 * Queues what the correlator decides to write: about each event that is accepted, and by sweeps, with one timer while
 * there is something to sweep, which does not keep the process alive.
 */
export class Intake<E extends AnyEvent> {
  readonly #options: IntakeOptions<E>;
  /** That of the next sweep. */
  #timer: Timer | undefined;

  constructor(options: IntakeOptions<E>) {
    this.#options = options;
  }

  /** Correlates an accepted event, and queues its write or counts its outcome. */
  take(given: E | EventLike<E>): void {
    const { apiVersion, correlator, ledger, log } = this.#options;
    let event = given as E;
    // A custom correlator may throw, and so may reading its results, or the event.
    try {
      const message = eventProblem(given, apiVersion);
      if (message !== undefined) {
        log.invalid(message);
        return ledger.drop("invalid-object", { message, event });
      }
      event = toWireEvent<E>(given);
      this.#queue(checkCorrelation(correlator.correlate(event)));
    } catch (error) {
      log.threw("The correlator", error);
      ledger.drop("correlator-error", { message: `The correlator threw: ${reasonOf(error)}`, event });
    }
    this.#armSweep();
  }

  /** Clears the timer for good. */
  stop(): void {
    this.#options.timers.clear(this.#timer);
  }

  #queue(correlation: Correlation<E>): void {
    const { entries, ledger, log } = this.#options;
    const { key, event, record, evicted } = correlation;
    const isHeld = correlation.type === "skip" && record?.isAhead;
    // The correlator forgets another event: the last chance to write its count.
    if (evicted !== undefined && evicted.type !== "skip") entries.add(evicted, { carried: 0 });
    if (correlation.type !== "skip") return entries.add(correlation, { carried: 1 });
    const { because } = correlation;
    if (isHeld) ledger.hold(key, record!);
    else if (because === "spam") log.spam(event);
    ledger.count({ type: "skipped", count: 1, event, because });
  }

  /** Sets the timer, unless it is set or there is nothing to sweep. */
  #armSweep(): void {
    const { correlator, log, timers } = this.#options;
    if (this.#timer !== undefined) return;
    try {
      const { sweepAfterMs } = correlator;
      if (sweepAfterMs === undefined) return;
      if (!(sweepAfterMs > 0)) throw new RangeError(`sweepAfterMs must be a positive number, received ${sweepAfterMs}`);
      this.#timer = unrefTimer(timers.start(() => this.#sweep(), sweepAfterMs));
    } catch (error) {
      log.threw("The correlator", error);
    }
  }

  /** Queues the counts that have become due, unless too many are queued already. */
  #sweep(): void {
    const { correlator, entries, log, reports } = this.#options;
    this.#timer = undefined;
    try {
      if (!entries.isFullOfCounts) {
        for (const due of checkCorrelations(correlator.sweep?.() ?? [])) {
          const correlation = checkCorrelation(due, "sweep");
          if (correlation.type !== "skip") entries.add(correlation, { carried: 0, isBounded: false });
        }
      }
    } catch (error) {
      log.threw("The correlator", error);
    }
    this.#armSweep();
    reports.send();
  }
}
