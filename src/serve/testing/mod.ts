/**
 * Test doubles for code that records and watches events.
 *
 * | the code under test    | use                                                                                    |
 * | ---------------------- | -------------------------------------------------------------------------------------- |
 * | records events         | {@linkcode FakeRecorder}: keeps them, waits for the next, asserts that no more follow  |
 * | depends on the time    | {@linkcode FakeClock}: does not advance until the test moves it                        |
 * | meets a failing server | {@linkcode ScriptedSink}: answers from a script; or `EventsApiServer` with faults      |
 * | reads a watcher        | {@linkcode FakeWatcher}: sends the events that the test passes to it                   |
 * | broadcasts             | {@linkcode WatchRecorder}: keeps a watcher's events, and waits as `FakeRecorder` does  |
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
 * const recorder = new FakeRecorder({ logger: console }); // logs the calls that it refuses
 * restart({ apiVersion: "v1", kind: "Pod", metadata: { name: "web", namespace: "shop", uid: "1" } }, recorder);
 * const event = await recorder.waitFor("Restarted", { signal: AbortSignal.timeout(1000) }); // the next one
 * assert.equal(event.message, "Restarted web");
 * await recorder.assertNoMore();
 * recorder.clear(); // for the next test
 * ```
 *
 * @module
 */

export { FakeClock } from "./fake_clock.ts";
export { FakeRecorder } from "./fake_recorder.ts";
export type { EventMatch, FakeRecorderOptions, RecordedEvents } from "./fake_recorder.ts";
export { FakeWatcher } from "./fake_watcher.ts";
export { ScriptedSink } from "./scripted_sink.ts";
export type { ScriptedAnswer, SinkRequest } from "./scripted_sink.ts";
export type { WaitOptions } from "./waits.ts";
export { WatchRecorder } from "./watch_recorder.ts";
