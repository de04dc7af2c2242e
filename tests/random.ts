/** Random input for tests, repeatable by its seed. */

/** A repeatable `Math.random` (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * The seeds of a random test: 1 to `count`, or those that `deno task more test:random` sets in the environment. A test with
 * such seeds has the seed in its name.
 */
export function seeds(count: number): number[] {
  const env = (globalThis as { process?: { env?: Record<string, string | undefined> } }).process?.env;
  const first = Number(env?.RANDOM_SEED ?? 1);
  return Array.from({ length: Number(env?.RANDOM_COUNT ?? count) }, (_, i) => first + i);
}
