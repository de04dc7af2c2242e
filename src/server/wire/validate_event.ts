import { type CoreV1Event, isEventType } from "../../api/event.ts";
import type { JsonObject } from "./decode_object.ts";
import { CORE_V1_EVENT, LIMITED } from "./event_schema.ts";
import { type FieldError, firstErrors, invalidValue, required } from "./field_error.ts";
import { qualifiedNameErrors, subdomainErrors } from "./qualified_name.ts";
import type { ServedApi } from "./served_api.ts";
import { finalizerErrors, validateObjectMeta } from "./validate_object_meta.ts";

const encoder = new TextEncoder();

/**
 * Validates an event of either API, on create and update (`legacyValidateEvent` in Kubernetes'
 * `pkg/apis/core/validation/events.go`).
 *
 * Without `eventTime` only the namespaces must agree; with it the new-style fields are required and limited in length.
 * Limits count bytes of UTF-8, as Go's `len` does, although the message reads "characters". Fields are named as in
 * core/v1 for either API, except the reporting controller.
 */
export function validateEvent(api: ServedApi, event: CoreV1Event): FieldError[] {
  const errors = event.eventTime ? newStyleErrors(api, event) : namespaceErrors(event, ["", "default"], true);
  const namespace = event.metadata.namespace!;
  for (const detail of subdomainErrors(namespace)) errors.push(invalidValue("namespace", namespace, detail));
  return errors;
}

/**
 * An event about an object without namespace must be in one of `homes`; any other in the object's namespace if
 * `mustAgree`.
 */
function namespaceErrors(event: CoreV1Event, homes: readonly string[], mustAgree: boolean): FieldError[] {
  const namespace = event.metadata.namespace!;
  const involved = event.involvedObject.namespace ?? "";
  const agrees = involved === "" ? homes.includes(namespace) : !mustAgree || involved === namespace;
  return agrees ? [] : [invalidValue("involvedObject.namespace", involved, "does not match event.namespace")];
}

function newStyleErrors(api: ServedApi, event: CoreV1Event): FieldError[] {
  const errors = namespaceErrors(event, ["default", "kube-system"], false);
  const controller = event.reportingComponent!;
  if (controller === "") errors.push(required(api.reportingField));
  for (const detail of qualifiedNameErrors(controller)) {
    errors.push(invalidValue(api.reportingField, controller, detail));
  }
  for (const [field, maxBytes] of LIMITED) {
    const value = event[field] ?? "";
    if (value === "" && field !== "message") errors.push(required(field));
    // A UTF-16 unit has at most three bytes in UTF-8.
    if (value.length * 3 > maxBytes && encoder.encode(value).length > maxBytes) {
      errors.push(invalidValue(field, "", `can have at most ${maxBytes} characters`));
    }
  }
  return errors;
}

/** Fields that only core/v1 may set on create. */
const DEPRECATED = ["firstTimestamp", "lastTimestamp", "count"] as const;

/** Fields that may not change once stored, in the order of the check, the order of the struct. */
const IMMUTABLE = CORE_V1_EVENT.fields
  .filter(({ name, type }) => type !== "ignored" && name !== "metadata" && name !== "series")
  .map(({ name }) => name as keyof CoreV1Event);

/** Go field names that differ in more than the first capital. */
const GO_NAMES: Readonly<Record<string, string>> = { uid: "UID", apiVersion: "APIVersion" };

/**
 * The additional checks of events.k8s.io/v1 on create, besides {@linkcode validateEvent} (`ValidateEventCreate` in
 * Kubernetes' `pkg/apis/core/validation/events.go`); fields are named as in core/v1.
 */
export function validateEventsV1Create(event: CoreV1Event): FieldError[] {
  const { metadata } = event;
  const errors = [
    ...validateObjectMeta(metadata, { nameErrors: subdomainErrors }),
    ...firstErrors(finalizerErrors(metadata)),
    ...seriesErrors(event),
  ];
  if (!event.eventTime) errors.push(required("eventTime"));
  if (!isEventType(event.type)) errors.push(invalidValue("type", "", `has invalid value: ${event.type ?? ""}`));
  for (const field of DEPRECATED) if (event[field]) errors.push(needsToBeUnset(field));
  if (event.source?.component || event.source?.host) errors.push(needsToBeUnset("source"));
  return errors;
}

/**
 * Checks the fields that are immutable in events.k8s.io/v1: all but series, labels and annotations
 * (`ValidateEventUpdate`).
 */
export function validateEventsV1Update(event: CoreV1Event, old: CoreV1Event): FieldError[] {
  const errors = firstErrors(finalizerErrors(event.metadata));
  if (!same(event.series, old.series)) errors.push(...seriesErrors(event));
  for (const field of IMMUTABLE) {
    if (same(event[field], old[field])) continue;
    const reported = field === "reportingComponent" ? "reportingController" : field;
    errors.push(invalidValue(reported, printed(field, event[field]), "field is immutable"));
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

/** Formats a field as Go does: a struct with all its fields and their Go names, `{"Kind":"Pod","Namespace":"",…}`. */
function printed(field: string, value: unknown): unknown {
  const { type } = CORE_V1_EVENT.fields.find(({ name }) => name === field)!;
  const isStruct = typeof type === "object" && "fields" in type;
  if (value === undefined) return isStruct ? null : type === "int32" ? 0 : "";
  if (!isStruct) return value;
  return Object.fromEntries(type.fields.map(({ name }) => [goName(name), (value as JsonObject)[name] ?? ""]));
}

function goName(name: string): string {
  return GO_NAMES[name] ?? name[0]!.toUpperCase() + name.slice(1);
}
