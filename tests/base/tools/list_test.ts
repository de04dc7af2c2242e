import assert from "node:assert/strict";
import { test } from "node:test";
import { List } from "../../../src/base/tools/list.ts";
import { seeded, seeds } from "../../random.ts";

interface Item {
  readonly number: number;
  before: Item | undefined;
  after: Item | undefined;
}

for (const seed of seeds(3)) {
  test(`List behaves like an array under random operations (seed ${seed})`, () => {
    const random = seeded(seed);
    const list = new List<Item>();
    const model: Item[] = [];
    const pick = (): number => Math.floor(random() * model.length);
    for (let step = 0; step < 2000; step++) {
      const roll = random();
      const item: Item = { number: step, before: undefined, after: undefined };
      if (roll < 0.3) {
        list.add(item);
        model.push(item);
      } else if (model.length > 0 && roll < 0.5) {
        const at = pick();
        list.add(item, model[at]);
        model.splice(at, 0, item);
      } else if (model.length > 0) {
        const [removed] = model.splice(pick(), 1);
        list.remove(removed!);
        assert.deepEqual([removed!.before, removed!.after], [undefined, undefined]);
      }
      assert.deepEqual([...list].map(({ number }) => number), model.map(({ number }) => number));
      assert.deepEqual([list.first, list.last], [model[0], model.at(-1)]);
    }
  });
}

test("List yields every item, even if each is removed as soon as it is yielded", () => {
  const list = new List<Item>();
  for (let number = 0; number < 5; number++) list.add({ number, before: undefined, after: undefined });
  const numbers: number[] = [];
  for (const item of list) {
    list.remove(item);
    numbers.push(item.number);
  }
  assert.deepEqual([numbers, list.first, list.last], [[0, 1, 2, 3, 4], undefined, undefined]);
});
