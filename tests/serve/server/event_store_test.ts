import assert from "node:assert/strict";
import { test } from "node:test";
import { EventStore } from "../../../src/serve/server/store/event_store.ts";
import { StoredEvent } from "../../../src/serve/server/store/stored_event.ts";
import { CORE_V1, EVENTS_V1 } from "../../../src/serve/server/wire/served_api.ts";

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

test("EventStore removes events that expire at once over several calls, and reads none of them", () => {
  let nowMs = 0;
  const store = new EventStore({
    ttlMs: 1000,
    maxEvents: 10_000,
    maxBytes: 1e9,
    maxChanges: 10_000,
    clock: { now: () => nowMs },
    onChange: () => {},
    onForget: () => {},
  });
  const put = (name: string): unknown => store.put({ metadata: { namespace: "shop", name }, involvedObject: {} });
  for (let i = 0; i < 2500; i++) put(`e${i}`);
  nowMs = 1;
  put("young");
  const { resourceVersion } = store;
  nowMs = 1000;
  store.removeExpired();
  assert.equal(store.resourceVersion - resourceVersion, 250);
  assert.deepEqual(Array.from(store.values(), ({ key }) => key), ["shop/young"]);
  const { events, count } = store.view("shop/");
  assert.deepEqual([count, [...events].flat().map(({ key }) => key)], [1, ["shop/young"]]);
  assert.equal(store.get("shop/e2000"), undefined);
  for (let call = 0; call < 10; call++) store.removeExpired();
  assert.equal(store.resourceVersion - resourceVersion, 2500);
  assert.equal(store.view("shop/").count, 1);
});

test("StoredEvent.shrink() keeps the event in either API", () => {
  const metadata = { namespace: "shop", name: "a", resourceVersion: "2", labels: JSON.parse('{"__proto__":"x"}') };
  const event = { metadata, involvedObject: { name: "web" }, message: "text", count: 2 };
  const [stored, shrunk] = [0, 0].map(() => new StoredEvent(event, { resourceVersion: 2, expiresAtMs: 1000 }));
  shrunk!.shrink();
  assert.deepEqual(shrunk!.event, event);
  for (const api of [CORE_V1, EVENTS_V1]) assert.equal(shrunk!.objectText(api), stored!.objectText(api));
});
