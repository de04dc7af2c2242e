import { showValue } from "./show_value.ts";

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
