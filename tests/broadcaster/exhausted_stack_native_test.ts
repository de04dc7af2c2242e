import assert from "node:assert/strict";
import { test } from "node:test";
import { Broadcaster } from "../../mod.ts";
import { rest, settled } from "./vocabulary.ts";

const numbers = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

test("Broadcaster drops nothing after calls that exhausted the stack", async () => {
  for (const incomingHighWaterMark of [1, 2, 7]) {
    const broadcaster = new Broadcaster<number>({ incomingHighWaterMark, highWaterMark: 10_000 });
    const handled: number[] = [];
    broadcaster.watch({ handler: ({ object }) => void handled.push(object) });
    const filtered = broadcaster.watch({ filter: () => true });
    const accepted: number[] = [];
    const publish = (n: number): void => {
      if (broadcaster.actionOrDrop("ADDED", n)) accepted.push(n);
    };
    for (const n of numbers(100)) publish(n); // functions that are called for the first time need more stack
    await settled();
    let n = 100;
    // Publishes at every depth near the stack limit.
    const dive = (): void => {
      try {
        dive();
      } catch { /* the stack ended here */ }
      if (accepted.length < 400) publish(n++);
    };
    dive();
    await settled();
    publish(n);
    await settled();
    assert.equal(broadcaster.stats().queued, 0);
    assert.equal(accepted.at(-1), n);
    assert.ok(accepted.length > 101); // at least one deep down, where the incoming queue fills up
    assert.deepEqual(handled, accepted);
    const distributed = broadcaster.shutdown();
    assert.deepEqual(await rest(filtered), accepted);
    await distributed;
  }
});
