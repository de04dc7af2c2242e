import type { CoreV1Event } from "../api/event.ts";
import { SimilarEvents } from "./event_aggregator.ts";
import { aggregateByReason, getEventKey, getSpamKeyWithReason, joinKey } from "./event_key.ts";
import type { CacheStats } from "./record_cache.ts";
import type { SpamTokens } from "./spam_filter.ts";

/**
 * The origins of recent events (equal in `getSpamKey`), and the groups of each origin (equal in `aggregateByReason`,
 * events that differ only in message and field path).
 *
 * Looked up by the object's uid, a string whose hash the engine has cached, and by comparing fields: joining and
 * hashing a key of each kind would be most of the cost of correlating.
 *
 * Origins and groups are evicted as records under those keys would be. Every event uses both, so no group outlives its
 * origin.
 */
export class EventOrigins {
  /** By the object's uid, or else name: its origin, or a `Place` if it has several. */
  readonly #places = new Map<string, EventOrigin | Place<EventOrigin>>();
  readonly #origins: LruList<EventOrigin>;
  readonly #groups: LruList<EventGroup>;

  constructor(cacheSize: number) {
    this.#origins = new LruList(cacheSize);
    this.#groups = new LruList(cacheSize);
  }

  /** Returns the group of `event`, which becomes the most recently used, as does its origin. */
  of(event: CoreV1Event): EventGroup {
    const origin = this.#origin(event);
    const group = origin.groups.find(event) ?? origin.groups.add(new EventGroup(event, origin));
    const evicted = this.#groups.use(group);
    evicted?.origin.groups.delete(evicted);
    group.setLatest(event);
    return group;
  }

  /** Returns the cache statistics. */
  stats(): Readonly<Record<"origins" | "groups", CacheStats>> {
    return { origins: this.#origins.stats(), groups: this.#groups.stats() };
  }

  #origin(event: CoreV1Event): EventOrigin {
    const { uid, name } = event.involvedObject ?? {};
    const id = uid || name || "";
    const place = this.#places.get(id);
    const known = place instanceof Place ? place.find(event) : place?.matches(event) ? place : undefined;
    const origin = known ?? this.#add(new EventOrigin(event), id);
    const evicted = this.#origins.use(origin);
    if (evicted !== undefined) this.#delete(evicted);
    return origin;
  }

  /** Adds an origin, unless one with its key is here, and returns the one that is. */
  #add(origin: EventOrigin, id: string): EventOrigin {
    const place = this.#places.get(id);
    if (place instanceof Place) return place.add(origin);
    if (place === undefined) {
      this.#places.set(id, origin);
      return origin;
    }
    const several = new Place<EventOrigin>();
    this.#places.set(id, several);
    several.add(place);
    return several.add(origin);
  }

  #delete(origin: EventOrigin): void {
    const id = origin.uid || origin.name;
    const place = this.#places.get(id);
    if (place instanceof Place) place.delete(origin);
    if (place === origin || place instanceof Place && place.isEmpty) this.#places.delete(id);
  }
}

/** A record with its neighbours in the order of use. */
interface Linked<R> {
  older: R | undefined;
  /** Undefined for the newest, and for a record that is not in the list. */
  newer: R | undefined;
}

/** Records in the order of their last use, as a linked list: moving one takes no lookup. */
class LruList<R extends Linked<R>> {
  readonly #maxSize: number;
  #oldest: R | undefined;
  #newest: R | undefined;
  #size = 0;
  #hits = 0;
  #misses = 0;

  constructor(maxSize: number) {
    this.#maxSize = maxSize;
  }

  /** Makes a record the most recently used; returns the one that is evicted for it, if it is new. */
  use(record: R): R | undefined {
    const isNewest = record === this.#newest;
    if (isNewest || record.newer !== undefined) {
      this.#hits++;
      if (isNewest) return undefined;
      this.#remove(record);
      this.#append(record);
      return undefined;
    }
    this.#misses++;
    this.#append(record);
    if (this.#size < this.#maxSize) {
      this.#size++;
      return undefined;
    }
    const evicted = this.#oldest!;
    this.#remove(evicted);
    evicted.newer = undefined; // or it would keep newer records in memory
    return evicted;
  }

  stats(): CacheStats {
    return { size: this.#size, hits: this.#hits, misses: this.#misses, evictions: this.#misses - this.#size };
  }

  #append(record: R): void {
    record.older = this.#newest;
    record.newer = undefined;
    if (this.#newest === undefined) this.#oldest = record;
    else this.#newest.newer = record;
    this.#newest = record;
  }

  #remove({ older, newer }: R): void {
    if (older === undefined) this.#oldest = newer;
    else older.newer = newer;
    newer!.older = older; // there is one: the newest is never removed
  }
}

/** Maximum length of the list of a place; more records are looked up by their keys. */
const MAX_LIST_LENGTH = 16;

/** A record that is found by the fields of an event. */
interface Placed<R> {
  /** The next one of its place. */
  next: R | undefined;
  /** The fields that `matches` compares. */
  readonly key: string;
  /** Returns whether it is the record of `event`. */
  matches(event: CoreV1Event): boolean;
}

/** Records that are found at one place: in a list while they are few, then by their keys. */
class Place<R extends Placed<R>> {
  #first: R | undefined;
  #byKey: Map<string, R> | undefined;

  get isEmpty(): boolean {
    return this.#first === undefined && !this.#byKey?.size;
  }

