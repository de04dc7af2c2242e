/**
 * Test doubles for code that records and watches events.
 *
 * | code that            | use                                                                                  |
 * | -------------------- | ------------------------------------------------------------------------------------ |
 * | records events       | {@linkcode FakeRecorder}: keeps them, waits for the next, asserts that there are no more |
 * | depends on the time  | {@linkcode FakeClock}: stands still until the test moves it                          |
 * | must survive a failing server | {@linkcode ScriptedSink}: answers from a script; or an `EventsApiServer` of `@kubecast/events/server` with faults |
 * | reads a watcher      | {@linkcode FakeWatcher}: the test feeds it                                           |
 * | broadcasts           | {@linkcode WatchRecorder}: keeps what a watcher gets, and waits for it               |
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
 * const recorder = new FakeRecorder({ logger: console }); // which shows the calls that it refuses
 * restart({ apiVersion: "v1", kind: "Pod", metadata: { name: "web" } }, recorder);
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
