import { LRUCache } from "lru-cache";
import type { OptionTable } from "../../base/tools/check_options.ts";

/**
 * Statistics of a cache. The cache is too small if misses and evictions grow with every event.
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
