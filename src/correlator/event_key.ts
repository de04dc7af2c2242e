import type { CoreV1Event } from "../api/core_v1_event.ts";

/**
 * Joins the parts of a key so that different parts never make the same key.
 *
 * Unlike client-go, which joins with nothing in between so that "ab" and "c" meet "a" and "bc", every part says its
 * length: no separator is safe, since a part may contain it.
 */
export function joinKey(parts: readonly (string | undefined)[]): string {
  let key = "";
  for (const part of parts) key += part === undefined || part === "" ? "0:" : `${part.length}:${part}`;
  return key;
}

/** The part of the event key that all messages share; the message follows as it is, since nothing comes after it. */
export function getEventKeyPrefix({ source, involvedObject, type, reason }: CoreV1Event): string {
  return joinKey([
    source?.component,
    source?.host,
    involvedObject.kind,
    involvedObject.namespace,
    involvedObject.name,
    involvedObject.fieldPath,
    involvedObject.uid,
    involvedObject.apiVersion,
    type,
    reason,
  ]);
}

/**
 * The key under which repeats of an event are counted: source, involved object with field path, type, reason and message
 * (client-go's `getEventKey`).
 *
 * Unlike client-go's, keys of different events are never equal.
 */
export function getEventKey(event: CoreV1Event): string {
  return `${getEventKeyPrefix(event)}${event.message ?? ""}`;
}

/**
 * The default key of the spam filter: source, involved object and type (client-go's `getSpamKey`).
 *
 * All reasons share it: see {@linkcode getSpamKeyWithReason}. Unlike client-go's, keys of different events are never
 * equal.
 */
export function getSpamKey({ source, involvedObject, type }: CoreV1Event): string {
  return joinKey([
    source?.component,
    source?.host,
    involvedObject.kind,
    involvedObject.namespace,
    involvedObject.name,
    involvedObject.uid,
    involvedObject.apiVersion,
    type,
  ]);
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
 */
export function getSpamKeyWithReason(event: CoreV1Event): string {
  return `${getSpamKey(event)}${joinKey([event.reason])}`;
}
