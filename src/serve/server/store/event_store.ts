import type { CoreV1Event } from "../../../base/event/event.ts";
import type { Clock } from "../../../base/tools/time.ts";
import { ChangeHistory, EventChange } from "./change_history.ts";
import { EventIndex } from "./event_index.ts";
import { StoredEvent } from "./stored_event.ts";

/**
 * Above this many events, saving memory matters more than the first list by selector, which must parse them all (680
 * ms; the next takes 10 ms).
 */
const MANY_EVENTS = 100_000;
/** Maximum number of expired events removed at once: about 2 ms of work. */
const MAX_REMOVED = 250;

interface EventStoreOptions {
  readonly ttlMs: number;
  readonly maxEvents: number;
  readonly maxBytes: number;
  readonly maxChanges: number;
  readonly clock: Clock;
  /** Called after every change, in order; must not throw. */
  readonly onChange: () => void;
  /** See {@linkcode ChangeHistory}. */
  readonly onForget: (resourceVersion: number) => void;
}

/** Some events of one version, in list order. */
interface EventView {
  /** In blocks, looked up lazily. */
  readonly events: Iterable<readonly StoredEvent[]>;
  readonly count: number;
}

/**
 * All events, with one counter of resource versions for the whole store, as in etcd.
 *
 * Every method is synchronous, so reads and writes between two `await`s are one transaction. An event is removed when
 * it expires; the least recently written ones are removed beyond `maxEvents` or `maxBytes`. Watches see both as
 * deletes. Before an event is removed to free bytes, changes are discarded until they take a quarter of `maxBytes`.
 */
export class EventStore {
  readonly #options: EventStoreOptions;
  /** The events in the order of their last write, so the first is always the next to expire. */
  readonly #events = new Map<string, StoredEvent>();
  /**
   * Iterates over the events in write order. It is kept between calls, because a new iterator would have to skip the slots
   * of all events that have moved to the end. `#first` is its current event, until that event is moved or removed.
   */
  #inOrder = this.#events.values();
  #first: StoredEvent | undefined;
  readonly #index = new EventIndex();
  /** The latest changes, for watches that start in the past. */
  readonly history: ChangeHistory;
  // A list of an empty store must not have version "0", which means "any version".
  #resourceVersion = 1;
  #bytes = 0;
  /** The latest reading of the clock, and the total time by which it has been set back. */
  #lastMs = -Infinity;
  #setBackMs = 0;

