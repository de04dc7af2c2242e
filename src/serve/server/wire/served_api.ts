import { type ApiVersion, type CoreV1Event, EVENTS_V1_NAMES } from "../../../base/event/event.ts";
import type { JsonObject } from "./decode_object.ts";
import { CORE_V1_EVENT, EVENTS_V1_EVENT, type ObjectSchema } from "./event_schema.ts";

/** One of the two APIs that serve the same stored events. */
export interface ServedApi {
  readonly apiVersion: ApiVersion;
  /** The API group; empty for core/v1. */
  readonly group: string;
  readonly prefix: string;
  /** The resource, as named in messages. */
  readonly resource: string;
  readonly schema: ObjectSchema;
  readonly reportingField: string;
  /** The name of the field for the object that an event is about. */
  readonly regardingField: string;
  /** The field label that selects by source component; `undefined` if there is none. */
  readonly sourceField: string | undefined;
}

/** core/v1: accepts nearly anything; the form in which events are stored. */
export const CORE_V1: ServedApi = {
  apiVersion: "v1",
  group: "",
  prefix: "/api/v1",
  resource: "events",
  schema: CORE_V1_EVENT,
  reportingField: "reportingComponent",
  regardingField: "involvedObject",
  sourceField: "source",
};

/** events.k8s.io/v1: events must be complete when created; later only series, labels and annotations may change. */
export const EVENTS_V1: ServedApi = {
  apiVersion: "events.k8s.io/v1",
  group: "events.k8s.io",
  prefix: "/apis/events.k8s.io/v1",
  resource: "events.events.k8s.io",
  schema: EVENTS_V1_EVENT,
  reportingField: "reportingController",
  regardingField: "regarding",
  sourceField: undefined,
};

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
  if (api !== EVENTS_V1) return event as object as JsonObject;
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
