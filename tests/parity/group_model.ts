import { LRUCache } from "lru-cache";

/** What is known of a group of client-go's aggregator. */
interface GroupRecord {
  readonly messages: Set<string>;
  newestKey: string;
  isFull: boolean;
  lastMs: number;
}

/** How to file an event so that it fares as it did with client-go. */
export interface Steering {
  readonly localKey: string;
  /** Whether client-go could have decided either way. */
  readonly isArbitrary: boolean;
}

/**
 * What client-go's aggregator may remember, as seen from outside.
 *
 * A full group of its forgets an arbitrary message at every new one. So of a message that comes back to a group that was
 * full, only client-go's decision tells whether it was still known.
 */
export class GroupModel {
  readonly #groups: LRUCache<string, GroupRecord>;
  readonly #maxIntervalMs: number;
  #fresh = 0;

  constructor({ cacheSize = 4096, maxIntervalMs = 600_000 }: {
    cacheSize?: number | undefined;
    maxIntervalMs?: number | undefined;
  }) {
    this.#groups = new LRUCache({ max: cacheSize });
    this.#maxIntervalMs = maxIntervalMs;
  }

  /** Takes in what client-go made of a message, and tells how another aggregator comes to the same. */
  observe(group: string, message: string, nowMs: number, isCombined: boolean): Steering {
    let record = this.#groups.get(group);
    if (record === undefined || nowMs - record.lastMs > this.#maxIntervalMs) {
      record = { messages: new Set(), newestKey: "", isFull: false, lastMs: nowMs };
    }
    this.#groups.set(group, record);
    const isArbitrary = record.isFull && record.messages.has(message);
    let localKey = message;
    if (isArbitrary) localKey = isCombined ? `${message} again ${this.#fresh++}` : record.newestKey;
    record.newestKey = localKey;
    record.messages.add(message);
    record.isFull ||= isCombined;
    record.lastMs = nowMs;
    return { localKey, isArbitrary };
  }
}
