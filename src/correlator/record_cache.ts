import { LRUCache } from "lru-cache";
import type { OptionTable } from "../api/check_options.ts";

/**
 * Statistics of a cache; if misses and evictions grow with every event, it is too small.
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

/** The check and default of the size of every cache. */
export const cacheOptionTable = () => ({
  cacheSize: ["a positive integer", 4096],
} as const satisfies OptionTable<{ readonly cacheSize?: number | undefined }>);

/** The part of an `lru-cache` in use here: its own types do not compile with every TypeScript version and setting. */
export interface LruCache<R> {
  readonly size: number;
  readonly maxSize: number;
  get(key: string): R | undefined;
  peek(key: string): R | undefined;
  set(key: string, record: R): unknown;
  delete(key: string): boolean;
  /** Removes and returns the least recently used. */
  pop(): R | undefined;
  values(): Iterable<R>;
}

/** Creates an `lru-cache` whose tables grow with it; with the option `max` it would allocate all of them at once. */
export function createLruCache<R extends object>(maxSize: number, dispose?: (record: R) => void): LruCache<R> {
  return new LRUCache<string, R>({ maxSize, sizeCalculation: () => 1, ...dispose && { dispose } });
}

/** The records of a stage, by key: an `lru-cache` with statistics. */
export class RecordCache<R extends object> {
  readonly #cache: LruCache<R>;
  #evicted: R | undefined;
  #hits = 0;
  #misses = 0;
  #evictions = 0;

  constructor(cacheSize: number) {
    this.#cache = createLruCache(cacheSize, (record) => {
      this.#evicted = record;
      this.#evictions++;
    });
  }

  /** Returns the record of `key`, which becomes the most recently used. */
  get(key: string): R | undefined {
    const record = this.#cache.get(key);
    if (record === undefined) this.#misses++;
    else this.#hits++;
    return record;
  }

  /** Adds the record of a key that has none; returns the one that it evicts. */
  add(key: string, record: R): R | undefined {
    this.#evicted = undefined;
    this.#cache.set(key, record);
    return this.#evicted;
  }

  /** Returns the record of `key`, which becomes the most recently used; counts neither as a hit nor as a miss. */
  touch(key: string): R | undefined {
    return this.#cache.get(key);
  }

  /** Returns the record of `key`, without marking it as used. */
  peek(key: string): R | undefined {
    return this.#cache.peek(key);
  }

  /** Returns the statistics so far. */
  stats(): CacheStats {
    return { size: this.#cache.size, hits: this.#hits, misses: this.#misses, evictions: this.#evictions };
  }
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

  has(record: R): boolean {
    return record.newer !== undefined || record === this.#newest;
  }

  /** Makes a record the most recently used, and adds it if it is new; returns the record that it evicts. */
  use(record: R): R | undefined {
    if (this.has(record)) {
      this.#hits++;
      if (record === this.#newest) return undefined;
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
