import type { CoreV1Event } from "../../api/event.ts";
import { EVENTS_V1_NAMES } from "../../api/event_view.ts";
import type { JsonObject } from "./decode_object.ts";
import { EVENTS_V1_EVENT } from "./event_schema.ts";
import { EVENTS_V1, type ServedApi } from "./served_api.ts";

const CORE_V1_NAMES = new Map<string, string>(Object.entries(EVENTS_V1_NAMES).map(([core, events]) => [events, core]));

/**
 * The field names in both APIs, in the field order of events.k8s.io/v1: `[events.k8s.io/v1, core/v1]`. The conversion
 * only renames, so it is lossless in both directions.
 */
const FIELDS = EVENTS_V1_EVENT.fields
  .filter(({ type }) => type !== "ignored")
  .map(({ name }) => [name, (CORE_V1_NAMES.get(name) ?? name) as keyof CoreV1Event] as const);

/** Returns a stored event with the field names of an API. */
export function inApi(api: ServedApi, event: CoreV1Event): JsonObject {
  return api === EVENTS_V1 ? toEventsV1(event) : event as object as JsonObject;
}

/** Renames the fields of a core/v1 event to those of events.k8s.io/v1. */
function toEventsV1(event: CoreV1Event): JsonObject {
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
  return result;
}

/** Renames the fields of an events.k8s.io/v1 event to those of core/v1; the result is not in canonical form. */
export function toCoreV1(event: JsonObject): JsonObject {
  const result: Record<string, unknown> = {};
  for (const [eventsName, coreName] of FIELDS) {
    if (event[eventsName] !== undefined) result[coreName] = event[eventsName];
  }
  return result;
}
