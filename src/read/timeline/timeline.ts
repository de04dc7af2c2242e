import { invalid, lackedMethods, readOptions } from "../../base/tools/check_options.ts";
import type { Gap, Occurrence } from "../../base/event/occurrence.ts";
import { type Group, ObservedObject, type StoredEvent, type TimelineObject } from "./objects.ts";
import { pushSpan, type Span } from "./spans.ts";

/**
 * The state of a {@linkcode Timeline}; the same JavaScript object until it changes.
 *
 * @category Timeline
 */
export interface TimelineSnapshot {
  /** The objects in the order in which their Warnings began; those without Warnings follow, the latest first. */
  readonly objects: readonly TimelineObject[];
  /** Times in milliseconds during which nobody watched, in order; what occurred then may be missing. */
  readonly gaps: readonly { readonly from: number; readonly to: number }[];
  /** Number of events that were dropped for newer ones. */
  readonly forgotten: number;
  /** Precision of the spans in milliseconds: 1, or more if there were too many. */
  readonly resolutionMs: number;
}

/**
 * Options of a {@linkcode Timeline}.
 *
 * @category Timeline
 */
export interface TimelineOptions {
  /**
   * Number of stored events to keep; with a quarter more, those that occurred last the longest ago are dropped.
   *
   * @default {20_000}
   */
  readonly maxEvents?: number | undefined;
  /**
   * Number of spans from which on times are kept in steps of a second, then 5, 15, … seconds, up to a day. Up to four
   * times as many are kept if a step would lose times and save less than a tenth.
   *
   * @default {5 times maxEvents}
   */
  readonly maxSpans?: number | undefined;
}

const RESOLUTIONS_MS = [1, ...[1, 5, 15, 60, 300, 900, 3600, 86_400].map((seconds) => seconds * 1000)];
const MAX_GAPS = 1000;

/**
 * What happened to which objects, and in which order: for pictures of an hour of a cluster, in a browser or a terminal.
 *
 * Kubernetes keeps a count per event and no times but the first and the last. A timeline keeps of them what is known, as
 * {@linkcode Span}s: each occurrence that was watched has its time, all others lie somewhere between two times.
 *
 * - **Idempotent.** An event counts as often as its `count` has risen, so a reader that starts again, or a file that is
 *   read twice, changes nothing; nor do occurrences that come late. A `count` that has not risen at a later time has
 *   been lowered by another writer: all of it is an estimated span since the previous report.
 * - **Bounded** by `maxEvents` and `maxSpans`.
 * - **A store for any UI framework**: `subscribe` and `getSnapshot` are the arguments of React's
 *   `useSyncExternalStore`; `get` returns the same object until that changes, so that a row is rendered only if it did.
 *   Listeners are called once per task; nothing is computed that nobody reads.
 *
 * All methods may be detached.
 *
 * @example
 * ```ts
 * import { toOccurrence } from "@kubecast/events/reader";
 * import { Timeline } from "@kubecast/events/timeline";
 * import assert from "node:assert/strict";
 *
 * const timeline = new Timeline();
 * const metadata = { name: "web.17b2", namespace: "shop", uid: "u1", creationTimestamp: "2026-01-01T10:00:00Z" };
 * const involvedObject = { kind: "Pod", namespace: "shop", name: "web-0" };
 * timeline.add(toOccurrence({ metadata, involvedObject, type: "Warning", reason: "BackOff" }));
 * assert.equal(timeline.get("Pod", "shop", "web-0")?.groups[0]?.reason, "BackOff");
 * ```
 *
 * @category Timeline
 */
export class Timeline {
  readonly #maxEvents: number;
  /** Four times the maximum that the options set. */
  readonly #mostSpans: number;
  #maxSpans: number;
  readonly #objects = new Map<string, ObservedObject>();
  /** The objects as they were ordered last, which sorts them again in little more than a pass. */
  #ordered: ObservedObject[] = [];
  readonly #events = new Set<StoredEvent>();
  readonly #byKey = new Map<string, StoredEvent>();
  readonly #listeners = new Set<() => void>();
  readonly #followed = new Set<Followed>();
  #gaps: readonly { readonly from: number; readonly to: number }[] = [];
  #spans = 0;
  #step = 0;
  #forgotten = 0;
  #last = -Infinity;
  #snapshot: TimelineSnapshot | undefined;
  #isTelling = false;

  /**
   * Creates an empty timeline.
   *
   * @throws {RangeError} If an option is not a positive integer.
   */
  constructor(options: TimelineOptions = {}) {
    const table = { maxEvents: ["a positive integer", 20_000], maxSpans: ["a positive integer"] } as const;
    const { maxEvents, maxSpans = 5 * maxEvents } = readOptions("create a Timeline", options, table);
    this.#maxEvents = maxEvents;
    this.#maxSpans = maxSpans;
    this.#mostSpans = 4 * maxSpans;
  }

