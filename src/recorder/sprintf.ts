import { showValue } from "../api/check_options.ts";
import { reasonOf } from "../api/logger.ts";
import {
  characterOf,
  formatBytes,
  type FormatFlags,
  formatFloat,
  formatInteger,
  formatUnicode,
  pad,
  quote,
  truncate,
} from "./format_scalar.ts";

/** The largest width, precision or argument number that Go's `fmt` takes. */
const MAX_SIZE = 1e6;
const NO_FLAGS: FormatFlags = {};

/**
 * Formats a text as Go's `fmt.Sprintf` does, for the values that JavaScript has.
 *
 * - **Verbs**: `%v %T %% %t %s %q %x %X %d %b %o %O %c %U %e %E %f %F %g %G`, with all flags, width, precision, `*` and
 *   argument numbers (`%[1]s`), as in Go's {@link https://pkg.go.dev/fmt | fmt}.
 * - **Values**: safe integers and bigints are Go's integers, other numbers its floats. Arrays print as slices, plain
 *   objects and Maps as maps with sorted keys, errors as their message, dates in ISO 8601, other objects by their
 *   `toString`, `null` and `undefined` as `<nil>`.
 * - **Mistakes** do not throw, but appear in the text, as in Go: `%!d(string=hi)`, `%!d(MISSING)`, `%!(EXTRA int=3)`,
 *   `%!(NOVERB)`, and `%!v(PANIC=String method: boom)` for an argument that throws when it is read.
 *
 * Unlike Go:
 *
 * - `%e %E %f %F %g %G` take whole numbers too, as JavaScript's numbers have one type;
 * - `%x`, `%X` and `%b` of floats and `%p` of any value are mistakes;
 * - the type of an error or another object is the name of its class, and under a verb other than `%v %s %q %x %X` it is
 *   a mistake as a whole;
 * - a function prints as `func()`, and an object inside of itself as `...`;
 * - which characters can be printed, for `%q` and `%#U`, is up to the runtime's version of Unicode.
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
 *
 * @category Recorder
 */
export function sprintf(format: string, ...args: readonly unknown[]): string {
  return new Printer().print(format, args);
}

/** Prints one text, as `pp` of Go's `fmt` does. */
export class Printer {
  /** Why the format does not match its arguments, as `go vet` would report it: the first mistake, if there is one. */
  mistake: string | undefined;
  readonly #limit: number;
  #text = "";
  /** The flags of the directive that is being printed. */
  #flags: FormatFlags = NO_FLAGS;
  /** The fault of the first argument that has one. */
  #fault: string | undefined;
  /** The arrays and maps around the value that is being printed. */
  readonly #outer: object[] = [];

  /**
   * Creates a printer of a single text.
   *
   * @param limit How many UTF-16 code units of the text are needed. A longer text is cut somewhere after them, so that
   * huge arguments cost no more than the part of them that is needed.
   */
  constructor(limit = Infinity) {
    this.#limit = limit;
  }

  /** Formats `args`. Never throws. */
  print(format: string, args: readonly unknown[]): string {
    if (typeof format !== "string") return this.print("%v", [format, ...args]);
    let next = 0;
    let from = 0;
    let reordered = false;
    for (let at = format.indexOf("%"); at >= 0 && !this.#isFull; at = format.indexOf("%", from)) {
      this.#write(format.slice(from, at));
      const plain = plainText(format[at + 1], args[next]);
      if (plain !== undefined) {
        this.#write(plain);
        from = at + 2;
        next++;
        continue;
      }
      const directive = parseDirective(format, at, args, next);
      const { verb, complaint } = directive;
      from = directive.end;
      next = directive.next;
      reordered ||= directive.reordered;
      this.#write(complaint);
      if (complaint !== "") this.#report(format, directive, "has a width or precision that is not an integer");
      if (verb === undefined) {
        this.#write("%!(NOVERB)");
        this.#report(format, directive, "has no verb");
      } else if (verb === "%") {
        this.#write("%");
      } else if (!directive.goodIndex) {
        this.#write(`%!${verb}(BADINDEX)`);
        this.#report(format, directive, "has an invalid argument number");
      } else if (next >= args.length) {
        this.#write(`%!${verb}(MISSING)`);
        const hint = args.length === 0 ? " (a percent sign is %%)" : "";
        this.#report(format, directive, `reads argument ${next + 1} of ${args.length}${hint}`);
      } else {
        this.#flags = directive.flags;
        this.#printValue(args[next++], verb);
        if (this.#fault !== undefined) this.#report(format, directive, this.#fault);
      }
    }
    if (this.#isFull) return this.#text;
    this.#write(format.slice(from));
    if (!reordered && next < args.length) this.#printExtra(args, next);
    return this.#text;
  }

  get #isFull(): boolean {
    return this.#text.length > this.#limit;
  }

  #write(text: string): void {
    const room = this.#limit + 1 - this.#text.length;
    this.#text += text.length > room ? text.slice(0, room) : text;
  }

