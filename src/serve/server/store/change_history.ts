import { StoredEvent } from "./stored_event.ts";

interface ChangeHistoryOptions {
  readonly maxChanges: number;
  readonly startsAfter: number;
  /** Called before changes are discarded, with the version of the last of them; must not throw. */
  readonly onForget: (resourceVersion: number) => void;
}

/** The latest changes, from which watches and lists of older versions start, like etcd's history before compaction. */
export class ChangeHistory {
  readonly #options: ChangeHistoryOptions;
  /** The changes by version, without gaps. */
  readonly #changes = new Map<number, EventChange>();
  /** The version before the first kept change. */
  #startsAfter: number;
  /** Watches from versions before this one end without an error. */
  #silentBefore = 0;
  /** The size of the kept changes, in bytes of JSON. */
  bytes = 0;

  constructor(options: ChangeHistoryOptions) {
    this.#options = options;
    this.#startsAfter = options.startsAfter;
  }

  get size(): number {
    return this.#changes.size;
  }

  /** Whether every change after a version is still kept. */
  reaches(resourceVersion: number): boolean {
    return resourceVersion >= this.#startsAfter;
  }

  /** Whether a watch from a discarded version ends without an error. */
  endsSilently(resourceVersion: number): boolean {
    return resourceVersion < this.#silentBefore;
  }

  /** The changes after a version, which the history {@linkcode reaches}. */
  *since(resourceVersion: number): Iterable<EventChange> {
    const last = this.#startsAfter + this.size;
    for (let version = resourceVersion + 1; version <= last; version++) yield this.#changes.get(version)!;
  }

  /** Adds the next change, and discards and returns the oldest if there are too many. */
  push(change: EventChange): EventChange | undefined {
    this.#changes.set(change.resourceVersion, change);
    this.bytes += change.bytes;
    return this.size > this.#options.maxChanges ? this.forgetOldest() : undefined;
  }

  forgetOldest(): EventChange {
    this.#options.onForget(this.#startsAfter + 1);
    const oldest = this.#changes.get(++this.#startsAfter)!;
    this.#changes.delete(oldest.resourceVersion);
    this.bytes -= oldest.bytes;
    return oldest;
  }

  /**
   * Discards all changes, and restarts after the version of the compaction.
   *
   * @param silently Whether watches from discarded versions then end without an error.
   */
  compact(startsAfter: number, silently: boolean): void {
    this.#options.onForget(startsAfter);
    if (silently) this.#silentBefore = startsAfter;
    this.#changes.clear();
    this.bytes = 0;
    this.#startsAfter = startsAfter;
  }

  /** The states, at an earlier version, of the events that changed since; `undefined` for one that did not exist. */
  statesAt(resourceVersion: number): ReadonlyMap<string, StoredEvent | undefined> {
    const states = new Map<string, StoredEvent | undefined>();
    for (const { key, previous } of this.since(resourceVersion)) if (!states.has(key)) states.set(key, previous);
    return states;
  }
}

/** One write: the event's state before (unless the write created it) and after (unless the write deleted it). */
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

  /** The memory that the change retains, in bytes of JSON. */
  get bytes(): number {
    return (this.current?.bytes ?? 0) + (this.previous?.bytes ?? 0);
  }

  get key(): string {
    return (this.current ?? this.previous)!.key;
  }

  /** The object of a `DELETED` watch event: the state before, at the version of this change. */
  get tombstone(): StoredEvent {
    const previous = this.previous!;
    return this.#tombstone ??= new StoredEvent(
      { ...previous.event, metadata: { ...previous.event.metadata, resourceVersion: String(this.resourceVersion) } },
      { resourceVersion: this.resourceVersion, expiresAtMs: previous.expiresAtMs },
    );
  }
}