  /** Returns the record of `event`, if it is here and in the list. */
  find(event: CoreV1Event): R | undefined {
    let record = this.#first;
    while (record !== undefined && !record.matches(event)) record = record.next;
    return record;
  }

  /** Adds a record, unless one with its key is here, and returns the one that is. */
  add(record: R): R {
    if (this.#byKey === undefined && this.#prepend(record)) return record;
    const byKey = this.#byKey ??= this.#takeList();
    const known = byKey.get(record.key);
    if (known === undefined) byKey.set(record.key, record);
    return known ?? record;
  }

  /** Removes a record, if it is here: of several whose fields are not strings but make the same key, one is. */
  delete(record: R): void {
    if (this.#byKey?.get(record.key) === record) this.#byKey.delete(record.key);
    if (this.#first === record) this.#first = record.next;
    for (let other = this.#first; other !== undefined; other = other.next) {
      if (other.next === record) other.next = record.next;
    }
  }

  #prepend(record: R): boolean {
    let size = 0;
    for (let other = this.#first; other !== undefined; other = other.next) size++;
    if (size === MAX_LIST_LENGTH) return false;
    record.next = this.#first;
    this.#first = record;
    return true;
  }

  #takeList(): Map<string, R> {
    const byKey = new Map<string, R>();
    for (let record = this.#first; record !== undefined; record = record.next) byKey.set(record.key, record);
    this.#first = undefined;
    return byKey;
  }
}

/** The source, object and type of events with the same `getSpamKey`. */
export class EventOrigin implements Placed<EventOrigin>, Linked<EventOrigin> {
  next: EventOrigin | undefined;
  older: EventOrigin | undefined;
  newer: EventOrigin | undefined;
  /** The groups of its events. */
  readonly groups: Place<EventGroup> = new Place();
  /** Its tokens, once one has been taken. */
  tokens: SpamTokens | undefined;
  readonly uid: string;
  readonly name: string;
  readonly #component: string;
  readonly #host: string;
  readonly #kind: string;
  readonly #namespace: string;
  readonly #apiVersion: string;
  readonly #type: string;
  #key: string | undefined;

  constructor({ source, involvedObject, type }: CoreV1Event) {
    this.uid = involvedObject?.uid ?? "";
    this.name = involvedObject?.name ?? "";
    this.#component = source?.component ?? "";
    this.#host = source?.host ?? "";
    this.#kind = involvedObject?.kind ?? "";
    this.#namespace = involvedObject?.namespace ?? "";
    this.#apiVersion = involvedObject?.apiVersion ?? "";
    this.#type = type ?? "";
  }

  get key(): string {
    const object = [this.uid, this.name, this.#kind, this.#namespace, this.#apiVersion];
    return this.#key ??= joinKey([...object, this.#component, this.#host, this.#type]);
  }

  matches({ source, involvedObject, type }: CoreV1Event): boolean {
    return this.uid === (involvedObject?.uid ?? "") && this.name === (involvedObject?.name ?? "") &&
      this.#type === (type ?? "") && this.#component === (source?.component ?? "") &&
      this.#host === (source?.host ?? "") && this.#namespace === (involvedObject?.namespace ?? "") &&
      this.#kind === (involvedObject?.kind ?? "") && this.#apiVersion === (involvedObject?.apiVersion ?? "");
  }
}

/** The origin, reason and reporter of events with the same group of `aggregateByReason`. */
export class EventGroup extends SimilarEvents implements Placed<EventGroup>, Linked<EventGroup> {
  next: EventGroup | undefined;
  older: EventGroup | undefined;
  newer: EventGroup | undefined;
  readonly origin: EventOrigin;
  /** The message of the latest event, the same string for the same text. */
  message = "";
  readonly #reason: string;
  readonly #component: string;
  readonly #instance: string;
  #key: string | undefined;
  #fieldPath = "";
  #eventKey: string | undefined;
  #groupKey: string | undefined;
  #spamKeyWithReason: string | undefined;

  constructor({ reason, reportingComponent, reportingInstance }: CoreV1Event, origin: EventOrigin) {
    super();
    this.origin = origin;
    this.#reason = reason ?? "";
    this.#component = reportingComponent ?? "";
    this.#instance = reportingInstance ?? "";
  }

  get key(): string {
    return this.#key ??= joinKey([this.#reason, this.#component, this.#instance]);
  }

  matches({ reason, reportingComponent, reportingInstance }: CoreV1Event): boolean {
    return this.#reason === (reason ?? "") && this.#component === (reportingComponent ?? "") &&
      this.#instance === (reportingInstance ?? "");
  }

  /** Makes `event` the latest, of which the keys are returned. */
  setLatest(event: CoreV1Event): void {
    const message = event.message ?? "";
    const fieldPath = event.involvedObject?.fieldPath ?? "";
    if (message === this.message && fieldPath === this.#fieldPath) return;
    this.message = message;
    this.#fieldPath = fieldPath;
    this.#eventKey = undefined;
  }

  // Keys are joined on first use, and kept: maps look up the same string object fastest.

  /** Returns the key of `getEventKey`. */
  eventKey(event: CoreV1Event): string {
    return this.#eventKey ??= getEventKey(event);
  }

  /** Returns the group of `aggregateByReason`. */
  groupKey(event: CoreV1Event): string {
    return this.#groupKey ??= aggregateByReason(event).group;
  }

  /** Returns the key of `getSpamKeyWithReason`. */
  spamKeyWithReason(event: CoreV1Event): string {
    return this.#spamKeyWithReason ??= getSpamKeyWithReason(event);
  }
}
