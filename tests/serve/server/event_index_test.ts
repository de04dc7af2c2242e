import assert from "node:assert/strict";
import { test } from "node:test";
import { EventIndex } from "../../../src/serve/server/store/event_index.ts";
import { StoredEvent } from "../../../src/serve/server/store/stored_event.ts";
import { seeded } from "../../random.ts";

test("EventIndex lists and counts the keys of any range in order, after random writes and deletions", () => {
  const random = seeded(5);
  const pick = (count: number): number => Math.floor(random() * count);
  const index = new EventIndex();
  const stored = new Map<string, StoredEvent>();
  assert.deepEqual([[...index.range("", undefined)], index.count("", undefined)], [[], 0]);
  for (let version = 1; version <= 6000; version++) {
    const metadata = { namespace: `ns${pick(3)}`, name: `e${pick(600)}` };
    const event = new StoredEvent({ metadata, involvedObject: {} }, { resourceVersion: version, expiresAtMs: 0 });
    // First it grows to several blocks, and then it shrinks to none.
    if (random() < (version < 3000 ? 0.9 : 0.1)) {
      index.set(event);
      stored.set(event.key, event);
    } else if (stored.delete(event.key)) index.delete(event.key);
    if (version > 5000) {
      const [first] = stored.values();
      if (first === undefined) break;
      index.delete(first.key);
      stored.delete(first.key);
    }
    if (version % 200 !== 0) continue;
    const keys = [...stored.keys()].sort();
    const some = Array.from({ length: 6 }, () => keys[pick(keys.length)]!);
    const ranges: [from: string, to: string | undefined][] = [["", undefined], ["ns1/", "ns10"], ["ns2/", "ns20"]];
    for (const from of some) ranges.push([from, undefined], [from, some[0]], ["", from], [`${from}\0`, "ns20"]);
    for (const [from, to] of ranges) {
      const expected = keys.filter((key) => key >= from && (to === undefined || key < to));
      const versions = expected.map((key) => stored.get(key)!.resourceVersion);
      const blocks = [...index.range(from, to)];
      assert.deepEqual(blocks.flat().map(({ resourceVersion }) => resourceVersion), versions, `${from} to ${to}`);
      assert.equal(index.count(from, to), versions.length, `${from} to ${to}`);
    }
  }
});
