import { classOf, isError, showValue } from "../../base/tools/check_options.ts";
import { reasonOf } from "../../base/tools/logger.ts";
import { UTF8 } from "../../base/tools/text.ts";

/**
 * Formats a text as Go's `fmt.Sprintf` does, with the verbs that people use in messages.
 *
 * | verb | prints |
 * | --- | --- |
 * | `%v`, `%s` | any value; also `%w`, which Go has for errors |
 * | `%d` | an integer |
 * | `%f`, `%e`, `%g` | a number: `%.1f` with one decimal |
 * | `%x`, `%X` | an integer, or the bytes of a text, in hex |
 * | `%q` | a text in quotes |
 * | `%c` | the character of a code point |
 * | `%t` | a boolean |
 * | `%T` | the type of a value |
 * | `%%` | a percent sign |
 *
 * A width and a precision may precede the verb, and the flags `-` (pad on the right), `+` (print the sign), `0` (pad
 * with zeros) and `#` (`%#x` begins with `0x`). Arrays and Sets print as `[a b]`, plain objects and Maps as `map[key:value]`
 * with sorted keys, errors as their message, dates in ISO 8601, other objects by their `toString`, `null` and
 * `undefined` as `<nil>`.
 *
 * Unlike Go:
 *
 * - mistakes never appear in the text as `%!d(string=hi)`: a verb that does not fit its argument prints it as `%v`
 *   does; a verb that is unknown, such as `%o`, or has no argument stays in the text, so that `90% full` needs no
 *   `%%`; and arguments that no verb prints follow the text, separated by spaces, as with `console.log`, but for `null`
 *   and `undefined`. Recorders log the first mistake of each format;
 * - if a format has several verbs and the only argument is an array, its items are the arguments, which counts as a
 *   mistake;
 * - `%f`, `%e` and `%g` accept integers, and round a tie away from zero;
 * - `%T` prints the class of an error or another object. `%v` prints a function as `func()`, and prints `...` for an
 *   object inside itself and for everything after 10,000 values. `%+v` and `%#v` print as `%v` does.
 *
 * @param format The format, with a verb for each argument.
 * @param args The arguments, in order.
 * @returns The formatted text.
 *
 * @example
 * ```ts
 * import { sprintf } from "@kubecast/events/client-go";
 * import assert from "node:assert/strict";
 *
 * assert.equal(sprintf("Back-off %d of %q, %.1f%%", 3, "web", 99.54), 'Back-off 3 of "web", 99.5%');
 * assert.equal(sprintf("labels %v, error %v", { app: "web" }, new Error("boom")), "labels map[app:web], error boom");
 * assert.equal(sprintf("%d of %d, 90% full", "three"), "three of %d, 90% full");
 * ```
 *
 * @category Recorder
 */
export function sprintf(format: string, ...args: readonly unknown[]): string {
  return new Printer().print(format, args);
}

