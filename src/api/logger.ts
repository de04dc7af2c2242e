import { callGuarded } from "./call_guarded.ts";

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
