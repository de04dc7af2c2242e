import type { CoreV1Event } from "../api/event.ts";
import { SimilarEvents } from "./event_aggregator.ts";
import {
  aggregateByReason,
  getEventKey,
  getSpamKey,
  getSpamKeyWithReason,
  joinKey,
  similarKeyParts,
} from "./event_key.ts";
import { type CacheStats, type Linked, LruList } from "./record_cache.ts";
import type { SpamTokens } from "./spam_filter.ts";

/**
 * Recent (source, object, type) tuples, the keys of `getSpamKey`, and, within each, groups of similar events, the keys
 * of `aggregateByReason`, which differ only in message and field path.
 *
 * Looked up by the object's uid, whose hash the engine has cached, then by comparing fields: joining and hashing keys
 * would dominate the cost of correlating.
 *
 * Origins and groups are evicted like records under those keys. Every event uses both, so no group outlives its origin.
 */
export class EventOrigins {
  /** By the object's uid, or else name. */
  readonly #places = new Map<string, Place<EventOrigin>>();
  readonly #origins: LruList<EventOrigin>;
  readonly #groups: LruList<EventGroup>;

  constructor(cacheSize: number) {
    this.#origins = new LruList(cacheSize);
    this.#groups = new LruList(cacheSize);
  }

  /** Returns the group of `event`, and marks it and its origin as most recently used. */
  of(event: CoreV1Event): EventGroup {
    const origin = this.#find(event);
    const evictedOrigin = this.#origins.use(origin);
    if (evictedOrigin !== undefined) this.#evict(evictedOrigin);

    let group = find(origin.groups, event, getGroupKey);
    if (group === undefined) origin.groups = add(origin.groups, group = new EventGroup(event, origin));
    const evictedGroup = this.#groups.use(group);
    if (evictedGroup !== undefined) evictedGroup.origin.groups = remove(evictedGroup.origin.groups, evictedGroup);
    group.setLatest(event);
    return group;
  }

  /** Returns the cache statistics. */
  stats(): Readonly<Record<"origins" | "groups", CacheStats>> {
    return { origins: this.#origins.stats(), groups: this.#groups.stats() };
  }

  /** Returns the origin of `event`, created if missing. */
  #find(event: CoreV1Event): EventOrigin {
    const { uid, name } = event.involvedObject ?? {};
    const id = uid || name || "";
    const place = this.#places.get(id);
    const known = find(place, event, getSpamKey);
    if (known !== undefined) return known;
    const origin = new EventOrigin(event);
    this.#places.set(id, add(place, origin));
    return origin;
  }

  #evict(origin: EventOrigin): void {
    const id = origin.uid || origin.name;
    const place = remove(this.#places.get(id), origin);
    if (place === undefined) this.#places.delete(id);
    else this.#places.set(id, place);
  }
}

/**
 * Maximum length of a list; beyond it a map is used. Searching 16 records takes a tenth of joining a key (30 ns to
 * 300), searching hundreds would take longer.
 */
const MAX_LIST_LENGTH = 16;

/** A record that is looked up by the fields of an event. */
interface Placed<R> {
  /** The next record of the list. */
  next: R | undefined;
  /** The fields that `matches` compares. */
  readonly key: string;
  /** Returns whether it is the record of `event`. */
  matches(event: CoreV1Event): boolean;
}

/** Records with the same uid, or of one origin: a linked list while there are few, then a map. */
type Place<R> = R | Map<string, R> | undefined;

/** Returns the record of an event, whose key is `keyOf(event)`. */
function find<R extends Placed<R>>(
  place: Place<R>,
  event: CoreV1Event,
  keyOf: (event: CoreV1Event) => string,
): R | undefined {
  if (place instanceof Map) return place.get(keyOf(event));
  for (let record = place; record !== undefined; record = record.next) if (record.matches(event)) return record;
  return undefined;
}

function add<R extends Placed<R>>(place: Place<R>, record: R): Place<R> {
  if (place instanceof Map) return place.set(record.key, record);
  let length = 0;
  for (let other = place; other !== undefined; other = other.next) length++;
  record.next = place;
  if (length < MAX_LIST_LENGTH) return record;
  const byKey = new Map<string, R>();
  for (let other: R | undefined = record; other !== undefined; other = other.next) byKey.set(other.key, other);
  return byKey;
}

