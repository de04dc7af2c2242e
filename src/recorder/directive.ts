import type { FormatFlags } from "./format_scalar.ts";
import { isInteger } from "./go_value.ts";

/** A parsed directive of a format, such as `%-5.2f`. */
export interface Directive {
  /** Its end in the format. */
  readonly end: number;
  /** The verb; undefined if the format ends before it. */
  readonly verb: string | undefined;
  readonly flags: FormatFlags;
  /** The index of the argument that the verb reads. */
  readonly next: number;
  readonly goodIndex: boolean;
  /** Whether it has an argument number, so unused arguments are allowed. */
  readonly reordered: boolean;
  /** The error to print first, for an invalid `*`. */
  readonly complaint: string;
}

/** The largest width, precision or argument number of Go's `fmt`. */
const MAX_SIZE = 1e6;
const FLAG_NAMES = { "#": "sharp", "0": "zero", "+": "plus", "-": "minus", " ": "space" } as const;

/** Parses the directive whose `%` is at `start` (Go's `doPrintf`). */
export function parseDirective(format: string, start: number, args: readonly unknown[], next: number): Directive {
  const flags: FormatFlags = {};
  let at = start + 1;
  let goodIndex = true;
  let reordered = false;
  let afterIndex = false;
  let complaint = "";

  /** Parses an optional argument number, `[3]`. */
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

  /** Reads a width or precision, which `*` takes from the arguments; undefined if there is none. */
  function readSize(bad: string): number | undefined {
    if (format[at] !== "*") {
      const { value, end } = readNumber(format, at);
      at = end;
      return value;
    }
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
  const width = readSize("%!(BADWIDTH)");
  if (width !== undefined) {
    if (afterIndex) goodIndex = false;
    if (width < 0) flags.minus = true;
    flags.width = Math.abs(width);
  }
  if (format[at] === "." && at + 1 < format.length) {
    at++;
    if (afterIndex) goodIndex = false;
    readIndex();
    const standard = format[at] === "*" ? undefined : 0;
    const precision = readSize("%!(BADPREC)") ?? standard;
    if (precision !== undefined && precision < 0) complaint += "%!(BADPREC)";
    else flags.precision = precision;
  }
  if (!afterIndex) readIndex();
  const code = format.codePointAt(at);
  if (code === undefined) return { end: at, verb: undefined, flags, next, goodIndex, reordered, complaint };
  const verb = String.fromCodePoint(code);
  if (verb === "v" || verb === "w") {
    flags.sharpV = flags.sharp === true;
    flags.sharp = flags.plus = false;
  }
  return { end: at + verb.length, verb, flags, next, goodIndex, reordered, complaint };
}

/** Parses the number at an index; one that is too large consumes the rest (Go's `parsenum`). */
function readNumber(text: string, at: number): { value: number | undefined; end: number } {
  let value: number | undefined;
  for (; text[at] !== undefined && text[at]! >= "0" && text[at]! <= "9"; at++) {
    if (value !== undefined && value > MAX_SIZE) return { value: undefined, end: text.length };
    value = (value ?? 0) * 10 + Number(text[at]);
  }
  return { value, end: at };
}
