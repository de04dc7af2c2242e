import { sprintf } from "../../mod.ts";

/** A format, its arguments as JSON, and Go's output. */
type FormatLine = readonly [format: string, args: readonly unknown[] | null, text: string];

/** Deliberate differences from Go, as listed by the docstring of `sprintf`, and how often a replay met each. */
export interface FormatDifferences {
  /** A whole number under a verb for floats: JavaScript's numbers have one type. */
  wholeFloat: number;
  /** A float under `%x`, `%X` or `%b`. */
  floatBits: number;
  /** A pointer under `%p`. */
  pointer: number;
  /** An error under a verb that prints its structure in Go. */
  errorInside: number;
  /** A character that only newer versions of Unicode have, under `%q` or `%#U`. */
  newCharacter: number;
}

/** The result of a replay. */
export interface FormatReplay {
  readonly lines: number;
  readonly differences: FormatDifferences;
  readonly mistakes: readonly string[];
}

const INDEX = String.raw`(?:\[[^\]]*\]|\[)?`;
const DIRECTIVE = new RegExp(`%[-+# 0]*${INDEX}[\\d*]*(?:\\.${INDEX}[\\d*]*)?${INDEX}.`, "gsu");

/** An argument as in Go: JSON has neither errors nor infinities. */
function argument(travelled: unknown): unknown {
  if (Array.isArray(travelled)) return travelled.map(argument);
  if (typeof travelled !== "object" || travelled === null) return travelled;
  const { error, float, map = [] } = travelled as { error?: string; float?: string; map?: [string, unknown][] };
  if (error !== undefined) return new Error(error);
  if (float !== undefined) return Number(float.replace("Inf", "Infinity"));
  return Object.fromEntries(map.map(([key, value]) => [key, argument(value)]));
}

/** Whether an argument, or a part of it, matches. */
function some(value: unknown, is: (value: unknown) => boolean): boolean {
  if (is(value)) return true;
  const isList = typeof value === "object" && value !== null && !(value instanceof Error);
  return isList && Object.values(value).some((item) => some(item, is));
}

/** The difference that explains why a directive prints its argument otherwise. */
function explain(directive: string, value: unknown, padsType: boolean): keyof FormatDifferences | undefined {
  const verb = directive.at(-1)!;
  if (verb === "p") return "pointer";
  if (some(value, (item) => item instanceof Error) && (/[^svqxX]/.test(verb) || /#.*v$/.test(directive))) {
    return "errorInside";
  }
  if (/[xXb]/.test(verb) && some(value, (item) => typeof item === "number" && !Number.isSafeInteger(item))) {
    return "floatBits";
  }
  // The types of bigints and numbers have names of different lengths, which %T may pad.
  if (/[eEfFgG]/.test(verb) && padsType && some(value, Number.isInteger)) return "wholeFloat";
  return undefined;
}

/** An argument whose whole numbers are integers under every verb. */
function withIntegers(value: unknown): unknown {
  if (Number.isSafeInteger(value)) return BigInt(value as number);
  if (Array.isArray(value)) return value.map(withIntegers);
  if (typeof value !== "object" || value === null || value instanceof Error) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withIntegers(item)]));
}

/** Removes quoted non-ASCII characters, literal or escaped, and their padding. */
function withoutNewCharacters(text: string): string {
  return text.replace(/ |'(\\[uU][0-9a-f]+|[^ -~])'/gu, "");
}

/** Replays the output of Go's Sprintf, one JSON value per line. */
export function replaySprintf(lines: string): FormatReplay {
  const differences: FormatDifferences = { wholeFloat: 0, floatBits: 0, pointer: 0, errorInside: 0, newCharacter: 0 };
  const mistakes: string[] = [];
  const all = lines.trim().split("\n");
  for (const line of all) {
    const [format, travelled, text] = JSON.parse(line) as FormatLine;
    const args = (travelled ?? []).map(argument);
    const ours = sprintf(format, ...args);
    if (ours === text) continue;
    const integers = sprintf(format, ...args.map(withIntegers)).replaceAll("int64", "int");
    if (integers === text || withoutNewCharacters(ours) === withoutNewCharacters(text)) {
      differences[integers === text ? "wholeFloat" : "newCharacter"]++;
      continue;
    }
    const directives = format.match(DIRECTIVE) ?? [];
    // The argument of a directive is known only without argument indexes and stars.
    const isPlain = !/[*[]|%[-+# 0]*[\d.]*%/.test(format);
    const reason = directives.flatMap((directive, index) =>
      (isPlain ? args.slice(index, index + 1) : args).map((value) => explain(directive, value, /T/.test(format)))
    ).find(Boolean);
    if (reason === undefined) mistakes.push(`${line}\n  ours ${JSON.stringify(ours)}`);
    else differences[reason]++;
  }
  return { lines: all.length, differences, mistakes };
}
