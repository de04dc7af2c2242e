import { type CoreV1Event, EVENT_LIMITS, isEventType } from "../../../base/event/event.ts";
import type { V1ObjectMeta, V1OwnerReference } from "../../../base/event/kubernetes_object.ts";
import { isLabelValue, isQualifiedName } from "../../../base/event/names.ts";
import type { JsonObject } from "./decode_object.ts";
import { CORE_V1_EVENT, LIMITED } from "./event_schema.ts";
import {
  type FieldError,
  firstErrors,
  invalidValue,
  labelErrors,
  labelValueErrors,
  pathSegmentErrors,
  qualifiedNameErrors,
  required,
  subdomainErrors,
  tooLong,
} from "./field_error.ts";
import type { ServedApi } from "./served_api.ts";

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
 * Checks that an event about an object without a namespace is in one of `homes`, and, if `mustAgree`, that any other event
 * is in the namespace of its object.
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
    ...validateObjectMeta(metadata, subdomainErrors),
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

const IMMUTABLE_META = ["name", "namespace", "uid", "deletionTimestamp", "deletionGracePeriodSeconds"] as const;

const OWNER_FIELDS = ["apiVersion", "kind", "name", "uid"] as const;

/** Metadata as stored, with fields that events rarely use. */
export interface StoredMeta extends V1ObjectMeta {
  readonly generation?: number | undefined;
  readonly deletionGracePeriodSeconds?: number | undefined;
  readonly finalizers?: readonly string[];
}

/**
 * Validates the metadata of any object (apimachinery's `api/validation/objectmeta.go`).
 *
 * @param nameErrors Returns the errors in a name, or in the prefix of one; by default it must only be a valid
 *   path segment.
 */
export function validateObjectMeta(
  metadata: StoredMeta,
  nameErrors: (name: string, isPrefix?: boolean) => string[] = pathSegmentErrors,
): FieldError[] {
  const { name = "", generateName = "", namespace = "", generation = 0 } = metadata;
  const { labels, annotations, ownerReferences, finalizers } = metadata;
  const errors: FieldError[] = [];
  if (generateName !== "") {
    for (const detail of nameErrors(generateName, true)) {
      errors.push(invalidValue("metadata.generateName", generateName, detail));
    }
  }
  if (name === "") errors.push(required("metadata.name", "name or generateName is required"));
  else for (const detail of nameErrors(name)) errors.push(invalidValue("metadata.name", name, detail));
  for (const detail of labelErrors(namespace)) errors.push(invalidValue("metadata.namespace", namespace, detail));
  if (generation < 0) {
    errors.push(invalidValue("metadata.generation", generation, "must be greater than or equal to 0"));
  }
  // Few events have any of these.
  if (labels ?? annotations ?? ownerReferences ?? finalizers) {
    errors.push(...firstErrors(optionalErrors(metadata, finalizers)));
  }
  return errors;
}

function* optionalErrors(
  { labels = {}, annotations = {}, ownerReferences = [] }: StoredMeta,
  finalizers: readonly string[] = [],
): Iterable<FieldError> {
  yield* labelsErrors(labels);
  yield* annotationsErrors(annotations);
  for (const [index, owner] of ownerReferences.entries()) yield* ownerErrors(owner, index);
  // A cluster also reports the third and later ones, but each error quotes all owners.
  const [one, other] = ownerReferences.filter(({ controller }) => controller).map((o) => `${o.kind}/${o.name}`);
  const both = `Only one reference can have Controller set to true. Found "true" in references for ${one} and ${other}`;
  if (other !== undefined) yield invalidValue("metadata.ownerReferences", ownerReferences, both);
  for (const finalizer of finalizers) {
    for (const detail of qualifiedNameErrors(finalizer)) yield invalidValue("metadata.finalizers", finalizer, detail);
  }
  if (finalizers.includes("orphan") && finalizers.includes("foregroundDeletion")) {
    const why = "finalizer orphan and foregroundDeletion cannot be both set";
    yield invalidValue("metadata.finalizers", finalizers, why);
  }
}

/** The finalizers without a prefix that Kubernetes itself uses. */
const STANDARD_FINALIZERS = ["orphan", "foregroundDeletion", "kubernetes"];

/** The additional check of events.k8s.io/v1: finalizers of others have a prefix (`ValidateFinalizerName`). */
function* finalizerErrors({ finalizers = [] }: StoredMeta): Iterable<FieldError> {
  for (const [index, name] of finalizers.entries()) {
    if (name.includes("/") || STANDARD_FINALIZERS.includes(name)) continue;
    const why = "name is neither a standard finalizer name nor is it fully qualified";
    yield invalidValue(`metadata.finalizers[${index}]`, name, why);
  }
}

export function validateObjectMetaUpdate(metadata: StoredMeta, old: StoredMeta): FieldError[] {
  return IMMUTABLE_META.filter((field) => metadata[field] !== old[field]).map((field) =>
    invalidValue(`metadata.${field}`, metadata[field], "field is immutable")
  );
}

function* labelsErrors(labels: Readonly<Record<string, string>>): Iterable<FieldError> {
  for (const key of Object.keys(labels)) {
    const value = labels[key]!;
    if (isQualifiedName(key) && isLabelValue(value)) continue;
    for (const detail of qualifiedNameErrors(key)) yield invalidValue("metadata.labels", key, detail);
    for (const detail of labelValueErrors(value)) yield invalidValue("metadata.labels", value, detail);
  }
}

function* annotationsErrors(annotations: Readonly<Record<string, string>>): Iterable<FieldError> {
  let bytes = 0;
  for (const [key, value] of Object.entries(annotations)) {
    bytes += encoder.encode(key).length + encoder.encode(value).length;
    const lowerKey = key.toLowerCase();
    if (isQualifiedName(lowerKey)) continue;
    for (const detail of qualifiedNameErrors(lowerKey)) yield invalidValue("metadata.annotations", key, detail);
  }
  if (bytes > EVENT_LIMITS.annotationsBytes) yield tooLong("metadata.annotations", EVENT_LIMITS.annotationsBytes);
}

function* ownerErrors(owner: V1OwnerReference, index: number): Iterable<FieldError> {
  const path = `metadata.ownerReferences[${index}]`;
  for (const field of OWNER_FIELDS) {
    if (owner[field] === "") yield required(`${path}.${field}`, "must not be empty");
    else if (field === "apiVersion" && !/^([^/]*\/)?[^/]+$/.test(owner.apiVersion)) {
      yield invalidValue(`${path}.apiVersion`, owner.apiVersion, "must be <group>/<version> or <version>");
    }
  }
  if (owner.kind === "Event" && /^\/?v1$/.test(owner.apiVersion)) {
    yield invalidValue(path, owner, "/v1, Kind=Event is disallowed from being an owner");
  }
}
