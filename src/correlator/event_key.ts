import type { CoreV1Event } from "../api/core_v1_event.ts";

/**
 * A part of a key, so that different parts never make the same key.
 *
 * Unlike client-go, which joins parts with nothing in between so that "ab" and "c" meet "a" and "bc", every part says its
 * length: no separator is safe, since a part may contain it.
 */
export function keyPart(text = ""): string {
  return `${text.length}:${text}`;
}

/** Joins parts to a key, each as a {@linkcode keyPart}. */
export function joinKey(parts: readonly (string | undefined)[]): string {
  // Joined flat: a string that grows by + keeps all its pieces, and every collection pays for them.
  return parts.map((part) => keyPart(part)).join("");
}

/**
 * The default key of the spam filter: source, involved object and type (client-go's `getSpamKey`).
 *
 * Of the involved object it takes kind, namespace, name, uid and apiVersion. All reasons share the key: see
 * {@linkcode getSpamKeyWithReason}. Unlike client-go's, keys of different objects are never equal.
 */
export function getSpamKey(event: CoreV1Event): string {
  const { source, involvedObject, type } = event;
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
  return getSpamKey(event) + keyPart(event.reason);
}

/** The part of an event's key that all messages share: nothing comes after the message, so it needs no length. */
export function getEventKeyPrefix(spamKeyWithReason: string, { involvedObject }: CoreV1Event): string {
  return spamKeyWithReason + keyPart(involvedObject.fieldPath);
}

/**
 * The key under which repeats of an event are counted: source, involved object with field path, type, reason and message
 * (client-go's `getEventKey`).
 *
 * Of the involved object it takes what {@linkcode getSpamKey} takes, and the field path. Unlike client-go's, keys of
 * different events are never equal.
 */
export function getEventKey(event: CoreV1Event): string {
  return getEventKeyPrefix(getSpamKeyWithReason(event), event) + (event.message ?? "");
}
