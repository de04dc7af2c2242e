/** Options whose type somebody without a compiler may get wrong. */
interface TypedOptions {
  /** What must be functions, by name. */
  readonly functions?: Readonly<Record<string, unknown>> | undefined;
  /** What must be a `Logger`. */
  readonly logger?: unknown;
  /** What must be an `AbortSignal`, of this realm or another. */
  readonly signal?: unknown;
}

/** Throws a TypeError unless these options are of their type, or left out: at once, not in the midst of things. */
export function checkOptionTypes(verb: string, { functions = {}, logger, signal }: TypedOptions): void {
  for (const name in functions) {
    if (functions[name] !== undefined) checkFunction(verb, name, functions[name]);
  }
  if (logger !== undefined && !hasMethods(logger, "warn", "error")) {
    refuse(verb, "logger must have the methods warn and error, as console has", logger);
  }
  if (signal !== undefined && !hasMethods(signal, "addEventListener")) {
    refuse(verb, "signal must be an AbortSignal", signal);
  }
}

function hasMethods(value: unknown, ...names: string[]): boolean {
  const methods = Object(value) as Record<string, unknown>;
  return names.every((name) => typeof methods[name] === "function");
}

function refuse(verb: string, fault: string, value: unknown): never {
  throw new TypeError(`Cannot ${verb}: ${fault}, received ${showValue(value)}`);
}

/** Throws a TypeError unless `value` is a function: at once, not in the midst of things. */
export function checkFunction(verb: string, name: string, value: unknown): void {
  if (typeof value === "function") return;
  throw new TypeError(`Cannot ${verb}: ${name} must be a function, received ${showValue(value)}`);
}

const TESTS = {
  "a positive integer": (value: number) => Number.isSafeInteger(value) && value > 0,
  "a positive integer or Infinity": (value: number) => Number.isSafeInteger(value) && value > 0 || value === Infinity,
  "an integer of at least 0": (value: number) => Number.isSafeInteger(value) && value >= 0,
  "a positive number": (value: number) => value > 0,
  "a number of at least 0": (value: number) => value >= 0,
  "a finite number of at least 0": (value: number) => value >= 0 && value < Infinity,
  "between 0 and 1": (value: number) => value >= 0 && value <= 1,
  // The longest time that a timer can be set to; one that is set to more goes off at once.
  "between 0 and 2147483647": (value: number) => value >= 0 && value <= 2147483647,
  "more than 0 and at most 2147483647": (value: number) => value > 0 && value <= 2147483647,
};

/** Throws a RangeError unless all of these options, by name, are what `must` says. */
export function checkNumbers(
  verb: string,
  options: Readonly<Record<string, unknown>>,
  must: keyof typeof TESTS,
): void {
  for (const name in options) {
    const value = options[name];
    if (typeof value === "number" && TESTS[must](value)) continue;
    throw new RangeError(`Cannot ${verb}: ${name} must be ${must}, received ${showValue(value)}`);
  }
}

/** Throws a RangeError unless an option is one of the words that it may be. */
export function checkWord<T>(verb: string, name: string, value: T, words: readonly T[]): void {
  if (words.includes(value)) return;
  const known = words.map(showValue).join(", ");
  throw new RangeError(`Cannot ${verb}: ${name} must be one of ${known}, received ${showValue(value)}`);
}

/** How an error names a value that it cannot use: text in quotes, so that it shows where it is empty, an object by its class. */
export function showValue(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "function") return "a function";
  if (typeof value !== "object" || value === null) return String(value);
  try {
    if (value instanceof Date) return Number.isNaN(value.getTime()) ? "Invalid Date" : value.toISOString();
    return `[object ${value.constructor?.name ?? "Object"}]`;
  } catch {
    // It throws when it is looked at.
    return "an object";
  }
}
