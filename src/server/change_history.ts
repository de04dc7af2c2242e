import type { EventChange } from "./event_change.ts";
import type { StoredEvent } from "./stored_event.ts";

/**
 * The latest changes, so that a watch can start and a list can look a while back (etcd's history before compaction).
 *
 * Each change has the resource version after that of the change before it: where one is kept follows from its number.
 */
export class ChangeHistory {
  readonly #maxChanges: number;
  #changes: EventChange[] = [];
  /** The version before the first change that is kept. */
  #startsAfter: number;

  constructor(options: { maxChanges: number; startsAfter: number }) {
    this.#maxChanges = options.maxChanges;
    this.#startsAfter = options.startsAfter;
  }

  /** Whether everything that changed after a version is still known. */
  reaches(resourceVersion: number): boolean {
    return resourceVersion >= this.#startsAfter;
  }

  /** Adds the next change and forgets the oldest where there are too many. */
  push(change: EventChange): void {
    this.#changes.push(change);
    // Cut in halves, not one by one: shifting a long array would cost every write.
    if (this.#changes.length >= 2 * this.#maxChanges) {
      const forgotten = this.#changes.length - this.#maxChanges;
      this.#changes = this.#changes.slice(forgotten);
      this.#startsAfter += forgotten;
    }
  }

  /** All changes after a version that the history {@linkcode reaches}, oldest first. */
  after(resourceVersion: number): readonly EventChange[] {
    return this.#changes.slice(Math.max(0, resourceVersion - this.#startsAfter));
  }

  /** What differs now from how it was at a version: the state then of every key that changed since. */
  statesAt(resourceVersion: number): ReadonlyMap<string, StoredEvent | undefined> {
    const states = new Map<string, StoredEvent | undefined>();
    for (const change of this.after(resourceVersion)) {
      if (!states.has(change.key)) states.set(change.key, change.previous);
    }
    return states;
  }
}
