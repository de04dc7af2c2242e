import type { EventChange } from "../store/change_history.ts";
import type { RequiredFields } from "../wire/selectors.ts";
import type { EventWatch } from "./event_watch.ts";

export interface PendingRead {
  resolve(bytes: Uint8Array | undefined): void;
  reject(error: Error): void;
}

/** Pending reads of watches that select the same values of the same fields. */
type Reads = Map<EventWatch, PendingRead>;

/** Pending reads of watches that select by the same fields, grouped by the values that they select. */
interface Index {
  readonly fields: RequiredFields;
  readonly byValues: Map<string, Reads>;
}

/**
 * The pending reads, indexed by the fields that their watches require, such as the namespace and the name of an object:
 * a change costs nothing for watches that require other values.
 */
export class PendingReads {
  /** By the labels of the fields. */
  readonly #indexes = new Map<string, Index>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(watch: EventWatch, read: PendingRead): void {
    const { required: fields } = watch;
    let index = this.#indexes.get(fields.labels);
    if (index === undefined) this.#indexes.set(fields.labels, index = { fields, byValues: new Map() });
    let reads = index.byValues.get(fields.values);
    if (reads === undefined) index.byValues.set(fields.values, reads = new Map());
    reads.set(watch, read);
    this.#size++;
  }

  take(watch: EventWatch): PendingRead | undefined {
    const { labels, values } = watch.required;
    const index = this.#indexes.get(labels);
    const reads = index?.byValues.get(values);
    const read = reads?.get(watch);
    if (read === undefined) return undefined;
    reads!.delete(watch);
    this.#size--;
    if (reads!.size === 0) this.#removeReads(index!, values);
    return read;
  }

  /** The watches with a pending read; reads may be taken during iteration. */
  *watches(): Iterable<EventWatch> {
    for (const { byValues } of this.#indexes.values()) for (const reads of byValues.values()) yield* reads.keys();
  }

  /** Removes and returns the reads of watches whose required values an event has before or after one of the changes. */
  takeConcernedBy(changes: Iterable<EventChange>): [EventWatch, PendingRead][] {
    const taken: [EventWatch, PendingRead][] = [];
    for (const { previous, current } of changes) {
      for (const index of this.#indexes.values()) {
        for (const state of [previous, current]) {
          if (state === undefined) continue;
          const values = index.fields.valuesOf(state.event);
          const reads = index.byValues.get(values);
          if (reads === undefined) continue;
          for (const read of reads) taken.push(read);
          this.#size -= reads.size;
          this.#removeReads(index, values);
        }
      }
    }
    return taken;
  }

  #removeReads({ fields, byValues }: Index, values: string): void {
    byValues.delete(values);
    if (byValues.size === 0) this.#indexes.delete(fields.labels);
  }
}
