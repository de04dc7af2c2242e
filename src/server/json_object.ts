/** A JSON object whose fields are not known yet. */
export type JsonObject = { readonly [field: string]: unknown };

/** Whether a parsed JSON value is an object: neither `null` nor an array nor a scalar. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The type of a parsed JSON value as the messages of Go's decoder name it; `null` has none, it fits everywhere. */
export function goJsonType(value: unknown): string {
  if (Array.isArray(value)) return "array";
  switch (typeof value) {
    case "boolean":
      return "bool";
    case "number":
      return Number.isInteger(value) && Math.abs(value) < 2 ** 31 ? "number" : `number ${value}`;
    default:
      return typeof value;
  }
}
