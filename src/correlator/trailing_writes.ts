import type { CoreV1Event } from "../api/event.ts";
import type { Correlation } from "./correlator.ts";
import type { EventRecord } from "./event_deduplicator.ts";

/**
 * Events whose count on the server is behind because the spam filter stopped their latest repeats.
 *
 * Excludes events that never passed the filter: the server does not have them.
 */
export class TrailingWrites {
  readonly #maxSize: number;
  readonly #records = new Map<string, EventRecord>();

  constructor(maxSize: number) {
    this.#maxSize = maxSize;
  }

  /** Number of events whose count is behind. */
  get size(): number {
    return this.#records.size;
  }

  /** Called when an event passed the filter; returns the write of an event that it displaces. */
  passed(key: string, record: EventRecord): Correlation | undefined {
    if (this.#records.size === 0) return undefined;
    if (record.trailing !== undefined) return void record.dropTrailing();
    // The deduplicator may have evicted the previous event of the key, whose count this one does not include.
    return this.#records.get(key)?.write();
  }

  /** Called when the filter stopped a counted event; returns the write of an event that it displaces. */
  skipped(key: string, record: EventRecord, event: CoreV1Event, countedMs: number): Correlation | undefined {
    if (record.writtenCount === 0) return undefined;
    const { trailing } = record;
    if (trailing !== undefined) {
      // Moves it to the end: the least recently counted is evicted.
      this.#records.delete(key);
      trailing.event = event;
      trailing.countedMs = countedMs;
      this.#records.set(key, record);
      return undefined;
    }
    const displaced = this.#records.get(key)?.write() ?? this.#makeRoom();
    record.trailing = { key, event, countedMs, records: this.#records };
    this.#records.set(key, record);
    return displaced;
  }

  /** Returns the writes of events that have not repeated for `idleMs`. */
  take(nowMs: number, idleMs: number): Correlation[] {
    const taken: Correlation[] = [];
    for (const record of this.#records.values()) {
      const trailing = record.trailing!;
      // If the clock has stepped back, the interval restarts, so that no count waits for it to catch up.
      trailing.countedMs = Math.min(trailing.countedMs, nowMs);
      if (nowMs - trailing.countedMs >= idleMs) taken.push(record.write());
    }
    return taken;
  }

  #makeRoom(): Correlation | undefined {
    if (this.#records.size < this.#maxSize) return undefined;
    const [oldest] = this.#records.values();
    return oldest!.write();
  }
}
