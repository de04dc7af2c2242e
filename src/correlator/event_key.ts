import { checkResult } from "../api/check_options.ts";
import type { CoreV1Event, EventsV1Event } from "../api/event.ts";
import type { V1ObjectReference } from "../api/kubernetes_object.ts";
import { COMBINED_PREFIX, stableKey, withoutMessage } from "../api/stable_name.ts";

/**
 * A part of a key, so that different parts never make the same key.
 *
 * Unlike client-go, which joins parts with nothing in between so that "ab" and "c" equal "a" and "bc", every part
 * begins with its length: no separator is safe, since a part may contain it.
 */
function keyPart(part: string | null | undefined): string {
  const text = part ?? "";
  return `${text.length}:${text}`;
}

/** Joins parts to a key, each as a {@linkcode keyPart}, and `rest`, which needs no length as nothing comes after it. */
export function joinKey(parts: readonly (string | null | undefined)[], rest = ""): string {
  // Joined flat: a string that grows by + keeps all its pieces, and every collection pays for them.
  const texts: string[] = [];
  for (const part of parts) texts.push(keyPart(part));
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
  const { kind, namespace, name, uid, apiVersion } = involvedObject ?? {};
  return [source?.component, source?.host, kind, namespace, name, uid, apiVersion, type];
}

/**
 * A key for the spam filter that gives every reason its own budget, so that a chatty one does not silence the others:
 * {@linkcode getSpamKey} and the reason.
 *
 * @example
 * ```ts
 * import { EventCorrelator, getSpamKeyWithReason } from "@kubecast/events";
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
  return joinKey(parts, event.message ?? "");
}

/** The place of an event in an {@linkcode EventAggregator}; see {@linkcode EventAggregatorOptions.aggregateKey}. */
export interface AggregateKey {
  readonly group: string;
  readonly local: string;
}

/**
 * Groups events that differ only in the message: same source, involved object, type, reason, reporting component
 * and instance (client-go's `EventAggregatorByReasonFunc`).
 *
 * Unlike client-go's, groups of different events are never equal, and never equal to the key of an event.
 *
 * @category Correlator
 */
export function aggregateByReason(event: CoreV1Event): { readonly group: string; readonly local: string } {
  const { reason, reportingComponent, reportingInstance, message } = event;
  const parts = [...spamKeyParts(event), reason, reportingComponent, reportingInstance];
  return { group: `similar:${joinKey(parts)}`, local: message ?? "" };
}

/** Returns a key function that throws a TypeError unless `aggregateKey` returns a group and a local key. */
export function returningKey(aggregateKey: (event: CoreV1Event) => AggregateKey): (event: CoreV1Event) => AggregateKey {
  return (event) => {
    const key = aggregateKey(event);
    // Keys that are not strings are accepted: all but undefined tells events apart.
    const isValid = key?.group !== undefined && key.local !== undefined;
    return checkResult("aggregateKey", "{ group, local }", key, isValid);
  };
}

/** Returns the grouping by identity: events whose identity differs only in the message are similar. */
export function aggregateByIdentity(identity: (event: CoreV1Event) => string): (event: CoreV1Event) => AggregateKey {
  return (event) => {
    const group = stableKey(event, identity(withoutMessage(event)));
    return { group: `similar:${group}`, local: identity(event) };
  };
}

/**
 * Makes the message of a combined event: a prefix and the latest one (client-go's
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
 * Unlike client-go's, it leaves out the objects' `resourceVersion`, with which every change of an object begins a
 * series of its own. It does not contain the note: see {@linkcode EventSeriesCorrelatorOptions.maxNotes}.
 *
 * @example
 * ```ts
 * import { getSeriesKey } from "@kubecast/events";
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
  return joinKey([type, reason, action, reportingController, reportingInstance]) + objectKey(regarding) +
    objectKey(related);
}

function objectKey(reference: V1ObjectReference | null | undefined): string {
  const { kind, namespace, name, fieldPath, uid, apiVersion } = reference ?? {};
  return joinKey([kind, namespace, name, fieldPath, uid, apiVersion]);
}
