import { test } from "node:test";
import assert from "node:assert/strict";
import type { CoreV1Event } from "../../mod.ts";
import { Entry } from "../../src/recording/entry.ts";
import { EntryTable } from "../../src/recording/entry_table.ts";
import { makeEvent } from "./make_event.ts";

/** A table with an entry of each correlation key, all of one event name. */
function tableOf(keys: readonly string[], { name = "deploy", namespace = "default" } = {}) {
  const table = new EntryTable<CoreV1Event>();
  const event = makeEvent(name, { namespace });
  const entries = keys.map((key) => new Entry<CoreV1Event>({ type: "create", key, event }));
  for (const entry of entries) table.add(entry);
  const find = (key: string, of = event): Entry<CoreV1Event> | undefined =>
    table.get({ type: "create", key, event: of });
  return { table, entries, find };
}

test("EntryTable distinguishes events of one name by correlation key and namespace", () => {
  const { table, entries, find } = tableOf(["a", "b", "c"]);
  assert.deepEqual(["a", "b", "c"].map((key) => find(key)), entries);
  assert.equal(find("d"), undefined);
  assert.equal(find("a", makeEvent("else")), undefined);
  const elsewhere = makeEvent("deploy", { namespace: "other" });
  assert.equal(find("a", elsewhere), undefined);
  const other = new Entry<CoreV1Event>({ type: "create", key: "a", event: elsewhere });
  table.add(other);
  assert.deepEqual([find("a"), find("a", elsewhere)], [entries[0], other]);
  const all = [...table.values()];
  assert.equal(all.length, 4);
  assert.deepEqual(new Set(all), new Set([...entries, other]));
});

test("EntryTable distinguishes events without a name by correlation key", () => {
  const { table, entries, find } = tableOf(["a", "b"], { name: "" });
  assert.deepEqual([find("a"), find("b"), find("c")], [...entries, undefined]);
  table.delete(entries[0]!);
  assert.deepEqual([find("a"), find("b")], [undefined, entries[1]]);
});

test("EntryTable finds events without a namespace or a name", () => {
  const table = new EntryTable<CoreV1Event>();
  const event: CoreV1Event = { ...makeEvent(""), metadata: {} };
  const entry = new Entry<CoreV1Event>({ type: "create", key: "a", event });
  table.add(entry);
  assert.equal(table.get({ type: "create", key: "a", event: makeEvent("", { namespace: "" }) }), entry);
  table.delete(entry);
  assert.equal(table.get({ type: "create", key: "a", event }), undefined);
});

test("EntryTable.delete() leaves the other entries of the name, in any order", () => {
  for (const order of ["abc", "acb", "bac", "bca", "cab", "cba"]) {
    const { table, entries, find } = tableOf(["a", "b", "c"]);
    const left = new Map(entries.map((entry) => [entry.key, entry]));
    for (const key of order) {
      table.delete(left.get(key)!);
      left.delete(key);
      for (const other of "abc") assert.equal(find(other), left.get(other), `${other} after ${key} of ${order}`);
      assert.equal([...table.values()].length, left.size);
    }
  }
});

test("EntryTable.delete() leaves the other names and namespaces", () => {
  const { table, entries: [first] } = tableOf(["a"]);
  const others = [makeEvent("else"), makeEvent("deploy", { namespace: "other" })].map((event) =>
    new Entry<CoreV1Event>({ type: "create", key: "a", event })
  );
  for (const entry of others) table.add(entry);
  table.delete(first!);
  assert.deepEqual([...table.values()], others);
  table.add(first!);
  for (const entry of others) table.delete(entry);
  assert.deepEqual([...table.values()], [first]);
});

test("EntryTable.values() yields every entry even if each is deleted during iteration", () => {
  const { table, entries } = tableOf(["a", "b", "c"]);
  table.add(new Entry<CoreV1Event>({ type: "create", key: "d", event: makeEvent("else") }));
  const seen: string[] = [];
  for (const entry of table.values()) {
    seen.push(entry.key);
    table.delete(entry);
  }
  assert.deepEqual(seen.sort(), [...entries.map(({ key }) => key), "d"]);
  assert.deepEqual([...table.values()], []);
});
