import jsonpatch from "fast-json-patch";
import type { Clock, CoreV1Event, JsonPatchOperation } from "../../../mod.ts";

/** An LRU cache for the naive correlator. */
export interface NaiveCache<R> {
  get(key: string): R | undefined;
  set(key: string, record: R): unknown;
}

export interface NaiveOptions {
  cacheSize: number;
  burst: number;
  qps: number;
  maxEvents: number;
  maxIntervalMs: number;
  clock: Clock;
  newCache: <R>(cacheSize: number) => NaiveCache<R>;
  /** Joins the parts of a key; client-go uses no separator. */
  joinKey?: (kind: string, parts: string[]) => string;
  aggregateKey?: ((event: CoreV1Event) => { group: string; local: string }) | undefined;
  aggregateMessage?: ((event: CoreV1Event) => string) | undefined;
  spamKey?: ((event: CoreV1Event) => string) | undefined;
}

export type NaiveCorrelation =
  | { type: "create"; event: CoreV1Event }
  | { type: "patch"; event: CoreV1Event; patch: readonly JsonPatchOperation[] }
  | { type: "skip" };

interface AggregateRecord {
  localKeys: string[];
  lastMs: number;
}

interface LogRecord {
  /** Unlike client-go: the fields of the first event, the greatest time, and the message of the latest. */
  first?: CoreV1Event | undefined;
  lastTimestamp?: string | null | undefined;
  message?: string | undefined;
  isFirstEarlier?: boolean | undefined;
  count: number;
  firstTimestamp: string | null | undefined;
  name: string | undefined;
  resourceVersion: string | undefined;
}

interface SpamRecord {
  tokens: number;
  lastMs: number;
}

/** A Kubernetes time, in seconds. */
function rfc3339(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, "Z");
}

/** A literal port of client-go, without regard to speed: the reference for the real one. */
export class NaiveCorrelator {
  readonly #options: NaiveOptions;
  readonly #aggregates: NaiveCache<AggregateRecord>;
  readonly #log: NaiveCache<LogRecord>;
  readonly #spam: NaiveCache<SpamRecord>;
  #names = 0;

  constructor(options: NaiveOptions) {
    this.#options = options;
    this.#aggregates = options.newCache(options.cacheSize);
    this.#log = options.newCache(options.cacheSize);
    this.#spam = options.newCache(options.cacheSize);
  }

  correlate(event: CoreV1Event): NaiveCorrelation {
    const { event: aggregated, key } = this.#aggregate(event);
    const { event: observed, patch } = this.#observe(aggregated, key);
    if (this.#isSpam(observed)) return { type: "skip" };
    return patch === undefined ? { type: "create", event: observed } : { type: "patch", event: observed, patch };
  }

  updateState(event: CoreV1Event): void {
    const key = this.#eventKey(event);
    this.#log.set(key, { ...this.#log.get(key), ...this.#toRecord(event), isFirstEarlier: false });
  }

  #aggregate(event: CoreV1Event): { event: CoreV1Event; key: string } {
    const { clock, maxEvents, maxIntervalMs, aggregateMessage } = this.#options;
    const nowMs = clock.now();
    const { group, local } = this.#aggregateKey(event);
    let record = this.#aggregates.get(group) ?? { localKeys: [], lastMs: nowMs };
    if (nowMs - record.lastMs > maxIntervalMs) record = { localKeys: [], lastMs: nowMs };
    const localKeys = record.localKeys.includes(local) ? record.localKeys : [...record.localKeys, local];
    const full = localKeys.length >= maxEvents;
    this.#aggregates.set(group, { localKeys: full ? localKeys.slice(1) : localKeys, lastMs: nowMs });
    if (!full) return { event, key: this.#eventKey(event) };
    const { namespace, annotations } = event.metadata;
    const now = rfc3339(nowMs);
    const combined: CoreV1Event = {
      metadata: { name: `${event.involvedObject.name}.${(this.#names++).toString(16)}`, namespace, annotations },
      involvedObject: event.involvedObject,
      reason: event.reason,
      message: aggregateMessage ? aggregateMessage(event) : `(combined from similar events): ${event.message ?? ""}`,
      source: event.source,
      firstTimestamp: now,
      lastTimestamp: now,
      count: 1,
      type: event.type,
      reportingComponent: event.reportingComponent,
      reportingInstance: event.reportingInstance,
    };
    return { event: combined, key: group };
  }

  #observe(event: CoreV1Event, key: string): { event: CoreV1Event; patch?: readonly JsonPatchOperation[] } {
    const last = this.#log.get(key);
    if (last === undefined || last.count === 0) {
      const { lastTimestamp, message } = event;
      this.#log.set(key, { ...this.#toRecord(event), first: event, lastTimestamp, message });
      return { event };
    }
    const first = last.first ?? event;
    const isBefore = (a?: string | null, b?: string | null): boolean => Date.parse(a ?? "") < Date.parse(b ?? "");
    const isEarlier = isBefore(event.firstTimestamp, last.firstTimestamp);
    const isLater = !isBefore(event.lastTimestamp, last.lastTimestamp);
    const repeat: CoreV1Event = {
      ...first,
      metadata: { ...first.metadata, name: last.name, resourceVersion: last.resourceVersion },
      firstTimestamp: isEarlier ? event.firstTimestamp : last.firstTimestamp,
      lastTimestamp: isLater ? event.lastTimestamp : last.lastTimestamp,
      message: isLater ? event.message : last.message,
      count: last.count + 1,
    };
    // A Go event always has these two fields.
    const after = { ...repeat, lastTimestamp: repeat.lastTimestamp ?? null, message: repeat.message ?? "" };
    const before = { ...after, count: 0, lastTimestamp: "1970-01-01T00:00:00Z", message: "" };
    const { lastTimestamp, message, firstTimestamp } = repeat;
    const isFirstEarlier = isEarlier || last.isFirstEarlier;
    this.#log.set(key, { ...this.#toRecord(repeat), first, lastTimestamp, message, isFirstEarlier });
    const patch = jsonpatch.compare(before, after) as JsonPatchOperation[];
    if (isFirstEarlier) patch.push({ op: "replace", path: "/firstTimestamp", value: firstTimestamp ?? null });
    return { event: repeat, patch };
  }

