import { callGuarded, counted, reasonOf } from "../api/logger.ts";
import type { CountRecord } from "../correlator/correlator.ts";
import type { Outcome } from "./outcome.ts";
import type { RecordingStats } from "./recording.ts";
import type { Write, WriteEnd, WriteFailure } from "./write.ts";

/**
 * Accounts for every event: how many had each outcome, and how many skipped ones are not in a count on the server yet.
 *
 * Reports outcomes only in {@linkcode tell}, once the recording's own state is settled: `onOutcome` may record again.
 */
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
  /** Skipped events whose count has not reached the server: those held back, and those that entries owe. */
  owed = 0;
  /** Skipped, dropped and abandoned events by reason. */
  readonly because: Record<string, number> = {};
  /** Number of events skipped since the last write, by the record that counts them. */
  readonly held = new Map<CountRecord<E>, number>();
  readonly #onOutcome: ((outcome: Outcome<E>) => void) | undefined;
  readonly #onThrow: (error: unknown) => void;
  #untold: Outcome<E>[] = [];

  constructor(onOutcome: ((outcome: Outcome<E>) => void) | undefined, onThrow: (error: unknown) => void) {
    this.#onOutcome = onOutcome;
    this.#onThrow = onThrow;
  }

  /** Returns a copy of the counters. */
  counts(): Omit<RecordingStats, "lanes" | "requests" | "retries"> {
    const { accepted, recorded, coalesced, skipped, dropped, rejected, abandoned, uncounted, pending, owed } = this;
    const because = { ...this.because };
    return { accepted, recorded, coalesced, skipped, dropped, rejected, abandoned, pending, owed, uncounted, because };
  }

  /** Counts events as accepted and pending. */
  accept(count: number): void {
    this.accepted += count;
    this.pending += count;
  }

  /** Counts a skipped event whose count the correlator holds back. */
  hold(record: CountRecord<E>): void {
    this.owed++;
    this.held.set(record, (this.held.get(record) ?? 0) + 1);
  }

  /** Removes and returns the held count of a record, which a write delivers; it stays owed until that ends. */
  takeHeld(record: CountRecord<E> | undefined): number {
    if (record === undefined) return 0;
    const count = this.held.get(record) ?? 0;
    if (count > 0) this.held.delete(record);
    return count;
  }

  /** Subtracts counts that reached the server. */
  settle(count: number): void {
    this.owed -= count;
  }

  /** Counts an outcome. */
  end(outcome: Outcome<E>): void {
    if (outcome.count === 0) return;
    this[outcome.type] += outcome.count;
    // Uncounted events are no longer pending: they were counted as skipped.
    if (outcome.type === "uncounted") this.owed -= outcome.count;
    else this.pending -= outcome.count;
    if ("because" in outcome && outcome.type !== "uncounted") {
      this.because[outcome.because] = (this.because[outcome.because] ?? 0) + outcome.count;
    }
    if (this.#onOutcome !== undefined) this.#untold.push(outcome);
  }

  /** Counts the outcomes of the events that an ended write carries. */
  ended({ event, carried: count }: Write<E>, end: WriteEnd<E>): void {
    if (end.type !== "written") return this.end(outcomeOf(event, count, end));
    const stored = end.stored ?? event;
    if (count > 0) this.end({ type: "recorded", count: 1, event: stored });
    if (count > 1) this.end({ type: "coalesced", count: count - 1, event: stored });
  }

  /** Counts the owed events of a write as lost, and reports why. */
  lose({ event, owed: count }: Write<E>, end: WriteFailure<E>): void {
    const { because = "rejected", error, message }: Reason = outcomeOf(event, count, end);
    this.end({ type: "uncounted", count, event, because, error, message });
  }

  /** Counts the events as lost whose count the correlator never returned. */
  loseHeld(): void {
    let count = 0;
    for (const held of this.held.values()) count += held;
    this.held.clear();
    this.end({ type: "uncounted", count, because: "deadline", message: "The correlator never returned it" });
  }

  /** Reports the outcomes counted so far. */
  tell(): void {
    while (this.#untold.length > 0) {
      const outcomes = this.#untold;
      this.#untold = [];
      for (const outcome of outcomes) callGuarded(this.#onOutcome, outcome, this.#onThrow);
    }
  }
}

/** What the outcomes of failed writes have in common. */
interface Reason {
  readonly because?: (Outcome & { readonly type: "uncounted" })["because"];
  readonly error?: unknown;
  readonly message: string;
}

/** Returns the outcome of events whose write failed for good. */
function outcomeOf<E>(event: E, count: number, end: WriteFailure<E>): Outcome<E> & Reason {
  switch (end.type) {
    case "refused":
      return { type: "rejected", count, event, error: end.error, message: reasonOf(end.error) };
    case "full":
    case "pushed-out": {
      const message = "More different events are pending than maxPending allows, most of them of this namespace";
      return { type: "dropped", count, event, because: "pending-full", message };
    }
    case "terminating": {
      const message = "The namespace is being deleted";
      return { type: "dropped", count, event, because: "namespace-terminating", message };
    }
    case "tries": {
      const message = `after ${counted(end.failures, "try", "tries")}: ${reasonOf(end.error)}`;
      return { type: "abandoned", count, event, because: "tries", error: end.error, message };
    }
    case "deadline": {
      const lastError = end.error === undefined ? "" : `; the last try failed: ${reasonOf(end.error)}`;
      const message = `The recording was stopped, and its deadline passed first${lastError}`;
      return { type: "abandoned", count, event, because: "deadline", error: end.error, message };
    }
  }
}
