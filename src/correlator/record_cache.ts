import { LRUCache } from "lru-cache";

/**
 * Statistics of a cache; if misses and evictions grow with every event, it is too small.
 *
 * @category Correlator
 */
export interface CacheStats {
  /** Current number of records; at most `cacheSize`. */
  readonly size: number;
  /** Events whose record was found. */
  readonly hits: number;
  /** Events without a record: new, or evicted before. */
  readonly misses: number;
  /** Records evicted to make room for others. */
  readonly evictions: number;
}

/** The records of a stage, by key: an `lru-cache` that counts. */
export class RecordCache<R extends object> {
  readonly #cacheSize: number;
  // Created with the first record: setting up its tables takes longer than correlating a hundred events.
  #cache: LRUCache<string, R> | undefined;
  #hits = 0;
  #misses = 0;
  #evictions = 0;

  constructor({ cacheSize = 4096 }: { readonly cacheSize?: number | undefined } = {}) {
    this.#cacheSize = cacheSize;
  }

  /** Returns the record of `key`, which becomes the most recently used. */
  get(key: string): R | undefined {
    const record = this.#cache?.get(key);
    if (record === undefined) this.#misses++;
    else this.#hits++;
    return record;
  }

  /** Adds the record of a key that has none. */
  add(key: string, record: R): void {
    const cache = this.#cache ??= new LRUCache({ max: this.#cacheSize });
    if (cache.size === this.#cacheSize) this.#evictions++;
    cache.set(key, record);
  }

  /** Returns the record of `key`, which becomes the most recently used; counts neither as a hit nor as a miss. */
  touch(key: string): R | undefined {
    return this.#cache?.get(key);
  }

  /** Returns the record of `key`, without marking it as used. */
  peek(key: string): R | undefined {
    return this.#cache?.peek(key);
  }

  /** Returns the statistics so far. */
  stats(): CacheStats {
    return { size: this.#cache?.size ?? 0, hits: this.#hits, misses: this.#misses, evictions: this.#evictions };
  }
}

/** A record with its neighbours in the order of use. */
export interface Linked<R> {
  older: R | undefined;
  /** Undefined for the newest, and for a record that is not in the list. */
  newer: R | undefined;
}

/** Records in the order of their last use, as a linked list: moving one takes no lookup. */
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

  /** Whether a record is in the list. */
  has(record: R): boolean {
    return record.newer !== undefined || record === this.#newest;
  }

  /** Makes a record the most recently used; returns the one that is evicted for it, if it is new. */
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
