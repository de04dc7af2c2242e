import type { CoreV1Event } from "../../api/event.ts";
import type { Clock } from "../../api/time.ts";
import { ChangeHistory, EventChange } from "./change_history.ts";
import { StoredEvent } from "./stored_event.ts";

/** Options of {@linkcode EventStore}. */
interface EventStoreOptions {
  readonly ttlMs: number;
  readonly maxEvents: number;
  readonly maxChanges: number;
  readonly clock: Clock;
  /** Told of every change, in order, once it is done; must not throw. */
  readonly onChange: (change: EventChange) => void;
}

/** Some events of one version, in the order of lists. */
interface EventView {
  readonly keys: readonly string[];
  /** The event of one of the keys; to be asked before anything is written. */
  get(key: string): StoredEvent;
}

/**
 * All events, with one counter of resource versions for the whole store, as etcd has.
 *
 * Every method is synchronous: a read, a decision and a write between two `await`s are one transaction. Events go when
 * their time is over or when there are more than `maxEvents`, the longest unwritten first; both look like a delete.
 */
export class EventStore {
  readonly #ttlMs: number;
  readonly #maxEvents: number;
  readonly #clock: Clock;
  readonly #onChange: (change: EventChange) => void;
  /** In the order of the last write, so the first is always the next to expire. */
  readonly #events = new Map<string, StoredEvent>();
  /**
   * Goes through the events as they are written, once: to begin anew would mean to pass the places of all that have moved to
   * the end since. `#first` is where it stands, if that event has not moved as well.
   */
  #inOrder = this.#events.values();
  #first: StoredEvent | undefined;
  readonly #index = new KeyIndex();
  readonly #history: ChangeHistory;
  // A list of an empty store must not say "0", which means "any version".
  #resourceVersion = 1;

  constructor(options: EventStoreOptions) {
    const { ttlMs, maxEvents, maxChanges, clock, onChange } = options;
    this.#ttlMs = ttlMs;
    this.#maxEvents = maxEvents;
    this.#clock = clock;
    this.#onChange = onChange;
    this.#history = new ChangeHistory({ maxChanges, startsAfter: this.#resourceVersion });
  }

  /** The version of the last change. */
  get resourceVersion(): number {
    return this.#resourceVersion;
  }

  /** How many events are stored. */
  get size(): number {
    return this.#events.size;
  }

  /** What changed when: for watches that start in the past. */
  get history(): ChangeHistory {
    return this.#history;
  }

  /** When the next event expires, in milliseconds since 1970; `undefined` where there is none. */
  get nextExpiryMs(): number | undefined {
    return this.#oldest()?.expiresAtMs;
  }

  /** The event of a key. */
  get(key: string): StoredEvent | undefined {
    return this.#events.get(key);
  }

  /** Stores a new state of the event's key, whether there was one or not, for another full time to live. */
  put(event: CoreV1Event): StoredEvent {
    const resourceVersion = ++this.#resourceVersion;
    const current = new StoredEvent(
      { ...event, metadata: withResourceVersion(event.metadata, String(resourceVersion)) },
      { resourceVersion, expiresAtMs: this.#clock.now() + this.#ttlMs },
    );
    const previous = this.#events.get(current.key);
    if (previous === undefined) this.#index.add(current.key);
    else this.#events.delete(current.key);
    this.#events.set(current.key, current);
    this.#changed(new EventChange(resourceVersion, { previous, current }));
    while (this.#events.size > this.#maxEvents) this.delete(this.#oldest()!);
    return current;
  }

  /** Removes an event that is there; answers with its last state, at the version of the removal. */
  delete(stored: StoredEvent): StoredEvent {
    this.#events.delete(stored.key);
    this.#index.delete(stored.key);
    const change = new EventChange(++this.#resourceVersion, { previous: stored });
    this.#changed(change);
    return change.tombstone;
  }

  /** Removes what has expired. */
  expire(): void {
    const nowMs = this.#clock.now();
    for (let oldest = this.#oldest(); oldest && oldest.expiresAtMs <= nowMs; oldest = this.#oldest()) {
      this.delete(oldest);
    }
  }

  /**
   * The events whose key begins with `prefix`, from `start` on.
   *
   * @param options.resourceVersion Of which version: one that the history reaches, or the present.
   */
  view(prefix: string, options: { start?: string; resourceVersion?: number } = {}): EventView {
    const { start = "", resourceVersion = this.#resourceVersion } = options;
    const present = this.#index.range(prefix, start);
    if (resourceVersion === this.#resourceVersion) return { keys: present, get: (key) => this.#events.get(key)! };
    const then = this.#history.statesAt(resourceVersion);
    const keys = new Set(present);
    for (const [key, state] of then) {
      if (state === undefined) keys.delete(key);
      else if (key.startsWith(prefix) && key >= start) keys.add(key);
    }
    return { keys: [...keys].sort(), get: (key) => then.get(key) ?? this.#events.get(key)! };
  }

  /** The event that was written longest ago. */
  #oldest(): StoredEvent | undefined {
    while (this.#first === undefined || this.#events.get(this.#first.key) !== this.#first) {
      if (this.#events.size === 0) return undefined;
      const { done, value } = this.#inOrder.next();
      this.#first = value;
      // An iterator that is done does not see what comes later.
      if (done) this.#inOrder = this.#events.values();
    }
    return this.#first;
  }

  #changed(change: EventChange): void {
    this.#history.push(change);
    this.#onChange(change);
  }
}

/** Metadata with a resource version, at the place where Go writes it. */
function withResourceVersion(metadata: CoreV1Event["metadata"], resourceVersion: string): CoreV1Event["metadata"] {
  if (metadata.resourceVersion !== undefined) return { ...metadata, resourceVersion };
  const { name, generateName, namespace, uid, ...rest } = metadata;
  return {
    ...(name !== undefined && { name }),
    ...(generateName !== undefined && { generateName }),
    ...(namespace !== undefined && { namespace }),
    ...(uid !== undefined && { uid }),
    resourceVersion,
    ...rest,
  };
}

/** The keys of the store in the order of lists, kept sorted as they come and go. */
class KeyIndex {
  readonly #keys: string[] = [];

  /** Adds a key that is not there. */
  add(key: string): void {
    this.#keys.splice(this.#lowerBound(key), 0, key);
  }

  /** Removes a key that is there. */
  delete(key: string): void {
    this.#keys.splice(this.#lowerBound(key), 1);
  }

  /** The keys from `start` on that begin with `prefix`. */
  range(prefix: string, start: string): readonly string[] {
    const from = this.#lowerBound(start > prefix ? start : prefix);
    if (prefix === "") return this.#keys.slice(from);
    const afterPrefix = prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1);
    return this.#keys.slice(from, this.#lowerBound(afterPrefix));
  }

  #lowerBound(key: string): number {
    let low = 0;
    let high = this.#keys.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#keys[middle]! < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
