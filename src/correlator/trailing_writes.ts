import type { CoreV1Event } from "../api/core_v1_event.ts";
import type { Correlation } from "./correlation.ts";
import type { EventRecord } from "./event_record.ts";
import { repeatPatch } from "./repeat_patch.ts";

interface Unwritten {
  readonly record: EventRecord;
  readonly event: CoreV1Event;
  readonly atMs: number;
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

  /** Notes that `event` was let through. */
  passed(key: string, record: EventRecord): void {
    record.written = true;
    this.#unwritten.delete(key);
  }

  /** Notes that `event` was counted but not let through. */
  skipped(key: string, record: EventRecord, event: CoreV1Event, atMs: number): void {
    if (!record.written) return;
    this.#unwritten.delete(key);
    if (this.#unwritten.size === this.#maxSize) {
      for (const oldest of this.#unwritten.keys()) {
        this.#unwritten.delete(oldest);
        break;
      }
    }
    this.#unwritten.set(key, { record, event, atMs });
  }

  /** Takes out the events last counted at `untilMs` or before. */
  take(untilMs: number): Correlation[] {
    const taken: Correlation[] = [];
    for (const [key, { record, event, atMs }] of this.#unwritten) {
      if (atMs > untilMs) continue;
      this.#unwritten.delete(key);
      const repeat = record.repeat(event);
      taken.push({ type: "patch", key, event: repeat, patch: repeatPatch(repeat) });
    }
    return taken;
  }
}