  constructor(options: EventStoreOptions) {
    this.#options = options;
    this.history = new ChangeHistory({ ...options, startsAfter: this.#resourceVersion });
  }

  get resourceVersion(): number {
    return this.#resourceVersion;
  }

  /** All events, least recently written first. */
  *values(): Iterable<StoredEvent> {
    const nowMs = this.#now();
    for (const stored of this.#events.values()) if (stored.expiresAtMs > nowMs) yield stored;
  }

  get(key: string): StoredEvent | undefined {
    const stored = this.#events.get(key);
    if (stored === undefined || stored.expiresAtMs > this.#now()) return stored;
    this.#remove(stored);
    return undefined;
  }

  /** Creates or replaces an event, and restarts its time to live. */
  put(event: CoreV1Event): StoredEvent {
    const resourceVersion = ++this.#resourceVersion;
    const current = new StoredEvent(
      withResourceVersion(event, String(resourceVersion)),
      { resourceVersion, expiresAtMs: this.#now() + this.#options.ttlMs },
    );
    const previous = this.#events.get(current.key);
    this.#index.set(current);
    // Unlinked first, to be moved to the end.
    if (previous !== undefined) this.#unlink(previous);
    this.#events.set(current.key, current);
    this.#bytes += current.bytes - (previous?.bytes ?? 0);
    this.#changed(new EventChange(resourceVersion, { previous, current }));
    this.#makeRoom();
    return current;
  }

  /** Removes a stored event; returns its last state, at the version of the removal. */
  delete(stored: StoredEvent): StoredEvent {
    return this.#remove(stored).tombstone;
  }

  /** Removes up to {@linkcode MAX_REMOVED} expired events; later calls remove the others, which reads hide. */
  removeExpired(): void {
    for (let left = MAX_REMOVED; left > 0 && this.nextExpiryMs() <= 0; left--) this.#remove(this.#oldest()!);
  }

  /** Milliseconds until the next event expires; `Infinity` if there is none. */
  nextExpiryMs(): number {
    const oldest = this.#oldest();
    return oldest === undefined ? Infinity : oldest.expiresAtMs - this.#now();
  }

  /**
   * Moves to a new version and discards all earlier ones, as if an object other than an event had been written, because
   * all objects of a cluster share etcd's counter.
   */
  compact(silently: boolean): void {
    this.history.compact(++this.#resourceVersion, silently);
  }

  /**
   * Moves to a version derived from the time, in microseconds, so that a restarted server does not reuse versions of
   * the previous one, unless that wrote more than a million changes a second. A client that resumes from an earlier
   * version then gets a 410, instead of waiting for that version.
   */
  skipToClock(): void {
    this.#skipTo(Math.floor(this.#options.clock.now() * 1000));
  }

  /** Stores an event of another server: at its own version if that is newer than all others, else at the next one. */
  restore(event: CoreV1Event): void {
    this.#skipTo(Number(event.metadata.resourceVersion) - 1);
    this.put(event);
  }

  #skipTo(version: number): void {
    if (!Number.isSafeInteger(version) || version <= this.#resourceVersion) return;
    // Compacts up to the current version first, so that running watches deliver their changes.
    this.history.compact(this.#resourceVersion, false);
    this.#resourceVersion = version;
    this.history.compact(version, false);
  }

  /**
   * The events whose key begins with `prefix`, from `start` on, by key. The store must not be written to during
   * iteration.
   *
   * @param options.resourceVersion A version that the history reaches; the current one by default.
   */
  view(prefix: string, options: { start?: string; resourceVersion?: number } = {}): EventView {
    const { start = "", resourceVersion = this.#resourceVersion } = options;
    const from = start > prefix ? start : prefix;
    // The first key after those that begin with the prefix.
    const to = prefix === ""
      ? undefined
      : prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1);
    const events = this.#index.range(from, to);
    const count = this.#index.count(from, to);
    if (resourceVersion === this.#resourceVersion) {
      return this.nextExpiryMs() <= 0 ? this.#unexpired(events) : { events, count };
    }
    const past = this.history.statesAt(resourceVersion);
    const gone: StoredEvent[] = [];
    let added = 0;
    for (const [key, state] of past) {
      if (key < from || to !== undefined && key >= to) continue;
      const isThere = this.#events.has(key);
      if (state === undefined && isThere) added++;
      if (state !== undefined && !isThere) gone.push(state);
    }
    gone.sort((a, b) => a.key < b.key ? -1 : 1);
    return { events: restored(events, gone, past), count: count + gone.length - added };
  }

  /**
   * The time for expiry, which never goes back, even if the clock is set back, so that events expire in the order of
   * their last writes, `ttlMs` after them.
   */
  #now(): number {
    const nowMs = this.#options.clock.now();
    this.#setBackMs += Math.max(0, this.#lastMs - nowMs);
    this.#lastMs = nowMs;
    return nowMs + this.#setBackMs;
  }

  #unexpired(events: Iterable<readonly StoredEvent[]>): EventView {
    const nowMs = this.#now();
    const left = Array.from(events, (block) => block.filter(({ expiresAtMs }) => expiresAtMs > nowMs));
    return { events: left, count: left.reduce((sum, { length }) => sum + length, 0) };
  }

  #oldest(): StoredEvent | undefined {
    // All events but the first are still ahead of the iterator, which also reaches those added later.
    if (this.#first === undefined && this.#events.size > 0) this.#first = this.#inOrder.next().value;
    return this.#first;
  }

  #unlink(stored: StoredEvent): void {
    this.#events.delete(stored.key);
    if (this.#first === stored) this.#first = undefined;
  }

  #remove(stored: StoredEvent): EventChange {
    this.#unlink(stored);
    this.#index.delete(stored.key);
    this.#bytes -= stored.bytes;
    const change = new EventChange(++this.#resourceVersion, { previous: stored });
    this.#changed(change);
    return change;
  }

  #makeRoom(): void {
    const { maxEvents, maxBytes } = this.#options;
    while (this.#events.size > maxEvents) this.#remove(this.#oldest()!);
    while (this.#bytes + this.history.bytes > maxBytes) {
      // Leaves the history a quarter; otherwise every write to a full store would send all watches a 410.
      if (this.history.bytes > maxBytes / 4) this.history.forgetOldest();
      else this.#remove(this.#oldest()!);
    }
  }

  #changed(change: EventChange): void {
    const oldest = this.history.push(change);
    if (this.#events.size > MANY_EVENTS) oldest?.current?.shrink();
    this.#options.onChange();
  }
}

/** The events of an earlier version: the current events with their states in `past`, and the deleted ones. */
function* restored(
  events: Iterable<readonly StoredEvent[]>,
  gone: readonly StoredEvent[],
  past: ReadonlyMap<string, StoredEvent | undefined>,
): Iterable<readonly StoredEvent[]> {
  let next = 0;
  for (const block of events) {
    const states: StoredEvent[] = [];
    for (const stored of block) {
      while (next < gone.length && gone[next]!.key < stored.key) states.push(gone[next++]!);
      const state = past.has(stored.key) ? past.get(stored.key) : stored;
      if (state !== undefined) states.push(state);
    }
    yield states;
  }
  yield gone.slice(next);
}

function withResourceVersion(event: CoreV1Event, resourceVersion: string): CoreV1Event {
  return event.metadata.resourceVersion === resourceVersion
    ? event
    : { ...event, metadata: { ...event.metadata, resourceVersion } };
}
