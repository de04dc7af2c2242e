/** Flags, width and precision of a directive (Go's `fmt`). */
export interface FormatFlags {
  minus?: boolean;
  plus?: boolean;
  sharp?: boolean;
  space?: boolean;
  zero?: boolean;
  /** `#` of `%#v`: Go syntax. */
  sharpV?: boolean;
  width?: number | undefined;
  precision?: number | undefined;
}

/** Pads a text to the width, in characters. */
export function pad(text: string, { minus, zero, width = 0 }: FormatFlags): string {
  const padding = (zero && !minus ? "0" : " ").repeat(width - firstCharacters(text, width).length);
  return minus ? text + padding : padding + text;
}

function padWithSpaces(text: string, flags: FormatFlags): string {
  return pad(text, { ...flags, zero: false });
}

/** Returns the first `precision` characters. */
export function truncate(text: string, precision: number | undefined): string {
  return precision === undefined ? text : firstCharacters(text, precision).join("");
}

/** Returns the first `count` characters; each has one or two UTF-16 code units. */
function firstCharacters(text: string, count: number): string[] {
  return Array.from(text.slice(0, 2 * count)).slice(0, count);
}

/** Returns the character of a code point, or U+FFFD. */
export function characterOf(code: number | bigint): string {
  const isCharacter = code >= 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isCharacter ? String.fromCodePoint(Number(code)) : "\ufffd";
}

const RADIX: Readonly<Record<string, number>> = { b: 2, o: 8, O: 8, x: 16, X: 16 };

/** Formats an integer for `%d`, `%b`, `%o`, `%O`, `%x` or `%X` (Go's `fmtInteger`). */
export function formatInteger(value: number | bigint, verb: string, flags: FormatFlags): string {
  const { plus, space, sharp, zero, minus, width, precision } = flags;
  // Zero with a precision of 0 prints no digits.
  if (precision === 0 && Number(value) === 0) return padWithSpaces("", flags);
  const sign = value < 0 ? "-" : plus ? "+" : space ? " " : "";
  const radix = RADIX[verb];
  const minDigits = precision ?? (zero && !minus && width !== undefined ? width - sign.length : 0);
  let digits = (value < 0 ? -value : value).toString(radix).padStart(minDigits, "0");
  if (sharp && radix === 2) digits = "0b" + digits;
  if (sharp && radix === 8) digits = digits.replace(/^(?!0)/, "0");
  if (sharp && radix === 16) digits = "0x" + digits;
  if (verb === "O") digits = "0o" + digits;
  return padWithSpaces(sign + (verb === "X" ? digits.toUpperCase() : digits), flags);
}

/** Formats an integer for `%U` (Go's `fmtUnicode`). */
export function formatUnicode(value: number | bigint, flags: FormatFlags): string {
  const code = BigInt.asUintN(64, BigInt(value));
  const digits = code.toString(16).toUpperCase().padStart(Math.max(flags.precision ?? 4, 4), "0");
  const character = flags.sharp && code <= 0x10ffffn && isPrintable(Number(code)) ? ` '${characterOf(code)}'` : "";
  return padWithSpaces(`U+${digits}${character}`, flags);
}

/** Formats a number for `%e`, `%E`, `%f`, `%F`, `%g` or `%G`, and `%v` as `%g` (Go's `fmtFloat`). */
export function formatFloat(value: number, verb: string, flags: FormatFlags): string {
  const { plus, space, zero, minus, width } = flags;
  const sign = value < 0 || Object.is(value, -0) ? "-" : plus ? "+" : space ? " " : "";
  if (Number.isNaN(value)) return padWithSpaces(sign + "NaN", flags);
  const magnitude = Math.abs(value);
  if (magnitude === Infinity) return padWithSpaces((sign || "+") + "Inf", flags);
  let text = magnitudeText(magnitude, verb.toLowerCase(), flags.precision);
  if (flags.sharp) text = withPoint(text, verb, flags.precision);
  if (verb === "E" || verb === "G") text = text.toUpperCase();
  // Zeros go between the sign and the digits.
  if (zero && !minus && width !== undefined) text = text.padStart(width - sign.length, "0");
  return pad(sign + text, flags);
}

function magnitudeText(magnitude: number, verb: string, precision: number | undefined): string {
  if (verb === "e") return exponential(roundDigits(exactDigits(magnitude), 1 + (precision ?? 6)), precision ?? 6);
  const exact = exactDigits(magnitude);
  if (verb === "f") return fixed(roundDigits(exact, exact.point + (precision ?? 6)), precision ?? 6);
  // %g drops trailing zeros, and uses an exponent if that is shorter.
  const decimal = precision === undefined ? shortestDigits(magnitude) : roundDigits(exact, Math.max(precision, 1));
  const digits = decimal.digits.replace(/0+$/, "") || "0";
  const point = digits === "0" ? 1 : decimal.point;
  const limit = precision === undefined ? 6 : Math.max(precision, 1);
  return point - 1 < -4 || point - 1 >= limit
    ? exponential({ digits, point }, digits.length - 1)
    : fixed({ digits, point }, Math.max(digits.length - point, 0));
}