/** Matches a percent sign and, if they form a directive, its flags, width, precision and verb. */
const DIRECTIVE = /%(?:%|([-+#0]*)(\d{0,3})(?:\.(\d{0,2}))?([svwdqtxXfegcT])|)/g;

/** A verb that only Go has, and not the start of an escape of a URL. */
const GO_ONLY = /^%[oOpUG]$/;

/** Maximum number of values that one argument prints, to bound the work on huge arguments. */
const MAX_VALUES = 10_000;

interface Directive {
  readonly verb: string;
  readonly flags: string;
  readonly width: number;
  readonly precision: number | undefined;
}

/** Formats a single text, and remembers its first mistake. */
export class Printer {
  /** The first mismatch between format and arguments, as `go vet` would report it. */
  mistake: string | undefined;
  #values = 0;
  /** Arrays and maps that contain the current value. */
  readonly #outer: object[] = [];

  /** Formats `args`. Never throws. */
  print(format: string, args: readonly unknown[]): string {
    if (typeof format !== "string") return this.print("%v", [format, ...args]);
    const given = this.#spread(format, args);
    const unread: unknown[] = [];
    let next = 0;
    const text = format.replace(DIRECTIVE, (directive, flags, width, precision, verb, at): string => {
      if (directive === "%%") return "%";
      if (verb === undefined) {
        const [word] = /^%[^a-z]*.?/is.exec(format.slice(at, at + 8))!;
        this.mistake ??= `${word.trimEnd()} is not a verb (a percent sign is %%)`;
        // The argument of a verb that only Go has follows the text, so that later verbs print theirs.
        if (GO_ONLY.test(word) && next < given.length) unread.push(given[next++]);
      } else if (next === given.length) {
        const hint = next === 0 ? " (a percent sign is %%)" : "";
        this.mistake ??= `${directive} reads argument ${next + 1} of ${next}${hint}`;
      } else {
        const value = given[next++];
        // Fast path for most directives, which have no flags and a value that fits.
        if (directive === "%s" && typeof value === "string") return value;
        if (directive === "%d" && Number.isSafeInteger(value)) return `${value}`;
        const digits = precision === undefined ? undefined : Number(precision);
        const isFirst = this.mistake === undefined;
        const printed = this.#value(value, {
          verb: verb === "w" ? "v" : verb,
          flags,
          width: Number(width),
          precision: digits,
        });
        if (isFirst && this.mistake !== undefined) this.mistake = `${directive} ${this.mistake}`;
        return printed;
      }
      return directive;
    });
    unread.push(...given.slice(next));
    if (unread.length === 0) return text;
    this.mistake ??= `it reads ${next} of ${given.length} arguments`;
    const plain = { verb: "v", flags: "", width: 0, precision: undefined };
    const rest = unread.filter((value) => value !== undefined && value !== null).map((value) =>
      this.#value(value, plain)
    );
    return (text === "" ? rest : [text, ...rest]).join(" ");
  }

  /** Returns the arguments. If the only one is an array, and the format has several verbs, returns its items. */
  #spread(format: string, args: readonly unknown[]): readonly unknown[] {
    const [first] = args;
    if (args.length !== 1 || !Array.isArray(first)) return args;
    const verbs = [...format.matchAll(DIRECTIVE)].filter((match) => match[4] !== undefined);
    if (verbs.length < 2) return args;
    this.mistake = "its arguments are one array (pass them one by one, or as ...args)";
    return first;
  }

  #value(value: unknown, directive: Directive): string {
    const depth = this.#outer.length;
    try {
      if (++this.#values > MAX_VALUES) return "...";
      if (directive.verb === "T") return pad(typeName(value), directive);
      if (typeof value !== "object" || value === null) return this.#scalar(value, directive);
      if (this.#outer.includes(value)) return "...";
      this.#outer.push(value);
      const list = classOf(value) === "Set" ? [...value as Set<unknown>] : value;
      if (Array.isArray(list)) return this.#items("[", list, (item) => this.#value(item, directive));
      if (!isMap(value)) return this.#scalar(ownText(value), directive);
      const entries = classOf(value) === "Map" ? [...value as Map<unknown, unknown>] : Object.entries(value);
      entries.sort(([a], [b]) => inByteOrder(a) < inByteOrder(b) ? -1 : 1);
      return this.#items("map[", entries, ([key, item]) => {
        return `${this.#value(key, directive)}:${this.#value(item, directive)}`;
      });
    } catch (error) {
      this.mistake ??= `has an argument that throws: ${showValue(reasonOf(error))}`;
      return showValue(value);
    } finally {
      this.#outer.length = depth;
    }
  }

  #items<T>(start: string, items: readonly T[], print: (item: T) => string): string {
    const printed: string[] = [];
    for (let at = 0; at < items.length && this.#values <= MAX_VALUES; at++) printed.push(print(items[at]!));
    return `${start}${printed.join(" ")}]`;
  }

  #scalar(value: unknown, directive: Directive): string {
    if (typeof value === "function") {
      this.mistake ??= "has a function that is not called for an argument";
      return pad("func()", directive);
    }
    const text = typeof value === "string" ? formatString(value, directive) : formatScalar(value, directive);
    if (text !== undefined) return text;
    this.mistake ??= `has an argument of the wrong type: ${showValue(value)}`;
    return this.#scalar(value, { ...directive, verb: "v", precision: undefined });
  }
}

/** Pads a text to the width of a directive, also a text with zeros, as Go does. */
function pad(text: string, { flags, width }: Directive): string {
  if (width <= text.length) return text;
  const isLeft = flags.includes("-");
  const padding = (flags.includes("0") && !isLeft ? "0" : " ").repeat(Math.max(0, width - [...text].length));
  return isLeft ? text + padding : padding + text;
}

/** Pads a number, with zeros after its sign or with spaces, and adds a plus sign, as the flags require. */
function padNumber(text: string, directive: Directive): string {
  const { verb, flags, width } = directive;
  if (width <= text.length && !flags.includes("+")) return text;
  const signed = flags.includes("+") && verb !== "v" && !/^[-+]/.test(text) ? `+${text}` : text;
  // Infinities are padded with blanks.
  if (/[IN]/.test(signed)) return pad(signed, { ...directive, flags: flags.replaceAll("0", "") });
  const sign = flags.includes("0") ? /^[-+]?/.exec(signed)![0] : "";
  return sign + pad(signed.slice(sign.length), { ...directive, width: width - sign.length });
}

