import { showValue } from "../api/show_value.ts";

/** Throws unless `value` is an integer of at least `least`. */
export function checkMark(verb: string, name: string, value: number, least: number): void {
  if (Number.isSafeInteger(value) && value >= least) return;
  throw new RangeError(`Cannot ${verb}: ${name} must be an integer of at least ${least}, received ${showValue(value)}`);
}
