import { callGuarded } from "../api/logger.ts";
import type { Outcome } from "./outcome.ts";
import type { RecordingStats } from "./recording.ts";

/** Counts events by outcome, and reports each outcome. */
export class Tally<E> {
  accepted = 0;
  recorded = 0;
  coalesced = 0;
  skipped = 0;
  dropped = 0;
  rejected = 0;
  abandoned = 0;
  uncounted = 0;
  pending = 0;
  /** Skipped, dropped and abandoned events by reason. */
  readonly because: Record<string, number> = {};
  readonly #tell: ((outcome: Outcome<E>) => void) | undefined;
  readonly #onThrow: (error: unknown) => void;

  constructor(tell: ((outcome: Outcome<E>) => void) | undefined, onThrow: (error: unknown) => void) {
    this.#tell = tell;
    this.#onThrow = onThrow;
  }

  /** Returns a copy of the counters. */
  counts(): Omit<RecordingStats, "owed" | "lanes" | "requests" | "retries"> {
    const { accepted, recorded, coalesced, skipped, dropped, rejected, abandoned, uncounted, pending, because } = this;
    return {
      accepted,
      recorded,
      coalesced,
      skipped,
      dropped,
      rejected,
      abandoned,
      uncounted,
      pending,
      because: { ...because },
    };
  }

  /** Counts events as accepted and pending. */
  accept(count: number): void {
    this.accepted += count;
    this.pending += count;
  }

  /** Counts and reports an outcome. */
  end(outcome: Outcome<E>): void {
    if (outcome.count === 0) return;
    this[outcome.type] += outcome.count;
    // Uncounted events are no longer pending: they were counted as skipped.
    if (outcome.type !== "uncounted") this.pending -= outcome.count;
    if ("because" in outcome && outcome.type !== "uncounted") {
      this.because[outcome.because] = (this.because[outcome.because] ?? 0) + outcome.count;
    }
    callGuarded(this.#tell, outcome, this.#onThrow);
  }
}
