import { noSuchRepresentation, notAcceptable } from "./api_error.ts";
import type { IncludeObject } from "./list_options.ts";
import type { ServedApi } from "./served_api.ts";

/** The form in which the client wants events: objects, a table, or only the metadata of one event or a list. */
export type Representation = "object" | "table" | "metadata" | "metadataList";

/** The form in which events are sent. */
export interface EventForm {
  readonly api: ServedApi;
  readonly as: Representation;
  readonly includeObject: IncludeObject;
  /** The time, for the ages in tables. */
  readonly nowMs: number;
}

/** One part of an Accept header: the media type and its parameters. */
interface Clause {
  readonly type: string;
  readonly parameters: ReadonlyMap<string, string>;
}

/** The parts of the Accept header that JSON fits; without the header, any type is accepted. */
function jsonClauses(request: Request): readonly Clause[] {
  const header = request.headers.get("accept") || "*/*";
  return header.toLowerCase().split(",").map((clause) => {
    const [type = "", ...parameters] = clause.split(";").map((part) => part.trim());
    return {
      type,
      parameters: new Map(parameters.map((parameter) => parameter.split("=") as [string, string])),
    };
  }).filter(({ type }) => JSON_TYPES.includes(type));
}

/**
 * The format of discovery.
 *
 * @throws {ApiError} 406 if the client accepts neither.
 */
export function negotiateDiscovery(request: Request): "aggregated" | "plain" {
  for (const { parameters } of jsonClauses(request)) {
    const as = parameters.get("as");
    if (as === undefined) return "plain";
    if (as === "apigroupdiscoverylist" && parameters.get("v") === "v2") return "aggregated";
  }
  throw noSuchRepresentation();
}

const JSON_TYPES = ["application/json", "application/*", "*/*"];

/**
 * The first supported representation in the Accept header. Clients list protobuf first, and accept JSON.
 *
 * @throws {ApiError} 406 if none is supported.
 */
export function negotiate(request: Request): Representation {
  const header = request.headers.get("accept");
  if (header === null || JSON_TYPES.includes(header)) return "object";
  const clauses = jsonClauses(request);
  for (const { parameters } of clauses) {
    const as = parameters.get("as");
    if (as === undefined) return "object";
    if (parameters.get("g") !== "meta.k8s.io" || !["v1", "v1beta1"].includes(parameters.get("v")!)) continue;
    if (as === "table") return "table";
    if (as === "partialobjectmetadata") return "metadata";
    if (as === "partialobjectmetadatalist") return "metadataList";
  }
  throw clauses.length > 0 ? noSuchRepresentation() : notAcceptable();
}
