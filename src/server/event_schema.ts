import type { ObjectSchema } from "./object_schema.ts";

const OWNER_REFERENCE: ObjectSchema = {
  goType: "OwnerReference",
  fields: {
    apiVersion: "string",
    kind: "string",
    name: "string",
    uid: "string",
    controller: "bool",
    blockOwnerDeletion: "bool",
  },
  always: ["apiVersion", "kind", "name", "uid"],
};

/** `metadata` of both APIs. Of `managedFields` nothing is kept, and `selfLink` is no more. */
const OBJECT_META: ObjectSchema = {
  goType: "ObjectMeta",
  fields: {
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
  },
};

const OBJECT_REFERENCE: ObjectSchema = {
  goType: "ObjectReference",
  fields: {
    kind: "string",
    namespace: "string",
    name: "string",
    uid: "string",
    apiVersion: "string",
    resourceVersion: "string",
    fieldPath: "string",
  },
};

const EVENT_SOURCE: ObjectSchema = { goType: "EventSource", fields: { component: "string", host: "string" } };

const CORE_SERIES: ObjectSchema = {
  goType: "EventSeries",
  fields: { count: "int32", lastObservedTime: "microTime" },
  always: ["lastObservedTime"],
};

const EVENTS_SERIES: ObjectSchema = { ...CORE_SERIES, always: ["count", "lastObservedTime"] };

/** core/v1 Event, from `k8s.io/api/core/v1/types.go`. */
export const CORE_V1_EVENT: ObjectSchema = {
  goType: "Event",
  fields: {
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
  },
  always: [
    "metadata",
    "involvedObject",
    "source",
    "firstTimestamp",
    "lastTimestamp",
    "eventTime",
    "reportingComponent",
    "reportingInstance",
  ],
};

/** events.k8s.io/v1 Event, from `k8s.io/api/events/v1/types.go`. */
export const EVENTS_V1_EVENT: ObjectSchema = {
  goType: "Event",
  fields: {
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
  },
  always: [
    "metadata",
    "eventTime",
    "regarding",
    "deprecatedSource",
    "deprecatedFirstTimestamp",
    "deprecatedLastTimestamp",
  ],
};
