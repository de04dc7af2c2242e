import { checkResult, returningString } from "../../base/tools/check_options.ts";
import type { CoreV1Event } from "../../base/event/event.ts";
import {
  aggregateByReason,
  type AggregateKey,
  getEventKey,
  getSpamKey,
  getSpamKeyWithReason,
  joinKey,
  similarKeyParts,
} from "./event_key.ts";
import { type CacheStats, Records, SimilarEvents, type SpamLimit, SpamTokens } from "./records.ts";

export abstract class EventGroup extends SimilarEvents {
  /** The origin that all its events share, if known. */
  abstract readonly origin: Origin | undefined;

  /** Returns the key to count `event`, the latest, under: that of the group if it is combined, else its own. */
  abstract keyOf(event: CoreV1Event, isCombined: boolean): string;

  spamKeyWithReason(event: CoreV1Event): string {
    return getSpamKeyWithReason(event);
  }
}

/**
 * The groups of recent events: {@linkcode KeyedGroups}, or {@linkcode ComparedGroups} for the built-in keys. Both find
 * and evict the same groups.
 */
export interface EventGroups {
  /** Returns the group of `event`, now its latest, and marks it as most recently used. */
  of(event: CoreV1Event): EventGroup;
  stats(): CacheStats;
}

export interface EventKeys {
  readonly aggregateKey: (event: CoreV1Event) => AggregateKey;
  /** Returns the key to count an event under that is not combined. */
  readonly eventKey: (event: CoreV1Event) => string;
}

/** Creates groups that are found by `keys`: within `origins` if these are built in. */
export function groupsBy(keys: EventKeys, cacheSize: number, origins: Origins): EventGroups {
  const isBuiltIn = keys.aggregateKey === aggregateByReason && keys.eventKey === getEventKey;
  return isBuiltIn ? new ComparedGroups(cacheSize, origins) : new KeyedGroups(cacheSize, keys);
}

/** The tokens of recent spam keys. */
export interface EventTokens {
  /** Whether the key may depend on fields that the other stages change, as a built-in one does not. */
  readonly isKeyCustom: boolean;
  of(event: CoreV1Event, group: EventGroup): SpamTokens;
  stats(): CacheStats;
}

/** Creates tokens that are found by `spamKey`: those of `origins`, with their limit, if it is `getSpamKey`. */
export function tokensBy(spamKey: (event: CoreV1Event) => string, cacheSize: number, origins: Origins): EventTokens {
  if (spamKey === getSpamKey) {
    return {
      isKeyCustom: false,
      of: (event, group) => group.origin ?? origins.of(event),
      stats: () => origins.stats(),
    };
  }
  const isKeyCustom = spamKey !== getSpamKeyWithReason;
  const keyOf = returningString("spamKey", spamKey);
  const tokens = new Records(cacheSize, () => new SpamTokens(origins.limit));
  return {
    isKeyCustom,
    of: (event, group) => tokens.of(isKeyCustom ? keyOf(event) : group.spamKeyWithReason(event)),
    stats: () => tokens.stats(),
  };
}

export class KeyedGroups implements EventGroups {
  readonly #groups: Records<KeyedGroup>;
  readonly #aggregateKey: EventKeys["aggregateKey"];

  constructor(cacheSize: number, { aggregateKey, eventKey }: EventKeys) {
    this.#groups = new Records(cacheSize, (group) => new KeyedGroup(group, eventKey));
    this.#aggregateKey = aggregateKey;
  }

  of(event: CoreV1Event): EventGroup {
    const key = this.#aggregateKey(event);
    // Keys that are not strings are accepted: anything but undefined can distinguish events.
    const isValid = key?.group !== undefined && key.local !== undefined;
    const { group, local } = checkResult("aggregateKey", "{ group, local }", key, isValid);
    const similar = this.#groups.of(group);
    similar.local = local;
    return similar;
  }

  stats(): CacheStats {
    return this.#groups.stats();
  }
}

class KeyedGroup extends EventGroup {
  override readonly origin = undefined;
  readonly #key: string;
  readonly #eventKey: (event: CoreV1Event) => string;

  constructor(key: string, eventKey: (event: CoreV1Event) => string) {
    super();
    this.#key = key;
    this.#eventKey = eventKey;
  }

  override keyOf(event: CoreV1Event, isCombined: boolean): string {
    return isCombined ? this.#key : this.#eventKey(event);
  }
}

/**
 * Recent origins, each with its tokens: what `Records` would hold by `getSpamKey`, evicted in the same order.
 *
 * Looked up by the object's uid, whose hash the engine has cached, then by comparing fields: joining and hashing keys
 * would dominate the cost of correlating.
 */
export class Origins {
  /** By the object's uid, or else name. */
  readonly #places = new Map<string, Place<Origin>>();
  readonly #used: LruList<Origin>;
  readonly limit: SpamLimit;

  constructor(cacheSize: number, limit: SpamLimit) {
    this.#used = new LruList(cacheSize);
    this.limit = limit;
  }

