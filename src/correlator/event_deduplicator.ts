import { readOptions } from "../api/check_options.ts";
import type { CoreV1Event } from "../api/event.ts";
import type { JsonPatchOperation } from "../api/json_patch_operation.ts";
import type { Correlation, CountRecord } from "./correlator.ts";
import { getEventKey } from "./event_key.ts";
import { cacheOptionTable, type CacheStats, RecordCache } from "./record_cache.ts";

/**
 * Counts repeats, so that they are written as one event with an increasing count (client-go's `eventLogger`).
 *
 * The first event of a key, or one after a count of 0, is returned unchanged.
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
   * @param options `cacheSize` is the maximum number of records, 4096 by default. The least recently used is evicted;
   * its event then counts as new.
   * @throws {RangeError} If `cacheSize` is not a positive integer.
   */
  constructor(options: { readonly cacheSize?: number | undefined } = {}) {
    const { cacheSize } = readOptions("create an EventDeduplicator", options, cacheOptionTable());
    this.#cache = new RecordCache(cacheSize);
  }

  /**
   * Counts an event (client-go's `eventObserve`).
   *
   * @param key The key to count it under, {@linkcode getEventKey} if not given.
   * @returns The event itself the first time; then a repeat with the first event's name and first time and the count so
   * far, and the patch that updates the first event to it.
   */
  observe(
    event: CoreV1Event,
    key: string = getEventKey(event),
  ): { readonly event: CoreV1Event; readonly patch?: readonly JsonPatchOperation[] } {
    const { record } = this.record(key);
    if (!record.known) {
      record.store(event);
      return { event };
    }
    record.increment();
    const repeat = record.repeat(event);
    return { event: repeat, patch: repeatPatch(repeat) };
  }

  /** @internal Returns the record for `key`, created if missing, and the record that it evicts. */
  record(key: string): { readonly record: EventRecord; readonly evicted?: EventRecord | undefined } {
    const known = this.#cache.get(key);
    if (known !== undefined) return { record: known };
    const record = new EventRecord();
    return { record, evicted: this.#cache.add(key, record) };
  }

  /**
   * Stores the server's version of an event: count, first time, name and resourceVersion (client-go's `updateState`).
   *
   * Only for callers that count no repeat between a write and its response; for others see {@linkcode acknowledge}.
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
   * Ignores responses about an event that has been evicted, or replaced by another with its key: storing them would
   * restart the count below the one that later writes have already sent.
   *
   * @param event The event as the server has it now.
   * @param written The correlation that was written: of several coalesced patches, the last.
   */
  acknowledge(event: CoreV1Event, written: Correlation): void {
    const record = this.#cache.peek(written.key);
    if (record?.name === written.event.metadata.name) record?.acknowledge(event, written.event);
  }

  /** Returns the cache statistics of the events. */
  stats(): CacheStats {
    return this.#cache.stats();
  }
}

/** The largest count: an int32 on the wire. */
export const MAX_COUNT = 2 ** 31 - 1;

/** The latest repeat of an event whose count is ahead of the server's because the spam filter stopped it. */
interface Trailing {
  readonly key: string;
  readonly event: CoreV1Event;
  countedMs: number;
  /** The records with such a repeat, this one among them. */
  readonly ahead: Set<EventRecord>;
}

/** What the deduplicator knows about an event (client-go's `eventLog`). */
export class EventRecord implements CountRecord {
  /** Number of occurrences; 0 before the first. */
  count = 0;
  /** Time of the first occurrence, RFC 3339 in seconds. */
  firstTimestamp: string | null | undefined;
  /** The name of the event that counts it. */
  name: string | undefined;
  /** The event's resourceVersion, if known. */
  resourceVersion: string | undefined;
  /** The count of the latest write; 0 before the first. */
  writtenCount = 0;
  /** The repeat to write later. */
  trailing: Trailing | undefined;

  /** Creates a record, empty without an event. */
  constructor(event?: CoreV1Event) {
    if (event !== undefined) this.store(event);
  }

  /** Whether the next event is a repeat. */
  get known(): boolean {
    return this.count !== 0;
  }

  get isAhead(): boolean {
    return this.trailing !== undefined;
  }

  /** Marks the count as written; returns the number of repeats since the previous write. */
  takeAdded(): number {
    const added = this.count - this.writtenCount;
    this.writtenCount = this.count;
    return added;
  }

  write(): Correlation {
    const { key, event } = this.trailing!;
    this.dropTrailing();
    return repeatOf(this, key, this.repeat(event));
  }

  /** Keeps a repeat to write later, in place of earlier ones. */
  keep(trailing: Trailing): void {
    this.trailing = trailing;
    trailing.ahead.add(this);
  }

  /** Drops the repeat to write later. */
  dropTrailing(): void {
    this.trailing?.ahead.delete(this);
    this.trailing = undefined;
  }

  forget(): void {
    this.dropTrailing();
    this.count = this.writtenCount = 0;
    this.name = undefined;
  }

  /** Counts a repeat. Unlike client-go, whose count overflows to a negative number, the count saturates. */
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
   * Stores the server's response to the write of `written`, and keeps the repeats counted since that write. Reads only
   * the count and the version: name and first time never change, and a sink may omit them, or answer nonsense.
   */
  acknowledge({ metadata, count }: CoreV1Event, written: CoreV1Event): void {
    const writtenCount = written.count ?? 0;
    const countedSince = this.count - writtenCount;
    const storedCount = Number.isInteger(count) && count! >= 0 ? count! : writtenCount;
    this.count = Math.min(storedCount + countedSince, MAX_COUNT);
    this.resourceVersion = metadata.resourceVersion;
  }

  /** Returns `event` as the latest repeat: with the first event's name and first time, and the count so far. */
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
  return { type: "patch", key, event, patch: repeatPatch(event), added: record.takeAdded(), record };
}

/** The `lastTimestamp` of the empty event from which client-go computes its patches. */
const NEVER = "1970-01-01T00:00:00Z";

/**
 * Returns the JSON Patch that updates the event on the server to its latest repeat: count, time and message, omitting
 * zero values, as client-go does.
 *
 * Unlike client-go's strategic merge patch, it works on any server; Kubernetes always has the replaced members, and
 * treats `replace` of a missing one as `add`.
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
