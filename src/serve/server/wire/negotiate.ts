import { badRequest, noSuchRepresentation, notAcceptable } from "./api_error.ts";
import type { ServedApi } from "./served_api.ts";

/** The form in which the client wants events: objects, a table, or only the metadata of one event or a list. */
export type Representation = "object" | "table" | "metadata" | "metadataList";

/** The content of the `object` of a table's row. */
type IncludeObject = "None" | "Metadata" | "Object";

export interface EventForm {
  readonly api: ServedApi;
  readonly as: Representation;
  readonly includeObject: IncludeObject;
  /** The time, for the ages in tables. */
  readonly nowMs: number;
}

/**
 * The media types that mean JSON. As in a cluster, case matters, and `application/*` is accepted for discovery only.
 */
const JSON_TYPES: readonly string[] = ["application/json", "*/*"];

/** The parameters of each part of the Accept header with one of some types; without the header, any is accepted. */
function clausesOf(request: Request, types: readonly string[]): readonly ReadonlyMap<string, string>[] {
  const header = request.headers.get("accept") || "*/*";
  const clauses = header.split(",").map((clause) => clause.split(";").map((part) => part.trim()));
  return clauses.filter(([type]) => types.includes(type!)).map(([, ...parameters]) =>
    new Map(parameters.map((parameter) => parameter.split("=").map((part) => part.trim()) as [string, string]))
  );
}

/**
 * The format of discovery.
 *
 * @throws {ApiError} 406 if the client accepts neither.
 */
export function negotiateDiscovery(request: Request): "aggregated" | "plain" {
  for (const parameters of clausesOf(request, [...JSON_TYPES, "application/*"])) {
    const as = parameters.get("as");
    if (!as) return "plain";
    if (as === "APIGroupDiscoveryList" && parameters.get("v") === "v2") return "aggregated";
  }
  throw noSuchRepresentation();
}

/**
 * The first supported representation in the Accept header. Clients list protobuf first, and accept JSON.
 *
 * @throws {ApiError} 406 if none is supported.
 */
export function negotiate(request: Request): Representation {
  const header = request.headers.get("accept");
  if (header === null || JSON_TYPES.includes(header)) return "object";
  const clauses = clausesOf(request, JSON_TYPES);
  for (const parameters of clauses) {
    if (["as", "g", "v"].every((name) => !parameters.get(name))) return "object";
    const as = parameters.get("as");
    if (parameters.get("g") !== "meta.k8s.io" || !["v1", "v1beta1"].includes(parameters.get("v")!)) continue;
    if (as === "Table") return "table";
    if (as === "PartialObjectMetadata") return "metadata";
    if (as === "PartialObjectMetadataList") return "metadataList";
  }
  throw clauses.length > 0 ? noSuchRepresentation() : notAcceptable();
}

/**
 * The content of the `object` of each row.
 *
 * @throws {ApiError} 400 for an unknown value, if the response is a table.
 */
export function parseIncludeObject(query: URLSearchParams, as: Representation): IncludeObject {
  const text = as === "table" && query.get("includeObject") || "Metadata";
  if (text === "Metadata" || text === "Object" || text === "None") return text;
  throw badRequest(`unrecognized includeObject value: ${JSON.stringify(text)}`);
}
