import { MAX_TIMER_MS } from "./time.ts";

/** The values that an option may have: a type, a range of numbers, a list of words, or the kinds of a nested object. */
export type OptionKind =
  | "anything"
  | keyof typeof TYPES
  | keyof typeof NUMBERS
  | readonly string[]
  | { readonly [name: string]: OptionKind };

/** The kind of every option of `O`, by name; with a name missing or added it does not compile. */
export type OptionKinds<O> = { readonly [Name in keyof O]-?: OptionKind };

/**
 * Checks the options of a constructor or method, up front and not mid-operation.
 *
 * Options that are `undefined` count as left out. Names that are not in `kinds` are ignored, as the platform does, so
 * that a configuration can be passed on whole; but not those that are likely mistakes: a known name in another case or
 * with one letter off, options of a nested object that is left out, and common synonyms.
 *
 * @param verb The action that errors name, such as `"create an EventCorrelator"`.
 * @throws {TypeError} If `options` is not an object, an option has the wrong type, or a name is a likely mistake.
 * @throws {RangeError} If a number or word is not one of those allowed.
 */
export function checkOptions<O extends object>(verb: string, options: O, kinds: OptionKinds<O>): void {
  checkNested(verb, "", options as Readonly<Record<string, unknown>>, kinds as OptionKinds<Record<string, unknown>>);
}

function checkNested(
  verb: string,
  path: string,
  options: Readonly<Record<string, unknown>>,
  kinds: OptionKinds<Record<string, unknown>>,
): void {
  const where = path || "options";
  const known = Object.keys(kinds);
  if (options instanceof Promise) throw new TypeError(`Cannot ${verb}: ${where} must not be a Promise, await it first`);
  if (typeof options !== "object" || options === null || Array.isArray(options) || options instanceof URL) {
    throw new TypeError(invalid(verb, where, `be an object such as { ${known[0]} }`, options));
  }
  if ("signal" in kinds && TYPES["an AbortSignal"](options)) {
    throw new TypeError(`Cannot ${verb}: ${where} must be an object, did you mean { signal }?`);
  }
  for (const name of Object.keys(options)) {
    if (name in kinds || options[name] === undefined) continue;
    const meant = intendedName(name, options, kinds);
    if (meant === undefined) continue;
    throw new TypeError(`Cannot ${verb}: unknown option ${path && path + "."}${name}, did you mean ${meant}?`);
  }
  for (const name of known) {
    if (options[name] !== undefined) checkKind(verb, path ? `${path}.${name}` : name, options[name], kinds[name]!);
  }
}

function checkKind(verb: string, name: string, value: unknown, kind: OptionKind): void {
  if (kind === "anything") return;
  if (typeof kind === "object") {
    if (Array.isArray(kind)) checkWord(verb, name, value, kind);
    else checkNested(verb, name, value as Record<string, unknown>, kind as Record<string, OptionKind>);
  } else if (kind in NUMBERS) {
    if (typeof value === "number" && NUMBERS[kind as keyof typeof NUMBERS](value)) return;
    throw new RangeError(invalid(verb, name, `be ${kind}`, value));
  } else if (!TYPES[kind as keyof typeof TYPES](value)) {
    throw new TypeError(invalid(verb, name, RULES[kind] ?? `be ${kind}`, value));
  }
}

// AbortSignals may come from another realm.
const TYPES = {
  "a function": (value: unknown) => typeof value === "function",
  "a string": (value: unknown) => typeof value === "string",
  "a boolean": (value: unknown) => typeof value === "boolean",
  "a Logger": (value: unknown) => hasMethods(value, "warn", "error"),
  "a Clock": (value: unknown) => hasMethods(value, "now"),
  "an AbortSignal": (value: unknown) => hasMethods(value, "addEventListener") && "aborted" in Object(value),
};

/** The rules of the kinds that errors do not describe by name. */
const RULES: Readonly<Record<string, string>> = {
  "a Logger": "have the methods warn and error, as console has",
  "a Clock": "have the method now, as Date has",
};

function hasMethods(value: unknown, ...names: string[]): boolean {
  const methods = Object(value) as Record<string, unknown>;
  return names.every((name) => typeof methods[name] === "function");
}

const NUMBERS = {
  "a positive integer": (value: number) => Number.isSafeInteger(value) && value > 0,
  "a positive integer or Infinity": (value: number) => Number.isSafeInteger(value) && value > 0 || value === Infinity,
  "an integer of at least 0": (value: number) => Number.isSafeInteger(value) && value >= 0,
  "a positive number": (value: number) => value > 0,
  "a number of at least 0": (value: number) => value >= 0,
  "a finite number of at least 0": (value: number) => value >= 0 && value < Infinity,
  "between 0 and 1": (value: number) => value >= 0 && value <= 1,
  "between 0 and 2147483647": (value: number) => value >= 0 && value <= MAX_TIMER_MS,
  "more than 0 and at most 2147483647": (value: number) => value > 0 && value <= MAX_TIMER_MS,
};

