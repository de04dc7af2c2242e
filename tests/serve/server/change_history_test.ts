import assert from "node:assert/strict";
import { test } from "node:test";
import { ChangeHistory, EventChange } from "../../../src/serve/server/store/change_history.ts";
import { StoredEvent } from "../../../src/serve/server/store/stored_event.ts";
import { coreEvent } from "./client.ts";

function versionsSince(history: ChangeHistory, resourceVersion: number): number[] {
  return Array.from(history.since(resourceVersion), (change) => change.resourceVersion);
}

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
  assert.deepEqual(versionsSince(history, 7), [8, 9]);
});

test("ChangeHistory keeps the bytes of its changes, and finds them after it has been trimmed", () => {
  const history: ChangeHistory = new ChangeHistory({ maxChanges: 10, startsAfter: 0, onForget: () => {} });
  const stored = (version: number): StoredEvent =>
    new StoredEvent(coreEvent("a", { count: version }), { resourceVersion: version, expiresAtMs: 0 });
  for (let version = 1; version <= 100; version++) {
    history.push(new EventChange(version, { current: stored(version) }));
    const oldest = Math.max(1, version - 9);
    const changes = [...history.since(oldest - 1)];
    assert.deepEqual([changes[0]?.resourceVersion, changes.at(-1)?.resourceVersion], [oldest, version]);
    const bytes = changes.reduce((sum, change) => sum + change.bytes, 0);
    assert.deepEqual([changes.length, history.size, history.bytes], [version - oldest + 1, changes.length, bytes]);
  }
});

test("ChangeHistory.compact() discards all changes, and ends their watches silently if asked to", () => {
  const forgotten: number[] = [];
  const history: ChangeHistory = new ChangeHistory({
    maxChanges: 10,
    startsAfter: 0,
    onForget: (version) => forgotten.push(version),
  });
  const current = new StoredEvent(coreEvent("a"), { resourceVersion: 1, expiresAtMs: 0 });
  for (let version = 1; version <= 3; version++) history.push(new EventChange(version, { current }));
  history.compact(4, true);
  assert.deepEqual([history.size, history.bytes, forgotten], [0, 0, [4]]);
  assert.deepEqual([history.reaches(3), history.reaches(4)], [false, true]);
  assert.deepEqual([history.endsSilently(3), history.endsSilently(4)], [true, false]);
  history.push(new EventChange(5, {}));
  assert.deepEqual(versionsSince(history, 4), [5]);
  history.compact(6, false);
  assert.deepEqual([history.endsSilently(3), history.endsSilently(5)], [true, false]);
});

test("ChangeHistory.statesAt() returns the states of events at an earlier version", () => {
  const stored = (name: string, version: number): StoredEvent =>
    new StoredEvent(coreEvent(name, { metadata: { name, namespace: "shop" } }), {
      resourceVersion: version,
      expiresAtMs: 0,
    });
  const history: ChangeHistory = new ChangeHistory({ maxChanges: 10, startsAfter: 0, onForget: () => {} });
  const [a1, b2, a3] = [stored("a", 1), stored("b", 2), stored("a", 3)];
  history.push(new EventChange(1, { current: a1 }));
  history.push(new EventChange(2, { current: b2 }));
  history.push(new EventChange(3, { previous: a1, current: a3 }));
  history.push(new EventChange(4, { previous: b2 }));
  const states = (version: number): unknown[] =>
    [...history.statesAt(version)].map(([key, state]) => [key, state?.resourceVersion]).sort();
  assert.deepEqual(states(0), [["shop/a", undefined], ["shop/b", undefined]]);
  assert.deepEqual(states(1), [["shop/a", 1], ["shop/b", undefined]]);
  assert.deepEqual(states(3), [["shop/b", 2]]);
  assert.deepEqual(states(4), []);
});

test("ChangeHistory finds the changes after a compaction and earlier discards", () => {
  const history: ChangeHistory = new ChangeHistory({ maxChanges: 10, startsAfter: 0, onForget: () => {} });
  const current = new StoredEvent(coreEvent("a"), { resourceVersion: 1, expiresAtMs: 0 });
  for (let version = 1; version <= 12; version++) history.push(new EventChange(version, { current }));
  history.compact(13, false);
  history.push(new EventChange(14, { current }));
  assert.deepEqual([history.size, versionsSince(history, 13), history.bytes], [1, [14], current.bytes]);
});
