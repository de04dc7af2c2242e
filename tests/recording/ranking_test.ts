import { test } from "node:test";
import assert from "node:assert/strict";
import { Ranking } from "../../src/recording/ranking.ts";
import { seeded, seeds } from "../random.ts";

test("Ranking without items has no largest", () => {
  const ranking = new Ranking();
  const item = { size: 0, rank: 0 };
  assert.equal(ranking.largest, undefined);
  ranking.add(item);
  assert.equal(ranking.largest, item);
  ranking.remove(item);
  assert.equal(ranking.largest, undefined);
});

for (const seed of seeds(5)) {
  test(`Ranking has the largest item first as items grow, shrink, are added and removed (seed ${seed})`, () => {
    const random = seeded(seed);
    const ranking = new Ranking<{ size: number; rank: number }>();
    const items: { size: number; rank: number; expected: number }[] = [];
    for (let i = 0; i < 3000; i++) {
      const index = Math.floor(random() ** 2 * items.length);
      const item = items[index];
      const step = random();
      if (item === undefined || step < 0.1) {
        const added = { size: 0, rank: NaN, expected: 0 };
        items.push(added);
        ranking.add(added);
      } else if (step < 0.55) {
        ranking.grow(item);
        item.expected++;
      } else if (item.size > 0) {
        ranking.shrink(item);
        item.expected--;
      } else {
        ranking.remove(item);
        items.splice(index, 1);
      }
      assert.equal(ranking.largest?.size, items.length > 0 ? Math.max(...items.map(({ size }) => size)) : undefined);
      assert.deepEqual(items.map(({ rank }) => rank).sort((a, b) => a - b), items.map((_, rank) => rank));
    }
    const bySize = [...items].sort((a, b) => a.rank - b.rank);
    assert.ok(items.length > 20 && bySize[0]!.size > bySize.at(-1)!.size, "there are several sizes");
    assert.ok(bySize.every(({ size }, i) => i === 0 || size <= bySize[i - 1]!.size));
    assert.deepEqual(items.map(({ size }) => size), items.map(({ expected }) => expected));
  });
}