  #report(format: string, { start, end }: Directive, fault: string): void {
    this.mistake ??= `${format.slice(start, end)} ${fault}`;
  }

  #printExtra(args: readonly unknown[], next: number): void {
    this.mistake ??= `it reads ${next} of ${args.length} arguments`;
    this.#flags = NO_FLAGS;
    this.#write("%!(EXTRA ");
    for (let index = next; index < args.length; index++) {
      if (this.#isFull) break;
      if (index > next) this.#write(", ");
      this.#printTyped(args[index]);
    }
    this.#write(")");
  }

  /** Prints a value after its type, as in Go's complaints. */
  #printTyped(value: unknown): void {
    if (value === null || value === undefined) return this.#write("<nil>");
    this.#guard("T", () => this.#write(typeName(value)));
    this.#write("=");
    this.#printValue(value, "v");
  }

  #badVerb(value: unknown, verb: string): void {
    this.#fault ??= `has an argument of the wrong type: ${showValue(value)}`;
    this.#write(`%!${verb}(`);
    this.#printTyped(value);
    this.#write(")");
  }

  /** Prints a value. What is thrown on the way appears in the text, as in Go where a `String` method panics. */
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
      this.#fault ??= `has an argument that throws: ${showValue(reason)}`;
      this.#write(`%!${verb}(PANIC=String method: ${reason})`);
    }
  }

  #printUnguarded(value: unknown, verb: string): void {
    const { sharpV, precision } = this.#flags;
    if (value === null || value === undefined) {
      if (this.#outer.length > 0) this.#write(sharpV ? "interface {}(nil)" : "<nil>");
      else if (verb === "v" || verb === "T") this.#write(pad("<nil>", this.#flags));
      else this.#badVerb(value, verb);
    } else if (verb === "T") {
      this.#write(pad(truncate(typeName(value), precision), this.#flags));
    } else if (typeof value !== "object") {
      this.#printScalar(value, verb);
    } else if (verb === "p" || verb === "w") {
      this.#badVerb(value, verb);
    } else if (this.#outer.includes(value)) {
      this.#write("...");
    } else if (Array.isArray(value)) {
      this.#printList(value, verb);
    } else if (isMap(value)) {
      this.#printMap(value, verb);
    } else if (/[vsqxX]/.test(verb)) {
      this.#printText(textOf(value), verb);
    } else {
      this.#badVerb(value, verb);
    }
  }

  #printList(items: readonly unknown[], verb: string): void {
    const { sharpV } = this.#flags;
    this.#outer.push(items);
    this.#write(sharpV ? `${typeName(items)}{` : "[");
    for (let index = 0; index < items.length; index++) {
      if (this.#isFull) break;
      if (index > 0) this.#write(sharpV ? ", " : " ");
      this.#printValue(items[index], verb);
    }
    this.#write(sharpV ? "}" : "]");
  }

  #printMap(map: object, verb: string): void {
    const { sharpV } = this.#flags;
    const entries: Iterable<[unknown, unknown]> = map instanceof Map ? map : Object.entries(map);
    this.#outer.push(map);
    this.#write(sharpV ? `${typeName(map)}{` : "map[");
    let isFirst = true;
    // An entry prints two characters at least.
    for (const [key, value] of firstByKey(entries, this.#limit / 2)) {
      if (this.#isFull) break;
      if (!isFirst) this.#write(sharpV ? ", " : " ");
      isFirst = false;
      this.#printValue(key, verb);
      this.#write(":");
      this.#printValue(value, verb);
    }
    this.#write(sharpV ? "}" : "]");
  }

  #printScalar(value: unknown, verb: string): void {
    if (typeof value === "string") return this.#printText(value, verb);
    if (isInteger(value) || typeof value === "number") return this.#printNumber(value, verb);
    if (typeof value === "boolean" && (verb === "t" || verb === "v")) {
      return this.#write(pad(String(value), this.#flags));
    }
    if (typeof value === "symbol" && verb === "v") return this.#write(pad(String(value), this.#flags));
    if (typeof value === "function" && verb === "v") {
      this.#fault ??= `has a function that is not called for an argument`;
      return this.#write(pad("func()", this.#flags));
    }
    this.#badVerb(value, verb);
  }

  #printText(text: string, verb: string): void {
    const flags = this.#flags;
    // No character prints as less than one, and whatever is longer than the width needs no padding.
    const needed = Math.max(this.#limit + 1, 2 * (flags.width ?? 0));
    const cut = truncate(text.length > needed ? text.slice(0, needed) : text, flags.precision);
    if (verb === "v" || verb === "s") this.#write(pad(verb === "v" && flags.sharpV ? quote(cut) : cut, flags));
    else if (verb === "q") this.#write(pad(quote(cut, flags), flags));
    else if (verb === "x" || verb === "X") this.#write(formatBytes(new TextEncoder().encode(cut), verb, flags));
    else this.#badVerb(text, verb);
  }

  #printNumber(value: number | bigint, verb: string): void {
    const flags = this.#flags;
    if (/[eEfFgG]/.test(verb) && typeof value === "number") return this.#write(formatFloat(value, verb, flags));
    if (isInteger(value)) {
      if (/[vdboOxX]/.test(verb)) return this.#write(formatInteger(value, verb, flags));
      if (verb === "c") return this.#write(pad(characterOf(value), flags));
      if (verb === "q") return this.#write(pad(quote(characterOf(value), flags, "'"), flags));
      if (verb === "U") return this.#write(formatUnicode(value, flags));
    } else if (verb === "v") {
      return this.#write(formatFloat(value, "g", flags));
    }
    this.#badVerb(value, verb);
  }
}

