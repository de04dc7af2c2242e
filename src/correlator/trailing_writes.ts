import type { CoreV1Event } from "../api/event.ts";
import type { Correlation } from "./correlator.ts";
import { type EventRecord, repeatPatch } from "./event_record.ts";

interface Unwritten {
  readonly record: EventRecord;
  readonly event: CoreV1Event;
  countedMs: number;
}

/**
 * Remembers which events on the server are behind their count, because the latest repeats were not let through.
 *
 * Only events that were let through once: what the spam filter kept out altogether stays out.
 */
export class TrailingWrites {
  readonly #maxSize: number;
  readonly #unwritten = new Map<string, Unwritten>();

  constructor(maxSize: number) {
    this.#maxSize = maxSize;
  }

  /** How many events are behind. */
  get size(): number {
    return this.#unwritten.size;
  }

  /** Notes that the event of `record` was let through; gives back the write of one that it displaces. */
  passed(key: string, record: EventRecord): Correlation | undefined {
    record.written = true;
    if (this.#unwritten.size === 0) return undefined;
    return this.#displace(key, record);
  }

  /** Notes that `event` was counted but not let through; gives back the write of one that it displaces. */
  skipped(key: string, record: EventRecord, event: CoreV1Event, countedMs: number): Correlation | undefined {
    if (!record.written) return undefined;
    const displaced = this.#displace(key, record) ?? this.#makeRoom();
    this.#unwritten.set(key, { record, event, countedMs });
    return displaced;
  }

  /** Takes out the events that have not been counted for `idleMs`. */
  take(nowMs: number, idleMs: number): Correlation[] {
    const taken: Correlation[] = [];
    for (const [key, unwritten] of this.#unwritten) {
      // A clock that has stepped back measures from here: no count waits for it to catch up.
      unwritten.countedMs = Math.min(unwritten.countedMs, nowMs);
      if (nowMs - unwritten.countedMs >= idleMs) taken.push(this.#take(key)!);
    }
    return taken;
  }

  /** The deduplicator may have forgotten the event that a key stood for: what stands for it now does not tell its count. */
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
    const event = unwritten.record.repeat(unwritten.event);
    return { type: "patch", key, event, patch: repeatPatch(event) };
  }
}