  /**
   * Adds an occurrence of a reader, of a delivery of `forward`, or one parsed from JSON. One without any time, or that
   * tells nothing new, is ignored.
   *
   * @throws {TypeError} If it is something else, such as an event or a delivery.
   */
  readonly add = (occurrence: Occurrence): void => {
    if (!occurrence?.event?.metadata) {
      const rule = "be an Occurrence, such as toOccurrence(event) or that of a delivery";
      throw new TypeError(invalid("add to a Timeline", "occurrence", rule, occurrence));
    }
    const { event: { metadata }, count, delta, estimated, gap } = occurrence;
    if (gap) this.#addGap(gap);
    const firstTime = timeOf(occurrence.first);
    const last = timeOf(occurrence.last) ?? firstTime;
    if (last === undefined) return;
    // The first time may have a fraction of a second that the last lacks.
    const first = Math.min(firstTime ?? last, last);
    const keys = [`${metadata.namespace}/${metadata.name}/${firstTime}`];
    if (metadata.uid) keys.unshift(metadata.uid);
    const known = keys.map((key) => this.#byKey.get(key)).find((event) => event !== undefined);
    // A count that has not risen is late or read again, unless its time is new: then another writer has lowered it.
    const isAnew = known !== undefined && count <= known.count;
    if (known && (last <= known.before || isAnew && last <= known.last)) return;
    const added = isAnew ? count : known ? count - known.count : Math.min(delta, count);
    const event = known ?? { keys: [], group: this.#groupOf(occurrence), first, count, last, before: NaN, spans: [] };
    this.#store(event, keys);
    const from = known ? known.last : first;
    if (isAnew) event.before = known.last;
    if (isAnew || estimated && !known) this.#push(event, { from, to: last, count: added, estimated: true });
    else {
      const isWhole = !known && added === count && added > 1;
      const between = added - (isWhole ? 2 : 1);
      if (isWhole) this.#push(event, { from, to: from, count: 1 });
      this.#push(event, { from: Math.min(from, last), to: Math.max(from, last), count: between });
      this.#push(event, { from: last, to: last, count: Math.min(added, 1) });
    }
    event.count = count;
    event.last = Math.max(event.last, last);
    this.#last = Math.max(this.#last, last);
    event.group.update(occurrence, last);
    this.#forget();
    this.#coarsen();
    this.#changed();
  };

  /**
   * Marks a time during which nobody watched. {@linkcode Timeline.follow}, and `add` with an occurrence that has a `gap`,
   * do so by themselves. Overlapping gaps are joined.
   *
   * @param from Start, in milliseconds since 1970 or as a `Date`.
   * @param to End.
   */
  readonly gap = (from: number | Date, to: number | Date): void => {
    let joined = { from: Number(from), to: Number(to) };
    if (!(joined.from < joined.to) || this.#gaps.some((gap) => gap.from <= joined.from && joined.to <= gap.to)) return;
    const others = this.#gaps.filter((gap) => {
      if (gap.to < joined.from || joined.to < gap.from) return true;
      joined = { from: Math.min(gap.from, joined.from), to: Math.max(gap.to, joined.to) };
      return false;
    });
    this.#gaps = [...others, joined].sort((a, b) => a.from - b.from).slice(-MAX_GAPS);
    this.#changed();
  };

  /**
   * Adds the occurrences and gaps of a reader until the signal aborts.
   *
   * @param reader An `EventReader`, or anything with such occurrences.
   * @returns A Promise that resolves when the signal has aborted, and rejects with an error that ends the reader.
   */
  readonly follow = async (
    reader: {
      occurrences(options: { readonly signal?: AbortSignal | undefined }): AsyncIterable<Occurrence> & Followed;
    },
    options: { readonly signal?: AbortSignal | undefined } = {},
  ): Promise<void> => {
    const { signal } = readOptions("follow a reader", options, { signal: ["an AbortSignal"] });
    if (lackedMethods(reader, "occurrences").length > 0) {
      throw new TypeError(invalid("follow a reader", "reader", "have the method occurrences", reader));
    }
    const stream = reader.occurrences({ signal });
    this.#followed.add(stream);
    try {
      for await (const occurrence of stream) this.add(occurrence);
    } finally {
      this.#readGaps();
      this.#followed.delete(stream);
    }
  };

  /** Returns an object with its events, the same until one changes; `undefined` if it has none. */
  readonly get = (kind: string, namespace: string, name: string): TimelineObject | undefined =>
    this.#objects.get(keyOf(kind, namespace, name))?.snapshot();

  /** Calls a listener after changes, once per task; returns the function that ends that. */
  readonly subscribe = (listener: () => void): () => void => {
    const call = (): void => listener(); // the same listener may subscribe twice
    this.#listeners.add(call);
    return () => void this.#listeners.delete(call);
  };

  /** Returns the current state: the same object until it changes. */
  readonly getSnapshot = (): TimelineSnapshot => {
    this.#readGaps();
    return this.#snapshot ??= {
      objects: this.#order(),
      gaps: this.#gaps,
      forgotten: this.#forgotten,
      resolutionMs: RESOLUTIONS_MS[this.#step]!,
    };
  };

  #order(): TimelineObject[] {
    return this.#ordered.sort((a, b) => byOnset(a.snapshot(), b.snapshot())).map((object) => object.snapshot());
  }

