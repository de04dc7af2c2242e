import type { CoreV1Event } from "../../api/event.ts";
import type { Clock } from "../../api/time.ts";
import { ChangeHistory, EventChange } from "./change_history.ts";
import { EventIndex } from "./event_index.ts";
import { StoredEvent } from "./stored_event.ts";

/** Options of {@linkcode EventStore}. */
interface EventStoreOptions {
  readonly ttlMs: number;
  readonly maxEvents: number;
  readonly maxBytes: number;
  readonly maxChanges: number;
  readonly clock: Clock;
  /** Called after every change, in order; must not throw. */
  readonly onChange: () => void;
  /** Called before a change is forgotten, with its version; must not throw. */
  readonly onForget: (resourceVersion: number) => void;
}

/** Some events of one version, in the order of lists. */
interface EventView {
  /** In blocks, which are found as they are read. */
  readonly events: Iterable<readonly StoredEvent[]>;
  /** How many they are. */
  readonly count: number;
}

/**
 * All events, with one counter of resource versions for the whole store, as etcd has.
 *
 * Every method is synchronous: a read, a decision and a write between two `await`s are one transaction. Events go when
 * their time is over, and when there are more than `maxEvents` or `maxBytes`, the longest unwritten first; both look like a
 * delete. Before an event goes for its bytes, changes are forgotten until they take a quarter of `maxBytes`.
 */
export class EventStore {
  readonly #ttlMs: number;
  readonly #maxEvents: number;
  readonly #maxBytes: number;
  readonly #clock: Clock;
  readonly #onChange: () => void;
  /** In the order of the last write, so the first is always the next to expire. */
  readonly #events = new Map<string, StoredEvent>();
  /**
   * Goes through the events as they are written, once: to begin anew would mean to pass the places of all that have moved to
   * the end since. `#first` is where it stands, if that event has not moved as well.
   */
  #inOrder = this.#events.values();
  #first: StoredEvent | undefined;
  readonly #index = new EventIndex();
  readonly #history: ChangeHistory;
  // A list of an empty store must not say "0", which means "any version".
  #resourceVersion = 1;
  /** The size of the stored events. */
  #bytes = 0;

  constructor(options: EventStoreOptions) {
    const { ttlMs, maxEvents, maxBytes, maxChanges, clock, onChange, onForget } = options;
    this.#ttlMs = ttlMs;
    this.#maxEvents = maxEvents;
    this.#maxBytes = maxBytes;
    this.#clock = clock;
    this.#onChange = onChange;
    this.#history = new ChangeHistory({ maxChanges, startsAfter: this.#resourceVersion, onForget });
  }

  /** The version of the last change. */
  get resourceVersion(): number {
    return this.#resourceVersion;
  }

  /** All events, the longest unwritten first. */
  values(): Iterable<StoredEvent> {
    return this.#events.values();
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
    this.#index.set(current);
    this.#events.delete(current.key);
    this.#events.set(current.key, current);
    this.#bytes += current.bytes - (previous?.bytes ?? 0);
    this.#changed(new EventChange(resourceVersion, { previous, current }));
    this.#makeRoom();
    return current;
  }

  /** Removes an event that is there; answers with its last state, at the version of the removal. */
  delete(stored: StoredEvent): StoredEvent {
    return this.#remove(stored).tombstone;
  }

  /** Removes what has expired. */
  expire(): void {
    const nowMs = this.#clock.now();
    for (let oldest = this.#oldest(); oldest && oldest.expiresAtMs <= nowMs; oldest = this.#oldest()) {
      this.#remove(oldest);
    }
  }

  /**
   * Forgets every version before the present one, which is a new one, as if something other than an event had been written:
   * etcd counts for all objects of a cluster.
   *
   * @param silently Whether watches from forgotten versions then end without an error.
   */
  compact(silently: boolean): void {
    this.#history.compact(++this.#resourceVersion, silently);
  }

  /**
   * The events whose key begins with `prefix`, from `start` on, in the order of their keys. Nothing may be written while they
   * are read.
   *
   * @param options.resourceVersion Of which version: one that the history reaches, or the present.
   */
  view(prefix: string, options: { start?: string; resourceVersion?: number } = {}): EventView {
    const { start = "", resourceVersion = this.#resourceVersion } = options;
    const from = start > prefix ? start : prefix;
    // The first key after all that begin with the prefix.
    const to = prefix === ""
      ? undefined
      : prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1);
    const events = this.#index.range(from, to);
    const count = this.#index.count(from, to);
    if (resourceVersion === this.#resourceVersion) return { events, count };
    const then = this.#history.statesAt(resourceVersion);
    const gone: StoredEvent[] = [];
    let added = 0;
    for (const [key, state] of then) {
      if (key < from || to !== undefined && key >= to) continue;
      const isThere = this.#events.has(key);
      if (state === undefined && isThere) added++;
      if (state !== undefined && !isThere) gone.push(state);
    }
    gone.sort((a, b) => a.key < b.key ? -1 : 1);
    return { events: restored(events, gone, then), count: count + gone.length - added };
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

  #remove(stored: StoredEvent): EventChange {
    this.#events.delete(stored.key);
    this.#index.delete(stored.key);
    this.#bytes -= stored.bytes;
    const change = new EventChange(++this.#resourceVersion, { previous: stored });
    this.#changed(change);
    return change;
  }

  #makeRoom(): void {
    while (this.#events.size > this.#maxEvents) this.#remove(this.#oldest()!);
    while (this.#bytes + this.#history.bytes > this.#maxBytes) {
      // A quarter is the history's, or else every write to a full store would cost all watches their place.
      if (this.#history.bytes > this.#maxBytes / 4) this.#history.forgetOldest();
      else this.#remove(this.#oldest()!);
    }
  }

  #changed(change: EventChange): void {
    this.#history.push(change);
    this.#onChange();
  }
}

/** The events of an earlier version: those of the present with their states of `then`, and those that are gone. */
function* restored(
  events: Iterable<readonly StoredEvent[]>,
  gone: readonly StoredEvent[],
  then: ReadonlyMap<string, StoredEvent | undefined>,
): Iterable<readonly StoredEvent[]> {
  let next = 0;
  for (const block of events) {
    const states: StoredEvent[] = [];
    for (const stored of block) {
      while (next < gone.length && gone[next]!.key < stored.key) states.push(gone[next++]!);
      const state = then.has(stored.key) ? then.get(stored.key) : stored;
      if (state !== undefined) states.push(state);
    }
    yield states;
  }
  yield gone.slice(next);
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
