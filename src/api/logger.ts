import { showValue } from "./check_options.ts";

/**
 * Where the library says what a person should know: one line each, no more than needed. `console` is one.
 *
 * Nothing is printed where no logger is given.
 */
export interface Logger {
  /** Something was lost or is in trouble, and the library goes on. */
  warn(message: string): void;
  /** Something is wrong that only a person can mend. */
  error(message: string): void;
}

/** Tells a logger, if there is one. What it throws or rejects with goes nowhere: there is nobody above it. */
export function tellLogger(logger: Logger | undefined, level: keyof Logger, message: string): void {
  callGuarded((line) => logger?.[level](line), message);
}

/**
 * Calls a function of the user's, if any. What it throws goes to `onThrow`, as does what it rejects with if it is async; no
 * further than here if nobody is left to tell.
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

/** The text of whatever was thrown: a string, whatever the error's `message` is. Never throws. */
export function reasonOf(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message : error);
  } catch {
    // It has no text, such as an object without a prototype.
    return showValue(error);
  }
}

/** A number of things, in words: `1 event`, `2 events`. */
export function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