/**
 * Returns the text of the most frequent directives, which need no parsing: `%s`, `%d` and `%v` of a text or an integer.
 */
function plainText(verb: string | undefined, value: unknown): string | undefined {
  if (typeof value === "string") return verb === "s" || verb === "v" ? value : undefined;
  return (verb === "d" || verb === "v") && Number.isSafeInteger(value) ? `${value}` : undefined;
}

/** One verb of a format, with its flags, width, precision and argument number. */
interface Directive {
  /** Where it starts and ends in the format. */
  readonly start: number;
  readonly end: number;
  /** The verb; undefined if the format ends before it. */
  readonly verb: string | undefined;
  readonly flags: FormatFlags;
  /** The index of the argument that the verb reads. */
  readonly next: number;
  readonly goodIndex: boolean;
  /** Whether it has an argument number, so that arguments left over are no mistake. */
  readonly reordered: boolean;
  /** The complaint that is printed first, for a bad `*`. */
  readonly complaint: string;
}

const FLAG_NAMES = { "#": "sharp", "0": "zero", "+": "plus", "-": "minus", " ": "space" } as const;

/** Reads the directive whose `%` is at `start`, as Go's `doPrintf` does. */
function parseDirective(format: string, start: number, args: readonly unknown[], next: number): Directive {
  const flags: FormatFlags = {};
  let at = start + 1;
  let goodIndex = true;
  let reordered = false;
  let afterIndex = false;
  let complaint = "";

  /** Reads an argument number, `[3]`, if there is one. */
  function readIndex(): void {
    afterIndex = false;
    if (format[at] !== "[") return;
    reordered = true;
    const close = format.indexOf("]", at);
    const number = close < 0 ? undefined : readNumber(format.slice(at + 1, close), 0);
    const isNumber = number !== undefined && number.value !== undefined && number.end === close - at - 1;
    afterIndex = isNumber;
    if (isNumber && number.value! >= 1 && number.value! <= args.length) next = number.value! - 1;
    else goodIndex = false;
    at = close < 0 ? at + 1 : close + 1;
  }

  /** Reads a width or precision from the arguments. */
  function readArgument(bad: string): number | undefined {
    at++;
    afterIndex = false;
    const value = next < args.length ? args[next++] : undefined;
    if (isInteger(value) && value >= -MAX_SIZE && value <= MAX_SIZE) return Number(value);
    complaint += bad;
    return undefined;
  }

  for (let flag = format[at]; flag !== undefined && flag in FLAG_NAMES; flag = format[++at]) {
    flags[FLAG_NAMES[flag as keyof typeof FLAG_NAMES]] = true;
  }
  readIndex();
  if (format[at] === "*") {
    const width = readArgument("%!(BADWIDTH)");
    if (width !== undefined && width < 0) flags.minus = true;
    flags.width = width && Math.abs(width);
  } else {
    const width = readNumber(format, at);
    at = width.end;
    flags.width = width.value;
    if (afterIndex && width.value !== undefined) goodIndex = false;
  }
  if (format[at] === "." && at + 1 < format.length) {
    at++;
    if (afterIndex) goodIndex = false;
    readIndex();
    if (format[at] === "*") {
      const precision = readArgument("%!(BADPREC)");
      if (precision !== undefined && precision < 0) complaint += "%!(BADPREC)";
      else flags.precision = precision;
    } else {
      const precision = readNumber(format, at);
      at = precision.end;
      flags.precision = precision.value ?? 0;
    }
  }
  if (!afterIndex) readIndex();
  const code = format.codePointAt(at);
  if (code === undefined) return { start, end: at, verb: undefined, flags, next, goodIndex, reordered, complaint };
  const verb = String.fromCodePoint(code);
  if (verb === "v" || verb === "w") {
    flags.sharpV = flags.sharp === true;
    flags.sharp = flags.plus = false;
  }
  return { start, end: at + verb.length, verb, flags, next, goodIndex, reordered, complaint };
}

