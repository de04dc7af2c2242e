import { type AnyEvent, type CoreV1Event, type EventsV1Event, isCoreV1, partFields } from "../../base/event/event.ts";
import { stableKey } from "../../base/event/names.ts";

/**
 * Returns a field as a part of a key, so that keys of different fields are never equal.
 *
 * Unlike client-go, which joins fields without a separator so that "ab" and "c" equal "a" and "bc", every part is
 * prefixed with its length, because a separator could occur in a field.
 */
function part(field: string | null | undefined): string {
  const text = field ?? "";
  return `${text.length}:${text}`;
}

/** The fields of `getSpamKey`, and the key. */
interface Origin {
  readonly apiVersion: string | undefined;
  readonly kind: string | undefined;
  readonly namespace: string | undefined;
  readonly name: string | undefined;
  readonly uid: string | undefined;
  readonly component: string | undefined;
  readonly host: string | undefined;
  readonly type: string | undefined;
  readonly key: string;
}

/** How many objects have their origin remembered: as many as a correlator has records by default. */
const MAX_ORIGINS = 4096;

/**
 * The latest origin of each object, by its uid or else name. All keys of an event begin with that of its origin, and
 * joining and hashing it each time would dominate the time that a repeat takes.
 */
const origins = /* @__PURE__ */ new Map<string | undefined, Origin>();

/**
 * The default key of the spam filter: source, involved object and type (client-go's `getSpamKey`).
 *
 * Of the involved object it takes kind, namespace, name, uid and apiVersion. All reasons share the key: see
 * {@linkcode getSpamKeyWithReason}. Unlike client-go's, keys of different objects are never equal.
 *
 * @category Correlator
 */
export function getSpamKey({ source, involvedObject, type }: CoreV1Event): string {
  const { apiVersion, kind, namespace, name, uid } = involvedObject ?? {};
  const { component, host } = source ?? {};
  const known = origins.get(uid || name);
  const isKnown = known !== undefined && known.uid === uid && known.name === name && known.namespace === namespace &&
    known.kind === kind && known.apiVersion === apiVersion && known.component === component && known.host === host &&
    known.type === type;
  if (isKnown) return known.key;
  const key = part(apiVersion) + part(kind) + part(namespace) + part(name) + part(uid) + part(component) + part(host) +
    part(type);
  if (origins.size >= MAX_ORIGINS) origins.clear();
  origins.set(uid || name, { apiVersion, kind, namespace, name, uid, component, host, type, key });
  return key;
}

/**
 * A spam filter key with a separate budget per reason, so that a frequent reason does not silence the others:
 * {@linkcode getSpamKey} and the reason.
 *
 * @example
 * ```ts
 * import { EventCorrelator, getSpamKeyWithReason } from "@kubecast/events/client-go";
 * import assert from "node:assert/strict";
 *
 * const correlator = new EventCorrelator({ burst: 1, spamKey: getSpamKeyWithReason });
 * const pod = { kind: "Pod", namespace: "default", name: "web-1" };
 * const pulled = { metadata: { name: "web-1.1" }, involvedObject: pod, type: "Normal", reason: "Pulled", count: 1 };
 * assert.equal(correlator.correlate(pulled).type, "create");
 * assert.equal(correlator.correlate(pulled).type, "skip");
 * assert.equal(correlator.correlate({ ...pulled, reason: "Started" }).type, "create");
 * ```
 *
 * @category Correlator
 */
export function getSpamKeyWithReason(event: CoreV1Event): string {
  return getSpamKey(event) + part(event.reason);
}

/**
 * The key under which repeats of an event are counted: source, involved object with field path, type, reason and
 * message (client-go's `getEventKey`).
 *
 * Of the involved object it takes the fields that {@linkcode getSpamKey} takes, and the field path. Unlike client-go's,
 * keys of different events are never equal.
 *
 * @category Correlator
 */
export function getEventKey(event: CoreV1Event): string {
  const { reason, involvedObject, message } = event;
  // The message comes last, so it needs no prefix.
  return getSpamKey(event) + part(reason) + part(involvedObject?.fieldPath) + (message ?? "");
}

/** Group and local key of an event; see {@linkcode EventAggregatorOptions.aggregateKey}. */
export interface AggregateKey {
  readonly group: string;
  readonly local: string;
}

/**
 * Groups events that differ only in message: same source, involved object, type, reason, reporting component and
 * instance (client-go's `EventAggregatorByReasonFunc`).
 *
 * Unlike client-go's, groups of different events are never equal, and never equal to the key of an event.
 *
 * @category Correlator
 */
export function aggregateByReason(event: CoreV1Event): { readonly group: string; readonly local: string } {
  const { reason, reportingComponent, reportingInstance, message } = event;
  const reporter = part(reportingComponent) + part(reportingInstance);
  return { group: "similar:" + getSpamKey(event) + part(reason) + reporter, local: message ?? "" };
}

/** The prefix of the messages and notes of combined events. */
export const COMBINED_PREFIX = "(combined from similar events): ";

/** Replaces the message of a combined event with the prefix that all events of its group share. */
export function withoutMessage<E>(event: E): E {
  return { ...event, [isCoreV1(event as AnyEvent) ? "message" : "note"]: COMBINED_PREFIX };
}

/** Groups events whose identities differ only in the message. */
export function aggregateByIdentity(identity: (event: CoreV1Event) => string): (event: CoreV1Event) => AggregateKey {
  return (event) => {
    const group = stableKey(event, identity(withoutMessage(event)));
    return { group: `similar:${group}`, local: identity(event) };
  };
}

/**
 * Returns the message of a combined event: a prefix and the latest message (client-go's
 * `EventAggregatorByReasonMessageFunc`).
 *
 * @category Correlator
 */
export function aggregateByReasonMessage(event: CoreV1Event): string {
  return COMBINED_PREFIX + (event.message ?? "");
}

/**
 * The default key of a series: reporter, type, reason, action, and the objects that the event is about (client-go's
 * `getKey` of tools/events).
 *
 * Unlike client-go's, it omits the objects' `resourceVersion`, which would start a new series at every change of an
 * object. Nor does it contain the note: see {@linkcode EventSeriesCorrelatorOptions.maxNotes}.
 *
 * @example
 * ```ts
 * import { getSeriesKey } from "@kubecast/events/client-go";
 * import assert from "node:assert/strict";
 *
 * const event = { metadata: {}, reason: "Pulled", regarding: { kind: "Pod", name: "web", resourceVersion: "7" } };
 * const later = { ...event, regarding: { ...event.regarding, resourceVersion: "8" } };
 * assert.equal(getSeriesKey(later), getSeriesKey(event));
 * ```
 *
 * @category Correlator
 */
export function getSeriesKey(event: EventsV1Event): string {
  const { type, reason, action, reportingController, reportingInstance, regarding, related } = event;
  const reporter = [type, reason, action, reportingController, reportingInstance];
  return [...reporter, ...partFields(regarding), ...partFields(related)].map(part).join("");
}
