import { invalid, lackedMethods, readOptions } from "../../base/tools/check_options.ts";
import type { Gap, Occurrence } from "../../base/event/occurrence.ts";
import { StoredEvent, type TimelineEvent } from "./event.ts";
import { pushSpan, type Span } from "./spans.ts";

// From occurrences to a picture, and where to change each step:
//
//   Timeline.add     timeline.ts    the store: finds the event of an occurrence, and keeps gaps
//   StoredEvent      event.ts       an event with its times, as shown in a snapshot (workload.ts: its workload)
//   pushSpan         spans.ts       when an event occurred, in bounded memory
//   isTrouble        trouble.ts     which events are bad news, regardless of their type
//   pictureOf        picture.ts     the picture of a choice of events, for the terminal and the page
//   Lane             lane.ts        a row of a picture: how events form lanes, their order, and which are folded
//   Story            story.ts       the lines of a lane: its message, how it began, and the last change before
//   burstOf          burst.ts       when most trouble began, and what changed before
//   Facts            facts.ts       what all events reveal about one: its node, and whether its trouble goes on
//   Tally, Marks     tally.ts       how many occurrences there were, and when, as far as known
//   viewOf           time_axis.ts   which times a picture shows, its ticks, and times in words
//   notesOf          picture_text.ts  a picture's sums and notes in words
//   clausesOf        cuts.ts        where to cut names and messages that do not fit

/**
 * The state of a {@linkcode Timeline}; the same JavaScript object until it changes.
 *
 * @category Timeline
 */
export interface TimelineSnapshot {
  /** The events in the order in which they began. */
  readonly events: readonly TimelineEvent[];
  /** Periods in milliseconds without a watch, in order; occurrences during these may be missing. */
  readonly gaps: readonly { readonly from: number; readonly to: number }[];
  /** Number of events that were dropped to make room for newer ones. */
  readonly forgotten: number;
  /** Number of events without a time, which are not in `events`. */
  readonly untimed: number;
  /** Precision of the spans in milliseconds: 1, or more if there were too many spans. */
  readonly resolutionMs: number;
}

/**
 * Options of a {@linkcode Timeline}.
 *
 * @category Timeline
 */
export interface TimelineOptions {
  /**
   * Number of stored events to keep; beyond a quarter more, those with the oldest last occurrence are dropped.
   *
   * @default {20_000}
   */
  readonly maxEvents?: number | undefined;
  /**
   * Number of spans above which times are rounded to steps of a second, then of 5, 15, … seconds, up to a day. Up to
   * four times as many are kept if a step would save less than a tenth of them.
   *
   * @default {5 times maxEvents}
   */
  readonly maxSpans?: number | undefined;
}

const RESOLUTIONS_MS = [1, ...[1, 5, 15, 60, 300, 900, 3600, 86_400].map((seconds) => seconds * 1000)];
const MAX_GAPS = 1000;

/**
 * The order in which things happened to objects, for pictures of an hour of a cluster, in a browser or a terminal.
 *
 * Kubernetes keeps a count per event, and no times but the first and the last. A timeline keeps what is known about
 * times as {@linkcode Span}s: each watched occurrence has its time, and all others lie somewhere between two times.
 *
 * - **Idempotent.** An event counts as often as its `count` has risen, so a reader that restarts, a file that is read
 *   twice, or an occurrence that arrives late changes nothing. If a `count` has not risen at a later time, another
 *   writer has lowered it, and all of it becomes an estimated span since the previous report.
 * - **Bounded** by `maxEvents` and `maxSpans`.
 * - **A store for any UI framework**: `subscribe` and `getSnapshot` are the arguments of React's
 *   `useSyncExternalStore`. An event is the same object until it changes, so unchanged rows are not rendered again.
 *   Listeners are called once per task, and nothing is computed before it is read.
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
 * assert.equal(timeline.get("u1")?.reason, "BackOff");
 * ```
 *
 * @category Timeline
 */
