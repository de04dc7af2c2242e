/**
 * How long to wait before a write is tried again.
 *
 * @param tries How often it has been tried, at least 1.
 * @param random Gives numbers from 0 up to 1, as `Math.random` does.
 * @returns Milliseconds.
 */
export type Backoff = (tries: number, random: () => number) => number;

/**
 * Waits `delayMs` before every further try, but a random part of it before the first, so that recordings that failed
 * together do not come back together (client-go's `recordToSink`).
 */
export function constantBackoff(delayMs: number): Backoff {
  return (tries, random) => tries === 1 ? delayMs * random() : delayMs;
}

/** Options of {@linkcode exponentialBackoff}. */
export interface ExponentialBackoffOptions {
  /**
   * The longest first pause, in milliseconds; doubled with every further try.
   *
   * @default {1000}
   */
  readonly minDelayMs?: number | undefined;
  /**
   * The longest of all pauses, in milliseconds.
   *
   * @default {60000}
   */
  readonly maxDelayMs?: number | undefined;
}

/**
 * Waits twice as long before every further try, each time between the half and the whole of that, at random.
 *
 * @throws {RangeError} If a delay is no positive number.
 *
 * @example
 * ```ts
 * import { exponentialBackoff } from "@kubecast/events";
 * import assert from "node:assert/strict";
 *
 * const backoff = exponentialBackoff({ minDelayMs: 100, maxDelayMs: 1000 });
 * assert.equal(backoff(1, () => 0), 50);
 * assert.equal(backoff(3, () => 0.5), 300);
 * assert.equal(backoff(9, () => 0.5), 750);
 * ```
 */
export function exponentialBackoff(options: ExponentialBackoffOptions = {}): Backoff {
  const { minDelayMs = 1000, maxDelayMs = 60_000 } = options;
  for (const [name, value] of Object.entries({ minDelayMs, maxDelayMs })) {
    if (!(value > 0)) {
      throw new RangeError(`Cannot back off exponentially: ${name} must be a positive number, received ${value}`);
    }
  }
  return (tries, random) => Math.min(minDelayMs * 2 ** (tries - 1), maxDelayMs) * (1 + random()) / 2;
}