  /** Returns the origin of `event`, which becomes the most recently used. */
  of(event: CoreV1Event): Origin {
    const { uid, name } = event.involvedObject ?? {};
    const id = uid || name || "";
    const place = this.#places.get(id);
    let origin = find(place, event, getSpamKey);
    if (origin === undefined) this.#places.set(id, add(place, origin = new Origin(event, this.limit)));
    const evicted = this.#used.use(origin);
    if (evicted !== undefined) this.#evict(evicted);
    return origin;
  }

  stats(): CacheStats {
    return this.#used.stats();
  }

  #evict(origin: Origin): void {
    const id = origin.uid || origin.name;
    const place = remove(this.#places.get(id), origin);
    if (place === undefined) this.#places.delete(id);
    else this.#places.set(id, place);
  }
}

/**
 * Groups of `aggregateByReason`, found within their origin by comparing fields.
 *
 * Every event uses a group and its origin, so no group outlives its origin.
 */
export class ComparedGroups implements EventGroups {
  readonly #origins: Origins;
  readonly #used: LruList<ComparedGroup>;

  constructor(cacheSize: number, origins: Origins) {
    this.#origins = origins;
    this.#used = new LruList(cacheSize);
  }

  of(event: CoreV1Event): EventGroup {
    const origin = this.#origins.of(event);
    let group = find(origin.groups, event, getGroupKey);
    if (group === undefined) origin.groups = add(origin.groups, group = new ComparedGroup(event, origin));
    const evicted = this.#used.use(group);
    if (evicted !== undefined) evicted.origin.groups = remove(evicted.origin.groups, evicted);
    group.setLatest(event);
    return group;
  }

  stats(): CacheStats {
    return this.#used.stats();
  }
}

/**
 * Maximum length of a list; beyond it a map is used. Searching 16 records takes a tenth of joining a key (30 ns to
 * 300), searching hundreds would take longer.
 */
const MAX_LIST_LENGTH = 16;

/** A record that is looked up by the fields of an event. */
interface Placed<R> {
  next: R | undefined;
  /** The fields that `matches` compares. */
  readonly key: string;
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

/** A source, object and type, the fields of `getSpamKey`, with the tokens that are left. */
export class Origin extends SpamTokens implements Placed<Origin>, Linked<Origin> {
  next: Origin | undefined;
  older: Origin | undefined;
  newer: Origin | undefined;
  groups: Place<ComparedGroup>;
  readonly uid: string;
  readonly name: string;
  readonly #component: string;
  readonly #host: string;
  readonly #kind: string;
  readonly #namespace: string;
  readonly #apiVersion: string;
  readonly #type: string;

  constructor({ source, involvedObject, type }: CoreV1Event, limit: SpamLimit) {
    super(limit);
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
    const { uid, name } = this;
    const involvedObject = { kind: this.#kind, namespace: this.#namespace, name, uid, apiVersion: this.#apiVersion };
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

/** A reason and a reporter within an origin. */
class ComparedGroup extends EventGroup implements Placed<ComparedGroup>, Linked<ComparedGroup> {
  next: ComparedGroup | undefined;
  older: ComparedGroup | undefined;
  newer: ComparedGroup | undefined;
  override readonly origin: Origin;
  readonly #reason: string;
  readonly #component: string;
  readonly #instance: string;
  #fieldPath = "";
  // Keys are joined lazily and cached: maps look up an identical string object fastest.
  #combinedKey: string | undefined;
  #eventKey: string | undefined;
  #spamKeyWithReason: string | undefined;

  constructor({ reason, reportingComponent, reportingInstance }: CoreV1Event, origin: Origin) {
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
    if (message === this.local && fieldPath === this.#fieldPath) return;
    this.local = message; // the same string object for equal texts
    this.#fieldPath = fieldPath;
    this.#eventKey = undefined;
  }

  override keyOf(event: CoreV1Event, isCombined: boolean): string {
    if (isCombined) return this.#combinedKey ??= aggregateByReason(event).group;
    return this.#eventKey ??= getEventKey(event);
  }

  override spamKeyWithReason(event: CoreV1Event): string {
    return this.#spamKeyWithReason ??= getSpamKeyWithReason(event);
  }
}

/** Returns the key of an event's group within its origin. */
function getGroupKey(event: CoreV1Event): string {
  return joinKey(similarKeyParts(event));
}

/** A record with its neighbors in order of use. */
export interface Linked<R> {
  older: R | undefined;
  /** Undefined for the newest, and for a record that is not in the list. */
  newer: R | undefined;
}

/** A linked list in order of last use: moving a record needs no lookup. */
export class LruList<R extends Linked<R>> {
  readonly #maxSize: number;
  #oldest: R | undefined;
  #newest: R | undefined;
  #size = 0;
  #hits = 0;
  #misses = 0;

  constructor(maxSize: number) {
    this.#maxSize = maxSize;
  }

  /** Makes a record the most recently used, and adds it if it is new; returns the record that it evicts. */
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
    evicted.newer = undefined; // so that it does not retain newer records
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
    newer!.older = older; // exists, as the newest is never removed
  }
}
