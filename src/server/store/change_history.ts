import { StoredEvent } from "./stored_event.ts";

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

/** One write: the state before, unless it created the event, and the state after, unless it removed it. */
export class EventChange {
  readonly resourceVersion: number;
  readonly previous: StoredEvent | undefined;
  readonly current: StoredEvent | undefined;
  #tombstone: StoredEvent | undefined;

  constructor(
    resourceVersion: number,
    states: { previous?: StoredEvent | undefined; current?: StoredEvent | undefined },
  ) {
    this.resourceVersion = resourceVersion;
    this.previous = states.previous;
    this.current = states.current;
  }

  /** Where the changed event is stored. */
  get key(): string {
    return (this.current ?? this.previous)!.key;
  }

  /** What a watcher gets when the event leaves its sight: the state before, at the version of this change. */
  get tombstone(): StoredEvent {
    const previous = this.previous!;
    return this.#tombstone ??= new StoredEvent(
      {
        ...previous.event,
        metadata: { ...previous.event.metadata, resourceVersion: String(this.resourceVersion) },
      },
      { resourceVersion: this.resourceVersion, expiresAtMs: previous.expiresAtMs },
    );
  }
}
