/** The flags, width and precision of one directive, as Go's `fmt` names them. */
export interface FormatFlags {
  readonly left?: boolean;
  readonly plus?: boolean;
  readonly sharp?: boolean;
  readonly space?: boolean;
  readonly zero?: boolean;
  readonly width?: number | undefined;
  readonly precision?: number | undefined;
}

const BASE_PREFIX: Readonly<Record<number, string>> = { 2: "0b", 8: "0", 16: "0x" };
const ESCAPES: Readonly<Record<string, string>> = {
  "\x07": "\\a",
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\v": "\\v",
  "\\": "\\\\",
};

function signOf(negative: boolean, flags: FormatFlags): string {
  return negative ? "-" : flags.plus ? "+" : flags.space ? " " : "";
}

/** Fills a text up to the width, in characters. */
export function pad(text: string, flags: FormatFlags): string {
  if (flags.width === undefined) return text;
  const missing = flags.width - [...text].length;
  if (missing <= 0) return text;
  if (flags.left) return text + " ".repeat(missing);
  return (flags.zero ? "0" : " ").repeat(missing) + text;
}

/** A whole number in a base, with sign, leading zeros and `0x`. */
export function formatInteger(value: number | bigint, base: number, flags: FormatFlags): string {
  // Go prints a zero of no digits as none.
  if (flags.precision === 0 && Number(value) === 0) return pad("", { ...flags, zero: false });
  const negative = value < 0;
  const sign = signOf(negative, flags) + (flags.sharp ? BASE_PREFIX[base] ?? "" : "");
  const zeros = flags.precision ?? (flags.zero ? (flags.width ?? 0) - sign.length : 0);
  const text = sign + (negative ? -value : value).toString(base).padStart(zeros, "0");
  // With a precision Go fills up to the width with spaces, whatever the flag says.
  return flags.precision === undefined ? text : pad(text, { ...flags, zero: false });
}

/** A two-digit exponent, as Go writes it. */
function goExponent(text: string): string {
  return text.replace(/e([+-])(\d)$/, "e$10$2");
}

/** Go's `%g` without a precision: the shortest digits that read back the same, an exponent from a million on. */
function shortest(value: number): string {
  const text = value.toExponential();
  const exponent = Number(text.slice(text.indexOf("e") + 1));
  return exponent < -4 || exponent >= 6 ? goExponent(text) : value.toString();
}

/**
 * `toFixed` and `toExponential` round a tie up, Go rounds it to the even digit; a tie shows in the digits that follow,
 * of which no double has more than these methods can print for numbers that can tie.
 */
function tiesToEven(rounded: string, exact: string): string {
  const [digits, power] = rounded.split("e") as [string, string | undefined];
  const full = exact.split("e")[0]!;
  const kept = full.slice(0, digits.length);
  const rest = full.slice(digits.length).replace(".", "");
  const isTie = /^50*$/.test(rest) && /[02468]\.?$/.test(kept);
  return isTie ? kept.replace(/\.$/, "") + (power === undefined ? "" : "e" + power) : rounded;
}

/** How many digits JavaScript prints of a float behind the point. */
const MAX_DIGITS = 100;

function toExponential(value: number, precision: number): string {
  return tiesToEven(value.toExponential(Math.min(precision, MAX_DIGITS)), value.toExponential(MAX_DIGITS));
}

function toFixed(value: number, precision: number): string {
  return tiesToEven(value.toFixed(Math.min(precision, MAX_DIGITS)), value.toFixed(MAX_DIGITS));
}

/** Go's `%.Ng`: that many significant digits, trailing zeros gone. */
function significant(value: number, precision: number): string {
  const digits = Math.max(precision, 1);
  const text = toExponential(value, digits - 1);
  const exponent = Number(text.slice(text.indexOf("e") + 1));
  const trim = (number: string): string => number.includes(".") ? number.replace(/\.?0+$/, "") : number;
  if (exponent >= -4 && exponent < digits) return trim(toFixed(value, digits - 1 - exponent));
  const [mantissa, power] = text.split("e") as [string, string];
  return goExponent(`${trim(mantissa)}e${power}`);
}

/** A number under `%e`, `%f` or `%g`. */
export function formatFloat(value: number, verb: string, flags: FormatFlags): string {
  if (Number.isNaN(value)) return pad(signOf(false, flags) + "NaN", { ...flags, zero: false });
  const negative = value < 0 || Object.is(value, -0);
  const magnitude = Math.abs(value);
  const sign = signOf(negative, flags);
  if (magnitude === Infinity) return pad((sign || "+") + "Inf", { ...flags, zero: false });
  let text: string;
  switch (verb.toLowerCase()) {
    case "e":
      text = goExponent(toExponential(magnitude, flags.precision ?? 6));
      break;
    case "f":
      text = magnitude < 1e21 ? toFixed(magnitude, flags.precision ?? 6) : wholeFixed(magnitude, flags.precision ?? 6);
      break;
    default:
      text = flags.precision === undefined ? shortest(magnitude) : significant(magnitude, flags.precision);
  }
  if (flags.zero) text = text.padStart((flags.width ?? 0) - sign.length, "0");
  text = sign + text;
  return verb === "E" || verb === "G" ? text.toUpperCase() : text;
}

/** `toFixed` falls back to an exponent from 1e21 on; every number of that size is whole. */
function wholeFixed(value: number, precision: number): string {
  const digits = BigInt(value).toString();
  return precision > 0 ? `${digits}.${"0".repeat(precision)}` : digits;
}

/** A text in Go's quotes: `"` with escapes for what cannot be printed. */
export function quote(text: string, mark = '"'): string {
  let quoted = "";
  for (const character of text) {
    const code = character.codePointAt(0)!;
    if (character === mark) quoted += "\\" + mark;
    else if (ESCAPES[character] !== undefined) quoted += ESCAPES[character];
    else if (code < 0x20 || code === 0x7f) quoted += "\\x" + code.toString(16).padStart(2, "0");
    else if (code >= 0xd800 && code <= 0xdfff) quoted += "\\ufffd";
    else if (/[\p{C}\p{Z}]/u.test(character) && character !== " ") {
      quoted += code > 0xffff ? "\\U" + code.toString(16).padStart(8, "0") : "\\u" + code.toString(16).padStart(4, "0");
    } else quoted += character;
  }
  return mark + quoted + mark;
}
