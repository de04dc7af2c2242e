import { showValue } from "../../base/tools/check_options.ts";
import { reasonOf } from "../../base/tools/logger.ts";

/**
 * Formats like Go's `fmt.Sprintf`, with the verbs that Kubernetes' own sources pass to `Eventf`: `%s`, `%v`, `%d`, `%q`
 * and `%%`. For anything else, use a template literal: `` `${used.toFixed(1)}% used` ``.
 *
 * - **Values**: safe integers and bigints are Go's integers, other numbers its floats. Arrays print as slices, plain
 *   objects and Maps as maps with sorted keys, errors as their message, dates in ISO 8601, other objects by their
 *   `toString`, `null` and `undefined` as `<nil>`.
 * - **Errors** don't throw; they appear in the output, as in Go: `%!d(string=hi)`, `%!d(MISSING)`, `%!(EXTRA int=3)`,
 *   `%!(NOVERB)`, and `%!v(PANIC=String method: boom)` for an argument that throws when it is read. Recorders log the
 *   first one of each format.
 *
 * Unlike Go:
 *
 * - other verbs, and flags, widths, precisions and argument numbers, are errors: `%.1f` prints `%!f(float64=99.5)`. Only
 *   `%+v` is allowed, which prints JavaScript's values as `%v` does;
 * - the type of an error or another object is its class name; `%d` does not support them;
 * - a function prints as `func()`, and an object inside of itself as `...`;
 * - which characters `%q` prints unescaped depends on the runtime's version of Unicode.
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
 * assert.equal(sprintf("Back-off %d of %q, 99%%", 3, "web"), 'Back-off 3 of "web", 99%');
 * assert.equal(sprintf("labels %v, error %v", { app: "web" }, new Error("boom")), "labels map[app:web], error boom");
 * assert.equal(sprintf("%d of %d", "three"), "%!d(string=three) of %!d(MISSING)");
 * ```
 *
 * @category Recorder
 */
export function sprintf(format: string, ...args: readonly unknown[]): string {
  return new Printer().print(format, args);
}

