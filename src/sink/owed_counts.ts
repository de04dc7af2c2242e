import type { V1ObjectMeta } from "../api/kubernetes_object.ts";
import type { Correlation } from "../correlator/correlator.ts";
import { laneKey } from "./namespace_queue.ts";
import type { Write, WriteEnd } from "./write.ts";

/** A write that failed for good, and how. */
export interface FailedCount<E> {
  readonly write: Write<E>;
  readonly end: WriteEnd<E>;
}

/**
 * The counts of skipped events that are not on the server yet.
 *
 * The correlator holds a count back until it hands over a write of the same key. A write that fails for good leaves its
 * count here, for the next write of the event to bring, or for a flush to try again.
 */
export class OwedCounts<E extends { readonly metadata: V1ObjectMeta }> {
  readonly #maxFailed: number;
  /** By key of the correlation, how many events of it were skipped since its last write. */
  readonly #heldBack = new Map<string, number>();
  /** By event, the latest write of it that failed. */
  readonly #failed = new Map<string, FailedCount<E>>();
  #total = 0;

  /** @param maxFailed How many events to remember of whose count the write failed. */
  constructor(maxFailed: number) {
    this.#maxFailed = maxFailed;
  }

  /** How many skipped events are owed. */
  get total(): number {
    return this.#total;
  }

  /** Notes an event whose count the correlator holds back. */
  holdBack(key: string): void {
    this.#total++;
    this.#heldBack.set(key, (this.#heldBack.get(key) ?? 0) + 1);
  }

  /**
   * Takes out how many skipped events a write brings the count of; they are owed until it is
   * {@linkcode settle | settled}.
   */
  takeOver(correlation: Correlation<E>): number {
    const { key } = correlation;
    const heldBack = this.#heldBack.get(key) ?? 0;
    if (heldBack > 0) this.#heldBack.delete(key);
    // Mostly there is none, and the key need not be made.
    if (this.#failed.size === 0) return heldBack;
    const eventKey = laneKey(correlation);
    const failed = this.#failed.get(eventKey)?.write.owed ?? 0;
    this.#failed.delete(eventKey);
    return heldBack + failed;
  }

  /** Notes that so many are on the server, or lost. */
  settle(count: number): void {
    this.#total -= count;
  }

  /** Keeps the count of a write that failed for good; `false` if there is no room. */
  keep(write: Write<E>, end: WriteEnd<E>): boolean {
    const key = laneKey(write.correlation);
    const earlier = this.#failed.get(key);
    if (earlier === undefined && this.#failed.size >= this.#maxFailed) return false;
    if (earlier !== undefined) write.owed += earlier.write.owed;
    this.#failed.set(key, { write, end });
    return true;
  }

  /** Takes out all writes that failed. */
  takeFailed(): FailedCount<E>[] {
    const failed = [...this.#failed.values()];
    this.#failed.clear();
    return failed;
  }

  /** Takes out how many a correlator has still not handed over. */
  takeHeldBack(): number {
    let count = 0;
    for (const heldBack of this.#heldBack.values()) count += heldBack;
    this.#heldBack.clear();
    return count;
  }
}
