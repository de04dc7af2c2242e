/**
 * Test doubles for code that records and watches events.
 *
 * - {@linkcode FakeRecorder}: a recorder that keeps its events.
 * - {@linkcode FakeClock}: a clock that stands still.
 * - {@linkcode ScriptedSink}: a sink that answers from a script.
 * - {@linkcode FakeWatcher}: a watcher that the test feeds.
 * - {@linkcode WatchRecorder}: keeps the events of a watcher and waits for them.
 *
 * @example Test a controller
 * ```ts
 * import type { CoreV1EventRecorder, KubernetesObject } from "@kubecast/events";
 * import { FakeRecorder } from "@kubecast/events/testing";
 * import assert from "node:assert/strict";
 *
 * function restart(pod: KubernetesObject, recorder: CoreV1EventRecorder): void { // the code under test
 *   recorder.eventf(pod, "Normal", "Restarted", "Restarted %s", pod.metadata?.name);
 * }
 *
 * const recorder = new FakeRecorder();
 * restart({ apiVersion: "v1", kind: "Pod", metadata: { name: "web" } }, recorder);
 * assert.deepEqual(recorder.lines, ["Normal Restarted Restarted web"]);
 * ```
 *
 * @module
 */

export { FakeClock } from "./fake_clock.ts";
export { FakeRecorder } from "./fake_recorder.ts";
export type { FakeRecorderOptions, RecordedEvents } from "./fake_recorder.ts";
export { FakeWatcher } from "./fake_watcher.ts";
export { ScriptedSink } from "./scripted_sink.ts";
export type { ScriptedAnswer, SinkRequest } from "./scripted_sink.ts";
export { WatchRecorder } from "./watch_recorder.ts";
