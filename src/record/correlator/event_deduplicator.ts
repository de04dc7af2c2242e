import { readOptions } from "../../base/tools/check_options.ts";
import { checkEvent, type CoreV1Event } from "../../base/event/event.ts";
import type { JsonPatchOperation } from "../../base/event/kubernetes_object.ts";
import { isBefore } from "../../base/tools/time.ts";
import type { Correlation, CountRecord } from "./correlator.ts";
import { getEventKey } from "./event_key.ts";
import { cacheOptionTable, type CacheStats, Records } from "./records.ts";

/**
 * Counts repeats of events, so that they are written as one event with an increasing count (client-go's `eventLogger`).
 *
 * The first event of a key is returned unchanged, and so is an event that follows a count of 0.
 *
 * @example
 * ```ts
 * import { EventDeduplicator } from "@kubecast/events/client-go";
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
  /** @internal */
  readonly records: Records<EventRecord>;

  /**
   * Creates a deduplicator without records.
   *
   * @param options `cacheSize` is the maximum number of records, 4096 by default. Beyond it, the least recently used is
   * evicted; its event then counts as new.
   * @throws {RangeError} If `cacheSize` is not a positive integer.
   */
  constructor(options: { readonly cacheSize?: number | undefined } = {}) {
    const { cacheSize } = readOptions("create an EventDeduplicator", options, cacheOptionTable());
    this.records = new Records(cacheSize, (key) => new EventRecord(key));
  }

  /**
   * Counts an event (client-go's `eventObserve`).
   *
   * @param key The key to count it under, {@linkcode getEventKey} if not given.
   * @returns The first time, the event itself. Later, a repeat with the first event's name and first time and the count
   * so far, and the patch that updates the first event to it.
   */
  observe(
    event: CoreV1Event,
    key: string = getEventKey(event),
  ): { readonly event: CoreV1Event; readonly patch?: readonly JsonPatchOperation[] } {
    checkEvent("count", event, "metadata");
    const record = this.records.of(key);
    const counted = record.observe(event);
    return counted === event ? { event } : { event: counted, patch: record.patchOf(counted) };
  }

  /**
   * Stores the server's version of an event: count, first time, name and resourceVersion (client-go's `updateState`).
   *
   * Only for callers that count no repeat between a write and its response. Others call {@linkcode acknowledge}.
   *
   * @param event The event as the server has it now.
   * @param key The key to count it under, {@linkcode getEventKey} if not given.
   */
  updateState(event: CoreV1Event, key: string = getEventKey(event)): void {
    checkEvent("update the state", event, "metadata");
    this.records.ofAnswer(key).store(event);
  }

  /**
   * Stores the server's answer to a write, and keeps the repeats counted since that write.
   *
   * Ignores the response for an event that has been evicted, or replaced by another with its key, because storing it
   * would restart the count below the count that later writes have already sent.
   *
   * @param event The event as the server has it now.
   * @param written The correlation that was written; the last one if several patches were coalesced.
   */
  acknowledge(event: CoreV1Event, written: Correlation): void {
    checkEvent("update the state", event, "metadata");
    this.records.peek(Object(written).key)?.acknowledge(event, written.event);
  }

  /** Returns the cache statistics of the events. */
  stats(): CacheStats {
    return this.records.stats();
  }
}

/** The largest count: the largest int32, its type on the wire. */
export const MAX_COUNT = 2_147_483_647;

/** A count that the spam filter holds back, for the trailing write. */
export interface Trailing {
  /** When the first and the latest of the held-back repeats were counted, in milliseconds since 1970. */
  sinceMs: number;
  countedMs: number;
  /** The records that are ahead, this one among them. */
  readonly ahead: Set<EventRecord>;
}

/** The count of an event (client-go's `eventLog`). */
export class EventRecord implements CountRecord {
  /** Number of occurrences; 0 before the first. */
  count = 0;
  /** Time of the first occurrence, RFC 3339 in seconds. */
  #firstTimestamp: string | null | undefined;
  /** Whether an occurrence recorded late turned out to be the earliest. */
  #isFirstEarlier = false;
  /** Time of the latest occurrence, and its message. */
  #lastTimestamp: string | null | undefined;
  #message: string | undefined;
  /** The first event; repeats keep all its fields except count, times and message. */
  #first: CoreV1Event | undefined;
  name: string | undefined;
  resourceVersion: string | undefined;
  /** The count of the latest write; 0 before the first. */
  writtenCount = 0;
  /** Undefined unless the count is ahead. */
  trailing: Trailing | undefined;
  readonly #key: string;

