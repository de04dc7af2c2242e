import assert from "node:assert/strict";
import { test } from "node:test";
import { Broadcaster } from "../../../mod.ts";
import { rest } from "./vocabulary.ts";

const [FEW, RUNS] = [4000, 25];
const numbers = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

/**
 * Asserts that one run with many takes about as long as many runs with few; with quadratic work, it takes 25
 * times as long. A busy machine may slow one attempt down, so the best of several counts.
 */
async function assertLinear(run: (count: number) => Promise<void>): Promise<void> {
  await run(FEW);
  let factor = Infinity;
  for (let attempt = 0; attempt < 5 && factor >= 6; attempt++) {
    let start = performance.now();
    for (let i = 0; i < RUNS; i++) await run(FEW);
    const short = performance.now() - start;
    start = performance.now();
    await run(FEW * RUNS);
    factor = Math.min(factor, (performance.now() - start) / short);
  }
  assert.ok(factor < 6, `${factor}`);
}

test("Broadcaster.action() takes constant time per waiting producer", async () => {
  await assertLinear(async (count) => {
    const broadcaster = new Broadcaster<number>({ highWaterMark: 1, incomingHighWaterMark: 1, whenFull: "wait" });
    const read = rest(broadcaster.watch());
    await Promise.all(numbers(count).map((n) => broadcaster.action("ADDED", n)));
    await broadcaster.shutdown();
    assert.equal((await read).length, count);
  });
});

test("Watcher serves each pending read in constant time", async () => {
  await assertLinear(async (count) => {
    const broadcaster = new Broadcaster<number>();
    const iterator = broadcaster.watch().values();
    const reads = numbers(count).map(() => iterator.next());
    for (const n of numbers(count)) broadcaster.actionOrDrop("ADDED", n);
    assert.equal((await Promise.all(reads)).at(-1)?.value?.object, count - 1);
  });
});
