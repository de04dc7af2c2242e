import type { CoreV1Event } from "../api/event.ts";
import type { Correlation } from "./correlator.ts";
import { type EventRecord, RepeatWrite } from "./event_deduplicator.ts";

interface Unwritten {
  readonly record: EventRecord;
  readonly event: CoreV1Event;
  countedMs: number;
}

/**
 * Keeps the events whose count on the server is behind, because the spam filter stopped their latest repeats.
 *
 * Events that never passed the filter are not among them: the server does not have them.
 */
export class TrailingWrites {
  readonly #maxSize: number;
  readonly #unwritten = new Map<string, Unwritten>();

  constructor(maxSize: number) {
    this.#maxSize = maxSize;
  }

  /** The number of events that are behind. */
  get size(): number {
    return this.#unwritten.size;
  }

  /** Called when the event of `record` passed the filter; returns the write of an event that it displaces. */
  passed(key: string, record: EventRecord): Correlation | undefined {
    if (this.#unwritten.size === 0) return undefined;
    return this.#displace(key, record);
  }

  /** Called when `event` was counted but stopped by the filter; returns the write of an event that it displaces. */
  skipped(key: string, record: EventRecord, event: CoreV1Event, countedMs: number): Correlation | undefined {
    if (record.writtenCount === 0) return undefined;
    const displaced = this.#displace(key, record) ?? this.#makeRoom();
    this.#unwritten.set(key, { record, event, countedMs });
    return displaced;
  }

  /** Forgets an event that cannot be created. */
  forget({ key, event }: Correlation): void {
    if (this.#unwritten.get(key)?.record.name === event.metadata.name) this.#unwritten.delete(key);
  }

  /** Removes the events that have not been counted for `idleMs`, and returns their writes. */
  take(nowMs: number, idleMs: number): Correlation[] {
    const taken: Correlation[] = [];
    for (const [key, unwritten] of this.#unwritten) {
      // If the clock has stepped back, measures from `nowMs`: no count waits for it to catch up.
      unwritten.countedMs = Math.min(unwritten.countedMs, nowMs);
      if (nowMs - unwritten.countedMs >= idleMs) taken.push(this.#take(key)!);
    }
    return taken;
  }

  /** The deduplicator may have evicted the event of a key: a later event of the key does not carry its count. */
  #displace(key: string, record: EventRecord): Correlation | undefined {
    if (this.#unwritten.get(key)?.record !== record) return this.#take(key);
    this.#unwritten.delete(key);
    return undefined;
  }

  #makeRoom(): Correlation | undefined {
    if (this.#unwritten.size < this.#maxSize) return undefined;
    const [oldest] = this.#unwritten.keys();
    return this.#take(oldest!);
  }

  #take(key: string): Correlation | undefined {
    const unwritten = this.#unwritten.get(key);
    if (unwritten === undefined) return undefined;
    this.#unwritten.delete(key);
    const { record } = unwritten;
    return new RepeatWrite(key, record.repeat(unwritten.event), record.write());
  }
}
