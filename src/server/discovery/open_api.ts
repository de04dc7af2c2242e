import type { FieldType, ObjectSchema } from "../wire/event_schema.ts";
import { jsonResponse } from "../wire/json_response.ts";
import { CORE_V1, EVENTS_V1, type ServedApi } from "../wire/served_api.ts";

/**
 * The OpenAPI documents that kubectl fetches before it writes: an empty v2 document in protobuf (zero bytes), and a v3
 * one that has the schema of events, for `kubectl explain`, and declares that the server validates fields itself.
 *
 * @returns `undefined` for any other path.
 */
export function openApiResponse(path: string): Response | undefined {
  if (path === "/openapi/v2") {
    // kubectl asks for a type with an `@`, but cannot parse one in a response.
    return jsonResponse("", { contentType: "application/com.github.proto-openapi.spec.v2.v1.0+protobuf" });
  }
  const apis = [CORE_V1, EVENTS_V1];
  if (path === "/openapi/v3") {
    const paths = apis.map(({ prefix }) => [prefix.slice(1), { serverRelativeURL: `/openapi/v3${prefix}` }]);
    return jsonResponse(JSON.stringify({ paths: Object.fromEntries(paths) }));
  }
  const api = apis.find(({ prefix }) => path === `/openapi/v3${prefix}`);
  return api && jsonResponse(JSON.stringify(documentOf(api)));
}

function documentOf({ group, version, prefix, schema }: ServedApi): unknown {
  const gvk = { group, kind: "Event", version };
  const prefixOfTypes = `io.k8s.api.${group === "" ? "core" : "events"}.${version}`;
  const components = new Map<string, unknown>();
  addComponent(schema, prefixOfTypes, components);
  const event = { ...components.get(`${prefixOfTypes}.Event`) as object, "x-kubernetes-group-version-kind": [gvk] };
  const operation = (action: string): unknown => ({
    parameters: [{ name: "fieldValidation", in: "query", schema: { type: "string" } }],
    responses: { "200": { description: "OK" } },
    "x-kubernetes-action": action,
    "x-kubernetes-group-version-kind": gvk,
  });
  return {
    openapi: "3.0.0",
    info: { title: "Kubernetes", version: `${group || "core"}/${version}` },
    paths: {
      [`${prefix}/namespaces/{namespace}/events/{name}`]: {
        get: operation("get"),
        put: operation("put"),
        patch: operation("patch"),
      },
    },
    components: { schemas: { ...Object.fromEntries(components), [`${prefixOfTypes}.Event`]: event } },
  };
}

/** Adds the schema of a Go struct and, recursively, of its fields' structs; returns its name. */
function addComponent(schema: ObjectSchema, prefix: string, components: Map<string, unknown>): string {
  const name = `${prefix}.${schema.goType}`;
  if (components.has(name)) return name;
  const properties: Record<string, unknown> = {};
  // Added before its fields' structs, in reading order.
  components.set(name, { type: "object", description: DESCRIPTIONS[schema.goType], properties });
  for (const { name: field, type } of schema.fields) {
    properties[field] = { description: DESCRIPTIONS[field] ?? "", ...typeOf(type, prefix, components) };
  }
  return name;
}

function typeOf(type: FieldType, prefix: string, components: Map<string, unknown>): object {
  switch (type) {
    case "int32":
    case "int64":
      return { type: "integer", format: type };
    case "bool":
      return { type: "boolean" };
    case "string":
    case "ignored":
      return { type: "string" };
    case "time":
    case "microTime":
      return { type: "string", format: "date-time" };
    case "fieldsV1":
      return { type: "object" };
  }
  if ("mapOf" in type) return { type: "object", additionalProperties: { type: "string" } };
  if ("listOf" in type) {
    const items = type.listOf === "string" ? { type: "string" } : typeOf(type.listOf, prefix, components);
    return { type: "array", items };
  }
  return { allOf: [{ $ref: `#/components/schemas/${addComponent(type, prefix, components)}` }] };
}

/** Descriptions of types and fields, by name; a name means the same wherever it occurs. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  Event: "A report that something happened to an object. Events are kept for a limited time only.",
  EventSeries: "The repeats of an event.",
  EventSource: "The component that reported an event, in the older style.",
  ManagedFieldsEntry: "The fields that a manager owns.",
  ObjectMeta: "Metadata that all objects have.",
  ObjectReference: "A reference to another object.",
  OwnerReference: "An object that owns this one.",
  action: "The action that was taken or failed.",
  annotations: "Arbitrary metadata, set by tools.",
  apiVersion: "The API group and version.",
  component: "The component that reported the event.",
  count: "The number of times that the event has occurred.",
  creationTimestamp: "When the object was created. Set by the server.",
  deprecatedCount: "The number of times that the event has occurred; count of core/v1.",
  deprecatedFirstTimestamp: "When the event was first recorded; firstTimestamp of core/v1.",
  deprecatedLastTimestamp: "When the event was last recorded; lastTimestamp of core/v1.",
  deprecatedSource: "The component that reported the event; source of core/v1.",
  eventTime: "When the event was first observed, to the microsecond.",
  fieldPath: "A part of the object, such as spec.containers{web}.",
  fieldsType: 'The format of fieldsV1; always "FieldsV1".',
  fieldsV1: "A tree of the fields.",
  finalizers: "Tasks to complete before the object is removed.",
  firstTimestamp: "When the event was first recorded.",
  generateName: "The beginning of a name that the server makes unique.",
  host: "The node from which the event was reported.",
  involvedObject: "The object that the event is about.",
  kind: "The type of the object.",
  labels: "Keys and values by which objects are selected.",
  lastObservedTime: "When the event was last observed, to the microsecond.",
  lastTimestamp: "When the event was last recorded.",
  managedFields: "The managers, and the fields that each has set.",
  manager: "The name of the manager.",
  message: "Human-readable message.",
  metadata: "Metadata of the event.",
  name: "A name that is unique in its namespace.",
  namespace: "The namespace of the object.",
  note: "Human-readable message.",
  operation: "How the fields were set: Apply or Update.",
  ownerReferences: "The objects that own this one.",
  reason: "Machine-readable reason, in UpperCamelCase.",
  regarding: "The object that the event is about.",
  related: "A second object that the event is about.",
  reportingComponent: "The controller that reported the event, such as kubernetes.io/kubelet.",
  reportingController: "The controller that reported the event, such as kubernetes.io/kubelet.",
  reportingInstance: "The instance of the controller, such as kubelet-xyzf.",
  resourceVersion: "The version of the object. Set by the server.",
  series: "The repeats of the event; absent if it occurred once.",
  source: "The component that reported the event.",
  time: "When the fields were last set.",
  type: "The type of the event: Normal or Warning.",
  uid: "Unique identifier, even among objects of the same name over time. Set by the server.",
};