export class Timeline {
  readonly #maxEvents: number;
  /** Four times the maximum in the options. */
  readonly #mostSpans: number;
  #maxSpans: number;
  /** The events in the order of the last snapshot, so that sorting them again takes little more than one pass. */
  #events: StoredEvent[] = [];
  readonly #byKey = new Map<string, StoredEvent>();
  readonly #listeners = new Set<() => void>();
  readonly #followed = new Set<Followed>();
  readonly #untimed = new Set<string>();
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
   * Adds an occurrence of a reader, of a delivery of `forward`, or one parsed from JSON. Ignores an occurrence that
   * adds nothing. One without any time is only counted; Go's zero time, in the year 1, counts as no time.
   *
   * @throws {TypeError} If it is not an occurrence, but for example an event or a delivery.
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
    if (last === undefined) {
      const key = metadata.uid || `${metadata.namespace}/${metadata.name}`;
      if (this.#untimed.has(key) || this.#untimed.size >= this.#maxEvents) return;
      this.#untimed.add(key);
      return this.#changed();
    }
    // The first time may be later, because it may have a fraction of a second that the last time lacks.
    const first = Math.min(firstTime ?? last, last);
    const keys = [`${metadata.namespace}/${metadata.name}/${firstTime}`];
    if (metadata.uid) keys.unshift(metadata.uid);
    const known = keys.map((key) => this.#byKey.get(key)).find((event) => event !== undefined);
    // A count that has not risen is late or read again. If its time is new, though, another writer has lowered it.
    const isAnew = known !== undefined && count <= known.count;
    if (known && delta === 0 && count === known.count) {
      known.update(occurrence, last); // the message may have changed
      return this.#changed();
    }
    if (known && (last <= known.before || isAnew && last <= known.last)) return;
    const added = isAnew ? count : known ? count - known.count : Math.min(delta, count);
    const event = known ?? new StoredEvent(occurrence, first, last);
    if (!known) this.#events.push(event);
    for (const key of keys) {
      if (this.#byKey.get(key) === event) continue;
      this.#byKey.set(key, event);
      event.keys.push(key);
    }
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
    event.update(occurrence, last);
    this.#last = Math.max(this.#last, last);
    this.#forget();
    this.#coarsen();
    this.#changed();
  };

  /**
   * Marks a period without a watch. {@linkcode Timeline.follow}, and `add` with an occurrence that has a `gap`, do so
   * automatically. Overlapping gaps are joined.
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
   * @param reader An `EventReader`, or any object with such a method `occurrences`.
   * @returns A Promise that resolves when the signal has aborted, and rejects with the error that ends the reader.
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

  /** Returns an event by its key or uid, the same object until it changes; `undefined` if there is no such event. */
  readonly get = (key: string): TimelineEvent | undefined => this.#byKey.get(key)?.snapshot();

  /** Calls a listener after changes, once per task; returns a function that unsubscribes it. */
  readonly subscribe = (listener: () => void): () => void => {
    const call = (): void => listener(); // the same listener may subscribe twice
    this.#listeners.add(call);
    return () => void this.#listeners.delete(call);
  };

  /** Returns the current state: the same object until it changes. */
  readonly getSnapshot = (): TimelineSnapshot => {
    this.#readGaps();
    return this.#snapshot ??= {
      events: this.#events.sort((a, b) => a.first - b.first).map((event) => event.snapshot()),
      gaps: this.#gaps,
      forgotten: this.#forgotten,
      untimed: this.#untimed.size,
      resolutionMs: RESOLUTIONS_MS[this.#step]!,
    };
  };

  #push(event: StoredEvent, span: Span): void {
    if (span.count > 0 && pushSpan(event.spans, span, RESOLUTIONS_MS[this.#step]!)) this.#spans++;
  }

  /** Drops the events with the oldest last occurrence, if there are too many. */
  #forget(): void {
    if (this.#events.length <= 1.25 * this.#maxEvents) return;
    const oldest = this.#events.toSorted((a, b) => a.last - b.last).slice(0, this.#events.length - this.#maxEvents);
    for (const event of oldest) {
      for (const key of event.keys) if (this.#byKey.get(key) === event) this.#byKey.delete(key);
      this.#spans -= event.spans.length;
    }
    const dropped = new Set(oldest);
    this.#events = this.#events.filter((event) => !dropped.has(event));
    this.#forgotten += dropped.size;
  }

  /** Rounds times to larger steps while there are too many spans. */
  #coarsen(): void {
    if (this.#spans <= this.#maxSpans || this.#step === RESOLUTIONS_MS.length - 1) return;
    const coarse = this.#events.map(({ spans }) => {
      const joined: Span[] = [];
      for (const span of spans) pushSpan(joined, span, RESOLUTIONS_MS[this.#step + 1]!);
      return joined;
    });
    const count = coarse.reduce((sum, { length }) => sum + length, 0);
    if (count > 0.9 * this.#spans && this.#maxSpans < this.#mostSpans) {
      this.#maxSpans = Math.min(Math.ceil(1.25 * this.#maxSpans), this.#mostSpans);
    } else {
      this.#events.forEach((event, i) => event.spans = coarse[i]!);
      this.#spans = count;
      this.#step++;
    }
    this.#coarsen();
  }

  #readGaps(): void {
    for (const stream of this.#followed) {
      const gap = stream.stats?.().lastGap;
      if (gap) this.#addGap(gap);
    }
  }

  /** Adds a gap. If its start is unknown, because an earlier process read before it, uses the last known time. */
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

/** The part of a reader's stream that reports gaps. */
interface Followed {
  stats?(): { readonly lastGap?: Gap | undefined };
}

/**
 * Returns a time, which is a string in parsed JSON, in milliseconds; `undefined` if it is missing or Go's zero time.
 */
function timeOf(time: Date | string | undefined | null): number | undefined {
  const date = typeof time === "string" ? new Date(time) : time;
  const year = date?.getUTCFullYear() ?? NaN;
  return Number.isNaN(year) || year === 1 ? undefined : date!.getTime();
}
