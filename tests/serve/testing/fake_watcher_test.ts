import assert from "node:assert/strict";
import { test } from "node:test";
import type { WatchEvent } from "../../../mod.ts";
import { filterWatch } from "../../../src/client_go/mod.ts";
import { FakeWatcher } from "../../../src/serve/testing/fake_watcher.ts";

async function typesAndObjects(watcher: AsyncIterable<WatchEvent<string>>): Promise<string[]> {
  const seen: string[] = [];
  for await (const { type, object } of watcher) seen.push(`${type} ${object}`);
  return seen;
}

test("FakeWatcher delivers the events that the test sends", async () => {
  const watcher = new FakeWatcher<string>();
  watcher.add("a");
  watcher.modify("b");
  watcher.delete("c");
  watcher.error("d");
  watcher.action("BOOKMARK", "e");
  assert.equal(watcher.queued, 5);
  watcher.close();
  assert.equal(watcher.stopped, true);
  assert.deepEqual(await typesAndObjects(watcher), ["ADDED a", "MODIFIED b", "DELETED c", "ERROR d", "BOOKMARK e"]);
});

test("FakeWatcher.stopped is true after the code under test stopped it, and later events are ignored", async () => {
  const watcher = new FakeWatcher<string>();
  assert.equal(watcher.stopped, false);
  watcher.add("a");
  for await (const _event of watcher) break;
  assert.equal(watcher.stopped, true);
  watcher.add("b");
  assert.deepEqual(await typesAndObjects(watcher), []);
});

test("FakeWatcher accepts the options of a watcher, and initial events", async () => {
  const seen: string[] = [];
  const dropped = new FakeWatcher<string>([], { highWaterMark: 1 });
  dropped.add("a");
  dropped.add("b");
  assert.equal(dropped.dropped, 1);
  const handled = new FakeWatcher<string>([], { handler: ({ object }) => void seen.push(object) });
  handled.add("c");
  assert.deepEqual(seen, ["c"]);
  const started = new FakeWatcher<string>([{ type: "ADDED", object: "d" }]);
  started.close();
  assert.deepEqual(await typesAndObjects(started), ["ADDED d"]);
});

test("FakeWatcher can be filtered", async () => {
  const watcher = new FakeWatcher<string>();
  const filtered = filterWatch(watcher, (event) => event.object === "a" ? undefined : event);
  watcher.add("a");
  watcher.add("b");
  watcher.close();
  assert.deepEqual(await typesAndObjects(filtered), ["ADDED b"]);
});
