import { StoredEvent } from "./stored_event.ts";

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