/** Decimal digits; the first `point` of them precede the decimal point. */
interface Decimal {
  readonly digits: string;
  readonly point: number;
}

function shortestDigits(magnitude: number): Decimal {
  const [mantissa, exponent] = magnitude.toExponential().split("e") as [string, string];
  return { digits: mantissa.replace(".", ""), point: Number(exponent) + 1 };
}

/** Returns all digits of a number. JavaScript's own methods print at most 100, and round half up instead of to even. */
function exactDigits(magnitude: number): Decimal {
  if (magnitude === 0) return { digits: "0", point: 1 };
  let exponent = 0;
  while (!Number.isInteger(magnitude)) [magnitude, exponent] = [magnitude * 2, exponent + 1];
  // Dividing by 2**n equals multiplying by 5**n, with n more decimal places.
  const digits = (BigInt(magnitude) * 5n ** BigInt(exponent)).toString();
  return { digits, point: digits.length - exponent };
}

/** Rounds to the first `keep` digits, half to even. */
function roundDigits({ digits, point }: Decimal, keep: number): Decimal {
  if (keep < 0) return { digits: "0", point: 1 };
  const kept = digits.slice(0, keep);
  const rest = digits.slice(keep);
  const isHalf = /^50*$/.test(rest);
  const roundsUp = isHalf ? /[13579]$/.test(kept) : rest[0]! >= "5";
  if (!roundsUp) return kept === "" ? { digits: "0", point: 1 } : { digits: kept, point };
  const up = (BigInt(kept) + 1n).toString();
  return { digits: up, point: point + up.length - keep };
}

function fixed({ digits, point }: Decimal, decimals: number): string {
  const whole = point > 0 ? digits.slice(0, point).padEnd(point, "0") : "0";
  if (decimals <= 0) return whole;
  const fraction = point > 0 ? digits.slice(point) : "0".repeat(-point) + digits;
  return `${whole}.${fraction.slice(0, decimals).padEnd(decimals, "0")}`;
}

function exponential({ digits, point }: Decimal, decimals: number): string {
  const exponent = digits === "0" ? 0 : point - 1;
  const mantissa = decimals > 0 ? `${digits[0]}.${digits.slice(1, decimals + 1).padEnd(decimals, "0")}` : digits[0];
  return `${mantissa}e${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;
}

/** Implements `#`: keeps the decimal point of a float and, for `%g`, its zeros. */
function withPoint(text: string, verb: string, precision: number | undefined): string {
  const [number, power] = text.split("e") as [string, string | undefined];
  const significant = number.replace(".", "").replace(/^0+/, "");
  // A lone zero counts as a digit.
  const missing = /[gG]/.test(verb) ? (precision ?? 6) - (number === "0" ? 1 : significant.length) : 0;
  const pointed = (number.includes(".") ? number : number + ".") + "0".repeat(Math.max(missing, 0));
  return power === undefined ? pointed : `${pointed}e${power}`;
}

/** Formats the bytes of a text for `%x` or `%X` (Go's `fmtSbx`). */
export function formatBytes(bytes: Uint8Array, verb: string, flags: FormatFlags): string {
  const { space, sharp, precision } = flags;
  const digits = Array.from(bytes.subarray(0, precision), (byte) => byte.toString(16).padStart(2, "0"));
  const text = (sharp && digits.length > 0 ? "0x" : "") + digits.join(space ? sharp ? " 0x" : " " : "");
  return pad(verb === "X" ? text.toUpperCase() : text, flags);
}

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

/** Quotes a text, escaping unprintable characters, or with backquotes for `#` (Go's `fmtQ`). */
export function quote(text: string, flags: FormatFlags = {}, mark = '"'): string {
  // deno-lint-ignore no-control-regex
  if (flags.sharp && mark === '"' && !/[\x00-\x08\x0a-\x1f`\x7f\ufeff]|\p{Cs}/u.test(text)) return "`" + text + "`";
  const escaped = text.replace(flags.plus ? /["'\\]|[^ -~]/gu : /["'\\]|(?! )[\p{C}\p{Z}]/gu, (character) => {
    if (character === '"' || character === "'") return character === mark ? "\\" + mark : character;
    return ESCAPES[character] ?? escape(character.codePointAt(0)!, flags);
  });
  return mark + escaped + mark;
}

function escape(code: number, { plus }: FormatFlags): string {
  if (code >= 0xd800 && code <= 0xdfff) return plus ? "\\ufffd" : "\ufffd";
  const hex = code.toString(16);
  if (code < 0x20 || code === 0x7f) return "\\x" + hex.padStart(2, "0");
  return code > 0xffff ? "\\U" + hex.padStart(8, "0") : "\\u" + hex.padStart(4, "0");
}

function isPrintable(code: number): boolean {
  return code === 0x20 || !/[\p{C}\p{Z}]/u.test(String.fromCodePoint(code));
}
