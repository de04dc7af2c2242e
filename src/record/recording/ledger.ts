import type { AnyEvent } from "../../base/event/event.ts";
import { reasonOf } from "../../base/tools/logger.ts";
import { counted } from "../../base/tools/text.ts";
import type { Timers } from "../../base/tools/time.ts";
import type { Correlator, CountRecord } from "../correlator/correlator.ts";
import type { OnOutcome, Write, WriteFailure, WriteResult } from "./entry.ts";
import type { FlushReport, Outcome, RecordingStats } from "./recording.ts";
import type { Reports } from "./reports.ts";

/** What most steps of a recording share: the correlator, the timers, the counters and the reports. */
export interface Context {
  readonly correlator: Correlator<AnyEvent>;
  readonly timers: Timers;
  readonly ledger: Ledger;
  readonly reports: Reports;
}

/** The events of a key that were skipped since the last write, and the record that counts them. */
interface Held {
  record: CountRecord<AnyEvent>;
  count: number;
}

/** The counters of a recording without events. */
export const NO_EVENTS: RecordingStats = {
  accepted: 0,
  recorded: 0,
  coalesced: 0,
  skipped: 0,
  dropped: 0,
  rejected: 0,
  abandoned: 0,
  pending: 0,
  owed: 0,
  uncounted: 0,
  because: {},
  entries: 0,
  requests: 0,
  retries: 0,
};

/** Counts events by outcome, and skipped events whose count is not on the server yet. */
export class Ledger {
  /** The counters, except those that {@linkcode stats} computes. */
  readonly counts: { -readonly [Name in keyof RecordingStats]: RecordingStats[Name] } = { ...NO_EVENTS };
  /**
   * By correlation key, not by record, because a correlator that wraps the records of another may return a new one each
   * time.
   */
  readonly held = new Map<string, Held>();
  /** Skipped, dropped and abandoned events by reason. */
  readonly #because: Record<string, number> = {};
  readonly #reports: Reports;

  constructor(reports: Reports) {
    this.#reports = reports;
  }

  /** Number of accepted events without an outcome. */
  get pending(): number {
    const { accepted, recorded, coalesced, skipped, dropped, rejected, abandoned } = this.counts;
    return accepted - recorded - coalesced - skipped - dropped - rejected - abandoned;
  }

  /** Returns a copy of the counters; `entries` is the number of entries queued or in flight. */
  stats(entries: number): RecordingStats {
    return { ...this.counts, pending: this.pending, because: { ...this.#because }, entries };
  }

  drop(
    because: (Outcome & { type: "dropped" })["because"],
    { count = 1, message, event }: { count?: number; message: string; event?: AnyEvent | undefined },
    onOutcome?: OnOutcome,
  ): void {
    this.count({ type: "dropped", count, event, because, message }, onOutcome);
  }

  /** Counts a skipped event whose count the correlator holds back. */
  hold(key: string, record: CountRecord<AnyEvent>): void {
    this.counts.owed++;
    const held = this.held.get(key);
    if (held === undefined) this.held.set(key, { record, count: 1 });
    else {
      held.record = record;
      held.count++;
    }
  }

  /** Removes and returns the held count of a key, for a write to deliver; it stays owed until the write ends. */
  takeHeld(key: string): number {
    const count = this.held.get(key)?.count ?? 0;
    this.held.delete(key);
    return count;
  }

  /** Counts and reports an outcome; `onOutcome` is the callback of the event's own call, if it has one. */
  count(outcome: Outcome<AnyEvent>, onOutcome?: OnOutcome): void {
    if (outcome.count === 0) return;
    this.counts[outcome.type] += outcome.count;
    // Uncounted events have an outcome already, because they were counted as skipped.
    if (outcome.type === "uncounted") this.counts.owed -= outcome.count;
    else if ("because" in outcome) {
      this.#because[outcome.because] = (this.#because[outcome.because] ?? 0) + outcome.count;
    }
    this.#reports.outcome(outcome);
    if (onOutcome !== undefined) this.#reports.outcome(outcome, onOutcome);
  }

  /** Counts the outcome of the events that an ended write carries. */
  countCarried(write: Readonly<Write>, result: WriteResult): void {
    const { event, carried: count, waiters = [] } = write;
    if (result.type !== "written") {
      for (const { onOutcome } of waiters) this.#reports.outcome(outcomeOf(event, 1, result), onOutcome);
      return this.count(outcomeOf(event, count, result));
    }
    const stored = result.stored ?? event;
    for (const { place, onOutcome } of waiters) {
      this.#reports.outcome({ type: place === 0 ? "recorded" : "coalesced", count: 1, event: stored }, onOutcome);
    }
    if (count > 0) this.count({ type: "recorded", count: 1, event: stored });
    if (count > 1) this.count({ type: "coalesced", count: count - 1, event: stored });
  }

  /** Counts the skipped events that a failed write owes, as uncounted. */
  countOwed({ event, owed: count }: Readonly<Write>, result: WriteFailure): void {
    const { because = "rejected", error, message }: Reason = outcomeOf(event, count, result);
    this.count({ type: "uncounted", count, event, because, error, message });
  }

  /** Counts the skipped events whose count is still held back, as uncounted. */
  countHeld(): void {
    let count = 0;
    for (const held of this.held.values()) count += held.count;
    this.held.clear();
    const message = "The recording was stopped before their count was written";
    this.count({ type: "uncounted", count, because: "deadline", message });
  }
}

/** Returns the report of a flush or shutdown that ends with these counters. */
export function reportOf(stats: RecordingStats): FlushReport {
  const { dropped, rejected, abandoned, uncounted } = stats;
  return { ...stats, lost: dropped + rejected + abandoned + uncounted };
}

/** The fields that the outcomes of failed writes share. */
interface Reason {
  readonly because?: (Outcome & { readonly type: "uncounted" })["because"];
  readonly error?: unknown;
  readonly message: string;
}

/** Returns the outcome of events whose write failed permanently. */
function outcomeOf(event: AnyEvent, count: number, result: WriteFailure): Outcome<AnyEvent> & Reason {
  switch (result.type) {
    case "refused":
      return { type: "rejected", count, event, error: result.error, message: reasonOf(result.error) };
    case "full": {
      const message = "More distinct events are pending than maxPending allows, and this namespace has the most";
      return { type: "dropped", count, event, because: "pending-full", message };
    }
    case "terminating": {
      const message = "The namespace is being deleted";
      return { type: "dropped", count, event, because: "namespace-terminating", message };
    }
    case "tries": {
      const message = `after ${counted(result.failures, "try", "tries")}: ${reasonOf(result.error)}`;
      return { type: "abandoned", count, event, because: "tries", error: result.error, message };
    }
    case "deadline": {
      const lastError = result.error === undefined ? "" : `; the last try failed: ${reasonOf(result.error)}`;
      const message = `The recording was stopped, and its deadline passed first${lastError}`;
      return { type: "abandoned", count, event, because: "deadline", error: result.error, message };
    }
  }
}
