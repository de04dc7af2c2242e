import { isError, showValue } from "./check_options.ts";
import { oneLine } from "./text.ts";

/**
 * Receives one line per problem; `console` implements it.
 *
 * Without a logger, nothing is printed.
 *
 * @category Events
 */
export interface Logger {
  /** Called when something was lost or failed, and the library continues. */
  warn(message: string): void;
  /** Called for a problem that needs human intervention. */
  error(message: string): void;
}

/** Logs one line, if there is a logger. Ignores the logger's errors and rejections. */
export function tellLogger(logger: Logger | undefined, level: keyof Logger, message: string): void {
  if (logger !== undefined) callGuarded((line) => logger[level](line), oneLine(message));
}

/**
 * Maximum number of distinct problems that a {@linkcode ProblemLog} keeps. Problems may contain user input, so their
 * number is otherwise unbounded; further ones are not logged.
 */
const MAX_PROBLEMS = 100;

/** Logs each problem once, and again with its count at the tenth, hundredth and thousandth occurrence, and so on. */
export class ProblemLog {
  readonly #log: (level: keyof Logger, line: string) => void;
  readonly #counts = new Map<string, number>();

  constructor(log: (level: keyof Logger, line: string) => void) {
    this.#log = log;
  }

  /** Logs a problem. Problems with the same key are the same problem. */
  tell(level: keyof Logger, line: string, key: string = line): void {
    if (this.#counts.size >= MAX_PROBLEMS && !this.#counts.has(key)) return;
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    if (count === 1) this.#log(level, line);
    else if (/^10+$/.test(`${count}`)) this.#log(level, `${line} (${count} times so far)`);
  }

  /** Forgets a problem, so that its next occurrence is logged again. */
  forget(key: string): void {
    this.#counts.delete(key);
  }
}

/**
 * Calls an optional user callback; errors and rejections go to `onThrow`, or are swallowed.
 */
export function callGuarded<A>(
  call: ((argument: A) => unknown) | undefined,
  argument: A,
  onThrow: (error: unknown) => void = () => {},
): void {
  try {
    const result = call?.(argument);
    if (result instanceof Promise) result.catch(onThrow);
  } catch (error) {
    onThrow(error);
  }
}

/**
 * Returns the message of a thrown value, always a string. Never throws.
 *
 * Includes the details that Node keeps outside the message: the cause of "fetch failed", and the errors of an
 * AggregateError without a message.
 */
export function reasonOf(error: unknown): string {
  try {
    if (!isError(error)) return String(error);
    const { message, cause, name } = error;
    if (message === "fetch failed" && isError(cause)) return `${message}: ${reasonOf(cause)}`;
    if (message === "" && name === "AggregateError") return (error as AggregateError).errors.map(reasonOf).join("; ");
    return String(message || name);
  } catch {
    // For example an object without a prototype.
    return showValue(error);
  }
}
