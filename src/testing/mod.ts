/**
 * Doubles for the tests of code that records and watches events: a recorder that keeps what it is told, a clock that stands
 * still, a sink that answers from a script, a watcher that is fed by hand, a recorder of watch events.
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
