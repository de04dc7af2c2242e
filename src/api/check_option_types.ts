import { checkFunction } from "./check_function.ts";
import { showValue } from "./show_value.ts";

/** Options whose type somebody without a compiler may get wrong. */
export interface TypedOptions {
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
