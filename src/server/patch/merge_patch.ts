import { badRequest } from "../wire/api_error.ts";
import { isJsonObject, type JsonObject } from "../wire/decode_object.ts";

/**
 * Applies a JSON Merge Patch ({@link https://www.rfc-editor.org/rfc/rfc7386 | RFC 7386}): objects are merged field by
 * field, `null` removes, everything else replaces. Neither argument is changed.
 */
export function applyMergePatch(target: unknown, patch: unknown): unknown {
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
export class StrategicMergePatchError extends Error {
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
 * @throws {ApiError} 400 if `$retainKeys` is not a list, or `$deleteFromPrimitiveList` names none.
 */
export function applyStrategicMergePatch(target: JsonObject, patch: JsonObject): JsonObject {
  const directive = patch["$patch"];
  if (directive === "delete") return {};
  if (directive === "replace") return withoutMarker(patch);
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
 * The value of a field that has nothing to merge with: without `null` fields, and `undefined` if it is an object with a
 * directive (strategicpatch's `removeDirectives`).
 */
function newValue(patch: unknown): unknown {
  if (Array.isArray(patch)) return patch.map(newValue).filter((item) => item !== undefined);
  if (!isJsonObject(patch)) return patch;
  if (Object.hasOwn(patch, "$patch")) return undefined;
  const fields = Object.entries(patch).map(([name, value]) => [name, newValue(value ?? undefined)] as const);
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}

/** Merges list items with equal `key`; `$patch: delete` removes one, `$patch: replace` all existing items. */
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

/** The items of both lists: the patched ones in their order, each after those that it followed in the old list. */
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

function withoutMarker({ $patch: _marker, ...fields }: JsonObject): JsonObject {
  return fields;
}
