import { MAX_TIMER_MS } from "./time.ts";

/** The values that an option allows: a type, a range of numbers, or a list of words. */
type OptionKind = "anything" | keyof typeof TYPES | keyof typeof NUMBERS | readonly unknown[];

/** The kind of every option of `O` and its default, if it has one. A missing name is a compile error. */
export type OptionTable<O> = {
  readonly [Name in keyof O]-?: readonly [kind: OptionKind] | readonly [kind: OptionKind, standard: O[Name]];
};

/** Like {@linkcode OptionTable}, whose defaults may not fit a generic `O`. */
type Rows<O> = { readonly [Name in keyof O]-?: readonly [kind: OptionKind, standard?: unknown] };

/**
 * `O` with the defaults of its table. Written with `Required`, because `-?` drops `undefined` if
 * `exactOptionalPropertyTypes` is off.
 */
export type Completed<O, T> = {
  readonly [Name in keyof Required<O>]: T extends { readonly [N in Name]: readonly [unknown, unknown] }
    ? Exclude<O[Name], undefined>
    : O[Name];
};

/**
 * Checks the options of a constructor or method when it is called, rather than mid-operation, and returns them with
 * their defaults.
 *
 * `undefined` counts as omitted. A name that is not in the table is refused, with an error that lists the known names.
 * Callers keep tables as functions, so that bundlers can drop unused tables, and so that the global `Date` is read at
 * each call.
 *
 * @param verb The action that errors name, such as `"create an EventCorrelator"`.
 * @param name The name of the object in errors, if it is itself an option or a parameter of another name.
 * @throws {TypeError} If `options` is not an object, has an unknown name, or an option has the wrong type.
 * @throws {RangeError} If a number or word is not one of those allowed.
 */
export function readOptions<O extends object, const T extends Rows<O>>(
  verb: string,
  options: O,
  table: T,
  name = "options",
): Completed<O, T> {
  const path = name === "options" ? "" : `${name}.`;
  const known = Object.keys(table);
  // For example a Promise that was not awaited, a list, or a signal that belongs in an option.
  if (classOf(options) !== "Object") {
    throw new TypeError(invalid(verb, name, `be an object such as { ${known[0]} }`, options));
  }
  const given = options as Readonly<Record<string, unknown>>;
  for (const name of Object.keys(given)) {
    if (known.includes(name) || given[name] === undefined) continue;
    throw new TypeError(`Cannot ${verb}: unknown option ${path}${name} (known: ${known.join(", ")})`);
  }
  const read: Record<string, unknown> = {};
  for (const [name, [kind, standard]] of Object.entries<readonly [OptionKind, unknown?]>(table)) {
    const value = given[name];
    if (value !== undefined) checkKind(verb, path + name, value, kind);
    read[name] = value === undefined ? standard : value;
  }
  return read as Completed<O, T>;
}

/** Returns only the options that `table` knows, because {@linkcode readOptions} refuses unknown names. */
export function pickOptions<O extends object, T extends object>(options: O, table: T): Pick<O, keyof O & keyof T> {
  const names = Object.keys(table) as (keyof O & keyof T)[];
  return Object.fromEntries(names.map((name) => [name, options[name]])) as Pick<O, keyof O & keyof T>;
}

function checkKind(verb: string, name: string, value: unknown, kind: OptionKind): void {
  if (kind === "anything") return;
  if (typeof kind === "object") {
    checkWord(verb, name, value, kind);
  } else if (kind in NUMBERS) {
    if (typeof value === "number" && NUMBERS[kind as keyof typeof NUMBERS](value)) return;
    throw new RangeError(invalid(verb, name, `be ${kind}`, value));
  } else if (!TYPES[kind as keyof typeof TYPES](value)) {
    throw new TypeError(invalid(verb, name, RULES[kind] ?? `be ${kind}`, value));
  }
}

// Methods are compared, not classes, because an AbortSignal may come from another realm.
const TYPES = {
  "a function": (value: unknown) => typeof value === "function",
  "a string": (value: unknown) => typeof value === "string",
  "a boolean": (value: unknown) => typeof value === "boolean",
  "an array": (value: unknown) => Array.isArray(value),
  "a Logger": (value: unknown) => hasMethods(value, "warn", "error"),
  "a Clock": (value: unknown) => hasMethods(value, "now"),
  "an AbortSignal": (value: unknown) => hasMethods(value, "addEventListener") && "aborted" in Object(value),
};

/** The rules for kinds whose name does not explain them in an error. */
const RULES: Readonly<Record<string, string>> = {
  "a Logger": "have the methods warn and error, as console has",
  "a Clock": "have the method now, as Date has",
};

function hasMethods(value: unknown, ...names: string[]): boolean {
  return lackedMethods(value, ...names).length === 0;
}

export function lackedMethods(value: unknown, ...names: string[]): string[] {
  const methods = Object(value) as Record<string, unknown>;
  return names.filter((name) => typeof methods[name] !== "function");
}

