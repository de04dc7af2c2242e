import { LRUCache } from "lru-cache";
import type { OptionKinds } from "../api/check_options.ts";

/** How well the cache of a stage does so far; misses and evictions in step with the events mean that it is too small. */
export interface CacheStats {
  /** How many records are held now; at most `cacheSize`. */
  readonly size: number;
  /** How many events had their record there. */
  readonly hits: number;
  /** How many events had none there, as they were new or it had made room for others. */
  readonly misses: number;
  /** How many records had to make room for others. */
  readonly evictions: number;
}

/** Options of the stages of a correlator that keep records. */
export interface RecordCacheOptions {
  /**
   * How many records to keep, a positive integer; the one untouched for longest makes room, and what it was about
   * counts as new the next time.
   *
   * @default {4096}
   */
  readonly cacheSize?: number | undefined;
}

/** The kinds of {@linkcode RecordCacheOptions}. */
export const RECORD_CACHE_OPTIONS: OptionKinds<RecordCacheOptions> = { cacheSize: "a positive integer" };

/** The records of a stage, by key: an `lru-cache` that counts. */
export class RecordCache<R extends object> {
  readonly #cacheSize: number;
  // Made at the first record: its tables take longer to set up than a hundred events to correlate.
  #cache: LRUCache<string, R> | undefined;
  #hits = 0;
  #misses = 0;
  #evictions = 0;

  constructor({ cacheSize = 4096 }: RecordCacheOptions = {}) {
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
