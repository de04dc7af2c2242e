import assert from "node:assert/strict";
import { FakeTime } from "@std/testing/time";
import { type CoreV1Event, type Outcome, StatusError } from "../../../mod.ts";
import { EventRecording, type EventRecordingOptions } from "../../../src/client_go/mod.ts";
import { HeldSink } from "./held_sink.ts";

/** An error after which a write is retried. */
export const SERVER_ERROR = new StatusError({ code: 503, reason: "ServiceUnavailable", message: "Busy" });

/** Starts a recording into a {@linkcode HeldSink}, and collects its outcomes. */
export function startRecording(
  options: EventRecordingOptions = {},
): { sink: HeldSink; outcomes: Outcome<CoreV1Event>[]; recording: EventRecording } {
  const sink = new HeldSink();
  const outcomes: Outcome<CoreV1Event>[] = [];
  const recording: EventRecording = new EventRecording(sink, {
    retryDelayMs: 0,
    onOutcome: (outcome) => void outcomes.push(outcome),
    ...options,
  });
  return { sink, outcomes, recording };
}

/** Runs all microtasks that wait for neither a timer nor the test. */
export async function settle(): Promise<void> {
  for (let i = 0; i < 20; i++) await null;
}

/** Stops a recording that still has requests in flight. */
export function abandon(recording: EventRecording): Promise<void> {
  return recording.stop({ signal: AbortSignal.abort() });
}

/** Runs with fake time and a recording whose random numbers are all one half; fails if a timer is left. */
export async function withTime(
  options: EventRecordingOptions,
  run: (parts: {
    recording: EventRecording;
    sink: HeldSink;
    /** The logged lines. */
    lines: string[];
    /** Advances time, and runs all that follows. */
    pass(ms: number): Promise<void>;
  }) => Promise<void>,
): Promise<void> {
  const time = new FakeTime();
  const sink = new HeldSink();
  const lines: string[] = [];
  const recording = new EventRecording(sink, {
    random: () => 0.5,
    logger: { warn: (line) => lines.push(line), error: (line) => lines.push(line) },
    ...options,
  });
  const pass = async (ms: number): Promise<void> => {
    await time.tickAsync(ms);
    await time.runMicrotasks();
  };
  try {
    await run({ recording, sink, lines, pass });
    await abandon(recording);
    assert.equal(time.next(), false, "a timer is left");
  } finally {
    time.restore();
  }
}