const NUMBERS = {
  "a positive integer": (value: number) => Number.isSafeInteger(value) && value > 0,
  "a positive integer or Infinity": (value: number) => Number.isSafeInteger(value) && value > 0 || value === Infinity,
  "an integer of at least 0": (value: number) => Number.isSafeInteger(value) && value >= 0,
  "a positive number": (value: number) => value > 0,
  "a number of at least 0": (value: number) => value >= 0,
  "between 0 and 1": (value: number) => value >= 0 && value <= 1,
  "between 0 and 2147483647": (value: number) => value >= 0 && value <= MAX_TIMER_MS,
  "more than 0 and at most 2147483647": (value: number) => value > 0 && value <= MAX_TIMER_MS,
};

/** Throws a TypeError unless `value` is a function. */
export function checkFunction(verb: string, name: string, value: unknown): void {
  checkKind(verb, name, value, "a function");
}

/** Throws a TypeError unless `value` is iterable. */
export function checkIterable(verb: string, name: string, value: unknown): void {
  if (typeof Object(value)[Symbol.iterator] !== "function") {
    throw new TypeError(invalid(verb, name, "be iterable", value));
  }
}

/**
 * Throws a TypeError unless `value` implements the required methods. The optional method, if present, must be a
 * function. Extra fields are fine.
 */
export function checkMethods(
  verb: string,
  name: string,
  value: unknown,
  required: readonly string[],
  optional?: string,
): void {
  const lacked = lackedMethods(value, ...required);
  if (lacked.length > 0) {
    const rule = `have the methods ${required.join(" and ")}`;
    throw new TypeError(`${invalid(verb, name, rule, value)} without ${lacked.join(" and ")}`);
  }
  const method = optional && Object(value)[optional];
  if (method !== undefined) checkFunction(verb, `${name}.${optional}`, method);
}

/**
 * Returns the result of a callback in the options.
 *
 * @throws {TypeError} If the result is not valid. If it is a Promise, its rejection is swallowed, because an unhandled
 * rejection would end the process.
 */
export function checkResult<T>(name: string, rule: string, result: T, isValid: boolean): T {
  if (isValid) return result;
  if (result instanceof Promise) result.catch(() => {});
  throw new TypeError(`${name} must return ${rule}, received ${showValue(result)}`);
}

/**
 * Returns whether the result of a predicate is truthy. @throws {TypeError} If it is a Promise, which is always truthy.
 */
export function passes(name: string, result: unknown): boolean {
  return result === true || Boolean(checkResult(name, "a boolean", result, !(result instanceof Promise)));
}

/**
 * Returns the predicate for a `waitFor`. A string or a pattern is searched for in the text of an item.
 *
 * @throws {TypeError} If `match` is anything else.
 */
export function matcherOf<T>(
  match: string | RegExp | ((item: T) => boolean),
  textOf: (item: T) => string,
): (item: T) => boolean {
  if (typeof match === "string") return (item) => textOf(item).includes(match);
  if (match instanceof RegExp) return (item) => textOf(item).search(match) >= 0;
  if (typeof match === "function") return (item) => passes("match", match(item));
  throw new TypeError(invalid("wait for an event", "match", "be a string, a RegExp or a function", match));
}

/** Returns a callback that throws a TypeError unless `callback` returns a string. */
export function returningString<A>(name: string, callback: (argument: A) => string): (argument: A) => string {
  return (argument) => {
    const result = callback(argument);
    return checkResult(name, "a string", result, typeof result === "string");
  };
}

/** Throws a RangeError unless the value of an option is one of the allowed words. */
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

/**
 * Returns the built-in class of a value, such as `Date`, even if it is of another realm, for which `instanceof` fails:
 * under Jest, the errors of `fetch` and the dates of files are.
 */
export const classOf = (value: unknown): string => Object.prototype.toString.call(value).slice(8, -1);

/** Whether a value is an error, even of another realm. */
export function isError(value: unknown): value is Error {
  return value instanceof Error || /^(Error|DOMException)$/.test(classOf(value));
}

/** The longest text of a value in an error, enough to recognize the value in one line of a log. */
const MAX_SHOWN_LENGTH = 200;

/** Formats a value for an error, with strings quoted and truncated, and objects by their class. Never throws. */
export function showValue(value: unknown): string {
  if (typeof value === "string") {
    // Drop the half of a character that truncation may leave.
    const start = value.slice(0, MAX_SHOWN_LENGTH).replace(/[\ud800-\udbff]$/, "");
    return JSON.stringify(value.length > MAX_SHOWN_LENGTH ? start + "…" : value);
  }
  if (typeof value === "function") return "a function";
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value !== "object" || value === null) return String(value);
  try {
    if (classOf(value) === "Date") return isNaN(Number(value)) ? "Invalid Date" : (value as Date).toISOString();
    const { name = "Object" } = value.constructor ?? {};
    return `[object ${name === "Object" ? classOf(value) : name}]`;
  } catch {
    // A getter or a proxy threw.
    return "an object";
  }
}
