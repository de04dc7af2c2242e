import { badRequest } from "./api_error.ts";

/**
 * Parses an integer parameter (Go's `strconv.ParseInt`).
 *
 * @throws {ApiError} 400 if it is not an integer, or has more than 15 digits.
 */
export function parseInteger(text: string): number {
  if (!/^-?\d{1,15}$/.test(text)) throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(text)}: invalid syntax`);
  return Number(text);
}

/** Parses a resource version (Go's `strconv.ParseUint`), 0 if absent, or returns the message of Go's error. */
export function parseVersion(text: string | undefined): { value: number } | { error: string } {
  if (text === undefined) return { value: 0 };
  // Bounds the work on hostile input: no 64-bit integer has more than 20 digits.
  const digits = /^0*(\d{1,20})$/.exec(text)?.[1];
  if (digits !== undefined && BigInt(digits) < 2n ** 64n) return { value: Number(digits) };
  const why = /^\d+$/.test(text) ? "value out of range" : "invalid syntax";
  return { error: `strconv.ParseUint: parsing ${JSON.stringify(text)}: ${why}` };
}
