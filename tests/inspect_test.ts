import assert from "node:assert/strict";
import { test } from "node:test";
import { Broadcaster, EventBroadcaster } from "../mod.ts";
import { EventReader } from "../src/reader/mod.ts";
import { EventsApiServer } from "../src/server/mod.ts";
import { FakeRecorder, ScriptedSink, WatchRecorder } from "../src/testing/mod.ts";
import { settled } from "./broadcaster/vocabulary.ts";

const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "web", namespace: "shop" } };

/** The output of `console.log` for an object, the same in Deno, Node and Bun. */
function printed(object: object): string {
  const [deno, node] = ["Deno.customInspect", "nodejs.util.inspect.custom"].map((name) => {
    return (object as Record<symbol, () => string>)[Symbol.for(name)]!();
  });
  assert.equal(deno, node);
  return node!;
}

test("console.log() of a Broadcaster and its watchers prints their names and counts", async () => {
  const broadcaster = new Broadcaster<number>({ incomingHighWaterMark: 2, highWaterMark: 1 });
  const watcher = broadcaster.watch();
  broadcaster.watch({ whenFull: "wait" });
  for (const n of [1, 2, 3, 4, 5]) broadcaster.actionOrDrop("ADDED", n);
  assert.equal(
    printed(broadcaster),
    'Broadcaster { state: "running", accepted: 3, queued: 2, refused: 2, watchers: 2 }',
  );
  assert.equal(printed(watcher), 'Watcher { state: "open", queued: 1, delivered: 0, dropped: 0, errors: 0 }');
  await broadcaster.shutdown({ signal: AbortSignal.abort() });
  assert.equal(
    printed(broadcaster),
    'Broadcaster { state: "shut down", accepted: 3, queued: 0, refused: 2, watchers: 0 }',
  );
  assert.equal(printed(watcher), 'Watcher { state: "closed", queued: 1, delivered: 0, dropped: 2, errors: 0 }');
  for await (const _event of watcher);
  assert.equal(printed(watcher), 'Watcher { state: "ended", queued: 0, delivered: 1, dropped: 2, errors: 0 }');
  const full = new Broadcaster<number>({ whenFull: "close", highWaterMark: 2 });
  const closed = full.watch();
  for (const n of [1, 2, 3, 4, 5]) full.actionOrDrop("ADDED", n);
  await full.shutdown();
  assert.equal(printed(closed), 'Watcher { state: "closed", queued: 2, delivered: 0, dropped: 1, errors: 0 }');
  const stopped = new Broadcaster<number>();
  const left = stopped.watch();
  for (const n of [1, 2, 3]) stopped.actionOrDrop("ADDED", n);
  for await (const { object } of left.values({ preventCancel: true })) if (object === 1) break;
  left.stop();
  assert.equal(printed(left), 'Watcher { state: "ended", queued: 0, delivered: 1, dropped: 0, errors: 0 }');
  for (const { prototype } of [Broadcaster, EventBroadcaster]) assert.equal(printed(prototype), "[object]");
});

test("console.log() of an EventBroadcaster, its recorders and recordings prints their names and counts", async () => {
  const broadcaster = new EventBroadcaster();
  const recorder = broadcaster.newRecorder({ component: "kubelet", host: "node-1" });
  assert.equal(printed(recorder), 'EventRecorder { apiVersion: "v1", component: "kubelet", host: "node-1" }');
  recorder.event(pod, "Normal", "Pulled", "there");
  recorder.event({}, "Normal", "Pulled", "there");
  await settled();
  const counts = "accepted: 1, queued: 0, early: 1, refused: 1, watchers: 1, recordings: 0";
  assert.equal(printed(broadcaster), `EventBroadcaster { apiVersion: "v1", state: "running", ${counts} }`);
  const recording = broadcaster.startRecordingToSink(new ScriptedSink());
  assert.match(printed(recording), /^EventRecording { state: "running", accepted: 1, recorded: 0, .* pending: 1, /);
  await broadcaster.shutdown();
  assert.match(printed(broadcaster), /^EventBroadcaster { apiVersion: "v1", state: "shut down", accepted: 1, /);
  assert.match(printed(recording), /^EventRecording { state: "stopped", accepted: 1, recorded: 1, .* pending: 0, /);
  const reporter = { reportingController: "example.com/a", reportingInstance: "a-1" };
  const strict = new EventBroadcaster({ apiVersion: "events.k8s.io/v1" }).newRecorder(reporter);
  const names = 'reportingController: "example.com/a", reportingInstance: "a-1"';
  assert.equal(printed(strict), `EventRecorder { apiVersion: "events.k8s.io/v1", ${names} }`);
});

test("console.log() of an EventReader and its streams prints their names, selection and counts", async () => {
  const { fetch } = new EventsApiServer();
  const all = new EventReader({ fetch });
  assert.equal(printed(all), 'EventReader { apiVersion: "v1", server: "http://127.0.0.1:8001" }');
  const selection = { namespace: "shop", fieldSelector: "type=Warning", labelSelector: "app=web" };
  const options = {
    server: "https://cluster.example.com/a/",
    token: "secret",
    apiVersion: "events.k8s.io/v1",
  } as const;
  assert.equal(
    printed(new EventReader({ ...options, ...selection })),
    'EventReader { apiVersion: "events.k8s.io/v1", server: "https://cluster.example.com/a", namespace: "shop", ' +
      'fieldSelector: "type=Warning", labelSelector: "app=web" }',
  );
  const stream = all.watch();
  assert.equal(printed(stream), "EventStream { lists: 0, watches: 0, events: 0, gaps: 0 }");
  for await (const _bookmark of stream) break;
  assert.equal(printed(stream), 'EventStream { resourceVersion: "1", lists: 1, watches: 0, events: 0, gaps: 0 }');
});

test("console.log() of a FakeRecorder and a WatchRecorder lists their events", async () => {
  const recorder = new FakeRecorder();
  assert.equal(printed(recorder), "FakeRecorder: 0 recorded, 0 refused");
  recorder.event(pod, "Normal", "Pulled", "there");
  recorder.event({}, "Normal", "Killed", "gone");
  const [recorded, refused] = ["  recorded: Normal Pulled there", `  refused: ${recorder.refused[0]}`];
  assert.equal(printed(recorder), `FakeRecorder: 1 recorded, 1 refused\n${recorded}\n${refused}`);
  const broadcaster = new Broadcaster<unknown>();
  const watched = new WatchRecorder(broadcaster.watch());
  for (const object of [pod, "text", { metadata: { name: "x" } }]) broadcaster.actionOrDrop("ADDED", object);
  await broadcaster.shutdown();
  await watched.finished;
  assert.equal(
    printed(watched),
    'WatchRecorder: 3 seen\n  seen: ADDED Pod web\n  seen: ADDED "text"\n  seen: ADDED object x',
  );
});
