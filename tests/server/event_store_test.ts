import assert from "node:assert/strict";
import { test } from "node:test";
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
  store.removeExpired();
  assert.deepEqual(observed, []);
  nowMs = 1000;
  store.removeExpired();
  assert.deepEqual(observed, [[7, true]]);
});

test("EventStore gives a quarter of maxBytes to the history once it is full", () => {
  const store = new EventStore({
    ttlMs: 1000,
    maxEvents: 1000,
    maxBytes: 100_000,
    maxChanges: 1000,
    clock: { now: () => 0 },
    onChange: () => {},
    onForget: () => {},
  });
  for (let i = 0; i < 500; i++) {
    store.put({ metadata: { namespace: "shop", name: `e${i}` }, involvedObject: {}, message: "x".repeat(900) });
  }
  const { bytes } = store.history;
  assert.ok(bytes <= 25_000 && bytes > 22_000, `${bytes} bytes`);
});

test("EventStore keeps exactly maxBytes", () => {
  const put = (maxBytes: number): EventStore => {
    const store = new EventStore({
      ttlMs: 1000,
      maxEvents: 1000,
      maxBytes,
      maxChanges: 1000,
      clock: { now: () => 0 },
      onChange: () => {},
      onForget: () => {},
    });
    for (const name of ["a", "b"]) store.put({ metadata: { namespace: "shop", name }, involvedObject: {} });
    return store;
  };
  const { history } = put(1_000_000);
  // Each event is in the store and in the history.
  const bytes = history.bytes * 2;
  assert.deepEqual([history.size, put(bytes).history.size, put(bytes - 1).history.size], [2, 2, 1]);
});
