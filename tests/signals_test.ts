import { test } from "node:test";
import assert from "node:assert/strict";
import { Broadcaster, EventBroadcaster, FetchEventSink } from "../mod.ts";
import { EventRecording } from "../src/client_go/mod.ts";
import { EventReader } from "../src/read/mod.ts";
import { EventsApiServer } from "../src/serve/server/mod.ts";
import { FakeRecorder } from "../src/serve/testing/mod.ts";
import { countingSignal } from "./record/broadcaster/vocabulary.ts";
import { podEvent, putEvent } from "./read/reader/write_event.ts";

const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "web", namespace: "shop" } };

/** Everything that accepts a signal, run to its end. */
const CALLS: Readonly<Record<string, (signal: AbortSignal) => Promise<unknown>>> = {
  async "Broadcaster"(signal) {
    const broadcaster = new Broadcaster<number>({ signal });
    broadcaster.watch({ signal }).stop();
    const watcher = broadcaster.watch({ signal });
    broadcaster.actionOrDrop("ADDED", 1);
    await broadcaster.shutdown({ signal });
    for await (const _ of watcher);
  },
  async "Watcher.pipeTo()"(signal) {
    const broadcaster = new Broadcaster<number>();
    const piped = broadcaster.watch().pipeTo(new WritableStream(), { signal });
    await broadcaster.shutdown();
    await piped;
  },
  async "EventBroadcaster and its recordings"(signal) {
    const broadcaster = new EventBroadcaster({ signal });
    const sink = new FetchEventSink({ fetch: new EventsApiServer().fetch });
    const recording = broadcaster.startRecordingToSink(sink, { signal });
    broadcaster.newRecorder({ component: "test" }).event(pod, "Normal", "Pulled", "there");
    await recording.flush({ signal });
    await recording.stop({ signal });
    await broadcaster.shutdown({ signal });
  },
  async "EventRecording"(signal) {
    const recording = new EventRecording(new FetchEventSink({ fetch: new EventsApiServer().fetch }), { signal });
    recording.accept(podEvent("a"));
    await recording.flush({ signal });
    await recording.stop({ signal });
  },
  async "EventReader"(signal) {
    const { fetch } = new EventsApiServer();
    await putEvent(fetch, "a");
    const reader = new EventReader({ fetch });
    for await (const _ of reader.list({ signal }));
    for await (const _ of reader.watch({ signal })) break;
    for await (const _ of reader.occurrences({ signal })) break;
    await reader.waitFor("BackOff", { signal });
  },
  async "FakeRecorder.waitFor()"(signal) {
    const recorder = new FakeRecorder();
    const found = recorder.waitFor("there", { signal });
    recorder.event(pod, "Normal", "Pulled", "there");
    await found;
  },
};

for (const [name, call] of Object.entries(CALLS)) {
  test(`${name} leaves no listener on a signal that outlives it`, async () => {
    const { signal, listeners } = countingSignal();
    await call(signal);
    for (let turns = 0; turns < 5; turns++) await new Promise((resolve) => setTimeout(resolve));
    assert.equal(listeners.size, 0);
  });
}
