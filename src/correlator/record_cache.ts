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

  /** Removes the record of `key`. */
  delete(key: string): void {
    this.#cache?.delete(key);
  }

  /** Returns the statistics so far. */
  stats(): CacheStats {
    return { size: this.#cache?.size ?? 0, hits: this.#hits, misses: this.#misses, evictions: this.#evictions };
  }
}