  constructor(key: string) {
    this.#key = key;
  }

  get isAhead(): boolean {
    return this.trailing !== undefined;
  }

  /** Returns the write of the first event, and with it the write of another event that was evicted to make room. */
  create(event: CoreV1Event, evicted: Correlation | undefined): Correlation {
    this.#caughtUp();
    return { type: "create", key: this.#key, event, record: this, evicted };
  }

  /** Returns the write of a repeat, by default one with the count so far. */
  write(event: CoreV1Event = this.#repeat()): Correlation {
    const added = this.count - this.writtenCount;
    this.#caughtUp();
    return { type: "patch", key: this.#key, event, patch: this.patchOf(event), added, record: this };
  }

  /** Leaves the count to a trailing write, which replaces an earlier one. */
  postpone(trailing: Trailing): void {
    this.trailing = trailing;
    trailing.ahead.add(this);
  }

  forget(): void {
    this.count = 0;
    this.#caughtUp();
    this.name = undefined;
  }

  #caughtUp(): void {
    this.writtenCount = this.count;
    this.trailing?.ahead.delete(this);
    this.trailing = undefined;
  }

  /**
   * Counts an event and returns it as it would be written: the first event unchanged, a repeat as a copy of the first
   * with the count, the earliest and the latest time, and the latest message.
   *
   * Unlike client-go, whose count overflows to a negative number, the count saturates. Unlike client-go, which creates
   * an expired event with the other fields of its latest repeat and lets the last time go back, a repeat keeps all
   * other fields of the first event.
   */
  observe(event: CoreV1Event): CoreV1Event {
    const { firstTimestamp, lastTimestamp, message } = event;
    const isFirst = this.count === 0;
    if (isFirst) this.store(event);
    else if (this.count < MAX_COUNT) this.count++;
    if (isFirst || this.#first === undefined) this.#first = event;
    if (isFirst || !isBefore(lastTimestamp, this.#lastTimestamp)) {
      this.#lastTimestamp = lastTimestamp;
      this.#message = message;
    }
    if (isBefore(firstTimestamp, this.#firstTimestamp)) {
      this.#firstTimestamp = firstTimestamp;
      this.#isFirstEarlier = true;
    }
    return isFirst ? event : this.#repeat();
  }

  /** Returns the patch that updates the event on the server to a repeat. */
  patchOf(repeat: CoreV1Event): readonly JsonPatchOperation[] {
    const patch = repeatPatch(repeat);
    if (!this.#isFirstEarlier) return patch;
    return [...patch, { op: "replace", path: "/firstTimestamp", value: repeat.firstTimestamp ?? null }];
  }

  store(event: CoreV1Event): void {
    const { metadata, firstTimestamp, count } = event;
    this.count = count ?? 0;
    this.#firstTimestamp = firstTimestamp;
    this.#isFirstEarlier = false;
    this.name = metadata.name;
    this.resourceVersion = metadata.resourceVersion;
  }

  /**
   * Stores the server's response to the write of `written`, and keeps the repeats counted since that write. Reads only
   * the count and the version, because name and first time never change, and a sink may omit them or return anything.
   * Ignores the response if the record belongs to another event by now.
   */
  acknowledge({ metadata, count }: CoreV1Event, written: CoreV1Event): void {
    if (this.name !== written.metadata.name) return;
    const writtenCount = written.count ?? 0;
    const countedSince = this.count - writtenCount;
    const storedCount = Number.isInteger(count) && count! >= 0 ? count! : writtenCount;
    this.count = Math.min(storedCount + countedSince, MAX_COUNT);
    this.resourceVersion = metadata.resourceVersion;
  }

  /** Returns the first event with the count so far, its times, and the latest message. */
  #repeat(): CoreV1Event {
    const { name, resourceVersion, count } = this;
    const first = this.#first!;
    const metadata = resourceVersion === undefined
      ? { ...first.metadata, name }
      : { ...first.metadata, name, resourceVersion };
    const [firstTimestamp, lastTimestamp] = [this.#firstTimestamp, this.#lastTimestamp];
    return { ...first, metadata, message: this.#message, firstTimestamp, lastTimestamp, count };
  }
}

/** The `lastTimestamp` of the empty event from which client-go computes its patches. */
const NEVER = "1970-01-01T00:00:00Z";

/**
 * Returns the JSON Patch that updates the event on the server to its latest repeat, with its count, time and message
 * but without zero values, as in client-go.
 *
 * Unlike client-go's strategic merge patch, it works on any server. Events in Kubernetes always have the replaced
 * members; `replace` of a missing member would act as `add`.
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
