import { type FormatFlags, formatFloat, formatInteger, pad, quote } from "./format_scalar.ts";

const DIRECTIVE = /%([-+# 0]*)(\*|\d+)?(\.(\*|\d+)?)?(?:\[(\d+)\])?(.)?/suy;
/** The largest width or precision that Go's `fmt` takes from an argument; of one in the format it checks all digits but the last. */
const MAX_SIZE = 1e6;
const NO_FLAGS: FormatFlags = {};

/** Go has integers and floats; here a number is an integer when it is one, exactly. */
function isInteger(value: unknown): value is number | bigint {
  return typeof value === "bigint" || Number.isSafeInteger(value);
}

/** What Go would call the type of a value, as `%T` and its error texts print it. */
function typeName(value: unknown): string {
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
      if (value === null) return "<nil>";
      if (Array.isArray(value)) return "[]interface {}";
      return isMap(value) ? "map[string]interface {}" : value.constructor?.name ?? "object";
    default:
      return value === undefined ? "<nil>" : typeof value;
  }
}

/** Whether an object prints as a map: it is one, or it has no text of its own. */
function isMap(value: object): boolean {
  return !(value instanceof Error || value instanceof Date) &&
    (value instanceof Map || value.toString === undefined || value.toString === Object.prototype.toString);
}

/** A scalar, an error or an object with a text of its own, as `%v` prints it. */
function textOf(value: unknown, flags: FormatFlags): string {
  if (isInteger(value)) return formatInteger(value, 10, flags);
  if (typeof value === "number") return formatFloat(value, "g", flags);
  if (value instanceof Error) return String(value.message);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "Invalid Date" : value.toISOString();
  return String(value);
}

/** The character of a code point, U+FFFD for what is none. */
function characterOf(code: number | bigint): string {
  const isCodePoint = code >= 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isCodePoint ? String.fromCodePoint(Number(code)) : "\ufffd";
}

/** The first `precision` characters of a text. */
function cutTo(text: string, precision: number | undefined): string {
  return precision === undefined ? text : [...text].slice(0, precision).join("");
}

/** One scalar under one verb; `undefined` where Go would say that the verb does not suit the value. */
function formatScalar(value: unknown, verb: string, flags: FormatFlags): string | undefined {
  const isText = typeof value === "string" || (typeof value === "object" && value !== null);
  const cut = (text: string): string => cutTo(text, flags.precision);
  switch (verb) {
    case "v":
      if (flags.sharp && typeof value === "string") return quote(cut(value));
      return isText ? cut(textOf(value, flags)) : textOf(value, flags);
    case "s":
      return isText ? cut(textOf(value, {})) : undefined;
    case "q":
      if (isText) return quote(cut(textOf(value, {})));
      return isInteger(value) ? quote(characterOf(value), "'") : undefined;
    case "d":
      return isInteger(value) ? formatInteger(value, 10, flags) : undefined;
    case "b":
      return isInteger(value) ? formatInteger(value, 2, flags) : undefined;
    case "o":
      return isInteger(value) ? formatInteger(value, 8, flags) : undefined;
    case "X":
      return formatScalar(value, "x", flags)?.toUpperCase();
    case "x": {
      if (isInteger(value)) return formatInteger(value, 16, flags);
      if (!isText) return undefined;
      const bytes = new TextEncoder().encode(textOf(value, {})).slice(0, flags.precision);
      return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
    }
    case "c":
      return isInteger(value) ? characterOf(value) : undefined;
    case "U":
      return isInteger(value) ? "U+" + value.toString(16).toUpperCase().padStart(4, "0") : undefined;
    case "e":
    case "E":
    case "f":
    case "F":
    case "g":
    case "G":
      return typeof value === "number" ? formatFloat(value, verb, flags) : undefined;
    case "t":
      return typeof value === "boolean" ? String(value) : undefined;
    default:
      return undefined;
  }
}

/** One value under one verb. What is thrown on the way stands in the text, as in Go where a `String` method panics. */
function formatValue(value: unknown, verb: string, flags: FormatFlags, outer: readonly object[] = []): string {
  try {
    return formatUnguarded(value, verb, flags, outer);
  } catch (error) {
    return `%!${verb}(PANIC=String method: ${error instanceof Error ? error.message : "unknown"})`;
  }
}

/** What is inside an array or a map is formatted by the same verb. */
function formatUnguarded(value: unknown, verb: string, flags: FormatFlags, outer: readonly object[]): string {
  if (verb === "T") return pad(cutTo(typeName(value), value === null ? undefined : flags.precision), flags);
  const asSource = verb === "v" && flags.sharp;
  if (value === null || value === undefined) {
    if (outer.length > 0) return asSource ? "interface {}(nil)" : "<nil>";
    return verb === "v" ? pad("<nil>", flags) : `%!${verb}(<nil>)`;
  }
  if (typeof value === "object") {
    if (outer.includes(value)) return "...";
    const inside = [...outer, value];
    const one = (item: unknown): string => formatValue(item, verb, flags, inside);
    if (Array.isArray(value)) {
      return asSource ? `${typeName(value)}{${value.map(one).join(", ")}}` : `[${value.map(one).join(" ")}]`;
    }
    if (isMap(value)) {
      const entries = value instanceof Map ? [...value] : Object.entries(value);
      const sorted = entries.map(([key, item]) => [String(key), item]).sort(([a], [b]) => (a < b ? -1 : 1));
      const pairs = sorted.map(([key, item]) => `${one(key)}:${one(item)}`);
      return asSource ? `${typeName(value)}{${pairs.join(", ")}}` : `map[${pairs.join(" ")}]`;
    }
  }
  const text = formatScalar(value, verb, flags);
  // The complaint shows the value with the flags that the verb had.
  return text === undefined ? `%!${verb}(${describe(value, { ...flags, sharp: false })})` : pad(text, flags);
}

function flagsOf(marks: string, verb: string, width: number | undefined, precision: number | undefined): FormatFlags {
  const left = marks.includes("-") || (width ?? 0) < 0;
  return {
    left,
    // Of %+v Go means field names, not a sign.
    plus: marks.includes("+") && verb !== "v",
    sharp: marks.includes("#"),
    space: marks.includes(" "),
    zero: marks.includes("0") && !left,
    width: width === undefined ? undefined : Math.abs(width),
    precision,
  };
}

function describe(value: unknown, flags: FormatFlags = NO_FLAGS): string {
  if (value === null || value === undefined) return "<nil>";
  return `${formatValue(value, "T", NO_FLAGS)}=${formatValue(value, "v", flags)}`;
}

/**
 * Formats a text as Go's `fmt.Sprintf` does, for the values that JavaScript has.
 *
 * - **Verbs**: `%v %T %% %t %s %q %x %X %d %b %o %c %U %e %E %f %F %g %G`, with the flags `- + # 0` and space, width,
 *   precision, `*` and argument numbers (`%[1]s`), as in Go's {@link https://pkg.go.dev/fmt | fmt}.
 * - **Values**: whole numbers and bigints are Go's integers, other numbers its floats. Arrays print as slices, plain
 *   objects and Maps as maps with sorted keys, errors as their message, dates in ISO 8601, other objects as their
 *   `toString` says, `null` and `undefined` as `<nil>`.
 * - **Mistakes** are not thrown, but stand in the text, as in Go: `%!d(string=hi)`, `%!d(MISSING)`, `%!(EXTRA int=3)`,
 *   `%!(NOVERB)`, and `%!v(PANIC=String method: boom)` for an argument that throws when it is read.
 *
 * Unlike Go, `%f` and its like take whole numbers too and print at most 100 digits behind the point, an error is of the
 * type that its class names, and what only shows a program its memory or a float its bits is left out: `%p`, `%w`, `%O`,
 * `%x` and `%b` of floats, and, of the flags, `#` but for `%#v` and integers, `+` of `%q` and the space of `%x`, and
 * argument numbers for `*`.
 *
 * @param format The text, with a verb for each argument.
 * @param args The arguments, in order.
 * @returns The text, with the arguments in place of the verbs.
 *
 * @example
 * ```ts
 * import { sprintf } from "@kubecast/events";
 * import assert from "node:assert/strict";
 *
 * assert.equal(sprintf("Back-off %d of %q, %.1f%%", 3, "web", 99.5), 'Back-off 3 of "web", 99.5%');
 * assert.equal(sprintf("labels %v, error %v", { app: "web" }, new Error("boom")), "labels map[app:web], error boom");
 * assert.equal(sprintf("%d of %d", "three"), "%!d(string=three) of %!d(MISSING)");
 * ```
 */
export function sprintf(format: string, ...args: readonly unknown[]): string {
  if (typeof format !== "string") return sprintf("%v", format, ...args);
  let text = "";
  let from = 0;
  let next = 0;
  let numbered = false;
  for (let at = format.indexOf("%"); at >= 0; at = format.indexOf("%", from)) {
    text += format.slice(from, at);
    const plain = format[at + 1];
    // Nearly all directives are these three, with nothing between % and verb: they need no parsing.
    if ((plain === "s" || plain === "d" || plain === "v") && next < args.length) {
      text += formatValue(args[next++], plain, NO_FLAGS);
      from = at + 2;
      continue;
    }
    DIRECTIVE.lastIndex = at;
    const [directive, marks, width, point, precision, number, verb] = DIRECTIVE.exec(format)!;
    if (Number(width?.slice(0, -1)) > MAX_SIZE || Number(precision?.slice(0, -1)) > MAX_SIZE) {
      text += "%!(NOVERB)";
      from = format.length;
      break;
    }
    from = at + directive.length;
    const size = (given: string, least: number, complaint: string): number | undefined => {
      if (given !== "*") return Number(given);
      const value = args[next++];
      if (isInteger(value) && value >= least && value <= MAX_SIZE) return Number(value);
      text += complaint;
      return undefined;
    };
    const wide = width === undefined ? undefined : size(width, -MAX_SIZE, "%!(BADWIDTH)");
    const exact = point === undefined ? undefined : size(precision ?? "0", 0, "%!(BADPREC)");
    if (number !== undefined) [next, numbered] = [Number(number) - 1, true];
    if (verb === undefined) text += "%!(NOVERB)";
    else if (verb === "%") text += "%";
    else if (next < 0 || next >= args.length) text += `%!${verb}(${number === undefined ? "MISSING" : "BADINDEX"})`;
    else text += formatValue(args[next++], verb, flagsOf(marks!, verb, wide, exact));
  }
  text += format.slice(from);
  if (numbered || next >= args.length) return text;
  return `${text}%!(EXTRA ${args.slice(next).map((value) => describe(value)).join(", ")})`;
}
