import { callGuarded, counted, reasonOf } from "../api/logger.ts";
import type { CountRecord } from "../correlator/correlator.ts";
import type { Outcome } from "./outcome.ts";
import type { RecordingStats } from "./recording.ts";
import type { Reports } from "./reports.ts";
import type { Write, WriteFailure, WriteResult } from "./write.ts";

interface LedgerOptions<E> {
  readonly onOutcome: ((outcome: Outcome<E>) => void) | undefined;
  readonly reports: Reports;
  /** Called with the errors and rejections of `onOutcome`. */
  readonly onThrow: (error: unknown) => void;
}

/** The fields of a correlation that identify its count. */
export interface Counted<E> {
  readonly key: string;
  readonly record?: CountRecord<E> | undefined;
}

/** The events of a key that were skipped since the last write, and the record that counts them. */
interface Held<E> {
  record: CountRecord<E>;
  count: number;
}

/** Counts events by outcome, and skipped events whose count is not on the server yet. */
export class Ledger<E> {
  accepted = 0;
  recorded = 0;
  coalesced = 0;
  skipped = 0;
  dropped = 0;
  rejected = 0;
  abandoned = 0;
  uncounted = 0;
  pending = 0;
  /** Number of skipped events whose count is not on the server: held back by the correlator, or owed by entries. */
  owed = 0;
  /** Skipped, dropped and abandoned events by reason. */
  readonly because: Record<string, number> = {};
  /** By correlation key: a correlator that wraps the records of another may return a new one each time. */
  readonly held = new Map<string, Held<E>>();
  /** Number of events lost because the call stack was full, for the next call to count. */
  overflowed = 0;
  readonly #onOutcome: ((outcome: Outcome<E>) => void) | undefined;
  readonly #reports: Reports;
  readonly #onThrow: (error: unknown) => void;

  constructor({ onOutcome, reports, onThrow }: LedgerOptions<E>) {
    this.#onOutcome = onOutcome;
    this.#reports = reports;
    this.#onThrow = onThrow;
  }

  /** Returns a copy of the counters. */
  counts(): Omit<RecordingStats, "lanes" | "requests" | "retries"> {
    this.#dropOverflowed();
    const { accepted, recorded, coalesced, skipped, dropped, rejected, abandoned, uncounted, pending, owed } = this;
    const because = { ...this.because };
    return { accepted, recorded, coalesced, skipped, dropped, rejected, abandoned, pending, owed, uncounted, because };
  }

  /** Counts events as accepted and pending. */
  accept(count: number): void {
    this.#dropOverflowed();
    this.accepted += count;
    this.pending += count;
  }

  #dropOverflowed(): void {
    const count = this.overflowed;
    if (count === 0) return;
    this.overflowed = 0;
    this.accept(count);
    this.drop("correlator-error", { count, message: "The call stack was used up" });
  }

  /** Counts events as dropped. */
  drop(
    because: (Outcome & { type: "dropped" })["because"],
    { count = 1, message, event }: { count?: number; message: string; event?: E | undefined },
  ): void {
    this.count({ type: "dropped", count, event, because, message });
  }

  /** Counts a skipped event whose count the correlator holds back. */
  hold(key: string, record: CountRecord<E>): void {
    this.owed++;
    const held = this.held.get(key);
    if (held === undefined) this.held.set(key, { record, count: 1 });
    else {
      held.record = record;
      held.count++;
    }
  }

  /** Removes and returns the held count of a correlation, for a write to deliver; it stays owed until that ends. */
  takeHeld({ key, record }: Counted<E>): number {
    if (record === undefined || this.held.size === 0) return 0;
    const { count } = this.held.get(key) ?? { count: 0 };
    if (count > 0) this.held.delete(key);
    return count;
  }

  /** Called when owed counts have reached the server. */
  deliver(count: number): void {
    this.owed -= count;
  }

  count(outcome: Outcome<E>): void {
    if (outcome.count === 0) return;
    this[outcome.type] += outcome.count;
    // Uncounted events are no longer pending: they were counted as skipped.
    if (outcome.type === "uncounted") this.owed -= outcome.count;
    else this.pending -= outcome.count;
    if ("because" in outcome && outcome.type !== "uncounted") {
      this.because[outcome.because] = (this.because[outcome.because] ?? 0) + outcome.count;
    }
    if (this.#onOutcome === undefined) return;
    this.#reports.add(() => callGuarded(this.#onOutcome, outcome, this.#onThrow));
  }

  /** Counts the outcome of the events that an ended write carries. */
  countCarried({ event, carried: count }: Write<E>, result: WriteResult<E>): void {
    if (result.type !== "written") return this.count(outcomeOf(event, count, result));
    const stored = result.stored ?? event;
    if (count > 0) this.count({ type: "recorded", count: 1, event: stored });
    if (count > 1) this.count({ type: "coalesced", count: count - 1, event: stored });
  }

  /** Counts the skipped events that a failed write owes, as uncounted. */
  countOwed({ event, owed: count }: Write<E>, result: WriteFailure<E>): void {
    const { because = "rejected", error, message }: Reason = outcomeOf(event, count, result);
    this.count({ type: "uncounted", count, event, because, error, message });
  }

  /** Counts the skipped events whose count is still held back, as uncounted. */
  countHeld(): void {
    let count = 0;
    for (const held of this.held.values()) count += held.count;
    this.held.clear();
    this.count({
      type: "uncounted",
      count,
      because: "deadline",
      message: "The recording was stopped before their count was written",
    });
  }
}

/** The fields that the outcomes of failed writes share. */
interface Reason {
  readonly because?: (Outcome & { readonly type: "uncounted" })["because"];
  readonly error?: unknown;
  readonly message: string;
}

/** Returns the outcome of events whose write failed for good. */
function outcomeOf<E>(event: E, count: number, result: WriteFailure<E>): Outcome<E> & Reason {
  switch (result.type) {
    case "refused":
      return { type: "rejected", count, event, error: result.error, message: reasonOf(result.error) };
    case "full": {
      const message = "More different events are pending than maxPending allows, most of them of this namespace";
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
