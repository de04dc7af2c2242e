import type { CoreV1Event, EventsV1Event } from "../../api/event.ts";
import type { JsonObject } from "./decode_object.ts";

/**
 * The field names in both APIs, in the field order of events.k8s.io/v1: `[events.k8s.io/v1, core/v1]` (Kubernetes'
 * `pkg/apis/events/v1/conversion.go`). The conversion only renames, so it is lossless in both directions.
 */
const FIELDS = [
  ["metadata", "metadata"],
  ["eventTime", "eventTime"],
  ["series", "series"],
  ["reportingController", "reportingComponent"],
  ["reportingInstance", "reportingInstance"],
  ["action", "action"],
  ["reason", "reason"],
  ["regarding", "involvedObject"],
  ["related", "related"],
  ["note", "message"],
  ["type", "type"],
  ["deprecatedSource", "source"],
  ["deprecatedFirstTimestamp", "firstTimestamp"],
  ["deprecatedLastTimestamp", "lastTimestamp"],
  ["deprecatedCount", "count"],
] as const;

/** Renames the fields of a core/v1 event to those of events.k8s.io/v1. */
export function toEventsV1(event: CoreV1Event): EventsV1Event {
  const result: Record<string, unknown> = {};
  for (const [eventsName, coreName] of FIELDS) {
    const value = event[coreName];
    // events.k8s.io/v1 omits empty fields that core/v1 writes.
    if (value === undefined || value === "") continue;
    result[eventsName] = value;
  }
  // events.k8s.io/v1 writes the count of a series even if zero.
  if (event.series) {
    result["series"] = { count: event.series.count ?? 0, lastObservedTime: event.series.lastObservedTime };
  }
  return result as unknown as EventsV1Event;
}

/** Renames the fields of an events.k8s.io/v1 event to those of core/v1; the result is not in canonical form. */
export function toCoreV1(event: JsonObject): JsonObject {
  const result: Record<string, unknown> = {};
  for (const [eventsName, coreName] of FIELDS) {
    if (event[eventsName] !== undefined) result[coreName] = event[eventsName];
  }
  return result;
}
