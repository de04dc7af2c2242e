import { formatTime } from "../../../base/tools/time.ts";
import type { FieldType, ObjectSchema } from "./event_schema.ts";

/** Input that does not decode into a Go struct, with the message of Go's decoder. */
export class DecodeError extends Error {
  override readonly name = "DecodeError";
}

/** Maximum number of reported unknown fields, as in a cluster; bounds the work on hostile input. */
const MAX_COMPLAINTS = 100;

/** The position of the decoder. */
interface Position {
  readonly goType: string;
  readonly path: string;
}

/**
 * Decodes a JSON object as the API server does: by the fields of its Go struct, with unknown ones dropped and reported,
 * times checked, and the result in canonical form (the order of the struct, empty fields omitted unless `always` names
 * them). Two events are equal exactly when their canonical JSON texts are.
 *
 * @throws {DecodeError} If a field has the wrong type.
 */
export function decodeObject(
  schema: ObjectSchema,
  value: JsonObject,
): { readonly object: JsonObject; readonly unknownFields: readonly string[] } {
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
      return undefined;
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
    return list.length === 0 ? undefined : list;
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

/** The zero values of scalars that a list may have, or that are written even if empty. */
const ZEROS: Readonly<Record<string, unknown>> = { string: "", int32: 0, int64: 0, time: null, microTime: null };

/** The zero value of an item of a list, or of a field that is written even if empty. */
function zeroOf(type: FieldType): unknown {
  if (typeof type === "string") return ZEROS[type];
  return "fields" in type ? decodeStruct(type, {}, { path: "", unknownFields: [] }) : undefined;
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

/** The type of a parsed JSON value, as named by Go's decoder; `null` has none, because it fits every type. */
export function goJsonType(value: unknown): string {
  if (Array.isArray(value)) return "array";
  if (typeof value === "boolean") return "bool";
  if (typeof value !== "number") return typeof value;
  return Number.isInteger(value) && Math.abs(value) < 2 ** 31 ? "number" : `number ${value}`;
}

/** A time as Go parses it: unlike in RFC 3339, the hour may have one digit. */
const RFC3339 = /^(\d{4}-\d\d-\d\d)T(\d\d?):(\d\d):(\d\d)(?:[.,](\d+))?(Z|([+-])(\d\d):(\d\d))$/;
const ZERO_TIME = "0001-01-01T00:00:00Z";

/** A parsed time: its canonical text, `null` for Go's zero time, or Go's parse error. */
type ParsedTime = { readonly text: string | null } | { readonly error: string };

/**
 * Parses a `Time` (RFC 3339 with any fraction, which is truncated) or a `MicroTime` (exactly six fractional digits), as
 * apimachinery's `Time.UnmarshalJSON` and `MicroTime.UnmarshalJSON` do.
 */
export function readTime(text: string, type: "time" | "microTime"): ParsedTime {
  const known = knownTexts[type];
  if (known.has(text)) return { text };
  const parsed = parse(text, type);
  if ("text" in parsed && parsed.text === text) {
    if (known.size === MAX_KNOWN_TEXTS) known.clear();
    known.add(text);
  }
  return parsed;
}

/** Maximum number of remembered texts of times: bounds memory, and the events of a burst have few. */
const MAX_KNOWN_TEXTS = 100;

/**
 * Times known to be canonical: the events of a burst share their times, and a patch parses the stored event's again.
 */
const knownTexts = { time: new Set<string>(), microTime: new Set<string>() };

function parse(text: string, type: "time" | "microTime"): ParsedTime {
  const micro = type === "microTime";
  const match = RFC3339.exec(text);
  const layout = micro ? "2006-01-02T15:04:05.000000Z07:00" : "2006-01-02T15:04:05Z07:00";
  if (match === null) return { error: cannotParse(text, layout, text) };
  const [, date = "", hour = "", minute = "", second = "", fraction = "", zone = "", sign, zoneHour, zoneMinute] =
    match;
  if (micro && fraction.length > 6) return { error: cannotParse(text, layout, fraction.slice(6) + zone, "Z07:00") };
  if (micro && fraction.length < 6) {
    return { error: cannotParse(text, layout, fraction === "" ? zone : `.${fraction}${zone}`, ".000000") };
  }
  if (
    !isRealDay(date) || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59 ||
    Number(zoneHour) > 24 || Number(zoneMinute) > 60 // Go's limits
  ) {
    return { error: `parsing time ${JSON.stringify(text)}: value out of range` };
  }
  let seconds = `${date}T${hour.padStart(2, "0")}:${minute}:${second}Z`;
  if (sign !== undefined) {
    const offsetMs = Number(`${sign}1`) * (Number(zoneHour) * 60 + Number(zoneMinute)) * 60_000;
    // Years beyond four digits as Go writes them: -0001 and 10000, for -000001 and +010000.
    seconds = formatTime(Date.parse(seconds) - offsetMs).replace(/^(?:\+0|(-)00)/, "$1");
  }
  if (seconds === ZERO_TIME && (!micro || Number(fraction) === 0)) return { text: null };
  return { text: micro ? `${seconds.slice(0, -1)}.${fraction}Z` : seconds };
}

/** Whether a date exists; in some engines `Date.parse` reads February 30th as March 2nd. */
function isRealDay(date: string): boolean {
  const [year, month, day] = [Number(date.slice(0, 4)), Number(date.slice(5, 7)), Number(date.slice(8))];
  if (month < 1 || month > 12 || day < 1) return false;
  // The calendar repeats every 400 years.
  return day <= 28 || day <= new Date(Date.UTC(2000 + year % 400, month, 0)).getUTCDate();
}

/** Go's error for a text that does not match a layout; `rest` is the unparsed remainder. */
function cannotParse(text: string, layout: string, rest: string, part = "2006"): string {
  return `parsing time ${JSON.stringify(text)} as ${JSON.stringify(layout)}: cannot parse ${JSON.stringify(rest)} as ${
    JSON.stringify(part)
  }`;
}

/** Milliseconds since 1970 of a canonical `Time` or `MicroTime`; `undefined` if absent. */
export function timeMs(text: string | null | undefined): number | undefined {
  return text ? Date.parse(text.replace(/^-/, "-00").replace(/^\d{5}/, "+0$&")) : undefined;
}