/** Formats a text; returns undefined if the verb does not fit. */
function formatString(text: string, directive: Directive): string | undefined {
  const { verb, flags, precision } = directive;
  const start = precision === undefined ? text : [...text.slice(0, precision * 2)].slice(0, precision).join("");
  if (verb === "s" || verb === "v") return pad(start, directive);
  if (verb === "q") return pad(quote(start, '"'), directive);
  if (verb !== "x" && verb !== "X") return undefined;
  const hex = Array.from(UTF8.encode(text), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return padNumber(inCase(verb, flags.includes("#") && hex !== "" ? `0x${hex}` : hex), directive);
}

/** Formats a number, a boolean or another value that is not an object; returns undefined if the verb does not fit. */
function formatScalar(value: unknown, directive: Directive): string | undefined {
  const { verb, flags, precision } = directive;
  if (typeof value !== "number" && typeof value !== "bigint") {
    const fits = "sv".includes(verb) || (verb === "t" && typeof value === "boolean");
    return fits ? pad(value === null || value === undefined ? "<nil>" : String(value), directive) : undefined;
  }
  if ("feg".includes(verb)) return padNumber(formatFloat(Number(value), verb, precision), directive);
  if (!isInteger(value)) {
    return "sv".includes(verb) ? padNumber(formatFloat(Number(value), "g", precision), directive) : undefined;
  }
  if (verb === "c") return pad(characterOf(value), directive);
  if (verb === "q") return pad(quote(characterOf(value), "'"), directive);
  if (verb === "t") return undefined;
  const hex = verb === "x" || verb === "X";
  const text = value.toString(hex ? 16 : 10);
  const sign = text.startsWith("-") ? "-" : "";
  const digits = text.slice(sign.length).padStart(precision ?? 0, "0");
  const number = inCase(verb, sign + (hex && flags.includes("#") ? "0x" : "") + digits);
  // A number with a precision is not padded with zeros.
  return padNumber(number, precision === undefined ? directive : { ...directive, flags: flags.replaceAll("0", "") });
}

function inCase(verb: string, text: string): string {
  return verb === "X" ? text.toUpperCase() : text;
}

/** Whether a value maps to an integer of Go, not a float. */
function isInteger(value: number | bigint): boolean {
  return typeof value === "bigint" || Number.isSafeInteger(value);
}

/** Whether an object prints as a map: a Map, or an object without its own `toString`. */
function isMap(value: object): boolean {
  return value.toString === undefined || String(value) === `[object ${classOf(value)}]`;
}

/**
 * Returns the key of a map with its surrogates shifted above all other UTF-16 units, so that keys sort by their UTF-8
 * bytes, as in Go.
 */
function inByteOrder(key: unknown): string {
  if (typeof key !== "string") return key as string;
  return key.replace(/[\ud800-\uffff]/g, (unit) => {
    return String.fromCharCode(unit.charCodeAt(0) + (unit < "\ue000" ? 0x2000 : -0x800));
  });
}

function typeName(value: unknown): string {
  if (value === null || value === undefined) return "<nil>";
  if (typeof value === "boolean") return "bool";
  if (typeof value === "bigint") return "int64";
  if (typeof value === "number") return isInteger(value) ? "int" : "float64";
  if (typeof value === "function") return "func()";
  if (typeof value !== "object") return typeof value;
  if (Array.isArray(value)) return "[]interface {}";
  return isMap(value) ? "map[string]interface {}" : value.constructor?.name ?? "object";
}

function ownText(value: object): string {
  if (isError(value)) return reasonOf(value);
  return classOf(value) === "Date" ? showValue(value) : String(value);
}

/**
 * Formats a float. `g` uses an exponent for values below 0.0001, and from 10 to the power of the precision on (by
 * default 6).
 */
function formatFloat(value: number, verb: string, precision: number | undefined): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "NaN" : value < 0 ? "-Inf" : "+Inf";
  if (verb === "f") {
    if (Math.abs(value) < 1e21) return value.toFixed(precision ?? 6);
    return `${BigInt(value)}${precision === 0 ? "" : ".".padEnd(1 + (precision ?? 6), "0")}`;
  }
  const digitsAfter = verb === "e" ? precision ?? 6 : precision && precision - 1;
  const [digits, power] = value.toExponential(digitsAfter).split("e") as [string, string];
  const exponent = `e${power[0]}${power.slice(1).padStart(2, "0")}`;
  if (verb === "e") return digits + exponent;
  if (Number(power) < -4 || Number(power) >= (precision === undefined ? 6 : precision || 1)) {
    return digits.replace(/\.?0+$/, "") + exponent;
  }
  return String(Number(`${digits}e${power}`));
}

/** Returns the character of a code point, or U+FFFD. */
function characterOf(code: number | bigint): string {
  return code >= 0 && code <= 0x10ffff ? String.fromCodePoint(Number(code)).toWellFormed() : "\ufffd";
}

/** The escapes of U+0007 to U+000D. */
const ESCAPES = "abtnvfr";

/** Quotes a text as Go does, escaping unprintable characters. */
function quote(text: string, mark: string): string {
  const escaped = text.toWellFormed().replace(/["'\\]|(?! )[\p{C}\p{Z}]/gu, (character) => {
    if (character === '"' || character === "'") return character === mark ? "\\" + mark : character;
    const code = character.codePointAt(0)!;
    if (character === "\\") return "\\\\";
    if (code >= 0x07 && code <= 0x0d) return "\\" + ESCAPES[code - 7];
    const hex = code.toString(16);
    if (code < 0x20 || code === 0x7f) return "\\x" + hex.padStart(2, "0");
    return code > 0xffff ? "\\U" + hex.padStart(8, "0") : "\\u" + hex.padStart(4, "0");
  });
  return mark + escaped + mark;
}
