import type { V1ObjectMeta } from "../api/kubernetes_object.ts";
import type { Correlator } from "../correlator/correlator.ts";
import type { Entry } from "./entry.ts";
import type { Ledger } from "./ledger.ts";
import type { Send } from "./reconcile.ts";
import type { RecordingLog } from "./recording_log.ts";
import { correlationOf, isNameTaken, type Write, type WriteEnd, type WriteFailure } from "./write.ts";

/** Options of {@linkcode WriteEnds}. */
export interface WriteEndsOptions<E extends { readonly metadata: V1ObjectMeta }> {
  readonly correlator: Correlator<E>;
  readonly ledger: Ledger<E>;
  readonly log: RecordingLog;
  /** Writes events with stable names, whose counts add up. */
  readonly stable: { readonly send: Send<E>; keep(entry: Entry<E>, write: Write<E>): void } | undefined;
  readonly maxPending: number;
  /** Called with the id of each write that has ended. */
  readonly onDone: (id: number) => void;
}

/** Accounts for the writes that have ended, and parks the entries whose count a failed one owes. */
export class WriteEnds<E extends { readonly metadata: V1ObjectMeta }> {
  readonly #options: WriteEndsOptions<E>;
  /** The entries that owe a count and nothing else. */
  readonly parked = new Set<Entry<E>>();

  constructor(options: WriteEndsOptions<E>) {
    this.#options = options;
  }

  /** Accounts for a write that has ended. */
  end(entry: Entry<E>, write: Write<E>, end: WriteEnd<E>): void {
    const { ledger, log, stable, onDone } = this.#options;
    const { creates } = entry;
    if (end.type === "written") {
      this.#updateCorrelator(entry, write, end.stored);
      ledger.settle(write.owed);
    } else {
      stable?.keep(entry, write);
      if (isNameTaken(end)) write = this.#forget(write);
    }
    ledger.ended(write, end);
    log.ended({ creates }, { end, pending: ledger.pending });
    if (end.type !== "written" && write.owed > 0) this.#keepCount(entry, write, end);
    onDone(write.id);
  }

  /** Keeps the count of a failed write: it is not lost until the recording ends. */
  #keepCount(entry: Entry<E>, write: Write<E>, end: WriteFailure<E>): void {
    const { ledger, maxPending } = this.#options;
    if (isNameTaken(end)) ledger.lose(write, end);
    // Counts are absolute: the queued write includes this one's.
    else if (entry.isQueued) entry.owe(write.owed);
    else if (this.parked.has(entry) || this.parked.size < maxPending) {
      entry.park(write, end);
      this.parked.add(entry);
    } else ledger.lose(write, end);
  }

  /** Makes the correlator forget an event whose name is taken: its repeats would patch the other event. */
  #forget(write: Write<E>): Write<E> {
    const { record, event } = write;
    try {
      if (record !== undefined && record.name === event.metadata.name) record.forget();
    } catch (error) {
      this.#options.log.threw("The correlator", error);
    }
    return { ...write, owed: write.owed + this.#options.ledger.takeHeld(record) };
  }

  /** Updates the correlator with the event as stored by the server. */
  #updateCorrelator({ key }: Entry<E>, write: Write<E>, stored: E | undefined): void {
    const { correlator, stable, log } = this.#options;
    try {
      if (stored === undefined) return;
      // The count of an event with a stable name includes those of other processes.
      correlator.updateState(stable === undefined ? stored : write.event, correlationOf(key, write));
    } catch (error) {
      log.threw("The correlator", error);
    }
  }

  /** Accounts for the owed counts as lost, and yields the entries that were parked for them. */
  *giveUpParked(): IterableIterator<Entry<E>> {
    for (const entry of this.parked) {
      this.parked.delete(entry);
      const { write, end } = entry.giveUp();
      this.#options.ledger.lose(write, end);
      yield entry;
    }
  }
}
