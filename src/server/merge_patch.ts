import { isJsonObject, type JsonObject } from "./json_object.ts";

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
  // Unlike an assignment, `fromEntries` takes a field `__proto__` for a field.
  return Object.fromEntries(fields);
}
