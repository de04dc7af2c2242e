import type { CoreV1Event } from "../api/core_v1_event.ts";
import { isEventType } from "../api/event_type.ts";
import { EVENT_SOURCE, OBJECT_REFERENCE } from "./event_schema.ts";
import { type FieldError, invalidValue, required } from "./field_error.ts";
import { isJsonObject } from "./json_object.ts";
import type { ObjectSchema } from "./object_schema.ts";
import { subdomainErrors } from "./qualified_name.ts";
import { validateObjectMeta } from "./validate_object_meta.ts";

/** What only core/v1 may set when an event is created. */
const DEPRECATED = ["firstTimestamp", "lastTimestamp", "count"] as const;

/** What may not change once stored, in the order of the check; the server does check `reason` twice. */
const IMMUTABLE = [
  "involvedObject",
  "reason",
  "message",
  "source",
  "firstTimestamp",
  "lastTimestamp",
  "count",
  "reason",
  "type",
  "eventTime",
  "action",
  "related",
  ["reportingController", "reportingComponent"],
  "reportingInstance",
] as const;

/** The fields among them that are structs. */
const STRUCTS: Readonly<Record<string, ObjectSchema>> = {
  involvedObject: OBJECT_REFERENCE,
  related: OBJECT_REFERENCE,
  source: EVENT_SOURCE,
};

/** The names of Go's fields that are more than a capital away. */
const GO_NAMES: Readonly<Record<string, string>> = { uid: "UID", apiVersion: "APIVersion" };

/**
 * What events.k8s.io/v1 wants of a new event beyond {@linkcode validateEvent} (`ValidateEventCreate` in Kubernetes'
 * `pkg/apis/core/validation/events.go`); fields are named as in core/v1.
 */
export function validateEventsV1Create(event: CoreV1Event): FieldError[] {
  const errors = [...validateObjectMeta(event.metadata, { nameErrors: subdomainErrors }), ...seriesErrors(event)];
  if (!event.eventTime) errors.push(required("eventTime"));
  if (!isEventType(event.type)) errors.push(invalidValue("type", "", `has invalid value: ${event.type ?? ""}`));
  for (const field of DEPRECATED) if (event[field]) errors.push(needsToBeUnset(field));
  if (event.source?.component || event.source?.host) errors.push(needsToBeUnset("source"));
  return errors;
}

/** What events.k8s.io/v1 lets nobody change: all but series, labels and annotations (`ValidateEventUpdate`). */
export function validateEventsV1Update(event: CoreV1Event, old: CoreV1Event): FieldError[] {
  const errors = same(event.series, old.series) ? [] : seriesErrors(event);
  for (const entry of IMMUTABLE) {
    const [reported, field] = typeof entry === "string" ? [entry, entry] : entry;
    if (!same(event[field], old[field])) {
      errors.push(invalidValue(reported, printed(field, event[field]), "field is immutable"));
    }
  }
  return errors;
}

function seriesErrors({ series }: CoreV1Event): FieldError[] {
  if (!series) return [];
  const errors: FieldError[] = [];
  if ((series.count ?? 0) < 2) errors.push(invalidValue("series.count", "", "should be at least 2"));
  if (!series.lastObservedTime) errors.push(required("series.lastObservedTime"));
  return errors;
}

function needsToBeUnset(field: string): FieldError {
  return invalidValue(field, "", "needs to be unset");
}

/** Events in canonical form are equal exactly when their texts are. */
function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** A field as Go prints it: a struct whole and with the names of Go's fields, `{"Kind":"Pod","Namespace":"",…}`. */
function printed(field: string, value: unknown): unknown {
  if (value === undefined) return emptyOf(field);
  if (!isJsonObject(value) || !Object.hasOwn(STRUCTS, field)) return value;
  return Object.fromEntries(STRUCTS[field]!.fields.map(({ name }) => [goName(name), value[name] ?? ""]));
}

/** How Go prints a field that was emptied. */
function emptyOf(field: string): string | number | null {
  if (field === "count") return 0;
  return field === "related" || field.endsWith("Time") || field.endsWith("Timestamp") ? null : "";
}

function goName(name: string): string {
  return GO_NAMES[name] ?? name[0]!.toUpperCase() + name.slice(1);
}
