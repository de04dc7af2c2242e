/** A JSON object whose fields are not known yet. */
export type JsonObject = { readonly [field: string]: unknown };

/** Whether a parsed JSON value is an object: neither `null` nor an array nor a scalar. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