  #groupOf({ regarding, type, reason }: Occurrence): Group {
    const { kind = "", namespace = "", name = "" } = regarding;
    const key = keyOf(kind, namespace, name);
    let object = this.#objects.get(key);
    if (object === undefined) {
      this.#objects.set(key, object = new ObservedObject({ key, kind, namespace, name }));
      this.#ordered.push(object);
    }
    return object.group(type, reason);
  }

  #store(event: StoredEvent, keys: readonly string[]): void {
    this.#events.add(event);
    event.group.events.add(event);
    for (const key of keys) {
      if (this.#byKey.get(key) === event) continue;
      this.#byKey.set(key, event);
      event.keys.push(key);
    }
  }

  #push(event: StoredEvent, span: Span): void {
    if (span.count > 0 && pushSpan(event.spans, span, RESOLUTIONS_MS[this.#step]!)) this.#spans++;
  }

  /** Drops the events that occurred last the longest ago, if there are too many. */
  #forget(): void {
    if (this.#events.size <= 1.25 * this.#maxEvents) return;
    const oldest = [...this.#events].sort((a, b) => a.last - b.last);
    for (const event of oldest.slice(0, oldest.length - this.#maxEvents)) {
      this.#events.delete(event);
      for (const key of event.keys) if (this.#byKey.get(key) === event) this.#byKey.delete(key);
      event.group.remove(event);
      this.#spans -= event.spans.length;
      this.#forgotten++;
    }
    for (const [key, { isEmpty }] of this.#objects) if (isEmpty) this.#objects.delete(key);
    this.#ordered = this.#ordered.filter(({ isEmpty }) => !isEmpty);
  }

  /** Keeps times in larger steps, as long as there are too many spans. */
  #coarsen(): void {
    if (this.#spans <= this.#maxSpans || this.#step === RESOLUTIONS_MS.length - 1) return;
    const events = [...this.#events];
    const coarse = events.map(({ spans }) => {
      const joined: Span[] = [];
      for (const span of spans) pushSpan(joined, span, RESOLUTIONS_MS[this.#step + 1]!);
      return joined;
    });
    const count = coarse.reduce((sum, { length }) => sum + length, 0);
    if (count > 0.9 * this.#spans && this.#maxSpans < this.#mostSpans) {
      this.#maxSpans = Math.min(Math.ceil(1.25 * this.#maxSpans), this.#mostSpans);
    } else {
      events.forEach((event, i) => event.spans = coarse[i]!);
      this.#spans = count;
      this.#step++;
      for (const { group } of events) group.changed();
    }
    this.#coarsen();
  }

  #readGaps(): void {
    for (const stream of this.#followed) {
      const gap = stream.stats?.().lastGap;
      if (gap) this.#addGap(gap);
    }
  }

  /** A gap that begins with an earlier process lasts from the last time that is known; at the start, nothing is. */
  #addGap({ from, to }: Gap): void {
    this.gap(timeOf(from) ?? (Number.isFinite(this.#last) ? this.#last : Infinity), timeOf(to) ?? NaN);
  }

  #changed(): void {
    this.#snapshot = undefined;
    if (this.#isTelling || this.#listeners.size === 0) return;
    this.#isTelling = true;
    setTimeout(() => {
      this.#isTelling = false;
      for (const listener of this.#listeners) listener();
    });
  }
}

/** The part of a reader's stream that tells gaps. */
interface Followed {
  stats?(): { readonly lastGap?: Gap | undefined };
}

function keyOf(kind: string, namespace: string, name: string): string {
  return `${kind}/${namespace}/${name}`;
}

function byOnset(a: TimelineObject, b: TimelineObject): number {
  // Not a difference: Infinity - Infinity is NaN.
  if (a.onset !== b.onset) return a.onset < b.onset ? -1 : 1;
  // Rows in trouble stay where they are.
  return a.onset === Infinity && b.last - a.last || (a.key < b.key ? -1 : 1);
}

/** Returns a time in milliseconds; `undefined` if there is none. One of parsed JSON is a string. */
function timeOf(time: Date | string | undefined | null): number | undefined {
  const ms = typeof time === "string" ? Date.parse(time) : time?.getTime() ?? NaN;
  return Number.isNaN(ms) ? undefined : ms;
}
