import { showValue } from "../api/check_options.ts";
import { reasonOf } from "../api/logger.ts";
import { parseDirective } from "./directive.ts";
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
import { firstByKey, isInteger, isMap, ownText, typeName } from "./go_value.ts";

const NO_FLAGS: FormatFlags = {};

/**
 * Formats like Go's `fmt.Sprintf`, for JavaScript values.
 *
 * - **Verbs**: `%v %T %% %t %s %q %x %X %d %b %o %O %c %U %e %E %f %F %g %G`, with all flags, width, precision, `*` and
 *   argument numbers (`%[1]s`), as in Go's {@link https://pkg.go.dev/fmt | fmt}.
 * - **Values**: safe integers and bigints are Go's integers, other numbers its floats. Arrays print as slices, plain
 *   objects and Maps as maps with sorted keys, errors as their message, dates in ISO 8601, other objects by their
 *   `toString`, `null` and `undefined` as `<nil>`.
 * - **Errors** don't throw; they appear in the output, as in Go: `%!d(string=hi)`, `%!d(MISSING)`, `%!(EXTRA int=3)`,
 *   `%!(NOVERB)`, and `%!v(PANIC=String method: boom)` for an argument that throws when it is read.
 *
 * Unlike Go:
 *
 * - `%e %E %f %F %g %G` accept whole numbers too, as JavaScript has one number type;
 * - `%x`, `%X` and `%b` of floats, and `%p`, are not supported;
 * - the type of an error or another object is its class name; verbs other than `%v %s %q %x %X` do not support them;
 * - a function prints as `func()`, and an object inside of itself as `...`;
 * - which characters `%q` and `%#U` print unescaped depends on the runtime's version of Unicode.
 *
 * @param format The format, with a verb for each argument.
 * @param args The arguments, in order.
 * @returns The formatted text.
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

/** Formats one text (`pp` of Go's `fmt`). */
export class Printer {
  /** The first mismatch between format and arguments, as `go vet` would report it. */
  mistake: string | undefined;
  readonly #limit: number;
  #text = "";
  /** Flags of the current directive. */
  #flags: FormatFlags = NO_FLAGS;
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
      this.#fault = complaint && "has a width or precision that is not an integer";
      if (verb === undefined) {
        this.#fail("%!(NOVERB)", "has no verb");
      } else if (verb === "%") {
        this.#write("%");
      } else if (!directive.goodIndex) {
        this.#fail(`%!${verb}(BADINDEX)`, "has an invalid argument number");
      } else if (next >= args.length) {
        const hint = args.length === 0 ? " (a percent sign is %%)" : "";
        this.#fail(`%!${verb}(MISSING)`, `reads argument ${next + 1} of ${args.length}${hint}`);
      } else {
        this.#flags = directive.flags;
        this.#printValue(args[next++], verb);
      }
      if (this.#fault) this.mistake ??= `${format.slice(at, from)} ${this.#fault}`;
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

  #fail(text: string, fault: string): void {
    this.#write(text);
    this.#fault ||= fault;
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

  /** Prints a value after its type, as in Go's error strings. */
  #printTyped(value: unknown): void {
    if (value === null || value === undefined) return this.#write("<nil>");
    this.#guard("T", () => this.#write(typeName(value)));
    this.#write("=");
    this.#printValue(value, "v");
  }

  #badVerb(value: unknown, verb: string): void {
    this.#fault ||= `has an argument of the wrong type: ${showValue(value)}`;
    this.#write(`%!${verb}(`);
    this.#printTyped(value);
    this.#write(")");
  }

  /** Prints a value. Errors appear in the output, like a panic of a `String` method in Go. */
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
      this.#printText(ownText(value), verb);
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
    // An entry prints at least two characters.
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
      this.#fault ||= `has a function that is not called for an argument`;
      return this.#write(pad("func()", this.#flags));
    }
    this.#badVerb(value, verb);
  }

  #printText(text: string, verb: string): void {
    const flags = this.#flags;
    // Each input unit prints as at least one, and long text needs no padding.
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

/** Formats the most frequent directives without parsing: `%s`, `%d` and `%v` of a string or an integer. */
function plainText(verb: string | undefined, value: unknown): string | undefined {
  if (typeof value === "string") return verb === "s" || verb === "v" ? value : undefined;
  return (verb === "d" || verb === "v") && Number.isSafeInteger(value) ? `${value}` : undefined;
}