/** A directive: what is optional in Go, and the verb. */
const DIRECTIVE = /%((?:[-+# 0-9.*]|\[[^\]]*\])*)(.?)/suy;
const VERBS = "svdq";
const TEXT_VERBS = "svq";

export class Printer {
  /** The first mismatch between format and arguments, as `go vet` would report it. */
  mistake: string | undefined;
  readonly #limit: number;
  #text = "";
  /** The first fault of the current directive, if it has one. */
  #fault = "";
  /** Arrays and maps that contain the current value. */
  readonly #outer: object[] = [];

  /**
   * Creates a printer of a single text.
   *
   * @param limit Stop after about this many UTF-16 units, to bound the work on huge arguments.
   */
  constructor(limit = Infinity) {
    this.#limit = limit;
  }

  /** Formats `args`. Never throws. */
  print(format: string, args: readonly unknown[]): string {
    if (typeof format !== "string") return this.print("%v", [format, ...args]);
    let next = 0;
    let from = 0;
    for (let at = format.indexOf("%"); at >= 0 && !this.#isFull; at = format.indexOf("%", from)) {
      this.#write(format.slice(from, at));
      const plain = plainText(format[at + 1], args[next]);
      if (plain !== undefined) {
        this.#write(plain);
        from = at + 2;
        next++;
        continue;
      }
      DIRECTIVE.lastIndex = at;
      const [directive, options, verb] = DIRECTIVE.exec(format) as unknown as [string, string, string];
      from = at + directive.length;
      const isSupported = directive === "%+v" || (options === "" && VERBS.includes(verb));
      this.#fault = isSupported || verb === "%" ? "" : "is not supported: use %s, %v, %d, %q or a template literal";
      if (verb === "") {
        this.#fault = "has no verb";
        this.#write("%!(NOVERB)");
      } else if (verb === "%") {
        this.#write("%");
      } else if (next >= args.length) {
        this.#fault = `reads argument ${next + 1} of ${args.length}${
          args.length === 0 ? " (a percent sign is %%)" : ""
        }`;
        this.#write(`%!${verb}(MISSING)`);
      } else if (isSupported || options === "") {
        this.#printValue(args[next++], verb);
      } else {
        this.#printBad(args[next++], verb);
      }
      if (this.#fault) this.mistake ??= `${directive} ${this.#fault}`;
    }
    if (this.#isFull) return this.#text;
    this.#write(format.slice(from));
    if (next < args.length) this.#printExtra(args, next);
    return this.#text;
  }

  get #isFull(): boolean {
    return this.#text.length > this.#limit;
  }

  #write(text: string): void {
    const room = this.#limit + 1 - this.#text.length;
    this.#text += text.length > room ? text.slice(0, room) : text;
  }

  #printExtra(args: readonly unknown[], next: number): void {
    this.mistake ??= `it reads ${next} of ${args.length} arguments`;
    this.#write("%!(EXTRA ");
    for (let index = next; index < args.length && !this.#isFull; index++) {
      if (index > next) this.#write(", ");
      this.#printTyped(args[index]);
    }
    this.#write(")");
  }

  /** Prints a value after its type, as in Go's error strings. */
  #printTyped(value: unknown): void {
    if (value === null || value === undefined) return this.#write("<nil>");
    this.#guard("T", () => this.#write(typeName(value)));
    this.#write("=");
    this.#printValue(value, "v");
  }

  /** Prints a value that `verb` does not support. */
  #printBad(value: unknown, verb: string): void {
    this.#fault ||= `has an argument of the wrong type: ${showValue(value)}`;
    this.#write(`%!${verb}(`);
    this.#printTyped(value);
    this.#write(")");
  }

  #printValue(value: unknown, verb: string): void {
    const depth = this.#outer.length;
    this.#guard(verb, () => this.#printUnguarded(value, verb));
    this.#outer.length = depth;
  }

  #guard(verb: string, print: () => void): void {
    try {
      print();
    } catch (error) {
      const reason = reasonOf(error);
      this.#fault ||= `has an argument that throws: ${showValue(reason)}`;
      this.#write(`%!${verb}(PANIC=String method: ${reason})`);
    }
  }

  #printUnguarded(value: unknown, verb: string): void {
    if (typeof value === "string") this.#printText(value, verb);
    else if (value === null || value === undefined) {
      if (verb === "v" || this.#outer.length > 0) this.#write("<nil>");
      else this.#printBad(value, verb);
    } else if (typeof value !== "object") this.#printScalar(value, verb);
    else if (this.#outer.includes(value)) this.#write("...");
    else if (Array.isArray(value)) {
      this.#printAll("[", value, (item) => this.#printValue(item, verb));
    } else if (isMap(value)) {
      const entries: [unknown, unknown][] = value instanceof Map ? [...value] : Object.entries(value);
      this.#printAll("map[", entries.sort(byKey), ([key, item]) => {
        this.#printValue(key, verb);
        this.#write(":");
        this.#printValue(item, verb);
      }, value);
    } else if (TEXT_VERBS.includes(verb)) this.#printText(ownText(value), verb);
    else this.#printBad(value, verb);
  }

  #printAll<T>(start: string, items: readonly T[], print: (item: T) => void, outer: object = items): void {
    this.#outer.push(outer);
    this.#write(start);
    for (let index = 0; index < items.length && !this.#isFull; index++) {
      if (index > 0) this.#write(" ");
      print(items[index]!);
    }
    this.#write("]");
  }

  #printText(text: string, verb: string): void {
    const start = text.length > this.#limit ? text.slice(0, this.#limit + 1) : text;
    if (TEXT_VERBS.includes(verb)) this.#write(verb === "q" ? quote(start, '"') : start);
    else this.#printBad(text, verb);
  }

  #printScalar(value: unknown, verb: string): void {
    const isAnInteger = isInteger(value);
    if (isAnInteger && verb === "q") this.#write(quote(characterOf(value), "'"));
    else if (isAnInteger && verb === "d") this.#write(String(value));
    else if (verb !== "v") this.#printBad(value, verb);
    else if (typeof value === "function") {
      this.#fault ||= "has a function that is not called for an argument";
      this.#write("func()");
    } else this.#write(typeof value === "number" && !isAnInteger ? floatText(value) : String(value));
  }
}

