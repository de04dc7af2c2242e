import assert from "node:assert/strict";
import { test } from "node:test";
import { Fifo } from "../../../src/base/tools/fifo.ts";
import { seeded, seeds } from "../../random.ts";

for (const seed of seeds(3)) {
  test(`Fifo behaves like an array under random operations (seed ${seed})`, () => {
    const random = seeded(seed);
    const fifo = new Fifo<number>();
    let model: number[] = [];
    let next = 0;
    // Phases that mostly fill and mostly drain it, so that it passes the length at which it moves its items.
    for (let step = 0; step < 30_000; step++) {
      const isFilling = Math.floor(step / 5000) % 2 === 0;
      const roll = random();
      if (roll < (isFilling ? 0.7 : 0.2)) {
        fifo.push(next);
        model.push(next++);
      } else if (roll < 0.99) {
        assert.equal(fifo.shift(), model.shift());
      } else if (roll < 0.991) {
        assert.deepEqual(fifo.takeAll(), model);
        model = [];
      }
      assert.equal(fifo.size, model.length);
    }
    assert.deepEqual(fifo.takeAll(), model);
    assert.equal(fifo.size, 0);
    assert.equal(fifo.shift(), undefined);
    assert.deepEqual(fifo.takeAll(), []);
  });
}
