import { test } from "node:test";
import assert from "node:assert/strict";
import { CircuitBreaker } from "../../src/sink/circuit_breaker.ts";
import { Lane, LaneTable, NamespaceQueue } from "../../src/sink/namespace_queue.ts";
import { makeEvent } from "./make_event.ts";

const breaker = new CircuitBreaker({ pauseMs: () => 1000, onHalfOpen: () => {} });
const namespace = new NamespaceQueue<unknown>("default", breaker);

/** A table with one lane per name, all of one correlation key. */
function tableOf(names: readonly string[]) {
  const table = new LaneTable<unknown>();
  const lanes = names.map((name) => new Lane<unknown>("key", name, namespace, false));
  for (const lane of lanes) table.add(lane);
  const find = (name: string, inNamespace = "default"): Lane<unknown> | undefined =>
    table.get({ type: "create", key: "key", event: makeEvent(name, { namespace: inNamespace }) });
  return { table, lanes, find };
}

test("LaneTable distinguishes events of one correlation key by name and namespace", () => {
  const { table, lanes, find } = tableOf(["a", "b", "c"]);
  assert.deepEqual(["a", "b", "c"].map((name) => find(name)), lanes);
  assert.equal(find("d"), undefined);
  assert.equal(find("a", "other"), undefined);
  assert.equal(table.get({ type: "create", key: "else", event: makeEvent("a") }), undefined);
  assert.equal(table.size, 3);
  assert.deepEqual(new Set(table.values()), new Set(lanes));
});

test("LaneTable.delete() leaves the other lanes of the key, in any order", () => {
  for (const order of ["abc", "acb", "bac", "bca", "cab", "cba"]) {
    const { table, lanes, find } = tableOf(["a", "b", "c"]);
    const left = new Map(lanes.map((lane) => [lane.name, lane]));
    for (const name of order) {
      table.delete(left.get(name)!);
      left.delete(name);
      for (const other of "abc") assert.equal(find(other), left.get(other), `${other} after ${name} of ${order}`);
      assert.equal(table.size, left.size);
    }
    assert.deepEqual([...table.values()], []);
  }
});

test("LaneTable.values() yields every lane even if each is deleted during iteration", () => {
  const { table, lanes } = tableOf(["a", "b", "c"]);
  const seen: string[] = [];
  for (const lane of table.values()) {
    seen.push(lane.name);
    table.delete(lane);
  }
  assert.deepEqual(seen.sort(), lanes.map(({ name }) => name));
});