  #isSpam(event: CoreV1Event): boolean {
    const { burst, clock } = this.#options;
    // A 32-bit float in client-go.
    const qps = Math.fround(this.#options.qps);
    const nowMs = clock.now();
    const key = this.#spamKey(event);
    const record = this.#spam.get(key) ?? { tokens: burst, lastMs: nowMs };
    const elapsedMs = Math.max(0, nowMs - record.lastMs);
    const seconds = Math.trunc(elapsedMs / 1000) + (elapsedMs % 1000) * 1_000_000 / 1e9;
    const tokens = Math.min(burst, record.tokens + seconds * qps) - 1;
    const waitNanos = tokens < 0 ? Math.trunc(-tokens / qps * 1e9) : 0;
    const isSpam = waitNanos > 0;
    this.#spam.set(key, isSpam ? record : { tokens, lastMs: nowMs });
    return isSpam;
  }

  #toRecord({ count = 0, firstTimestamp, metadata }: CoreV1Event): LogRecord {
    return { count, firstTimestamp, name: metadata.name, resourceVersion: metadata.resourceVersion };
  }

  #eventKey({ source, involvedObject: object, type, reason, message }: CoreV1Event): string {
    return this.#join("event", [
      source?.component,
      source?.host,
      object.kind,
      object.namespace,
      object.name,
      object.fieldPath,
      object.uid,
      object.apiVersion,
      type,
      reason,
      message,
    ]);
  }

  #aggregateKey(event: CoreV1Event): { group: string; local: string } {
    if (this.#options.aggregateKey) return this.#options.aggregateKey(event);
    const { source, involvedObject: object, type, reason, reportingComponent, reportingInstance } = event;
    const group = this.#join("group", [
      source?.component,
      source?.host,
      object.kind,
      object.namespace,
      object.name,
      object.uid,
      object.apiVersion,
      type,
      reason,
      reportingComponent,
      reportingInstance,
    ]);
    return { group, local: event.message ?? "" };
  }

  #spamKey(event: CoreV1Event): string {
    if (this.#options.spamKey) return this.#options.spamKey(event);
    const { source, involvedObject: object, type } = event;
    return this.#join("spam", [
      source?.component,
      source?.host,
      object.kind,
      object.namespace,
      object.name,
      object.uid,
      object.apiVersion,
      type,
    ]);
  }

  #join(kind: string, parts: (string | undefined)[]): string {
    const texts = parts.map((part) => part ?? "");
    return this.#options.joinKey ? this.#options.joinKey(kind, texts) : JSON.stringify([kind, ...texts]);
  }
}
