import { parseArgs } from "node:util";
import { MAX_TIMER_MS } from "../../base/tools/time.ts";
import { parseInstant, parseSpan, type TimeContext } from "./times.ts";

/** A flag of a command. */
export interface Flag {
  /** The short form, one letter. */
  readonly short?: string;
  /** The name of the flag's value in the help; a flag without one is boolean. */
  readonly value?: string;
  /** The values that shells complete. */
  readonly choices?: readonly string[];
  /** Whether the flag may be given more than once. */
  readonly multiple?: true;
  readonly text: string;
}

export interface Command {
  readonly name: string;
  /** The arguments besides flags, such as `"KIND/NAME REASON MESSAGE"`. */
  readonly operands: string;
  readonly summary: string;
  /** Further help, in lines of at most 120 characters. */
  readonly details: string;
  readonly flags: Readonly<Record<string, Flag>>;
  readonly examples: readonly string[];
  /** Returns the exit code. */
  run(args: Arguments): Promise<number>;
}

/** Thrown for wrong usage: prints the message and exits with code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** The flags and operands of one call. */
export class Arguments {
  /** The arguments that are not flags, in order. */
  readonly operands: readonly string[];
  readonly #values: Readonly<Record<string, unknown>>;

  constructor(operands: readonly string[], values: Readonly<Record<string, unknown>>) {
    this.operands = operands;
    this.#values = values;
  }

  /** Whether a flag without a value was given. */
  has(name: string): boolean {
    return this.#values[name] === true;
  }

  /** The value of a flag. */
  text(name: string): string | undefined {
    const value = this.#values[name];
    return typeof value === "string" ? value : undefined;
  }

  /** The value of a flag that must be one of a few. */
  choice<T extends string>(name: string, choices: readonly T[]): T | undefined {
    const rule = `${choices.slice(0, -1).join(", ")} or ${choices.at(-1)}`;
    return this.#parsed(name, rule, (text) => choices.find((one) => one.toLowerCase() === text.toLowerCase()));
  }

  /** The value of a flag that is a duration such as `30s`, in milliseconds. */
  durationMs(name: string): number | undefined {
    return this.#parsed(name, "a duration such as 30s, 5m or 1h", parseSpan, unitHint);
  }

  /** The value of a flag that is a time, in milliseconds since 1970; `words` describes other possible values. */
  timeMs(name: string, context: TimeContext, words = ""): number | undefined {
    const rule =
      `${words}a duration such as 15m, 1h30m or 2d, a time such as 10:30, or both a date and a time, such as ` +
      "2026-01-01T10:30";
    return this.#parsed(name, rule, (text) => parseInstant(text, context), unitHint);
  }

  /** The value of a flag that is a port. */
  port(name: string): number | undefined {
    const isPort = (text: string): boolean => /^\d{1,5}$/.test(text) && Number(text) <= 65_535;
    return this.#parsed(name, "a number from 0 to 65535", (text) => isPort(text) ? Number(text) : undefined);
  }

