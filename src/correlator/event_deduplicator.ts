import { checkOptions } from "../api/check_options.ts";
import type { CoreV1Event } from "../api/event.ts";
import type { JsonPatchOperation } from "../api/json_patch_operation.ts";
import type { Correlation, CountRecord } from "./correlator.ts";
import { getEventKey } from "./event_key.ts";
import { type CacheStats, RecordCache } from "./record_cache.ts";

/**
 * Counts repeats, so that they are written as one event with a rising count (client-go's `eventLogger`).
 *
 * A key not seen before, or seen with a count of 0, is new: its event passes unchanged.
 *
 * See {@link https://github.com/kubernetes/client-go/blob/master/tools/record/events_cache.go | events_cache.go}
 * of client-go.
 *
 * @example
 * ```ts
 * import { EventDeduplicator } from "@kubecast/events";
 * import assert from "node:assert/strict";
 *
 * const deduplicator = new EventDeduplicator();
 * const event = { metadata: { name: "web-1.17b2" }, involvedObject: { kind: "Pod", name: "web-1" }, count: 1 };
 * assert.equal(deduplicator.observe(event).event, event);
 *
 * const { event: repeat, patch } = deduplicator.observe({ ...event, metadata: { name: "web-1.17b3" } });
 * assert.equal(repeat.metadata.name, "web-1.17b2");
 * assert.deepEqual(patch?.[0], { op: "replace", path: "/count", value: 2 });
 * ```
 *
 * @category Correlator
 */
export class EventDeduplicator {
  readonly #cache: RecordCache<EventRecord>;

  /**
   * Creates a deduplicator without records.
   *
   * @param options `cacheSize` is the number of records to keep, 4096 by default; the least recently used is evicted,
   * and its event counts as new the next time.
   * @throws {RangeError} If `cacheSize` is not a positive integer.
   */
  constructor(options: { readonly cacheSize?: number | undefined } = {}) {
    checkOptions("create an EventDeduplicator", options, { cacheSize: "a positive integer" });
    this.#cache = new RecordCache(options);
  }

  /**
   * Counts an event (client-go's `eventObserve`).
   *
   * @param key The key to count it under, {@linkcode getEventKey} if not given.
   * @returns The event itself the first time; afterwards one with the name and first time of the first and the count so
   * far, and the patch that turns the first into it.
   */
  observe(
    event: CoreV1Event,
    key: string = getEventKey(event),
  ): { readonly event: CoreV1Event; readonly patch?: readonly JsonPatchOperation[] } {
    const record = this.record(key);
    if (!record.known) {
      record.store(event);
      return { event };
    }
    record.increment();
    const repeat = record.repeat(event);
    return { event: repeat, patch: repeatPatch(repeat) };
  }

  /** @internal Returns the record of `key`, an empty one if there is none, for a caller that counts in it itself. */
  record(key: string): EventRecord {
    let record = this.#cache.get(key);
    if (record === undefined) this.#cache.add(key, record = new EventRecord());
    return record;
  }

  /**
   * Stores the server's version of an event: count, first time, name and resourceVersion (client-go's `updateState`).
   *
   * Use it only if no repeat is counted between a write and its answer; otherwise see {@linkcode acknowledge}.
   *
   * @param event The event as the server has it now.
   * @param key The key to count it under, {@linkcode getEventKey} if not given.
   */
  updateState(event: CoreV1Event, key: string = getEventKey(event)): void {
    const record = this.#cache.touch(key);
    if (record === undefined) this.#cache.add(key, new EventRecord(event));
    else record.store(event);
  }

  /**
   * Stores the server's answer to a write, and keeps the repeats counted since that write.
   *
   * An answer about an event that has been evicted, or replaced by another of its key, is ignored: storing it again
   * would restart the count below the one that later writes have sent already.
   *
   * @param event The event as the server has it now.
   * @param written The correlation that was written: of several coalesced patches, the last.
   */
  acknowledge(event: CoreV1Event, written: Correlation): void {
    const record = this.#cache.peek(written.key);
    if (record?.name === written.event.metadata.name) record?.acknowledge(event, written.event);
  }

  /** Forgets an event that cannot be created, unless another of its key has replaced it. */
  forget({ key, event }: Correlation): void {
    const record = this.#cache.peek(key);
    if (record?.name === event.metadata.name) record?.forget();
  }

  /** Returns the cache statistics of the events. */
  stats(): CacheStats {
    return this.#cache.stats();
  }
}

/** The largest count that fits into the int32 on the wire. */
export const MAX_COUNT = 2 ** 31 - 1;