/** Other words for options, by option, in lower case; client-go's are among them. */
const SYNONYMS: Readonly<Record<string, string>> = {
  server: "url uri host baseurl endpoint address apiserver",
  hostname: "host",
  token: "auth authorization bearer bearertoken accesstoken apitoken",
  headers: "httpheaders",
  fetch: "fetcher",
  apiVersion: "api version",
  logger: "log console",
  onError: "onerror",
  onOutcome: "onerror onresult",
  onDrop: "onoverflow onlag",
  handler: "onevent callback listener",
  filter: "predicate",
  signal: "abort abortsignal cancel timeout timeoutms deadline deadlinems",
  answer: "status code response",
  clock: "now time",
  highWaterMark: "buffersize capacity queuelength queuesize",
  whenFull: "overflow fullchannelbehavior",
  concurrency: "parallelism maxconcurrency workers lanes",
  maxPending: "maxqueue",
  maxTries: "retries maxretries attempts maxattempts",
  retryDelayMs: "retryinterval",
  requestTimeoutMs: "timeout timeoutms",
  maxIntervalMs: "interval maxintervalinseconds",
  patchIntervalMs: "interval",
  burst: "burstsize",
  qps: "rate",
  aggregateKey: "keyfunc",
  seriesKey: "keyfunc",
  aggregateMessage: "messagefunc",
  spamKey: "spamkeyfunc",
  cacheSize: "lrucachesize maxsize",
};

/** The known option that an unknown name was probably meant for. */
function intendedName(
  name: string,
  options: Readonly<Record<string, unknown>>,
  kinds: OptionKinds<Record<string, unknown>>,
): string | undefined {
  const known = Object.keys(kinds);
  const word = name.toLowerCase().replace(/[-_]/g, "");
  const misspelled = known.find((one) => {
    const other = one.toLowerCase();
    return other === word || other === word + "ms" || isOneLetterOff(word, other);
  });
  if (misspelled !== undefined) return misspelled;
  // If the option is given too, the synonym is meant for another reader of the configuration.
  const open = known.filter((one) => options[one] === undefined);
  const outer = open.find((one) => Object.keys(kinds[one]!).includes(name));
  if (outer !== undefined) return `${outer}: { ${name} }`;
  return open.find((one) => SYNONYMS[one]?.split(" ").includes(word));
}

/**
 * Whether one letter added, left out or replaced, or two swapped, makes one word of the other; short words do not
 * count.
 */
function isOneLetterOff(a: string, b: string): boolean {
  if (Math.min(a.length, b.length) < 4) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let end = 1;
  while (end <= Math.min(a.length, b.length) - start && a.at(-end) === b.at(-end)) end++;
  const [restA, restB] = [a.slice(start, a.length - end + 1), b.slice(start, b.length - end + 1)];
  return Math.max(restA.length, restB.length) === 1 ||
    (restA.length === 2 && restB.length === 2 && restA === restB[1]! + restB[0]!);
}

/** Throws a TypeError unless `value` is a function: up front, not mid-operation. */
export function checkFunction(verb: string, name: string, value: unknown): void {
  checkKind(verb, name, value, "a function");
}

/**
 * Returns the result of a callback of the options.
 *
 * @throws {TypeError} Unless it `isValid`. The rejection of a Promise is ignored: unhandled, it would end the process.
 */
export function checkResult<T>(name: string, rule: string, result: T, isValid: boolean): T {
  if (isValid) return result;
  if (result instanceof Promise) result.catch(() => {});
  throw new TypeError(`${name} must return ${rule}, received ${showValue(result)}`);
}

/** Returns a callback that throws a TypeError unless `callback` returns a string. */
export function returningString<A>(name: string, callback: (argument: A) => string): (argument: A) => string {
  return (argument) => {
    const result = callback(argument);
    return checkResult(name, "a string", result, typeof result === "string");
  };
}

/** Throws a RangeError unless an option is one of the words that it may be. */
export function checkWord<T>(verb: string, name: string, value: T, words: readonly T[]): void {
  if (words.includes(value)) return;
  throw new RangeError(invalid(verb, name, `be one of ${words.map(showValue).join(", ")}`, value));
}

/**
 * Returns the message of an error: `Cannot <verb>: <name> must <rule>, received <value>`.
 *
 * @param rule The rule that the value breaks, such as `"be a string"`.
 */
export function invalid(verb: string, name: string, rule: string, value: unknown): string {
  return `Cannot ${verb}: ${name} must ${rule}, received ${showValue(value)}`;
}

const MAX_SHOWN_LENGTH = 200;

/** Formats a value for an error: strings quoted and truncated, objects by their class. Never throws. */
export function showValue(value: unknown): string {
  if (typeof value === "string") {
    return JSON.stringify(value.length > MAX_SHOWN_LENGTH ? value.slice(0, MAX_SHOWN_LENGTH) + "…" : value);
  }
  if (typeof value === "function") return "a function";
  if (typeof value !== "object" || value === null) return String(value);
  try {
    if (value instanceof Date) return Number.isNaN(value.getTime()) ? "Invalid Date" : value.toISOString();
    return `[object ${value.constructor?.name ?? "Object"}]`;
  } catch {
    // A getter or a proxy throws.
    return "an object";
  }
}
