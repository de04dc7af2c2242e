/** Whether a value maps to an integer of Go, not a float. */
export function isInteger(value: unknown): value is number | bigint {
  return typeof value === "bigint" || Number.isSafeInteger(value);
}

/** Returns the type name of a value, as `%T` and error strings print it. */
export function typeName(value: unknown): string {
  switch (typeof value) {
    case "boolean":
      return "bool";
    case "bigint":
      return "int64";
    case "number":
      return isInteger(value) ? "int" : "float64";
    case "function":
      return "func()";
    case "object":
      if (Array.isArray(value)) return "[]interface {}";
      if (value instanceof Map) {
        return [...value.keys()].every((key) => typeof key === "string")
          ? "map[string]interface {}"
          : "map[interface {}]interface {}";
      }
      return isMap(value!) ? "map[string]interface {}" : value!.constructor?.name ?? "object";
    default:
      return typeof value;
  }
}

/** Whether an object prints as a map: a Map, or an object without its own `toString`. */
export function isMap(value: object): boolean {
  return !(value instanceof Error || value instanceof Date) &&
    (value instanceof Map || value.toString === undefined || value.toString === Object.prototype.toString);
}

/** Returns the text of an error, a date, or an object with its own `toString`. */
export function ownText(value: object): string {
  if (value instanceof Error) return String(value.message);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "Invalid Date" : value.toISOString();
  return String(value);
}

/** Returns the first `count` entries by key, without sorting all. */
export function firstByKey(entries: Iterable<[unknown, unknown]>, count: number): [unknown, unknown][] {
  const first: [unknown, unknown][] = [];
  const keep = Math.ceil(count) + 1;
  for (const entry of entries) {
    if (first.length >= 2 * keep) {
      first.sort(byKey);
      first.length = keep;
    }
    first.push(entry);
  }
  return first.sort(byKey);
}

/** Numbers sort before strings; strings sort by their UTF-8 bytes, as in Go. */
function byKey([a]: [unknown, unknown], [b]: [unknown, unknown]): number {
  const isNumberA = typeof a === "number" || typeof a === "bigint";
  const isNumberB = typeof b === "number" || typeof b === "bigint";
  if (isNumberA && isNumberB) return compare(a, b);
  if (isNumberA || isNumberB) return isNumberA ? -1 : 1;
  return compare(inByteOrder(String(a)), inByteOrder(String(b)));
}

function compare<T extends number | bigint | string>(a: T, b: T): number {
  return Number(a > b) - Number(a < b);
}

/**
 * Returns a text whose order by code units is the order of `text` by bytes: surrogates encode the largest code points.
 */
function inByteOrder(text: string): string {
  return text.replace(/[\ud800-\uffff]/g, (unit) => {
    return String.fromCharCode(unit.charCodeAt(0) + (unit < "\ue000" ? 0x2000 : -0x800));
  });
}
