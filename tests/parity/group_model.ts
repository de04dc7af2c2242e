import { LRUCache } from "lru-cache";

/** The known state of a group of client-go's aggregator. */
interface GroupRecord {
  readonly messages: Set<string>;
  newestKey: string;
  isFull: boolean;
  lastMs: number;
}

/** The aggregation key that reproduces client-go's decision. */
export interface Steering {
  readonly localKey: string;
  /** Whether both decisions of client-go are possible. */
  readonly isArbitrary: boolean;
}

/**
 * The possible state of client-go's aggregator, inferred from its decisions.
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
