import {
  type AnyEvent,
  componentOf,
  type CoreV1Event,
  countOf,
  type EventsV1Event,
  objectOf,
  viewOf,
} from "./event.ts";
import { type EventLike, toWireEvent } from "./event_like.ts";
import type { V1ObjectReference } from "./kubernetes_object.ts";
import { invalid } from "../tools/check_options.ts";

/**
 * An event of either API in one form, with the number of occurrences in total and since the last report.
 *
 * @category Reader
 */
export interface Occurrence {
  /** The object that the event is about. */
  readonly regarding: V1ObjectReference;
  /** The second object, if there is one. */
  readonly related?: V1ObjectReference | undefined;
  /** `"Normal"` or `"Warning"`; core/v1 servers store any string. */
  readonly type: string;
  /** Machine-readable reason. */
  readonly reason: string;
  /** Human-readable message. */
  readonly message: string;
  /** Action that was taken or failed, if the event names one. */
  readonly action?: string | undefined;
  /** Reporter of the event. */
  readonly reporter: {
    /** Component or controller, such as `"kubelet"`; empty if the event names none. */
    readonly component: string;
    /** Instance of the controller, or the node it runs on. */
    readonly instance?: string | undefined;
  };
  /** First time it occurred; `undefined` if the event has no times. */
  readonly first: Date | undefined;
  /** Last time it occurred; `undefined` if the event has no times. */
  readonly last: Date | undefined;
  /** Number of occurrences, at least 1. */
  readonly count: number;
  /** Number of occurrences since the previous report of the same event; 0 if only other fields have changed. */
  readonly delta: number;
  /** True if `delta` is a guess, because the previous count is unknown; see {@linkcode EventReader.occurrences}. */
  readonly estimated?: true | undefined;
  /** Set on the first occurrence after a gap, when occurrences between these times may be missing. */
  readonly gap?: Gap | undefined;
  /** The event itself. */
  readonly event: CoreV1Event | EventsV1Event;
}

/**
 * A time during which a reader missed changes, because the server no longer has them.
 *
 * @category Reader
 */
export interface Gap {
  /** When the watch before the gap ended, or was last read; `undefined` if an earlier stream read that watch. */
  readonly from?: Date | undefined;
  /** When the events were listed again. */
  readonly to: Date;
}

/**
 * An occurrence to deliver, with a key by which a store can recognize duplicates.
 *
 * @category Forwarding
 */
export interface Delivery {
  /**
   * Identifies one state of an event by its uid, count and resourceVersion, such as
   * `"9f0b5c3e-0000-4000-8000-000000000001/3@41"`. The key is the same in every process that reads the state, and
   * whenever the state is delivered again.
   */
  readonly key: string;
  /** The occurrence, with the event itself. */
  readonly occurrence: Occurrence;
}

/** The part of an event that determines the `delta` of its next occurrence. */
export interface Counted {
  readonly uid: string | undefined;
  readonly count: number;
  /** First time it occurred, as text; `undefined` if the event has none. */
  readonly first: string | undefined;
}

/**
 * Converts an event of either API to an occurrence.
 *
 * Both APIs are views of one store, so an event may have the fields of either API or of both. `count` is
 * `series.count`, else `count` (`deprecatedCount`), else 1. `first` is `eventTime`, else `firstTimestamp`, else the
 * creation. `last` is `series.lastObservedTime`, else `lastTimestamp`, else `eventTime`, else `first`. The reporter is
 * `source`, else `reportingComponent` (`reportingController`). kubectl prefers the fields in the
 * {@link https://github.com/kubernetes/kubernetes/blob/master/pkg/printers/internalversion/printers.go | same order}.
 * Fields that are missing, or of another type, count as absent; so do times of the year 1, Go's zero.
 *
 * @param event The event; its times may be `Date`s, as in `@kubernetes/client-node`.
 * @param previous The previous occurrence of the event with the same namespace and name. Counts are absolute, so
 * `delta` is the difference. If the count fell, `delta` is the whole count, and `estimated` is true. `delta` is also
 * the whole count if the event was created again with another first time, because an event that continues an earlier
 * count keeps its first time.
 * @throws {TypeError} If `event` is not an event but, for example, a list of events, a watch event or another object.
 *
 * @example
 * ```ts
 * import { toOccurrence } from "@kubecast/events/reader";
 * import assert from "node:assert/strict";
 *
 * const metadata = { name: "web.17b2", namespace: "shop", uid: "u1" };
 * const involvedObject = { kind: "Pod", namespace: "shop", name: "web" };
 * const first = toOccurrence({ metadata, involvedObject, reason: "BackOff", count: 3 });
 * assert.equal(first.delta, 3);
 *
 * const next = toOccurrence({ metadata, involvedObject, reason: "BackOff", count: 5 }, first);
 * assert.equal(next.delta, 2);
 * ```
 *
 * @category Reader
 */
export function toOccurrence(
  event: CoreV1Event | EventsV1Event | EventLike<CoreV1Event> | EventLike<EventsV1Event>,
  previous?: Occurrence,
): Occurrence {
  if (!isEvent(event)) throw new TypeError(invalid("convert to an occurrence", "event", "be an Event", event));
  const wireEvent = toWireEvent<AnyEvent>(event);
  const [counted, before] = [countedOf(wireEvent), previous && countedOf(previous.event)];
  return occurrenceOf(wireEvent, deltaOf(counted, before), hasFallen(counted, before));
}

