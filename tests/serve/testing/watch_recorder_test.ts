import assert from "node:assert/strict";
import { test } from "../../fake_time.ts";
import { Broadcaster, EventBroadcaster } from "../../../mod.ts";
import { FakeWatcher } from "../../../src/serve/testing/fake_watcher.ts";
import { WatchRecorder } from "../../../src/serve/testing/watch_recorder.ts";
import { soon } from "../../record/broadcaster/vocabulary.ts";

test("WatchRecorder keeps all events of a watcher, to its end", async () => {
  const broadcaster = new Broadcaster<string>();
  const recorder = new WatchRecorder(broadcaster.watch());
  broadcaster.actionOrDrop("ADDED", "a");
  broadcaster.actionOrDrop("DELETED", "a");
  await broadcaster.shutdown();
  await recorder.finished;
  assert.deepEqual(recorder.events, [{ type: "ADDED", object: "a" }, { type: "DELETED", object: "a" }]);
});

test("WatchRecorder.waitFor() finds an earlier event, and waits for a later one", async () => {
  const watcher = new FakeWatcher<string>();
  const recorder = new WatchRecorder(watcher);
  const later = recorder.waitFor(({ object }) => object === "b");
  watcher.add("a");
  watcher.add("b");
  assert.deepEqual(await later, { type: "ADDED", object: "b" });
  assert.deepEqual(await recorder.waitFor(({ object }) => object === "a"), { type: "ADDED", object: "a" });
});

test("WatchRecorder.waitFor() returns each event once, and assertNoMore() rejects if there are others", async () => {
  const broadcaster = new Broadcaster<string>();
  const recorder = new WatchRecorder(broadcaster.watch());
  await recorder.assertNoMore();
  for (const name of ["a", "b"]) broadcaster.actionOrDrop("ADDED", name);
  await assert.rejects(recorder.assertNoMore(), /^Error: Expected no more events, received: ADDED "a"\n/);
  assert.equal((await recorder.waitFor()).object, "a");
  await recorder.assertNoMore(({ type }) => type === "DELETED");
  assert.equal((await recorder.waitFor(({ type }) => type === "ADDED")).object, "b");
  await recorder.assertNoMore();
  await assert.rejects(recorder.waitFor(() => true, { signal: AbortSignal.timeout(5) }), {
    name: "TimeoutError",
    message: /2 seen\n *seen: ADDED "a" \(returned by a wait\)\n/,
  });
  const none = recorder.assertNoMore(undefined, { signal: AbortSignal.timeout(60_000) });
  broadcaster.actionOrDrop("DELETED", "a");
  await assert.rejects(soon("The assertion", none), /received: DELETED "a"/);
  broadcaster.actionOrDrop("DELETED", "b");
  await recorder.waitFor(({ object }) => object === "b");
  recorder.clear();
  assert.deepEqual(recorder.events, []);
  await broadcaster.shutdown();
  await recorder.finished;
  await recorder.assertNoMore(undefined, { signal: new AbortController().signal });
});

test("WatchRecorder.assertNoMore() sees events in transit, and needs no timer", async (_time) => {
  const broadcaster = new EventBroadcaster();
  const recorder = new WatchRecorder(broadcaster.watch());
  const pod = { apiVersion: "v1", kind: "Pod", name: "web" };
  broadcaster.newRecorder({ component: "test" }).event(pod, "Normal", "Pulled", "there");
  await assert.rejects(recorder.assertNoMore(), /Expected no more events/);
  await broadcaster.shutdown();
});

test("WatchRecorder.waitFor() rejects when the watcher ends or the signal aborts", async () => {
  const watcher = new FakeWatcher<string>();
  const recorder = new WatchRecorder(watcher);
  const controller = new AbortController();
  const aborted = recorder.waitFor(() => false, { signal: controller.signal });
  controller.abort(new Error("enough"));
  const message = "Cannot wait for the event: enough\nWatchRecorder: 0 seen";
  await assert.rejects(aborted, { message });
  await assert.rejects(recorder.waitFor(() => false, { signal: controller.signal }), { message });
  await assert.rejects(recorder.waitFor(() => false, { signal: controller as never }), {
    name: "TypeError",
    message: "Cannot wait: signal must be an AbortSignal, received [object AbortController]",
  });
  const ended = recorder.waitFor(() => false);
  watcher.add("a");
  watcher.close();
  const account = 'Cannot wait for the event: the watcher has ended\nWatchRecorder: 1 seen\n  seen: ADDED "a"';
  await assert.rejects(soon("The wait", ended), { message: account });
  await recorder.finished;
  await assert.rejects(soon("A wait after the end", recorder.waitFor(() => false)), { message: account });
});

test("WatchRecorder.waitFor() lists objects by kind and name if they have them, when it rejects", async () => {
  const watcher = new FakeWatcher<unknown>();
  const recorder = new WatchRecorder(watcher);
  for (
    const object of [{ kind: "Pod", metadata: { name: "a" } }, { metadata: { name: "b" } }, { metadata: {} }, null]
  ) {
    watcher.add(object);
  }
  watcher.close();
  await recorder.finished;
  await assert.rejects(
    recorder.waitFor(() => false),
    /seen: ADDED Pod a\n.*ADDED object b\n.*ADDED \[object Object]\n.*ADDED null$/,
  );
});

test("WatchRecorder.waitFor() rejects with the error of its match, and keeps reading", async () => {
  const watcher = new FakeWatcher<string>();
  const recorder = new WatchRecorder(watcher);
  const waiting = assert.rejects(
    recorder.waitFor(() => {
      throw new Error("Broken");
    }),
    { message: "Broken" },
  );
  const promising = assert.rejects(recorder.waitFor((() => Promise.resolve(false)) as never), {
    message: "match must return a boolean, received [object Promise]",
  });
  watcher.add("a");
  await waiting;
  await promising;
  watcher.add("b");
  assert.equal((await recorder.waitFor(({ object }) => object === "b")).object, "b");
  watcher.stop();
  await recorder.finished;
});

test("WatchRecorder rejects a locked watcher", () => {
  const watcher = new FakeWatcher<string>();
  watcher.getReader();
  assert.throws(() => new WatchRecorder(watcher), { name: "TypeError", message: /it is already being read/ });
});
