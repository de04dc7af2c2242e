import { LRUCache } from "lru-cache";
import type { OptionTable } from "../../base/tools/check_options.ts";
import type { CoreV1Event } from "../../base/event/event.ts";
import type { JsonPatchOperation } from "../../base/event/kubernetes_object.ts";
import { isBefore } from "../../base/tools/time.ts";
import type { Correlation, CountRecord } from "./correlator.ts";

/** The limits at which a group is combined and reset. */
export interface GroupLimit {
  readonly maxEvents: number;
  readonly maxIntervalMs: number;
}

/** The distinct events of a group (client-go's `aggregateRecord`). */
export class SimilarEvents {
  #lastMs = NaN;
  // The local key of the only event. Most groups have one event, and a set would be the most expensive part of the
  // record.
  #only: string | undefined;
  #localKeys: Set<string> | undefined;

  /**
   * Adds the local key of an event; returns whether the group is full, so that the combined event replaces this one.
   */
  add(local: string, nowMs: number, { maxEvents, maxIntervalMs }: GroupLimit): boolean {
    if (nowMs - this.#lastMs > maxIntervalMs) this.#only = this.#localKeys = undefined;
    this.#lastMs = nowMs;
    if (this.#localKeys !== undefined) this.#localKeys.add(local);
    else if (this.#only === undefined) this.#only = local;
    else if (this.#only !== local) this.#localKeys = new Set([this.#only, local]);

    if ((this.#localKeys?.size ?? 1) < maxEvents) return false;
    this.#localKeys?.delete(this.#localKeys.values().next().value!); // the oldest
    return true;
  }
}

/** The largest count: an int32 on the wire. */
export const MAX_COUNT = 2 ** 31 - 1;

/** A count that the spam filter holds back, for the trailing write. */
export interface Trailing {
  readonly key: string;
  /** When the first and the latest of the held-back repeats were counted, in milliseconds since 1970. */
  sinceMs: number;
  countedMs: number;
  /** The records that are ahead, this one among them. */
  readonly ahead: Set<EventRecord>;
}

/** The count of an event (client-go's `eventLog`). */
export class EventRecord implements CountRecord {
  /** Number of occurrences; 0 before the first. */
  count = 0;
  /** Time of the first occurrence, RFC 3339 in seconds. */
  #firstTimestamp: string | null | undefined;
  /** Whether an occurrence recorded late turned out to be the earliest. */
  #isFirstEarlier = false;
  /** Time of the latest occurrence, and its message. */
  #lastTimestamp: string | null | undefined;
  #message: string | undefined;
  /** The first event; repeats keep all its fields except count, times and message. */
  #first: CoreV1Event | undefined;
  name: string | undefined;
  resourceVersion: string | undefined;
  /** The count of the latest write; 0 before the first. */
  writtenCount = 0;
  /** Undefined unless the count is ahead. */
  trailing: Trailing | undefined;

  get isAhead(): boolean {
    return this.trailing !== undefined;
  }

  /** Returns the write of the first event, and with it the write of another event that was evicted to make room. */
  create(key: string, event: CoreV1Event, evicted: Correlation | undefined): Correlation {
    this.#caughtUp();
    return { type: "create", key, event, record: this, evicted };
  }

  patch(key: string, event: CoreV1Event): Correlation {
    const added = this.count - this.writtenCount;
    this.#caughtUp();
    return { type: "patch", key, event, patch: this.patchOf(event), added, record: this };
  }

  /** Leaves the count to a trailing write, which replaces an earlier one. */
  postpone(trailing: Trailing): void {
    this.trailing = trailing;
    trailing.ahead.add(this);
  }

  write(): Correlation {
    return this.patch(this.trailing!.key, this.#repeat());
  }

  forget(): void {
    this.count = 0;
    this.#caughtUp();
    this.name = undefined;
  }

  #caughtUp(): void {
    this.writtenCount = this.count;
    this.trailing?.ahead.delete(this);
    this.trailing = undefined;
  }

  /**
   * Counts an event and returns it as it would be written: the first event unchanged, a repeat as a copy of the first
   * with the count, the earliest and the latest time, and the latest message.
   *
   * Unlike client-go, whose count overflows to a negative number, the count saturates. Unlike client-go, which creates
   * an expired event with the other fields of its latest repeat and lets the last time go back, all other fields stay
   * those of the first event.
   */
  observe(event: CoreV1Event): CoreV1Event {
    const { firstTimestamp, lastTimestamp, message } = event;
    const isFirst = this.count === 0;
    if (isFirst) this.store(event);
    else if (this.count < MAX_COUNT) this.count++;
    if (isFirst || this.#first === undefined) this.#first = event;
    if (isFirst || !isBefore(lastTimestamp, this.#lastTimestamp)) {
      this.#lastTimestamp = lastTimestamp;
      this.#message = message;
    }
    if (isBefore(firstTimestamp, this.#firstTimestamp)) {
      this.#firstTimestamp = firstTimestamp;
      this.#isFirstEarlier = true;
    }
    return isFirst ? event : this.#repeat();
  }

  /** Returns the patch that updates the event on the server to a repeat. */
  patchOf(repeat: CoreV1Event): readonly JsonPatchOperation[] {
    const patch = repeatPatch(repeat);
    if (!this.#isFirstEarlier) return patch;
    return [...patch, { op: "replace", path: "/firstTimestamp", value: repeat.firstTimestamp ?? null }];
  }

  store(event: CoreV1Event): void {
    const { metadata, firstTimestamp, count } = event;
    this.count = count ?? 0;
    this.#firstTimestamp = firstTimestamp;
    this.#isFirstEarlier = false;
    this.name = metadata.name;
    this.resourceVersion = metadata.resourceVersion;
  }

  /**
   * Stores the server's response to the write of `written`, and keeps the repeats counted since that write. Reads only
   * the count and the version, because name and first time never change, and a sink may omit them or return anything.
   * Ignores the response if the record belongs to another event by now.
   */
  acknowledge({ metadata, count }: CoreV1Event, written: CoreV1Event): void {
    if (this.name !== written.metadata.name) return;
    const writtenCount = written.count ?? 0;
    const countedSince = this.count - writtenCount;
    const storedCount = Number.isInteger(count) && count! >= 0 ? count! : writtenCount;
    this.count = Math.min(storedCount + countedSince, MAX_COUNT);
    this.resourceVersion = metadata.resourceVersion;
  }

  /** Returns the first event with the count so far, its times, and the latest message. */
  #repeat(): CoreV1Event {
    const { name, resourceVersion, count } = this;
    const first = this.#first!;
    const metadata = resourceVersion === undefined
      ? { ...first.metadata, name }
      : { ...first.metadata, name, resourceVersion };
    const [firstTimestamp, lastTimestamp] = [this.#firstTimestamp, this.#lastTimestamp];
    return { ...first, metadata, message: this.#message, firstTimestamp, lastTimestamp, count };
  }
}

/** The `lastTimestamp` of the empty event from which client-go computes its patches. */
const NEVER = "1970-01-01T00:00:00Z";

/**
 * Returns the JSON Patch that updates the event on the server to its latest repeat, with its count, time and message
 * but without zero values, as in client-go.
 *
 * Unlike client-go's strategic merge patch, it works on any server. Events in Kubernetes always have the replaced
 * members; `replace` of a missing member would act as `add`.
 */
export function repeatPatch({ count, lastTimestamp, message }: CoreV1Event): readonly JsonPatchOperation[] {
  const patch = [
    { op: "replace" as const, path: "/count", value: count ?? 0 },
    { op: "replace" as const, path: "/lastTimestamp", value: lastTimestamp ?? null },
    { op: "replace" as const, path: "/message", value: message ?? "" },
  ];
  if (count && message && lastTimestamp !== NEVER) return patch; // nearly always
  return patch.filter(({ value }) => value !== 0 && value !== "" && value !== NEVER);
}

const NANOS_PER_SECOND = 1e9;

export interface TokenLimit {
  readonly burst: number;
  /** Refill rate, in tokens per second. */
  readonly qps: number;
}

/**
 * A token bucket that never waits (client-go's `flowcontrol.NewTokenBucketPassiveRateLimiterWithClock`, which uses
 * `golang.org/x/time/rate`).
 *
 * The bucket starts full. It refills from the time at which the last token was taken, so it does not refill while the
 * clock is behind that time. A token due within a nanosecond counts as available.
 */
export class TokenBucket<L extends TokenLimit = TokenLimit> {
  readonly limit: L;
  #tokens: number;
  #lastMs = NaN;

  /** Creates a full bucket. */
  constructor(limit: L) {
    this.limit = limit;
    this.#tokens = limit.burst;
  }

  /**
   * Takes a token, if available.
   *
   * @param nowMs The time in milliseconds since 1970.
   * @returns Whether a token was available.
   */
  take(nowMs: number): boolean {
    if (Math.max(this.limit.burst, this.limit.qps) === Infinity) return true;
    const qps = Math.fround(this.limit.qps); // the precision of client-go
    const elapsedMs = nowMs - this.#lastMs;
    // Rounded as in Go: whole seconds first, then nanoseconds.
    const elapsed = elapsedMs > 0 ? Math.floor(elapsedMs / 1000) + elapsedMs % 1000 * 1e6 / NANOS_PER_SECOND : 0;
    const tokens = Math.min(this.#tokens + elapsed * qps, this.limit.burst) - 1;
    if (tokens < 0 && !(-tokens / qps * NANOS_PER_SECOND < 1)) return false;
    this.#tokens = tokens;
    this.#lastMs = nowMs;
    return true;
  }
}

export interface SpamLimit extends TokenLimit {
  readonly warnings: TokenLimit | undefined;
  /** The number of reasons whose first event passes. */
  readonly maxReasons: number;
}

/** The tokens of a source for an object, and their reserve (client-go's `spamRecord`). */
export class SpamTokens extends TokenBucket<SpamLimit> {
  // Created for the first event that needs them; until then they are full.
  #warnings: TokenBucket | undefined;
  #reasons: Set<string | undefined> | undefined;

  /** Returns whether an event may pass, and takes its token if so. */
  accepts({ type, reason }: CoreV1Event, nowMs: number): boolean {
    const { warnings, maxReasons } = this.limit;
    const passes = this.take(nowMs);
    if (maxReasons > 0 && this.#isFirst(reason, maxReasons)) return true;
    if (passes || warnings === undefined || type !== "Warning") return passes;
    return (this.#warnings ??= new TokenBucket(warnings)).take(nowMs);
  }

  #isFirst(reason: string | undefined, maxReasons: number): boolean {
    const reasons = this.#reasons ??= new Set();
    if (reasons.size >= maxReasons || reasons.has(reason)) return false;
    reasons.add(reason);
    return true;
  }
}

/**
 * Statistics of a cache. It is too small if misses and evictions grow with every event.
 *
 * @category Correlator
 */
export interface CacheStats {
  /** Current number of records; at most `cacheSize`. */
  readonly size: number;
  /** Number of events whose record was found. */
  readonly hits: number;
  /** Number of events without a record: new, or evicted. */
  readonly misses: number;
  /** Number of evicted records. */
  readonly evictions: number;
}

export const cacheOptionTable = () => ({
  cacheSize: ["a positive integer", 4096],
} as const satisfies OptionTable<{ readonly cacheSize?: number | undefined }>);

/**
 * The part of `lru-cache` that is used here, declared because the package's own types do not compile with every
 * TypeScript version and setting.
 */
export interface LruCache<R> {
  readonly size: number;
  readonly maxSize: number;
  get(key: string): R | undefined;
  peek(key: string): R | undefined;
  set(key: string, record: R): unknown;
  delete(key: string): boolean;
  /** Removes and returns the least recently used record. */
  pop(): R | undefined;
  values(): Iterable<R>;
}

/**
 * Creates an `lru-cache` whose tables grow as needed. With the option `max`, it would allocate them in full at once.
 */
export function createLruCache<R extends object>(maxSize: number, dispose?: (record: R) => void): LruCache<R> {
  return new LRUCache<string, R>({ maxSize, sizeCalculation: () => 1, ...dispose && { dispose } });
}

/** Records by key in an `lru-cache`, with statistics. A missing record is created. */
export class Records<R extends object> {
  /** The record evicted last, if any. */
  evicted: R | undefined;
  readonly #cache: LruCache<R>;
  readonly #create: (key: string) => R;
  #hits = 0;
  #misses = 0;
  #evictions = 0;

  constructor(cacheSize: number, create: (key: string) => R) {
    this.#create = create;
    this.#cache = createLruCache(cacheSize, (record) => {
      this.evicted = record;
      this.#evictions++;
    });
  }

  /** Returns the record of an event's key. Counts a hit or a miss, and marks the record as the most recently used. */
  of(key: string): R {
    const known = this.#cache.get(key);
    if (known === undefined) this.#misses++;
    else this.#hits++;
    return known ?? this.#add(key);
  }

  /**
   * Returns the record of a key for the server's answer. Marks the record as used, but counts neither a hit nor a miss.
   */
  ofAnswer(key: string): R {
    return this.#cache.get(key) ?? this.#add(key);
  }

  /** Returns the record of `key` if there is one, without marking it as used. */
  peek(key: string): R | undefined {
    return this.#cache.peek(key);
  }

  stats(): CacheStats {
    return { size: this.#cache.size, hits: this.#hits, misses: this.#misses, evictions: this.#evictions };
  }

  #add(key: string): R {
    const record = this.#create(key);
    this.#cache.set(key, record);
    return record;
  }
}
