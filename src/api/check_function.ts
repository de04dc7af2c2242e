import { showValue } from "./show_value.ts";

/** Throws a TypeError unless `value` is a function: at once, not in the midst of things. */
export function checkFunction(verb: string, name: string, value: unknown): void {
  if (typeof value === "function") return;
  throw new TypeError(`Cannot ${verb}: ${name} must be a function, received ${showValue(value)}`);
}
