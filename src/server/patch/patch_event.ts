import { ApiError, badRequest, entityTooLarge, unprocessable, unsupportedPatchType } from "../wire/api_error.ts";
import type { ServedApi } from "../wire/served_api.ts";
import { goJsonType, isJsonObject, type JsonObject } from "../wire/decode_object.ts";
import { applyJsonPatch, JsonPatchError } from "./json_patch.ts";
import { applyMergePatch, applyStrategicMergePatch, StrategicMergePatchError } from "./merge_patch.ts";

/** The media types of a server-side apply, the only patch that creates a missing event. */
export const APPLY_PATCHES: readonly string[] = ["application/apply-patch+yaml", "application/apply-patch+cbor"];

/** Maximum number of operations of a JSON Patch (apiserver's `maxJSONPatchOperations`). */
const MAX_OPERATIONS = 10_000;
const DECODING = "error decoding patch: ";
const DECODING_YAML = "error decoding YAML: error unmarshaling JSON: while decoding JSON: ";

/** Applies a patch to an event in the client's API version, without changing it. */
type Patcher = (event: JsonObject, patch: unknown) => unknown;

const PATCHERS: Readonly<Record<string, Patcher>> = {
  "application/json-patch+json": (event, patch) => {
    if (patch === null) return event;
    if (!Array.isArray(patch)) throw badRequest(`${DECODING}${cannotUnmarshal(patch, "[]handlers.jsonPatchOp")}`);
    if (patch.length > MAX_OPERATIONS) {
      throw entityTooLarge(`The allowed maximum operations in a JSON patch is ${MAX_OPERATIONS}, got ${patch.length}`);
    }
    for (const operation of patch) checkOperation(operation);
    return applyJsonPatch(event, patch);
  },
  "application/merge-patch+json": (event, patch) => {
    if (patch === null) throw badRequest("Invalid JSON Patch");
    return applyMergePatch(event, asObject(patch, DECODING));
  },
  "application/strategic-merge-patch+json": (event, patch) => {
    const patched = applyStrategicMergePatch(event, asObject(patch ?? {}, ""));
    // The type cannot change; values that are not strings stay, and fail to decode.
    const isText = (field: string): boolean => typeof (patched[field] ?? "") === "string";
    return {
      ...patched,
      ...isText("apiVersion") && { apiVersion: event["apiVersion"] },
      ...isText("kind") && { kind: event["kind"] },
    };
  },
};

/**
 * Returns the function that applies patches of a media type.
 *
 * It throws an {@linkcode ApiError}: 400 if the patch is malformed, 413 for too many operations, 422 if it does not
 * apply; 500 for a strategic merge patch that does not apply, as in a cluster.
 *
 * @throws {ApiError} 415 if the type is not supported.
 */
export function patcherFor(mediaType: string): Patcher {
  if (!Object.hasOwn(PATCHERS, mediaType)) throw unsupportedPatchType();
  return (event, patch) => applyPatch(PATCHERS[mediaType]!, event, patch);
}

function applyPatch(patcher: Patcher, event: JsonObject, patch: unknown): unknown {
  try {
    return patcher(event, patch);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    if (error instanceof JsonPatchError) throw unprocessable();
    if (error instanceof StrategicMergePatchError) throw new ApiError(500, { message: error.message });
    // The patch is nested too deep for the stack.
    if (error instanceof RangeError) throw badRequest("exceeded max depth");
    throw error;
  }
}

/**
 * Checks the configuration of a server-side apply.
 *
 * @throws {ApiError} 400 if it lacks `apiVersion` or `kind`, is not an event of the API, or has `managedFields`.
 */
export function parseConfiguration(patch: unknown, api: ServedApi): JsonObject {
  if (patch === null) throw badRequest("invalid object type: /, Kind=");
  const config = asObject(patch, DECODING_YAML);
  const { apiVersion, kind, metadata } = config;
  if (!apiVersion || typeof apiVersion !== "string") throw badRequest("apiVersion must be set in apply patch");
  if (!kind || typeof kind !== "string") throw badRequest("kind must be set in apply patch");
  if (apiVersion !== api.apiVersion || kind !== "Event") {
    const group = apiVersion.includes("/") ? apiVersion : `/${apiVersion}`;
    throw badRequest(`invalid object type: ${group}, Kind=${kind}`);
  }
  if (isJsonObject(metadata) && (metadata["managedFields"] ?? undefined) !== undefined) {
    throw badRequest("metadata.managedFields must be nil");
  }
  return config;
}

/** Refuses an operation that does not fit the API server's Go struct; `null` always fits. */
function checkOperation(operation: unknown): void {
  if (operation === null) return;
  if (!isJsonObject(operation)) throw badRequest(DECODING + cannotUnmarshal(operation, "handlers.jsonPatchOp"));
  for (const field of ["op", "from", "path"]) {
    const type = goJsonType(operation[field] ?? "");
    if (type === "string") continue;
    throw badRequest(
      `${DECODING}json: cannot unmarshal ${type} into Go struct field jsonPatchOp.${field} of type string`,
    );
  }
}

function asObject(patch: unknown, failure: string): JsonObject {
  if (!isJsonObject(patch)) throw badRequest(`${failure}${cannotUnmarshal(patch, "map[string]interface {}")}`);
  return patch;
}

function cannotUnmarshal(patch: unknown, goType: string): string {
  return `json: cannot unmarshal ${goJsonType(patch)} into Go value of type ${goType}`;
}
