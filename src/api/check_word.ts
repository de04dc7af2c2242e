import { showValue } from "./show_value.ts";

/** Throws a RangeError unless an option is one of the words that it may be. */
export function checkWord<T>(verb: string, name: string, value: T, words: readonly T[]): void {
  if (words.includes(value)) return;
  const known = words.map(showValue).join(", ");
  throw new RangeError(`Cannot ${verb}: ${name} must be one of ${known}, received ${showValue(value)}`);
}
