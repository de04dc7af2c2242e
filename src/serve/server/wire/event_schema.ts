import { EVENT_LIMITS } from "../../../base/event/event.ts";

/** The type of a scalar JSON field, named as in Go's error messages. */
type ScalarType = "string" | "int32" | "int64" | "bool" | "time" | "microTime";

/** The type of a field: a scalar, an object, a map of strings, or a list. */
export type FieldType =
  | ScalarType
  | ObjectSchema
  | { readonly mapOf: "string" }
  | { readonly listOf: "string" | ObjectSchema }
  | "unusedString"
  | "ignored";

interface FieldSchema {
  readonly name: string;
  readonly type: FieldType;
  /** Whether it is written even if empty: a string as `""`, a time as `null`, an object as `{}`. */
  readonly always: boolean;
}

/** The JSON encoding of a Go struct. */
export interface ObjectSchema {
  /** The struct's name, for decode errors. */
  readonly goType: string;
  /** The fields, in the order in which Go writes them. */
  readonly fields: readonly FieldSchema[];
  readonly names: ReadonlySet<string>;
  /** The fields by protobuf number, from the `generated.proto` next to the struct. */
  readonly byNumber: ReadonlyMap<number, FieldSchema>;
}

/**
 * Describes a Go struct.
 *
 * @param types The types of its fields, in the order of the struct.
 * @param options.always The names of the fields that are written even if empty.
 * @param options.numbers The fields in the order of their protobuf numbers, if different from the order of the struct;
 *   a dash is an unused number.
 */
export function objectSchema(
  goType: string,
  types: Readonly<Record<string, FieldType>>,
  options: { always?: readonly string[]; numbers?: readonly string[] } = {},
): ObjectSchema {
  const { always = [], numbers = Object.keys(types) } = options;
  const fields = Object.entries(types).map(([name, type]) => ({ name, type, always: always.includes(name) }));
  const byName = new Map(fields.map((field) => [field.name, field]));
  return {
    goType,
    fields,
    names: new Set(byName.keys()),
    byNumber: new Map(
      numbers.flatMap((name, index) => {
        const field = byName.get(name);
        return field ? [[index + 1, field]] : [];
      }),
    ),
  };
}

/** `apiVersion` and `kind`, which protobuf encodes outside the object's message. */
export const TYPE_META: ObjectSchema = objectSchema("TypeMeta", { apiVersion: "string", kind: "string" });

/** Describes an object with its own `apiVersion` and `kind`. */
export function typedSchema(
  goType: string,
  types: Readonly<Record<string, FieldType>>,
  always?: readonly string[],
): ObjectSchema {
  const typed = { kind: "ignored", apiVersion: "ignored", ...types } as const;
  return objectSchema(goType, typed, { ...(always && { always }), numbers: Object.keys(types) });
}

const OWNER_REFERENCE: ObjectSchema = objectSchema("OwnerReference", {
  apiVersion: "string",
  kind: "string",
  name: "string",
  uid: "string",
  controller: "bool",
  blockOwnerDeletion: "bool",
}, {
  always: ["apiVersion", "kind", "name", "uid"],
  numbers: ["kind", "-", "name", "uid", "apiVersion", "controller", "blockOwnerDeletion"],
});

/**
 * The fields of `metadata`. `selfLink` is decoded but dropped, and so are `managedFields`, because fields have no
 * owners.
 */
const META_FIELDS: Readonly<Record<string, FieldType>> = {
  name: "string",
  generateName: "string",
  namespace: "string",
  selfLink: "unusedString",
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
};

/** `metadata` of both APIs; the numbers 15 and 16, before the last field, are unused. */
export const OBJECT_META: ObjectSchema = objectSchema("ObjectMeta", META_FIELDS, {
  numbers: Object.keys(META_FIELDS).toSpliced(-1, 0, "-", "-"),
});

/** The object that an event is about or related to. */
export const OBJECT_REFERENCE: ObjectSchema = objectSchema("ObjectReference", {
  kind: "string",
  namespace: "string",
  name: "string",
  uid: "string",
  apiVersion: "string",
  resourceVersion: "string",
  fieldPath: "string",
});

const EVENT_SOURCE = objectSchema("EventSource", { component: "string", host: "string" });

const SERIES: Readonly<Record<string, FieldType>> = { count: "int32", lastObservedTime: "microTime" };
const CORE_SERIES = objectSchema("EventSeries", SERIES, { always: ["lastObservedTime"] });
const EVENTS_SERIES = objectSchema("EventSeries", SERIES, { always: ["count", "lastObservedTime"] });

/** core/v1 Event, from `k8s.io/api/core/v1/types.go`. */
export const CORE_V1_EVENT: ObjectSchema = typedSchema("Event", {
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
export const EVENTS_V1_EVENT: ObjectSchema = typedSchema("Event", {
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
}, ["metadata", "eventTime", "regarding", "deprecatedSource", "deprecatedFirstTimestamp", "deprecatedLastTimestamp"]);

/** The fields with length limits once `eventTime` is set, in the order of the check; all but the last are required. */
export const LIMITED = [
  ["reportingInstance", EVENT_LIMITS.fieldBytes],
  ["action", EVENT_LIMITS.fieldBytes],
  ["reason", EVENT_LIMITS.fieldBytes],
  ["message", EVENT_LIMITS.messageBytes],
] as const;

/** meta/v1 DeleteOptions. */
export const DELETE_OPTIONS: ObjectSchema = typedSchema("DeleteOptions", {
  gracePeriodSeconds: "int64",
  preconditions: objectSchema("Preconditions", { uid: "string", resourceVersion: "string" }),
  orphanDependents: "bool",
  propagationPolicy: "string",
  dryRun: { listOf: "string" },
  ignoreStoreReadErrorWithClusterBreakingPotential: "bool",
});
