import type { EventsV1Event } from "../api/events_v1_event.ts";
import type { V1ObjectReference } from "../api/object_reference.ts";
import { joinKey } from "./event_key.ts";

/**
 * The default key of a series: reporter, type, reason, action, and the objects that the event is about (client-go's
 * `getKey` of tools/events).
 *
 * Unlike client-go's, it leaves out the objects' `resourceVersion`, with which every change of an object begins a series of
 * its own. The note is no part of it: see {@linkcode EventSeriesCorrelatorOptions.maxNotes}.
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
 */
export function getSeriesKey(event: EventsV1Event): string {
  const { type, reason, action, reportingController, reportingInstance, regarding, related } = event;
  return joinKey([type, reason, action, reportingController, reportingInstance]) + objectKey(regarding) +
    objectKey(related);
}

function objectKey(reference: V1ObjectReference = {}): string {
  const { kind, namespace, name, fieldPath, uid, apiVersion } = reference;
  return joinKey([kind, namespace, name, fieldPath, uid, apiVersion]);
}
