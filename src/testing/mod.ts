/**
 * Doubles for the tests of code that records events: a recorder that keeps what it is told, a clock that stands still, a sink
 * that answers from a script.
 *
 * @module
 */

export { FakeClock } from "./fake_clock.ts";
export { FakeRecorder } from "./fake_recorder.ts";
export type { FakeRecorderOptions, RecordedEvents } from "./fake_recorder.ts";
