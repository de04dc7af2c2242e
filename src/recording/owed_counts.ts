import type { V1ObjectMeta } from "../api/kubernetes_object.ts";
import type { Correlation } from "../correlator/correlator.ts";
import type { Write, WriteEnd } from "./write.ts";

/** A write that failed permanently, and its end. */
export interface FailedCount<E> {
  readonly write: Write<E>;
  readonly end: WriteEnd<E>;
}

/**
 * The counts of skipped events that have not reached the server.
 *
 * The correlator holds a count back until it returns a write of the same key. A write that fails permanently leaves its
 * count here, for the event's next write to deliver, or for a flush to retry.
 */
export class OwedCounts<E extends { readonly metadata: V1ObjectMeta }> {
  readonly #maxFailed: number;
  /** Number of events skipped since the last write, by correlation key. */
  readonly #heldBack = new Map<string, number>();
  /** The latest failed write, by event. */
  readonly #failed = new Map<string, FailedCount<E>>();
  /** Number of owed events. */
  total = 0;

  /** @param maxFailed Maximum number of events with a failed write to remember. */
  constructor(maxFailed: number) {
    this.#maxFailed = maxFailed;
  }

  /** Adds an event whose count the correlator holds back. */
  holdBack(key: string): void {
    this.total++;
    this.#heldBack.set(key, (this.#heldBack.get(key) ?? 0) + 1);
  }

  /** Hands over to a write the skipped events whose count it delivers; owed until {@linkcode settle | settled}. */
  handOver(write: Write<E>): void {
    const { key } = write.correlation;
    const heldBack = this.#heldBack.get(key);
    if (heldBack !== undefined) {
      this.#heldBack.delete(key);
      write.deliver(heldBack);
    }
    // Usually there are none, which saves building the key.
    if (this.#failed.size === 0) return;
    const eventKey = eventKeyOf(write.correlation);
    const failed = this.#failed.get(eventKey);
    if (failed === undefined) return;
    this.#failed.delete(eventKey);
    write.replace(failed.write);
  }

  /** Subtracts counts that reached the server, or are lost. */
  settle(count: number): void {
    this.total -= count;
  }

  /** Keeps the count of a permanently failed write; returns `false` if there is no room. */
  keep(write: Write<E>, end: WriteEnd<E>): boolean {
    const key = eventKeyOf(write.correlation);
    const earlier = this.#failed.get(key);
    if (earlier === undefined && this.#failed.size >= this.#maxFailed) return false;
    if (earlier !== undefined) write.owed += earlier.write.owed;
    this.#failed.set(key, { write, end });
    return true;
  }

  /** Removes and returns all failed writes. */
  takeFailed(): FailedCount<E>[] {
    const failed = [...this.#failed.values()];
    this.#failed.clear();
    return failed;
  }

  /** Removes and returns the number of events that the correlator still holds back. */
  takeHeldBack(): number {
    let count = 0;
    for (const heldBack of this.#heldBack.values()) count += heldBack;
    this.#heldBack.clear();
    return count;
  }
}

/** Returns the key of an event, which differs between events of one name. */
export function eventKeyOf({ key, event }: Correlation<{ readonly metadata: V1ObjectMeta }>): string {
  const { namespace = "", name = "" } = event.metadata;
  return `${namespace}/${name}/${key}`;
}