/**
 * Fields of occurrences, lists and other objects, by which these are recognized if a client returns them without their
 * kind.
 */
const FOREIGN_FIELDS = ["event", "items", "spec", "status"];

/** Whether a value may be an event, with fields of any type. */
function isEvent(value: unknown): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const { kind, apiVersion, metadata, reason } = value as Partial<CoreV1Event>;
  // The entries of an audit log have the kind Event too.
  const isOfKind = (kind || "Event") === "Event" && !String(apiVersion).startsWith("audit.k8s.io/");
  const isForeign = FOREIGN_FIELDS.some((field) => field in value);
  return isOfKind && !isForeign && [objectOf(value), metadata, reason].some(Boolean);
}

export function occurrenceOf(
  event: AnyEvent,
  delta: number,
  isEstimated: boolean = false,
  gap?: Gap,
): Occurrence {
  const view = viewOf(event);
  const { involvedObject, message, source, firstTimestamp, lastTimestamp } = view;
  const { metadata, series, eventTime, related, action } = event;
  const first = firstTime(eventTime, firstTimestamp, metadata.creationTimestamp);
  const last = firstTime(series?.lastObservedTime, lastTimestamp, eventTime);
  const component = textOf(componentOf(view));
  const instance = textOf(event.reportingInstance || source?.host);
  // Built without spreads, which would cost as much as the rest of the conversion.
  const occurrence: { -readonly [Name in keyof Occurrence]: Occurrence[Name] } = {
    regarding: referenceOf(involvedObject) ?? {},
    type: textOf(event.type),
    reason: textOf(event.reason),
    message: textOf(message),
    reporter: instance ? { component, instance } : { component },
    first,
    last: last ?? first,
    count: countOf(event) ?? 1,
    delta,
    event,
  };
  const other = referenceOf(related);
  if (other) occurrence.related = other;
  if (textOf(action)) occurrence.action = textOf(action);
  if (isEstimated) occurrence.estimated = true;
  if (gap) occurrence.gap = gap;
  return occurrence;
}

function firstTime(a: Time, b: Time, c: Time): Date | undefined {
  let ms = parse(a);
  if (Number.isNaN(ms)) ms = parse(b);
  if (Number.isNaN(ms)) ms = parse(c);
  return Number.isNaN(ms) ? undefined : new Date(ms);
}

type Time = string | null | undefined;

function parse(time: Time): number {
  // Go's zero time is in the year 1.
  return typeof time === "string" && !time.startsWith("0001-") ? Date.parse(time) : NaN;
}

/** Returns a text, or "" for any other value, because a foreign server may respond with anything. */
function textOf(value: string | null | undefined): string {
  return typeof value === "string" ? value : "";
}

/** Returns a reference without the fields that are not strings; the same reference if all its fields are strings. */
function referenceOf(reference: V1ObjectReference | null | undefined): V1ObjectReference | undefined {
  if (typeof reference !== "object" || reference === null) return undefined;
  for (const name in reference) {
    const value = reference[name as "name"];
    if (typeof value === "string" || value === undefined) continue;
    return Object.fromEntries(Object.entries(reference).filter(([, value]) => typeof value === "string"));
  }
  return reference;
}

/** Returns a hash of an event's type, reason and message (FNV-1a of UTF-16 units). */
export function wordsOf(event: AnyEvent): number {
  let hash = 0x811c9dc5;
  for (const text of [event.type, event.reason, viewOf(event).message]) {
    const { length } = textOf(text);
    hash = Math.imul(hash ^ length, 0x01000193);
    for (let i = 0; i < length; i++) hash = Math.imul(hash ^ text!.charCodeAt(i), 0x01000193);
  }
  return hash;
}

export function countedOf(event: AnyEvent): Counted {
  const first = event.eventTime || viewOf(event).firstTimestamp || undefined;
  return { uid: event.metadata.uid, count: countOf(event) ?? 1, first };
}

/** Returns the number of occurrences since the previous report. */
export function deltaOf({ uid, count, first }: Counted, previous: Counted | undefined): number {
  if (previous === undefined) return count;
  const continues = uid === previous.uid || first !== undefined && first === previous.first;
  return continues && count >= previous.count ? count - previous.count : count;
}

/**
 * Whether an event has a lower count than before, for example because another client wrote it, so that some occurrences
 * may be counted again.
 */
export function hasFallen({ uid, count }: Counted, previous: Counted | undefined): boolean {
  return previous !== undefined && uid === previous.uid && count < previous.count;
}

/**
 * Whether an earlier stream may have reported an event that is new to a stream. Its count is then above one. Either it
 * was created a second or more after its first time, and so continues another event; or it occurred a second or more
 * after its creation, and so may have received the selected labels only now.
 */
export function mayContinue(event: AnyEvent): boolean {
  const { count, first } = countedOf(event);
  if (count === 1) return false;
  const { series, eventTime, metadata } = event;
  const last = firstTime(series?.lastObservedTime, viewOf(event).lastTimestamp, eventTime);
  const createdMs = parse(metadata.creationTimestamp);
  return createdMs - parse(first) >= 1000 || last !== undefined && last.getTime() - createdMs >= 1000;
}
