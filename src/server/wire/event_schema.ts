/** What a JSON field may hold, named as in Go's error messages. */
type ScalarType = "string" | "int32" | "int64" | "bool" | "time" | "microTime";

/** The type of a field: a scalar, an object, a map of strings, or a list. */
export type FieldType =
  | ScalarType
  | ObjectSchema
  | { readonly mapOf: "string" }
  | { readonly listOf: "string" | ObjectSchema }
  | "ignored";

/** One field of a Go struct. */
interface FieldSchema {
  readonly name: string;
  readonly type: FieldType;
  /** Whether it is written even when empty: a string as `""`, a time as `null`, an object as `{}`. */
  readonly always: boolean;
}

/** A Go struct as it travels in JSON. */
export interface ObjectSchema {
  /** The struct's name, for decode errors. */
  readonly goType: string;
  /** The fields, in the order in which they are written. */
  readonly fields: readonly FieldSchema[];
  /** The names of the fields. */
  readonly names: ReadonlySet<string>;
}

/** Describes a Go struct by the types of its fields and the names of those that are `always` written. */
function objectSchema(
  goType: string,
  types: Readonly<Record<string, FieldType>>,
  always: readonly string[] = [],
): ObjectSchema {
  const fields = Object.entries(types).map(([name, type]) => ({ name, type, always: always.includes(name) }));
  return { goType, fields, names: new Set(Object.keys(types)) };
}

const OWNER_REFERENCE: ObjectSchema = objectSchema("OwnerReference", {
  apiVersion: "string",
  kind: "string",
  name: "string",
  uid: "string",
  controller: "bool",
  blockOwnerDeletion: "bool",
}, ["apiVersion", "kind", "name", "uid"]);

/** `metadata` of both APIs. Of `managedFields` nothing is kept, and `selfLink` is no more. */
const OBJECT_META: ObjectSchema = objectSchema("ObjectMeta", {
  name: "string",
  generateName: "string",
  namespace: "string",
  selfLink: "ignored",
  uid: "string",
  resourceVersion: "string",
  generation: "int64",
  creationTimestamp: "time",
  deletionTimestamp: "time",
  deletionGracePeriodSeconds: "int64",
  labels: { mapOf: "string" },
  annotations: { mapOf: "string" },
  ownerReferences: { listOf: OWNER_REFERENCE },
  finalizers: { listOf: "string" },
  managedFields: "ignored",
});

/** What an event is about, or related to. */
export const OBJECT_REFERENCE: ObjectSchema = objectSchema("ObjectReference", {
  kind: "string",
  namespace: "string",
  name: "string",
  uid: "string",
  apiVersion: "string",
  resourceVersion: "string",
  fieldPath: "string",
});

/** Who an event of the old style is from. */
export const EVENT_SOURCE: ObjectSchema = objectSchema("EventSource", { component: "string", host: "string" });

const SERIES: Readonly<Record<string, FieldType>> = { count: "int32", lastObservedTime: "microTime" };
const CORE_SERIES = objectSchema("EventSeries", SERIES, ["lastObservedTime"]);
const EVENTS_SERIES = objectSchema("EventSeries", SERIES, ["count", "lastObservedTime"]);

/** core/v1 Event, from `k8s.io/api/core/v1/types.go`. */
export const CORE_V1_EVENT: ObjectSchema = objectSchema("Event", {
  kind: "ignored",
  apiVersion: "ignored",
  metadata: OBJECT_META,
  involvedObject: OBJECT_REFERENCE,
  reason: "string",
  message: "string",
  source: EVENT_SOURCE,
  firstTimestamp: "time",
  lastTimestamp: "time",
  count: "int32",
  type: "string",
  eventTime: "microTime",
  series: CORE_SERIES,
  action: "string",
  related: OBJECT_REFERENCE,
  reportingComponent: "string",
  reportingInstance: "string",
}, [
  "metadata",
  "involvedObject",
  "source",
  "firstTimestamp",
  "lastTimestamp",
  "eventTime",
  "reportingComponent",
  "reportingInstance",
]);

/** events.k8s.io/v1 Event, from `k8s.io/api/events/v1/types.go`. */
export const EVENTS_V1_EVENT: ObjectSchema = objectSchema("Event", {
  kind: "ignored",
  apiVersion: "ignored",
  metadata: OBJECT_META,
  eventTime: "microTime",
  series: EVENTS_SERIES,
  reportingController: "string",
  reportingInstance: "string",
  action: "string",
  reason: "string",
  regarding: OBJECT_REFERENCE,
  related: OBJECT_REFERENCE,
  note: "string",
  type: "string",
  deprecatedSource: EVENT_SOURCE,
  deprecatedFirstTimestamp: "time",
  deprecatedLastTimestamp: "time",
  deprecatedCount: "int32",
}, [
  "metadata",
  "eventTime",
  "regarding",
  "deprecatedSource",
  "deprecatedFirstTimestamp",
  "deprecatedLastTimestamp",
]);
