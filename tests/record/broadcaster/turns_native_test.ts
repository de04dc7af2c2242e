import { test } from "node:test";
import assert from "node:assert/strict";
import { Broadcaster } from "../../../mod.ts";
import { Turns } from "../../../src/record/broadcaster/turns.ts";
import { soon } from "./vocabulary.ts";

test("Turns yields at each 64th event, if the producer has run for 50 ms", async () => {
  let nowMs = 1000;
  const { now } = performance;
  performance.now = () => nowMs;
  try {
    const turns = new Turns();
    /** The numbers of the events at which the producer yields, among the next 128. */
    const yields = async (): Promise<number[]> => {
      const numbers: number[] = [];
      for (let i = 1; i <= 128; i++) {
        const turn = turns.next();
        if (turn === undefined) continue;
        numbers.push(i);
        await soon("The next turn", turn);
      }
      return numbers;
    };
    assert.deepEqual(await yields(), []);
    nowMs += 49;
    assert.deepEqual(await yields(), []);
    nowMs += 1;
    assert.deepEqual(await yields(), [64]);
    nowMs += 49;
    assert.deepEqual(await yields(), []);
    nowMs += 1;
    assert.deepEqual(await yields(), [64]);
  } finally {
    performance.now = now;
  }
});

test("Broadcaster.action() lets timers run even if every call has room", async () => {
  let nowMs = 1000;
  const { now } = performance;
  performance.now = () => nowMs;
  try {
    const broadcaster = new Broadcaster<number>();
    nowMs += 50;
    let hasFired = false;
    setTimeout(() => hasFired = true);
    for (let i = 1; i <= 63; i++) await broadcaster.action("ADDED", i);
    assert.equal(hasFired, false);
    await broadcaster.action("ADDED", 64);
    assert.equal(hasFired, true);
  } finally {
    performance.now = now;
  }
});