  /**
   * The value of a flag, parsed by `parse`.
   *
   * @param rule The rule for the value, in words that follow "must be" in the error.
   * @param hintOf Returns a hint about a text, to append to the error.
   * @throws {UsageError} If `parse` returns `undefined`.
   */
  #parsed<T>(
    name: string,
    rule: string,
    parse: (text: string) => T | undefined,
    hintOf: (text: string) => string = () => "",
  ): T | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const value = parse(text);
    if (value !== undefined) return value;
    throw new UsageError(`--${name} must be ${rule}, received ${JSON.stringify(text)}${hintOf(text)}`);
  }

  /** The value of the flag `timeout`, in milliseconds; at most 24 days, the limit of timers. */
  timeoutMs(defaultMs: number): number {
    return Math.min(this.durationMs("timeout") ?? defaultMs, MAX_TIMER_MS);
  }

  /** The values of a flag, which may be given more than once. */
  list(name: string): readonly string[] {
    return [this.#values[name] ?? []].flat().filter((value) => typeof value === "string");
  }

  /** The values of a flag that may be given more than once, or separated by commas; omits empty ones. */
  words(name: string): readonly string[] {
    const values = this.list(name);
    const words = Array.isArray(this.#values[name]) ? values.flatMap((value) => value.split(",")) : values;
    return words.map((word) => word.trim()).filter((word) => word !== "");
  }

  /**
   * The values of a flag of the form `key=value`; `rule` describes them in errors. Without `isValid` they may be
   * secrets, so errors do not quote them.
   */
  pairs(
    name: string,
    rule = "NAME=VALUE",
    isValid?: (key: string, value: string) => boolean,
  ): Record<string, string> {
    return Object.fromEntries(
      this.list(name).map((text) => {
        const at = text.indexOf("=");
        const pair = [text.slice(0, at), text.slice(at + 1)] as const;
        if (at < 1 || isValid?.(...pair) === false) {
          const received = isValid === undefined ? "" : `, received ${JSON.stringify(text)}`;
          throw new UsageError(`--${name} must be ${rule}${received}`);
        }
        return pair;
      }),
    );
  }
}

/** Returns a hint that asks for the unit of a number without one. */
function unitHint(text: string): string {
  if (/^\d+[a-z]+$/i.test(text)) return " (the units are ms, s, m, h, d and w)";
  return /^\d+$/.test(text) ? ` (${text}s or ${text}m?)` : "";
}

/** The flag that every command has. */
export const HELP: Flag = { short: "h", text: "Print this help" };

/**
 * Parses the arguments of a command.
 *
 * @returns `undefined` if they contain `--help`.
 * @throws {UsageError} If a flag is unknown or lacks its value.
 */
export function parseArguments(command: Command, args: readonly string[]): Arguments | undefined {
  const flags = { ...command.flags, help: HELP };
  const options = Object.fromEntries(
    Object.entries(flags).map(([name, { short, value, multiple }]) => [name, {
      type: value === undefined ? "boolean" as const : "string" as const,
      ...short !== undefined && { short },
      multiple: multiple ?? false,
    }]),
  );
  // kubectl also accepts -o=json, and an empty -n=, which parseArgs() would read as the value "=".
  const longForm = (given: string): string => {
    const [name] = Object.entries(flags).find(([, { short }]) => `-${short}` === given) ?? [];
    return name === undefined ? given : `--${name}`;
  };
  // The messages of strict mode differ between runtimes, so the tokens are checked below.
  const programAt = args.indexOf("--");
  const { values, positionals, tokens } = parseArgs({
    args: args.map((arg, i) => programAt < 0 || i < programAt ? arg.replace(/^-\w(?==)/, longForm) : arg),
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  if (values["help"]) return undefined;
  // An unknown flag may belong to the program, as in `kubecast run job/backup sh -c true`.
  const ofProgram = command.operands.includes("--") ? " (put -- before the program)" : "";
  const end = tokens.find(({ kind }) => kind === "option-terminator")?.index ?? Infinity;
  const [, stray] = tokens.filter(({ kind, index }) => kind === "positional" && index < end);
  const given = new Set<string>();
  for (const token of tokens) {
    if (token.kind !== "option") continue;
    const flag = Object.hasOwn(flags, token.name) ? flags[token.name as "help"] : undefined;
    if (flag === undefined) {
      const suggestion = closest(token.name, Object.keys(flags));
      const isText = /\s/.test(args[token.index] ?? "");
      const other = isText ? " (put -- before a text that begins with a dash)" : ofProgram;
      const hint = suggestion === undefined ? other : ` (is it --${suggestion}?)`;
      throw new UsageError(`Unknown flag ${token.rawName}${hint}`);
    }
    if (flag.value === undefined && token.value !== undefined) throw new UsageError(`--${token.name} takes no value`);
    // As in parseArgs' strict mode, a value that looks like a flag means that the value is missing.
    const isMissing = token.value === undefined || (!token.inlineValue && /^-./.test(token.value));
    if (flag.value !== undefined && isMissing) throw new UsageError(`--${token.name} needs a value: ${flag.value}`);
    const isAgain = flag.value !== undefined && !flag.multiple && given.has(token.name);
    if (isAgain) throw new UsageError(`--${token.name} must be given once`);
    given.add(token.name);
  }
  if (stray && ofProgram) throw new UsageError(`Unknown argument ${args[stray.index]}${ofProgram}`);
  return new Arguments(positionals, values);
}

export function helpOf({ name, operands, summary, details, flags, examples }: Command): string {
  const rows = Object.entries({ ...flags, help: HELP }).map(([long, { short, value, text }]) => {
    const left = `  ${short === undefined ? "    " : `-${short}, `}--${long}${value === undefined ? "" : ` ${value}`}`;
    return [left, text] as const;
  });
  // A longer name moves only its own text.
  const width = Math.min(28, Math.max(...rows.map(([left]) => left.length)));
  return [
    summary,
    "",
    `Usage: kubecast ${name} [FLAG...] ${operands}`.trimEnd(),
    "",
    ...details === "" ? [] : [details, ""],
    "Flags:",
    ...rows.map(([left, text]) => `${left.padEnd(width)}  ${text}`),
    "",
    examples.length === 1 ? "Example:" : "Examples:",
    ...examples.map((example) => `  ${example}`),
    "",
  ].join("\n");
}

/**
 * Suggests the word that was meant: one with at most a third of its letters wrong, or that begins with the typed word.
 */
export function closest(word: string, words: readonly string[]): string | undefined {
  for (const edits of [0, 1, 2]) {
    const isLikely = ({ length }: string): boolean => edits <= Math.max(1, Math.max(word.length, length) / 3);
    const found = words.find((one) => edits < word.length && isLikely(one) && isWithin(edits, word, one));
    if (found !== undefined) return found;
  }
  return words.find((candidate) => word.length > 1 && candidate.startsWith(word));
}

/** Whether this many single-letter edits turn one word into the other; exchanging two neighbors is one edit. */
function isWithin(edits: number, from: string, to: string): boolean {
  let same = 0;
  while (same < from.length && from[same] === to[same]) same++;
  const [a, b] = [from.slice(same), to.slice(same)];
  if (a === b) return true;
  const rests = [[a.slice(1), b], [a, b.slice(1)], [a.slice(1), b.slice(1)]];
  if (a[0] === b[1] && a[1] === b[0]) rests.push([a.slice(2), b.slice(2)]);
  return edits > 0 && rests.some(([from, to]) => isWithin(edits - 1, from!, to!));
}
