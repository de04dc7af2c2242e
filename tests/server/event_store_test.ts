import assert from "node:assert/strict";
import { test } from "node:test";
import { ChangeHistory, EventChange } from "../../src/server/store/change_history.ts";
import { EventStore } from "../../src/server/store/event_store.ts";

test("EventStore reports every change once it is readable: a write, a deletion, an expiry, an eviction", () => {
  let nowMs = 0;
  const observed: [version: number, oldestChange: boolean][] = [];
  const store = new EventStore({
    ttlMs: 1000,
    maxEvents: 2,
    maxBytes: 1_000_000,
    maxChanges: 100,
    clock: { now: () => nowMs },
    onChange: () => observed.push([store.resourceVersion, store.history.reaches(store.resourceVersion - 1)]),
    onForget: () => {},
  });
  const put = (name: string): ReturnType<EventStore["put"]> =>
    store.put({ metadata: { namespace: "shop", name }, involvedObject: { namespace: "shop" } });
  const a = put("a");
  put("b");
  assert.deepEqual(observed.splice(0), [[2, true], [3, true]]);
  put("c");
  assert.deepEqual(observed.splice(0), [[4, true], [5, true]], "a write that evicts is two changes");
  assert.equal(store.get(a.key), undefined);
  store.delete(store.get("shop/b")!);
  assert.deepEqual(observed.splice(0), [[6, true]]);
  nowMs = 999;
  store.expire();
  assert.deepEqual(observed, []);
  nowMs = 1000;
  store.expire();
  assert.deepEqual(observed, [[7, true]]);
});

test("ChangeHistory calls onForget with the version of a change before it is discarded", () => {
  const forgotten: [version: number, reaches: boolean][] = [];
  const history: ChangeHistory = new ChangeHistory({
    maxChanges: 2,
    startsAfter: 5,
    onForget: (version) => forgotten.push([version, history.reaches(version - 1)]),
  });
  for (let version = 6; version <= 9; version++) history.push(new EventChange(version, {}));
  assert.deepEqual(forgotten, [[6, true], [7, true]]);
  assert.deepEqual([history.size, history.reaches(6), history.reaches(7)], [2, false, true]);
  assert.deepEqual([history.at(8)?.resourceVersion, history.at(9)?.resourceVersion], [8, 9]);
});
