import type { FieldType, ObjectSchema } from "./event_schema.ts";
import { readTime } from "./read_time.ts";

/** Input that does not decode into a Go struct, with the message of Go's decoder. */
export class DecodeError extends Error {
  override readonly name = "DecodeError";
}

/** Maximum number of reported unknown and duplicate fields, as in a cluster; bounds the work on hostile input. */
export const MAX_COMPLAINTS = 100;

/** The position of the decoder. */
interface Position {
  readonly goType: string;
  readonly path: string;
}

/** The object in canonical form, and the fields that its schema does not define. */
interface Decoded {
  readonly object: JsonObject;
  readonly unknownFields: readonly string[];
}

/**
 * Decodes a JSON object as the API server does: by the fields of its Go struct, with unknown ones dropped and reported,
 * times checked, and the result in canonical form (the order of the struct, empty fields omitted unless `always` names
 * them). Two events are equal exactly when their canonical JSON texts are.
 *
 * @throws {DecodeError} If a field has the wrong type.
 */
export function decodeObject(schema: ObjectSchema, value: JsonObject): Decoded {
  const unknownFields: string[] = [];
  return { object: decodeStruct(schema, value, { path: "", unknownFields }), unknownFields };
}

function decodeStruct(
  schema: ObjectSchema,
  value: JsonObject,
  context: { path: string; unknownFields: string[] },
): JsonObject {
  const { path, unknownFields } = context;
  for (const name in value) {
    if (!schema.names.has(name) && unknownFields.length < MAX_COMPLAINTS) unknownFields.push(path + name);
  }
  const result: Record<string, unknown> = {};
  for (const { name, type, always } of schema.fields) {
    if (type === "ignored") continue;
    const given = value[name] ?? null;
    let decoded: unknown;
    // Fast path: most fields are strings, and need no position.
    if (type === "string" && typeof given === "string") decoded = decodeText(given);
    else if (given !== null) {
      decoded = decodeField(type, given, { goType: schema.goType, path: path + name }, unknownFields);
    }
    if (decoded !== undefined) result[name] = decoded;
    else if (always) result[name] = zeroOf(type);
  }
  return result;
}

/** The value in canonical form; `undefined` if Go would omit it. */
function decodeField(type: FieldType, value: unknown, at: Position, unknownFields: string[]): unknown {
  switch (type) {
    case "ignored":
    case "fieldsV1":
      return value;
    case "string":
    case "unusedString":
      if (typeof value !== "string") throw mismatch(value, "string", at);
      return type === "string" ? decodeText(value) : undefined;
    case "bool":
      if (typeof value !== "boolean") throw mismatch(value, "bool", at);
      return value;
    case "int32":
    case "int64":
      return decodeInteger(type, value, at);
    case "time":
    case "microTime":
      return decodeTime(type, value);
  }
  if ("mapOf" in type) return decodeMap(value, at);
  if ("listOf" in type) {
    const list = decodeList(type.listOf, value, at, unknownFields);
    return list.length === 0 && !type.keepsEmpty ? undefined : list;
  }
  if (!isJsonObject(value)) throw mismatch(value, `v1.${type.goType}`, at);
  return decodeStruct(type, value, { path: `${at.path}.`, unknownFields });
}

/** Replaces lone surrogates with U+FFFD, as Go does. */
function decodeText(text: string): string | undefined {
  return text === "" ? undefined : text.toWellFormed();
}

function decodeInteger(type: "int32" | "int64", value: unknown, at: Position): number | undefined {
  const limit = type === "int32" ? 2 ** 31 : 2 ** 63;
  const fits = Number.isInteger(value) && (value as number) >= -limit && (value as number) < limit;
  if (!fits) throw mismatch(value, type, at);
  return value === 0 ? undefined : value as number;
}

function decodeTime(type: "time" | "microTime", value: unknown): string | undefined {
  if (typeof value !== "string") {
    throw new DecodeError(`json: cannot unmarshal ${goJsonType(value)} into Go value of type string`);
  }
  const parsed = readTime(value, type);
  if ("error" in parsed) throw new DecodeError(parsed.error);
  return parsed.text ?? undefined;
}

function decodeMap(value: unknown, at: Position): JsonObject | undefined {
  if (!isJsonObject(value)) throw mismatch(value, "map[string]string", at);
  const keys = Object.keys(value);
  if (keys.length === 0) return undefined;
  // Go writes maps in key order.
  if (keys.some((key, index) => index > 0 && key < keys[index - 1]!)) keys.sort();
  const map: Record<string, string> = {};
  for (const key of keys) {
    const item = value[key] ?? "";
    if (typeof item !== "string") throw mismatch(item, "string", at);
    // An ordinary key, which validation refuses; an assignment would set the prototype.
    if (key === "__proto__") Object.defineProperty(map, key, { value: item, enumerable: true });
    else map[key.toWellFormed()] = item.toWellFormed();
  }
  return map;
}

function decodeList(
  itemType: "string" | ObjectSchema,
  value: unknown,
  at: Position,
  unknownFields: string[],
): readonly unknown[] {
  if (!Array.isArray(value)) throw mismatch(value, itemType === "string" ? "[]string" : `[]v1.${itemType.goType}`, at);
  return value.map((item, index) => {
    const decoded = item === null
      ? undefined
      : decodeField(itemType, item, { ...at, path: `${at.path}[${index}]` }, unknownFields);
    return decoded ?? zeroOf(itemType);
  });
}

/** The zero value of an item of a list, or of a field that is written even if empty. */
function zeroOf(type: FieldType): unknown {
  switch (type) {
    case "string":
      return "";
    case "int32":
    case "int64":
      return 0;
    case "time":
    case "microTime":
      return null;
  }
  return typeof type === "object" && "fields" in type
    ? decodeStruct(type, {}, { path: "", unknownFields: [] })
    : undefined;
}

function mismatch(value: unknown, goType: string, at: Position): DecodeError {
  const path = at.path.replace(/\[\d+\]/g, "");
  return new DecodeError(
    `json: cannot unmarshal ${goJsonType(value)} into Go struct field ${at.goType}.${path} of type ${goType}`,
  );
}

/** A JSON object whose fields are not known yet. */
export type JsonObject = { readonly [field: string]: unknown };

/** Whether a parsed JSON value is an object: neither `null` nor an array nor a scalar. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The type of a parsed JSON value, as named by Go's decoder; `null` has none, as it fits everywhere. */
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
