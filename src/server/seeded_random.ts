/**
 * A `Math.random` that gives the same numbers for the same seed, so that a test with chance in it can be repeated
 * (mulberry32; not for secrets).
 *
 * @param seed An integer, of which the lowest 32 bits count.
 * @returns Gives a number from 0 up to 1 at each call.
 *
 * @example
 * ```ts
 * import { seededRandom } from "@kubecast/events/server";
 * import assert from "node:assert/strict";
 *
 * assert.equal(seededRandom(7)(), seededRandom(7)());
 * ```
 */
export function seededRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