/** Formats the most frequent directives without parsing: `%s`, `%d` and `%v` of a string or an integer. */
function plainText(verb: string | undefined, value: unknown): string | undefined {
  if (typeof value === "string") return verb === "s" || verb === "v" ? value : undefined;
  return (verb === "d" || verb === "v") && Number.isSafeInteger(value) ? `${value}` : undefined;
}

/** Whether a value maps to an integer of Go, not a float. */
function isInteger(value: unknown): value is number | bigint {
  return typeof value === "bigint" || Number.isSafeInteger(value);
}

/** Whether an object prints as a map: a Map, or an object without its own `toString`. */
function isMap(value: object): boolean {
  return !(value instanceof Error || value instanceof Date) &&
    (value instanceof Map || value.toString === undefined || value.toString === Object.prototype.toString);
}

function typeName(value: unknown): string {
  if (typeof value === "boolean") return "bool";
  if (typeof value === "bigint") return "int64";
  if (typeof value === "number") return isInteger(value) ? "int" : "float64";
  if (typeof value === "function") return "func()";
  if (typeof value !== "object") return typeof value;
  if (Array.isArray(value)) return "[]interface {}";
  return isMap(value!) ? "map[string]interface {}" : value!.constructor?.name ?? "object";
}

function ownText(value: object): string {
  if (value instanceof Error) return String(value.message);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "Invalid Date" : value.toISOString();
  return String(value);
}

/** Formats a float as Go's `%v`: by its shortest digits, with an exponent outside of 0.0001 to 999999. */
function floatText(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "NaN" : value < 0 ? "-Inf" : "+Inf";
  const [digits, power] = value.toExponential().split("e") as [string, string];
  if (Number(power) >= -4 && Number(power) < 6) return String(value);
  return `${digits}e${power[0]}${power.slice(1).padStart(2, "0")}`;
}

/** Returns the character of a code point, or U+FFFD; `quote` replaces surrogates. */
function characterOf(code: number | bigint): string {
  return code >= 0 && code <= 0x10ffff ? String.fromCodePoint(Number(code)) : "\ufffd";
}

/** The escapes of U+0007 to U+000D. */
const ESCAPES = "abtnvfr";

/** Quotes a text as Go does, escaping unprintable characters. */
function quote(text: string, mark: string): string {
  const escaped = text.replace(/["'\\]|(?! )[\p{C}\p{Z}]/gu, (character) => {
    if (character === '"' || character === "'") return character === mark ? "\\" + mark : character;
    const code = character.codePointAt(0)!;
    if (code >= 0xd800 && code <= 0xdfff) return "\ufffd";
    if (character === "\\") return "\\\\";
    if (code >= 0x07 && code <= 0x0d) return "\\" + ESCAPES[code - 7];
    const hex = code.toString(16);
    if (code < 0x20 || code === 0x7f) return "\\x" + hex.padStart(2, "0");
    return code > 0xffff ? "\\U" + hex.padStart(8, "0") : "\\u" + hex.padStart(4, "0");
  });
  return mark + escaped + mark;
}

/** Numbers sort before strings; strings sort by their UTF-8 bytes, as in Go. */
function byKey([a]: [unknown, unknown], [b]: [unknown, unknown]): number {
  const [isTextA, isTextB] = [typeof a === "string", typeof b === "string"];
  if (isTextA !== isTextB) return isTextA ? 1 : -1;
  const [first, second] = isTextA ? [inByteOrder(a as string), inByteOrder(b as string)] : [a as number, b as number];
  return Number(first > second) - Number(first < second);
}

/**
 * Returns a text whose order by code units is the order of `text` by bytes: surrogates encode the largest code points.
 */
function inByteOrder(text: string): string {
  return text.replace(/[\ud800-\uffff]/g, (unit) => {
    return String.fromCharCode(unit.charCodeAt(0) + (unit < "\ue000" ? 0x2000 : -0x800));
  });
}
