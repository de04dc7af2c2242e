import { callGuarded } from "../api/logger.ts";
import type { Correlator } from "../correlator/correlator.ts";
import type { Entry, Named } from "./entry.ts";
import type { Ledger } from "./ledger.ts";
import type { Attempt } from "./attempt.ts";
import type { RecordingLog } from "./recording_log.ts";
import { correlationOf, isNameTaken, type Write, type WriteFailure, type WriteResult } from "./write.ts";

export interface WriteResultsOptions<E extends Named> {
  readonly correlator: Correlator<E>;
  readonly ledger: Ledger<E>;
  readonly log: RecordingLog;
  /** Writes events with stable names, whose counts add up. */
  readonly stable:
    | { send(attempt: Attempt<E>): Promise<E | undefined>; keep(entry: Entry<E>, write: Write<E>): void }
    | undefined;
  readonly maxPending: number;
  /** Called with the id of each write that has ended. */
  readonly onDone: (id: number) => void;
}

/** Accounts for the results of writes, and parks the entries whose count a failed one owes. */
export class WriteResults<E extends Named> {
  readonly #options: WriteResultsOptions<E>;
  /** The entries that are parked, as they owe a count and nothing else. */
  readonly parked = new Set<Entry<E>>();

  constructor(options: WriteResultsOptions<E>) {
    this.#options = options;
  }

  /** Accounts for the result of a write. */
  handle(entry: Entry<E>, write: Write<E>, result: WriteResult<E>): void {
    const { ledger, log, stable, onDone } = this.#options;
    const { creates } = entry; // before the correlator is called, which may record again
    if (result.type === "written") {
      this.#updateCorrelator(entry, write, result.stored);
      ledger.deliver(write.owed);
    } else {
      stable?.keep(entry, write);
      if (isNameTaken(result)) write = this.#forget(entry, write);
    }
    ledger.countCarried(write, result);
    log.ended(result, { creates, pending: ledger.pending });
    if (result.type !== "written" && write.owed > 0) this.#keepCount(entry, write, result);
    onDone(write.id);
  }

  /** Keeps the count of a failed write: it is not lost until the recording ends. */
  #keepCount(entry: Entry<E>, write: Write<E>, result: WriteFailure<E>): void {
    const { ledger, maxPending } = this.#options;
    if (isNameTaken(result)) ledger.countOwed(write, result);
    // Counts are absolute: the queued write includes this one's.
    else if (entry.isQueued) entry.owe(write.owed);
    else if (this.parked.has(entry) || this.parked.size < maxPending) {
      entry.park(write, result);
      this.parked.add(entry);
    } else ledger.countOwed(write, result);
  }

  /** Makes the correlator forget an event whose name is taken: its repeats would patch the other event. */
  #forget({ key }: Entry<E>, write: Write<E>): Write<E> {
    const { record, event } = write;
    this.#call(() => record?.name === event.metadata.name ? record?.forget() : undefined);
    return { ...write, owed: write.owed + this.#options.ledger.takeHeld({ key, record }) };
  }

  /** Updates the correlator with the event as stored by the server. */
  #updateCorrelator({ key }: Entry<E>, write: Write<E>, stored: E | undefined): void {
    const { correlator, stable } = this.#options;
    if (stored === undefined) return;
    // The count of an event with a stable name includes the counts of other processes.
    this.#call(() => correlator.updateState(stable === undefined ? stored : write.event, correlationOf(key, write)));
  }

  /** Calls a correlator; logs its errors, and the rejections of async functions. */
  #call(call: () => unknown): void {
    callGuarded(call, undefined, (error) => this.#options.log.threw("The correlator", error));
  }

  /** Accounts for the owed counts as lost, and yields the entries that were parked for them. */
  *giveUpParked(): IterableIterator<Entry<E>> {
    for (const entry of this.parked) {
      this.parked.delete(entry);
      const { write, result } = entry.giveUp();
      this.#options.ledger.countOwed(write, result);
      yield entry;
    }
  }
}