/** Reads the number at an index of a text; one that is too large consumes the rest of it (Go's `parsenum`). */
function readNumber(text: string, at: number): { value: number | undefined; end: number } {
  let value: number | undefined;
  for (; text[at] !== undefined && text[at]! >= "0" && text[at]! <= "9"; at++) {
    if (value !== undefined && value > MAX_SIZE) return { value: undefined, end: text.length };
    value = (value ?? 0) * 10 + Number(text[at]);
  }
  return { value, end: at };
}

/** Whether a value counts as one of Go's integers, rather than its floats. */
function isInteger(value: unknown): value is number | bigint {
  return typeof value === "bigint" || Number.isSafeInteger(value);
}

/** Go's name for the type of a value, as `%T` and complaints print it. */
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

/** Whether an object prints as a map: it is one, or has no `toString` of its own. */
function isMap(value: object): boolean {
  return !(value instanceof Error || value instanceof Date) &&
    (value instanceof Map || value.toString === undefined || value.toString === Object.prototype.toString);
}

/** The text of an error, a date, or an object with a `toString` of its own. */
function textOf(value: object): string {
  if (value instanceof Error) return String(value.message);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "Invalid Date" : value.toISOString();
  return String(value);
}

/** The first `count` entries in the order of their keys; sorts no more than it needs. */
function firstByKey(entries: Iterable<[unknown, unknown]>, count: number): [unknown, unknown][] {
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

/** Numbers come before strings; strings are in the order of their bytes in UTF-8, as in Go. */
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

/** Returns a text that compares by code units as `text` does by bytes: surrogates encode the largest code points. */
function inByteOrder(text: string): string {
  return text.replace(/[\ud800-\uffff]/g, (unit) => {
    return String.fromCharCode(unit.charCodeAt(0) + (unit < "\ue000" ? 0x2000 : -0x800));
  });
}
