import { DESCRIPTIONS, type FieldType, type ObjectSchema } from "../wire/event_schema.ts";
import { jsonResponse } from "../wire/json_response.ts";
import { CORE_V1, EVENTS_V1, type ServedApi } from "../wire/served_api.ts";

const PROTOBUF = "application/com.github.proto-openapi.spec.v2";

/**
 * The OpenAPI documents: in version 2 one of both APIs, in version 3 one of each. They describe the operations on events
 * and their types, and declare that the server validates fields itself, which kubectl looks for before it writes.
 *
 * @returns `undefined` for any other path.
 */
export function openApiResponse({ headers }: Request, path: string): Response | undefined {
  if (path === "/openapi/v2") {
    // Older versions of kubectl need no more than an empty document in protobuf. They ask for a type with an `@`, but
    // cannot parse one in a response.
    return headers.get("accept")?.startsWith(PROTOBUF)
      ? jsonResponse("", { contentType: `${PROTOBUF}.v1.0+protobuf` })
      : jsonResponse(JSON.stringify(swagger()));
  }
  if (path === "/openapi/v3") {
    const paths = APIS.map(({ prefix }) => [prefix.slice(1), { serverRelativeURL: `/openapi/v3${prefix}` }]);
    return jsonResponse(JSON.stringify({ paths: Object.fromEntries(paths) }));
  }
  const api = APIS.find(({ prefix }) => path === `/openapi/v3${prefix}`);
  return api && jsonResponse(JSON.stringify(openApi3(api)));
}

function swagger(): object {
  const definitions = new Schemas((name) => ({ $ref: `#/definitions/${name}` }), APIS);
  return {
    swagger: "2.0",
    info: { title: "Kubernetes", version: "v1" },
    paths: pathsOf(APIS, { type: "string" }),
    definitions: Object.fromEntries(definitions.byName),
  };
}

function openApi3(api: ServedApi): object {
  const schemas = new Schemas((name) => ({ allOf: [{ $ref: `#/components/schemas/${name}` }] }), [api]);
  return {
    openapi: "3.0.0",
    info: { title: "Kubernetes", version: `${api.group || "core"}/${api.version}` },
    paths: pathsOf([api], { schema: { type: "string" } }),
    components: { schemas: Object.fromEntries(schemas.byName) },
  };
}

const APIS = [CORE_V1, EVENTS_V1];

/** The operations by path, and their verbs by method. */
const OPERATIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "/events": { get: "list" },
  "/namespaces/{namespace}/events": { get: "list", post: "post", delete: "deletecollection" },
  "/namespaces/{namespace}/events/{name}": { get: "get", put: "put", patch: "patch", delete: "delete" },
};

/** The operations of some APIs; `text` is the type of a parameter. */
function pathsOf(apis: readonly ServedApi[], text: object): object {
  const operation = (api: ServedApi, verb: string): object => ({
    parameters: [{ name: "fieldValidation", in: "query", ...text }],
    responses: { "200": { description: "OK" } },
    "x-kubernetes-action": verb,
    "x-kubernetes-group-version-kind": typeIn(api),
  });
  const paths = apis.flatMap((api) =>
    Object.entries(OPERATIONS).map(([path, verbs]) => {
      const operations = Object.entries(verbs).map(([method, verb]) => [method, operation(api, verb)]);
      return [api.prefix + path, Object.fromEntries(operations)];
    })
  );
  return Object.fromEntries(paths);
}

/** The types of some APIs. */
class Schemas {
  readonly byName = new Map<string, object>();
  readonly #reference: (name: string) => object;

  constructor(reference: (name: string) => object, apis: readonly ServedApi[]) {
    this.#reference = reference;
    for (const api of apis) this.#addSchema(api.schema, api);
  }

  /** Adds the schema of a Go struct and, recursively, of its fields' structs; returns its name. */
  #addSchema(schema: ObjectSchema, api: ServedApi): string {
    const name = nameOf(schema, api);
    if (this.byName.has(name)) return name;
    const properties: Record<string, unknown> = {};
    // Added before its fields' structs, in reading order.
    this.byName.set(name, {
      type: "object",
      description: DESCRIPTIONS[schema.goType],
      properties,
      ...(name in REQUIRED && { required: REQUIRED[name] }),
      ...(schema === api.schema && { "x-kubernetes-group-version-kind": [typeIn(api)] }),
    });
    for (const { name: field, type } of schema.fields) {
      properties[field] = { description: DESCRIPTIONS[field] ?? "", ...this.#typeOf(type, api) };
    }
    return name;
  }

  #typeOf(type: FieldType, api: ServedApi): object {
    switch (type) {
      case "int32":
      case "int64":
        return { type: "integer", format: type };
      case "bool":
        return { type: "boolean" };
      case "string":
      case "unusedString":
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
      return { type: "array", items: type.listOf === "string" ? { type: "string" } : this.#typeOf(type.listOf, api) };
    }
    return this.#reference(this.#addSchema(type, api));
  }
}

function typeIn({ group, version }: ServedApi): object {
  return { group, kind: "Event", version };
}

const CORE_TYPES = "io.k8s.api.core.v1";
const EVENTS_TYPES = "io.k8s.api.events.v1";
const META_TYPES = "io.k8s.apimachinery.pkg.apis.meta.v1";

/** The name of a Go struct: each API has its own events and series. */
function nameOf({ goType }: ObjectSchema, api: ServedApi): string {
  switch (goType) {
    case "Event":
    case "EventSeries":
      return `${api === EVENTS_V1 ? EVENTS_TYPES : CORE_TYPES}.${goType}`;
    case "EventSource":
    case "ObjectReference":
      return `${CORE_TYPES}.${goType}`;
    default:
      return `${META_TYPES}.${goType}`;
  }
}

/** The required fields, by type. */
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  [`${CORE_TYPES}.Event`]: ["metadata", "involvedObject"],
  [`${EVENTS_TYPES}.Event`]: ["eventTime"],
  [`${EVENTS_TYPES}.EventSeries`]: ["count", "lastObservedTime"],
  [`${META_TYPES}.OwnerReference`]: ["apiVersion", "kind", "name", "uid"],
};
