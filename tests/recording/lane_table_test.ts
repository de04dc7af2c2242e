import { test } from "node:test";
import assert from "node:assert/strict";
import { CircuitBreaker } from "../../src/recording/circuit_breaker.ts";
import { Lane, LaneTable, NamespaceQueue } from "../../src/recording/namespace_queue.ts";
import { makeEvent } from "./make_event.ts";

const breaker = new CircuitBreaker({ pauseMs: () => 1000, onHalfOpen: () => {} });
const namespace = new NamespaceQueue<unknown>("default", breaker);

/** A table with a lane of each correlation key, all of one event name. */
function tableOf(keys: readonly string[], name = "deploy") {
  const table = new LaneTable<unknown>();
  const lanes = keys.map((key) => new Lane<unknown>(key, name, namespace, false));
  for (const lane of lanes) table.add(lane);
  const find = (key: string, event = makeEvent(name)): Lane<unknown> | undefined =>
    table.get({ type: "create", key, event });
  return { table, lanes, find };
}

test("LaneTable distinguishes events of one name by correlation key and namespace", () => {
  const { table, lanes, find } = tableOf(["a", "b", "c"]);
  assert.deepEqual(["a", "b", "c"].map((key) => find(key)), lanes);
  assert.equal(find("d"), undefined);
  assert.equal(find("a", makeEvent("deploy", { namespace: "other" })), undefined);
  assert.equal(find("a", makeEvent("else")), undefined);
  assert.equal(table.size, 3);
  assert.deepEqual(new Set(table.values()), new Set(lanes));
});

test("LaneTable distinguishes events without a name by correlation key", () => {
  const { lanes, find } = tableOf(["a", "b"], "");
  assert.deepEqual([find("a"), find("b"), find("c")], [...lanes, undefined]);
});

test("LaneTable.delete() leaves the other lanes of the name, in any order", () => {
  for (const order of ["abc", "acb", "bac", "bca", "cab", "cba"]) {
    const { table, lanes, find } = tableOf(["a", "b", "c"]);
    const left = new Map(lanes.map((lane) => [lane.key, lane]));
    for (const key of order) {
      table.delete(left.get(key)!);
      left.delete(key);
      for (const other of "abc") assert.equal(find(other), left.get(other), `${other} after ${key} of ${order}`);
      assert.equal(table.size, left.size);
    }
    assert.deepEqual([...table.values()], []);
  }
});

test("LaneTable.values() yields every lane even if each is deleted during iteration", () => {
  const { table, lanes } = tableOf(["a", "b", "c"]);
  const seen: string[] = [];
  for (const lane of table.values()) {
    seen.push(lane.key);
    table.delete(lane);
  }
  assert.deepEqual(seen.sort(), lanes.map(({ key }) => key));
});