/** The latest repeat of an event whose count is ahead of the server's, as the spam filter stopped it. */
interface Trailing {
  readonly key: string;
  event: CoreV1Event;
  countedMs: number;
  /** The records that are ahead, this one among them. */
  readonly records: Map<string, EventRecord>;
}

/** The record of an event in an `EventDeduplicator` (client-go's `eventLog`). */
export class EventRecord implements CountRecord {
  /** How often the event was seen; 0 if not yet. */
  count = 0;
  /** When it was first seen, RFC 3339 in seconds. */
  firstTimestamp: string | null | undefined;
  /** The name of the event that counts it. */
  name: string | undefined;
  /** The version of that event on the server, where known. */
  resourceVersion: string | undefined;
  /** The count of the latest write; 0 before the first. */
  writtenCount = 0;
  /** The repeat to write later; only {@linkcode TrailingWrites} set it. */
  trailing: Trailing | undefined;

  /** Creates a record of `event`, or an empty one. */
  constructor(event?: CoreV1Event) {
    if (event !== undefined) this.store(event);
  }

  /** Whether there is an event, so that the next one repeats it. */
  get known(): boolean {
    return this.count !== 0;
  }

  get isAhead(): boolean {
    return this.trailing !== undefined;
  }

  /** Called when the event is about to be written; returns the number of repeats since its previous write. */
  pass(): number {
    const added = this.count - this.writtenCount;
    this.writtenCount = this.count;
    return added;
  }

  write(): Correlation {
    const { key, event } = this.trailing!;
    this.keepUp();
    return repeatOf(this, key, this.repeat(event));
  }

  /** Called when the latest repeat is written, or need not be. */
  keepUp(): void {
    this.trailing?.records.delete(this.trailing.key);
    this.trailing = undefined;
  }

  forget(): void {
    this.keepUp();
    this.count = 0;
    this.name = undefined;
  }

  /** Counts a repeat. Unlike client-go, whose count wraps around to a negative number, it stays at the largest one. */
  increment(): void {
    if (this.count < MAX_COUNT) this.count++;
  }

  /** Stores an event's count, first time, name and resourceVersion. */
  store(event: CoreV1Event): void {
    const { metadata, firstTimestamp, count } = event;
    this.count = count ?? 0;
    this.firstTimestamp = firstTimestamp;
    this.name = metadata.name;
    this.resourceVersion = metadata.resourceVersion;
  }

  /**
   * Stores the server's answer to the write of `written`, and keeps the repeats counted since that write. Reads only the
   * count and the version, as an event keeps its name and first time, and a sink may leave them out.
   */
  acknowledge({ metadata, count }: CoreV1Event, written: CoreV1Event): void {
    const writtenCount = written.count ?? 0;
    const countedSince = this.count - writtenCount;
    this.count = Math.min((count ?? writtenCount) + countedSince, MAX_COUNT);
    this.resourceVersion = metadata.resourceVersion;
  }

  /** Returns `event` as the latest repeat: with the name and first time of the first one, and the count so far. */
  repeat(event: CoreV1Event): CoreV1Event {
    const { name, resourceVersion, firstTimestamp, count } = this;
    const metadata = resourceVersion === undefined
      ? { ...event.metadata, name }
      : { ...event.metadata, name, resourceVersion };
    return { ...event, metadata, firstTimestamp, count };
  }
}

/** Returns the write of `event`, the latest repeat of `record`. */
export function repeatOf(record: EventRecord, key: string, event: CoreV1Event): Correlation {
  return { type: "patch", key, event, patch: repeatPatch(event), added: record.pass(), record };
}

/** The `lastTimestamp` of the empty event from which client-go computes its patches. */
const NEVER = "1970-01-01T00:00:00Z";

/**
 * Returns the JSON Patch that brings the event on the server up to date with its repeat: count, time and message,
 * except those that client-go leaves out, as they equal an empty event's.
 *
 * Unlike client-go, which sends a strategic merge patch, this is the standard kind; the members replaced are always
 * there on a Kubernetes server, which in addition takes `replace` of a missing member as `add`.
 */
export function repeatPatch({ count, lastTimestamp, message }: CoreV1Event): readonly JsonPatchOperation[] {
  const patch = [
    { op: "replace" as const, path: "/count", value: count ?? 0 },
    { op: "replace" as const, path: "/lastTimestamp", value: lastTimestamp ?? null },
    { op: "replace" as const, path: "/message", value: message ?? "" },
  ];
  if (count && message && lastTimestamp !== NEVER) return patch; // nearly always
  return patch.filter(({ value }) => value !== 0 && value !== "" && value !== NEVER);
}
