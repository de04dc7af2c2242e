import { StatusError } from "./status_error.ts";

/**
 * The longest `Retry-After` that is honored. kube-apiserver asks for at most 32 seconds; a proxy or a store may ask for
 * hours, yet recover sooner.
 */
export const MAX_RETRY_AFTER_MS = 60_000;

/**
 * Returns the pause in milliseconds that an error's response asks for, at most a minute, or 0.
 *
 * @param random Adds up to a quarter at random, so that clients with the same `Retry-After` do not retry together.
 */
export function requestedPause(error: unknown, random = (): number => 0): number {
  const retryAfterMs: unknown = error instanceof StatusError ? error.retryAfterMs : undefined;
  // A custom sink or store may throw any error.
  if (typeof retryAfterMs !== "number" || !(retryAfterMs > 0)) return 0;
  return Math.min(retryAfterMs, MAX_RETRY_AFTER_MS) * (1 + random() / 4);
}

/**
 * Returns the pause after a number of failures, in milliseconds: `minMs`, doubled with each failure up to `maxMs`,
 * minus a random part of up to half.
 */
export function retryPause(
  failures: number,
  { minMs, maxMs, random }: { readonly minMs: number; readonly maxMs: number; readonly random: () => number },
): number {
  return doubled(failures, minMs, maxMs) * (1 + random()) / 2;
}

/** Returns the `times`th of the pauses that begin with `minMs` and double up to `maxMs`. */
export function doubled(times: number, minMs: number, maxMs: number): number {
  // Doublings are limited, because 0 times infinity would be NaN.
  return Math.min(minMs * 2 ** Math.min(times - 1, 1000), maxMs);
}
