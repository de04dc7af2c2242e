import { type AnyEvent, type CoreV1Event, type EventsV1Event, isCoreV1, partFields } from "../../base/event/event.ts";
import { stableKey } from "../../base/event/names.ts";

/**
 * Joins parts into a key, so that different parts cannot collide.
 *
 * Unlike client-go, which joins parts without a separator so that "ab" and "c" equal "a" and "bc", every part is
 * length-prefixed: a separator could occur in a part. `rest` comes last, so it needs no prefix.
 */
export function joinKey(parts: readonly (string | null | undefined)[], rest = ""): string {
  // Joined at once: concatenation keeps every piece alive, which slows down garbage collection.
  const texts: string[] = [];
  for (const part of parts) {
    const text = part ?? "";
    texts.push(`${text.length}:${text}`);
  }
  texts.push(rest);
  return texts.join("");
}

/**
 * The default key of the spam filter: source, involved object and type (client-go's `getSpamKey`).
 *
 * Of the involved object it takes kind, namespace, name, uid and apiVersion. All reasons share the key: see
 * {@linkcode getSpamKeyWithReason}. Unlike client-go's, keys of different objects are never equal.
 *
 * @category Correlator
 */
export function getSpamKey(event: CoreV1Event): string {
  return joinKey(spamKeyParts(event));
}

function spamKeyParts({ source, involvedObject, type }: CoreV1Event): (string | null | undefined)[] {
  const parts = partFields(involvedObject);
  parts.pop(); // the field path
  parts.push(source?.component, source?.host, type);
  return parts;
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
  return joinKey([...spamKeyParts(event), event.reason]);
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
  const parts = spamKeyParts(event);
  parts.push(event.reason, event.involvedObject?.fieldPath);
  return joinKey(parts, event.message);
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
  const parts = [...spamKeyParts(event), ...similarKeyParts(event)];
  return { group: `similar:${joinKey(parts)}`, local: event.message ?? "" };
}

/** Returns the parts that `aggregateByReason` adds to those of `getSpamKey`. */
export function similarKeyParts(
  { reason, reportingComponent, reportingInstance }: CoreV1Event,
): (string | null | undefined)[] {
  return [reason, reportingComponent, reportingInstance];
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
  return joinKey([type, reason, action, reportingController, reportingInstance]) + joinKey(partFields(regarding)) +
    joinKey(partFields(related));
}
