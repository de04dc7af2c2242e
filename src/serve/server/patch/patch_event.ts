import { ApiError, badRequest, entityTooLarge, unprocessable, unsupportedPatchType } from "../wire/api_error.ts";
import { goJsonType, isJsonObject, type JsonObject } from "../wire/decode_object.ts";
import { applyJsonPatch, JsonPatchError } from "./json_patch.ts";

/** Maximum number of operations of a JSON Patch (apiserver's `maxJSONPatchOperations`). */
const MAX_OPERATIONS = 10_000;
const DECODING = "error decoding patch: ";

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
    // A patch cannot change the type; values that are not strings are kept, so that decoding fails.
    const isText = (field: string): boolean => typeof (patched[field] ?? "") === "string";
    return {
      ...patched,
      ...isText("apiVersion") && { apiVersion: event["apiVersion"] },
      ...isText("kind") && { kind: event["kind"] },
    };
  },
};

/**
 * Returns the function that applies patches of a media type. Unlike a cluster, does not support server-side apply,
 * because the fields of an event are not shared between managers.
 *
 * It throws an {@linkcode ApiError}: 400 if the patch is malformed, 413 for too many operations, 422 if it does not
 * apply; 500 for a strategic merge patch that does not apply, as in a cluster.
 *
 * @param contentType The header; as in a cluster, its parameters are ignored.
 * @throws {ApiError} 415 if the type is not supported.
 */
export function patcherFor(contentType: string | null): Patcher {
  const [mediaType] = (contentType ?? "").split(";") as [string];
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
    if (error instanceof StrategicMergePatchError) throw new ApiError(500, { message: error.message });
    // The patch is nested too deeply for the stack.
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
 * field, `null` removes a field, and any other value replaces it. Neither argument is changed.
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
 * The lists of an event that are merged, with their merge keys: `uid` for owners, the items themselves for finalizers.
 */
const MERGED_LISTS: Readonly<Record<string, string>> = { ownerReferences: "uid", finalizers: "" };

const DIRECTIVE = /^\$(patch$|retainKeys$|setElementOrder|deleteFromPrimitiveList)/;

/** A strategic merge patch that does not apply; the API server reports this as an internal failure. */
class StrategicMergePatchError extends Error {
  override readonly name = "StrategicMergePatchError";
}

/**
 * Applies a strategic merge patch: a JSON Merge Patch with merging lists and with directives
 * (`$patch: replace | delete`, `$retainKeys`, `$deleteFromPrimitiveList/…`; `$setElementOrder/…` is accepted, but does
 * not reorder). The only merged lists of an event are `metadata.ownerReferences` and `metadata.finalizers`.
 * Neither argument is changed.
 *
 * @throws {StrategicMergePatchError} If a directive is unknown, an item of a merged list is invalid, or
 *   `$setElementOrder/…` is not a list.
 * @throws {ApiError} 400 if `$retainKeys` is not a list, or `$deleteFromPrimitiveList` does not name one.
 */
function applyStrategicMergePatch(target: JsonObject, patch: JsonObject): JsonObject {
  const directive = patch["$patch"];
  if (directive === "delete") return {};
  if (directive === "replace") return Object.fromEntries(Object.entries(patch).filter(([name]) => name !== "$patch"));
  if (directive !== undefined) {
    const shown = typeof directive === "string" ? directive : JSON.stringify(directive);
    throw new StrategicMergePatchError(`unknown patch type: ${shown} in map: ${JSON.stringify(patch)}`);
  }
  const fields = new Map(Object.entries(target));
  retainKeys(fields, patch["$retainKeys"]);
  for (const [name, value] of Object.entries(patch)) {
    if (DIRECTIVE.test(name)) arrangeList(fields, name, value);
    else {
      const merged = value === null ? undefined : mergeField(name, fields.get(name), value);
      if (merged === undefined) fields.delete(name);
      else fields.set(name, merged);
    }
  }
  return Object.fromEntries(fields);
}

function mergeField(name: string, target: unknown, patch: unknown): unknown {
  if (isJsonObject(patch) && isJsonObject(target)) return applyStrategicMergePatch(target, patch);
  if (!Array.isArray(patch) || !Array.isArray(target)) return newValue(patch);
  if (!Object.hasOwn(MERGED_LISTS, name)) return patch;
  const key = MERGED_LISTS[name]!;
  if (key === "") return merged(target, patch);
  return mergeList(target, patch, key);
}

/**
 * Returns a patch's value for a field that is absent: without `null` fields; `undefined` if it is an object with a
 * directive (strategicpatch's `removeDirectives`).
 */
function newValue(patch: unknown): unknown {
  if (Array.isArray(patch)) return patch.map(newValue).filter((item) => item !== undefined);
  if (!isJsonObject(patch)) return patch;
  if (Object.hasOwn(patch, "$patch")) return undefined;
  const fields = Object.entries(patch).map(([name, value]) => [name, newValue(value ?? undefined)] as const);
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}

/**
 * Merges list items with equal `key`; `$patch: delete` removes an item, `$patch: replace` removes all existing ones.
 */
function mergeList(target: readonly unknown[], patch: readonly unknown[], key: string): unknown[] {
  const items = patch.filter(isJsonObject);
  if (items.length !== patch.length) throw new StrategicMergePatchError("list element types are not identical");
  const patched = items.filter((item) => item["$patch"] !== "replace");
  const kept = patched.length < items.length ? [] : target.filter(isJsonObject);
  const result = new Map(kept.map((item) => [item[key], item]));
  for (const item of patched) {
    if (item[key] === undefined) {
      throw new StrategicMergePatchError(`map: ${JSON.stringify(item)} does not contain declared merge key: ${key}`);
    }
    if (item["$patch"] === "delete") result.delete(item[key]);
    else result.set(item[key], applyStrategicMergePatch(result.get(item[key]) ?? {}, item));
  }
  const keys = [kept, patched].map((list) => list.map((item) => item[key]).filter((name) => result.has(name)));
  return merged(keys[0]!, keys[1]!).map((name) => result.get(name));
}

/**
 * Returns the items of both lists: the patched ones in their new order, each after the items it followed in the old
 * list.
 */
function merged(old: readonly unknown[], patched: readonly unknown[]): unknown[] {
  const places = new Map(old.map((item, index) => [item, index]));
  const added = new Set(patched);
  const others = [...places.keys()].filter((item) => !added.has(item));
  const result: unknown[] = [];
  let next = 0;
  for (const item of added) {
    const place = places.get(item) ?? -1;
    while (next < others.length && places.get(others[next])! < place) result.push(others[next++]);
    result.push(item);
  }
  return [...result, ...others.slice(next)];
}

function retainKeys(fields: Map<string, unknown>, keys: unknown): void {
  if (keys === undefined) return;
  if (!Array.isArray(keys)) throw badRequest("invalid patch format of retainKeys");
  const retained = new Set(keys);
  for (const name of fields.keys()) if (!retained.has(name)) fields.delete(name);
}

function arrangeList(fields: Map<string, unknown>, directive: string, values: unknown): void {
  const [kind, name] = directive.split("/");
  if (kind === "$setElementOrder" && !Array.isArray(values)) {
    throw new StrategicMergePatchError(`expected a []interface {}, but received a ${typeof values}`);
  }
  if (kind !== "$deleteFromPrimitiveList") return;
  if (name === undefined) throw badRequest("invalid patch format of primitive list");
  const list = fields.get(name);
  if (!Array.isArray(list) || !Array.isArray(values)) return;
  const deleted = new Set(values);
  fields.set(name, list.filter((item) => !deleted.has(item)));
}
