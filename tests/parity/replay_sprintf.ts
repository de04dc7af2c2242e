import { sprintf } from "../../mod.ts";

/** A format, its arguments as they travel, and what Go makes of them. */
type FormatLine = readonly [format: string, args: readonly unknown[] | null, text: string];

/** Where the text differs from Go's on purpose, and how often a replay met it. */
export interface FormatDifferences {
  /** A whole number under a verb for floats: JavaScript's numbers have one type. */
  wholeFloat: number;
  /** An error under a verb that shows Go what it is made of. */
  errorInside: number;
  /** A float under `%x` or `%b`. */
  floatBits: number;
  /** A verb that is not carried over, or `%U` of what is no character or with a precision. */
  rareVerb: number;
  /** A flag that is not carried over. */
  rareFlag: number;
  /** An argument number that is wrong or stands before `*`. */
  rareNumber: number;
}

/** What came of a replay. */
export interface FormatReplay {
  readonly lines: number;
  readonly differences: FormatDifferences;
  readonly mistakes: readonly string[];
}

/** An argument as Go had it: JSON has no errors and no infinities. */
function argument(travelled: unknown): unknown {
  if (Array.isArray(travelled)) return travelled.map(argument);
  if (typeof travelled !== "object" || travelled === null) return travelled;
  const { error, float, map = {} } = travelled as { error?: string; float?: string; map?: Record<string, unknown> };
  if (error !== undefined) return new Error(error);
  if (float !== undefined) return Number(float.replace("Inf", "Infinity"));
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, argument(value)]));
}

/** Whether an argument, or something in it, is so. */
function some(value: unknown, is: (value: unknown) => boolean): boolean {
  if (is(value)) return true;
  const isList = typeof value === "object" && value !== null && !(value instanceof Error);
  return isList && Object.values(value).some((item) => some(item, is));
}

/** Which difference explains that a directive and its argument print otherwise. */
function explain(directive: string, value: unknown): keyof FormatDifferences | undefined {
  const verb = directive.at(-1)!;
  if (/\[/.test(directive)) return "rareNumber";
  if (/[pwOU]/.test(verb)) return "rareVerb";
  if (some(value, (item) => item instanceof Error) && (/[^svqxX]/.test(verb) || /#.*v$/.test(directive))) {
    return "errorInside";
  }
  if (/#.*[^v]$/.test(directive) || /\+.*q$/.test(directive) || / .*[xX]$/.test(directive)) return "rareFlag";
  if (/[xXb]/.test(verb) && some(value, (item) => typeof item === "number" && !Number.isSafeInteger(item))) {
    return "floatBits";
  }
  if (/[eEfFgG]/.test(verb) && some(value, Number.isInteger)) return "wholeFloat";
  return undefined;
}

/** Replays what Go's Sprintf printed, a JSON text a line. */
export function replaySprintf(lines: string): FormatReplay {
  const differences: FormatDifferences = {
    wholeFloat: 0,
    errorInside: 0,
    floatBits: 0,
    rareVerb: 0,
    rareFlag: 0,
    rareNumber: 0,
  };
  const mistakes: string[] = [];
  const all = lines.trim().split("\n");
  for (const line of all) {
    const [format, travelled, text] = JSON.parse(line) as FormatLine;
    const args = (travelled ?? []).map(argument);
    const ours = sprintf(format, ...args);
    if (ours === text) continue;
    // Directives after an odd one print what they should, so one explanation is enough, but it must be there.
    const directives = format.match(/%[-+# 0]*[\d*]*(?:\.[\d*]*)?(?:\[.*?\].*)?./gsu) ?? [];
    const reason = directives.map((directive, index) => explain(directive, args[index])).find(Boolean);
    if (reason === undefined) mistakes.push(`${line}\n  ours ${JSON.stringify(ours)}`);
    else differences[reason]++;
  }
  return { lines: all.length, differences, mistakes };
}
