import { ApiError, badRequest, entityTooLarge, unprocessable, unsupportedPatchType } from "../wire/api_error.ts";
import { goJsonType, isJsonObject, type JsonObject } from "../wire/decode_object.ts";
import { applyJsonPatch, JsonPatchError } from "./json_patch.ts";

/** Maximum number of operations of a JSON Patch (apiserver's `maxJSONPatchOperations`). */
const MAX_OPERATIONS = 10_000;
const DECODING = "error decoding patch: ";

/** Applies a patch to a copy of an event in the client's API version. */
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
    const given = asObject(patch ?? {}, "");
    checkMergeable(given);
    const patched = applyMergePatch(event, given) as JsonObject;
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
 * Returns the function that applies patches of a media type. Unlike a cluster, this takes no server-side apply: nobody
 * shares the fields of an event.
 *
 * It throws an {@linkcode ApiError}: 400 if the patch is malformed, 413 for too many operations, 415 if it is a strategic
 * merge patch that is not a merge patch too, 422 if it does not apply.
 *
 * @throws {ApiError} 415 if the type is not supported.
 */
export function patcherFor(mediaType: string): Patcher {
  if (!Object.hasOwn(PATCHERS, mediaType)) {
    throw unsupportedPatchType(
      mediaType.startsWith("application/apply-patch")
        ? "server-side apply of events is not supported: use a client-side apply or another patch"
        : "415: Unsupported Media Type",
    );
  }
  return (event, patch) => applyPatch(PATCHERS[mediaType]!, event, patch);
}

function applyPatch(patcher: Patcher, event: JsonObject, patch: unknown): unknown {
  try {
    return patcher(event, patch);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    if (error instanceof JsonPatchError) throw unprocessable();
    // The patch is nested too deep for the stack.
    if (error instanceof RangeError) throw badRequest("exceeded max depth");
    throw error;
  }
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

/**
 * Applies a JSON Merge Patch ({@link https://www.rfc-editor.org/rfc/rfc7386 | RFC 7386}): objects are merged field by
 * field, `null` removes, everything else replaces.
 */
function applyMergePatch(target: unknown, patch: unknown): unknown {
  if (!isJsonObject(patch)) return patch;
  const fields = new Map(isJsonObject(target) ? Object.entries(target as JsonObject) : []);
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) fields.delete(name);
    else fields.set(name, applyMergePatch(fields.get(name), value));
  }
  // Unlike an assignment, `fromEntries` treats `__proto__` as an ordinary field.
  return Object.fromEntries(fields);
}

/**
 * Refuses a strategic merge patch with a directive, such as `$patch`, or a list that a cluster merges item by item: all
 * others have the effect of a JSON Merge Patch. Clients that change a count, labels or annotations send no such patch.
 */
function checkMergeable(patch: JsonObject): void {
  for (const [name, value] of Object.entries(patch)) {
    if (name.startsWith("$") || Array.isArray(value) && ["ownerReferences", "finalizers"].includes(name)) {
      throw unsupportedPatchType(
        `a strategic merge patch with ${name} is not supported: use a JSON merge patch (kubectl patch --type=merge)`,
      );
    }
    if (isJsonObject(value)) checkMergeable(value);
  }
}
