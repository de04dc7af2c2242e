import { sprintf } from "../../src/record/recorder/sprintf.ts";

/** A format, its arguments as JSON, and Go's output. */
type FormatLine = readonly [format: string, args: readonly unknown[] | null, text: string];

/** Deliberate differences from Go, as listed by the docstring of `sprintf`, and how often a replay met each. */
export interface FormatDifferences {
  /** A mistake, which Go writes as `%!d(string=hi)`: the text has no such thing. */
  mistake: number;
  /** An error whose type Go prints, or its structure. */
  errorInside: number;
  /** A float in hex. */
  hexFloat: number;
  /** A number that ends in 5, rounded away from zero. */
  tie: number;
  /** A character that only newer versions of Unicode have, under `%q`. */
  newCharacter: number;
}

/** The result of a replay. */
export interface FormatReplay {
  readonly lines: number;
  readonly differences: FormatDifferences;
  readonly mistakes: readonly string[];
}

/** An argument as in Go: JSON has neither errors nor infinities. */
function argument(travelled: unknown): unknown {
  if (Array.isArray(travelled)) return travelled.map(argument);
  if (typeof travelled !== "object" || travelled === null) return travelled;
  const { error, float, map = [] } = travelled as { error?: string; float?: string; map?: [string, unknown][] };
  if (error !== undefined) return new Error(error);
  if (float !== undefined) return Number(float.replace("Inf", "Infinity"));
  return Object.fromEntries(map.map(([key, value]) => [key, argument(value)]));
}

/** Whether a value is an error, or contains one. */
function hasError(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return value instanceof Error || Object.values(value).some(hasError);
}

const digitless = (text: string): string => text.replace(/\d/g, "0");

/** Whether Go finds a mistake: a verb that does not fit or exist, a missing argument, or one too many. */
const isMistake = (format: string, text: string): boolean => /%[z!é]/.test(format) || text.includes("%!");

/** Removes quoted non-ASCII characters, literal or escaped. */
function withoutNewCharacters(text: string): string {
  return text.replace(/'(\\[uU][0-9a-f]+|[^ -~])'/gu, "");
}

/** Replays the output of Go's Sprintf, one JSON value per line. */
export function replaySprintf(lines: string): FormatReplay {
  const differences: FormatDifferences = { mistake: 0, errorInside: 0, hexFloat: 0, tie: 0, newCharacter: 0 };
  const mistakes: string[] = [];
  const all = lines.trim().split("\n");
  for (const line of all) {
    const [format, travelled, text] = JSON.parse(line) as FormatLine;
    const args = (travelled ?? []).map(argument);
    const ours = sprintf(format, ...args);
    if (ours === text) continue;
    if (isMistake(format, text) && !/%!.?\(/u.test(ours)) {
      differences.mistake++;
      continue;
    }
    const directives = format.match(/%./gsu)?.filter((directive) => directive !== "%%") ?? [];
    if (args.some((value, index) => hasError(value) && !/%[svq]/.test(directives[index] ?? ""))) {
      differences.errorInside++;
    } else if (/0x1.*p[-+]/i.test(text)) differences.hexFloat++;
    else if (digitless(ours) === digitless(text) && /5(e|\D|$)/.test(JSON.stringify(travelled))) differences.tie++;
    else if (withoutNewCharacters(ours) === withoutNewCharacters(text)) differences.newCharacter++;
    else mistakes.push(`${line}\n  ours ${JSON.stringify(ours)}`);
  }
  return { lines: all.length, differences, mistakes };
}
