import { callGuarded } from "../api/logger.ts";
import type { Outcome } from "./outcome.ts";
import type { RecordingStats } from "./recording.ts";

/** Counts events by how they ended, and tells about each end. */
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
  /** The skipped, dropped and abandoned by reason. */
  readonly because: Record<string, number> = {};
  readonly #tell: ((outcome: Outcome<E>) => void) | undefined;
  readonly #onThrow: (error: unknown) => void;

  constructor(tell: ((outcome: Outcome<E>) => void) | undefined, onThrow: (error: unknown) => void) {
    this.#tell = tell;
    this.#onThrow = onThrow;
  }

  /** The numbers as they are now. */
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

  /** Takes events in: pending until they end. */
  accept(count: number): void {
    this.accepted += count;
    this.pending += count;
  }

  /** Notes that events ended. */
  end(outcome: Outcome<E>): void {
    if (outcome.count === 0) return;
    this[outcome.type] += outcome.count;
    // Skipped events have ended before their count is lost.
    if (outcome.type !== "uncounted") this.pending -= outcome.count;
    if ("because" in outcome && outcome.type !== "uncounted") {
      this.because[outcome.because] = (this.because[outcome.because] ?? 0) + outcome.count;
    }
    callGuarded(this.#tell, outcome, this.#onThrow);
  }
}
