/**
 * Repeats an honest request for as long as a hostile one took, at least three times, and returns the mean of its times: a
 * busy machine stretches both alike, which a short time alone it may not. On an idle one, the mean is at least `leastMs`.
 */
export async function honestTimeMs(
  send: () => Promise<number>,
  { hostileMs, leastMs }: { readonly hostileMs: number; readonly leastMs: number },
): Promise<number> {
  let [sumMs, count, fastestMs] = [0, 0, leastMs];
  while (count < 3 || sumMs < hostileMs) {
    // Never 0, as clocks are coarse.
    const ms = Math.max(0.001, await send());
    sumMs += ms;
    count++;
    fastestMs = Math.min(fastestMs, ms);
  }
  return sumMs / count * leastMs / fastestMs;
}