/** Removes a record from a place, if it is there; returns the place, if something is left. */
function remove<R extends Placed<R>>(place: Place<R>, record: R): Place<R> {
  if (place instanceof Map) {
    // Non-string fields can collide; only one of them is stored.
    if (place.get(record.key) === record) place.delete(record.key);
    return place.size > 0 ? place : undefined;
  }
  if (place === record) return record.next;
  for (let other = place; other !== undefined; other = other.next) {
    if (other.next !== record) continue;
    other.next = record.next;
    break;
  }
  return place;
}

/** A (source, object, type) tuple, which determines `getSpamKey`. */
export class EventOrigin implements Placed<EventOrigin>, Linked<EventOrigin> {
  next: EventOrigin | undefined;
  older: EventOrigin | undefined;
  newer: EventOrigin | undefined;
  groups: Place<EventGroup>;
  /** Its token bucket, once used. */
  tokens: SpamTokens | undefined;
  readonly uid: string;
  readonly name: string;
  readonly #component: string;
  readonly #host: string;
  readonly #kind: string;
  readonly #namespace: string;
  readonly #apiVersion: string;
  readonly #type: string;

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

  /** The key of `getSpamKey`. */
  get key(): string {
    const involvedObject = {
      kind: this.#kind,
      namespace: this.#namespace,
      name: this.name,
      uid: this.uid,
      apiVersion: this.#apiVersion,
    };
    const source = { component: this.#component, host: this.#host };
    return getSpamKey({ metadata: {}, involvedObject, source, type: this.#type });
  }

  /** Compares the fields of `getSpamKey`, without allocating: every event passes here. */
  matches({ source, involvedObject, type }: CoreV1Event): boolean {
    return this.uid === (involvedObject?.uid ?? "") && this.name === (involvedObject?.name ?? "") &&
      this.#type === (type ?? "") && this.#component === (source?.component ?? "") &&
      this.#host === (source?.host ?? "") && this.#namespace === (involvedObject?.namespace ?? "") &&
      this.#kind === (involvedObject?.kind ?? "") && this.#apiVersion === (involvedObject?.apiVersion ?? "");
  }
}

/** An origin with a reason and a reporter, which determine the group of `aggregateByReason`. */
export class EventGroup extends SimilarEvents implements Placed<EventGroup>, Linked<EventGroup> {
  next: EventGroup | undefined;
  older: EventGroup | undefined;
  newer: EventGroup | undefined;
  readonly origin: EventOrigin;
  /** The message of the latest event; the same string object for equal texts. */
  message = "";
  readonly #reason: string;
  readonly #component: string;
  readonly #instance: string;
  #fieldPath = "";
  // Keys are joined lazily and cached: maps look up an identical string object fastest.
  #combinedKey: string | undefined;
  #eventKey: string | undefined;
  #spamKeyWithReason: string | undefined;

  constructor({ reason, reportingComponent, reportingInstance }: CoreV1Event, origin: EventOrigin) {
    super();
    this.origin = origin;
    this.#reason = reason ?? "";
    this.#component = reportingComponent ?? "";
    this.#instance = reportingInstance ?? "";
  }

  get key(): string {
    return joinKey([this.#reason, this.#component, this.#instance]);
  }

  /** Compares the fields of `similarKeyParts`. */
  matches({ reason, reportingComponent, reportingInstance }: CoreV1Event): boolean {
    return this.#reason === (reason ?? "") && this.#component === (reportingComponent ?? "") &&
      this.#instance === (reportingInstance ?? "");
  }

  /** Makes `event` the one whose keys are returned. */
  setLatest(event: CoreV1Event): void {
    const message = event.message ?? "";
    const fieldPath = event.involvedObject?.fieldPath ?? "";
    if (message === this.message && fieldPath === this.#fieldPath) return;
    this.message = message;
    this.#fieldPath = fieldPath;
    this.#eventKey = undefined;
  }

  /**
   * Returns the key to count `event` under: of a combined one the group of `aggregateByReason`, else that of
   * `getEventKey`, by which recordings identify it, also after an eviction.
   */
  keyOf(event: CoreV1Event, combined: boolean): string {
    if (combined) return this.#combinedKey ??= aggregateByReason(event).group;
    return this.#eventKey ??= getEventKey(event);
  }

  /** Returns the key of `getSpamKeyWithReason`. */
  spamKeyWithReason(event: CoreV1Event): string {
    return this.#spamKeyWithReason ??= getSpamKeyWithReason(event);
  }
}

/** Returns the key of an event's group within its origin. */
function getGroupKey(event: CoreV1Event): string {
  return joinKey(similarKeyParts(event));
}
