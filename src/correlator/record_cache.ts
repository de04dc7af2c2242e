import { LRUCache } from "lru-cache";

/** How well a correlator's cache does; misses and evictions in step with the events mean that it is too small. */
export interface CacheStats {
  /** Records held now. */
  readonly size: number;
  /** Events whose record was there. */
  readonly hits: number;
  /** Events whose record was not there. */
  readonly misses: number;
  /** Records that had to make room for others. */
  readonly evictions: number;
}

/** Options of {@linkcode RecordCache} and of all that keep one. */
export interface RecordCacheOptions {
  /**
   * How many records to keep; the one untouched for longest makes room.
   *
   * @default {4096}
   */
  cacheSize?: number | undefined;
}

/** The records of a stage, by key: an `lru-cache` that counts. */
export class RecordCache<R extends object> {
  readonly #cacheSize: number;
  // Made at the first record: its tables take longer to set up than a hundred events to correlate.
  #cache: LRUCache<string, R> | undefined;
  #hits = 0;
  #misses = 0;
  #evictions = 0;

  constructor({ cacheSize = 4096 }: RecordCacheOptions = {}) {
    if (!Number.isSafeInteger(cacheSize) || cacheSize < 1) {
      throw new RangeError(
        `Cannot create a correlator's cache: cacheSize must be a positive integer, received ${cacheSize}`,
      );
    }
    this.#cacheSize = cacheSize;
  }

  /** The record of `key`, which becomes the latest touched. */
  get(key: string): R | undefined {
    const record = this.#cache?.get(key);
    if (record === undefined) this.#misses++;
    else this.#hits++;
    return record;
  }

  /** Keeps the record of a key that has none. */
  add(key: string, record: R): void {
    const cache = this.#cache ??= new LRUCache({ max: this.#cacheSize });
    if (cache.size === this.#cacheSize) this.#evictions++;
    cache.set(key, record);
  }

  /** The record of `key`, which becomes the latest touched; looking counts neither as hit nor as miss. */
  touch(key: string): R | undefined {
    return this.#cache?.get(key);
  }

  /** What happened so far. */
  stats(): CacheStats {
    return { size: this.#cache?.size ?? 0, hits: this.#hits, misses: this.#misses, evictions: this.#evictions };
  }
}
