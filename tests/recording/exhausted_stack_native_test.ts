import { test } from "node:test";
import assert from "node:assert/strict";
import { EventRecording, type Outcome } from "../../mod.ts";
import { ScriptedSink } from "../../src/testing/mod.ts";
import { accounted } from "./accounted.ts";
import { makeEvent } from "./make_event.ts";

/** The number of nested calls until the stack is used up. */
function depth(): number {
  try {
    return 1 + depth();
  } catch {
    return 0;
  }
}

/** Calls `run` below `frames` nested calls. */
function nested(frames: number, run: () => void): void {
  if (frames === 0) run();
  else nested(frames - 1, run);
}

for (
  const [title, options] of [["", {}], [" that filters spam", {
    correlator: { burst: 1, trailingWrites: true },
  }]] as const
) {
  test(`EventRecording.accept()${title} accounts for all events that it takes near the end of the call stack`, async () => {
    let total = 0;
    const outcomes: Outcome[] = [];
    const recording = new EventRecording(new ScriptedSink(), {
      ...options,
      maxPending: 50,
      onOutcome: (outcome) => void outcomes.push(outcome),
    });
    const limit = depth();
    for (let round = 0; round < 3; round++) {
      for (let frames = Math.max(limit - 1500, 0); frames < limit; frames++) {
        const event = makeEvent(`e-${round}-${frames}`, { pod: `p-${frames % 100}` });
        try {
          nested(frames, () => recording.accept(event));
          total++;
        } catch (error) {
          // The call itself did not fit.
          assert.ok(error instanceof RangeError, String(error));
          break;
        }
      }
    }
    const { accepted } = recording.stats();
    assert.equal(accepted, total);
    accounted(recording.stats());
    const { pending } = await recording.flush();
    assert.equal(pending, 0);
    await recording.stop();
    assert.equal(outcomes.reduce((sum, { type, count }) => type === "uncounted" ? sum : sum + count, 0), total);
  });
}

test("EventRecording counts every event once if onOutcome records each dropped event again", async () => {
  let told = 0;
  const recording = new EventRecording(new ScriptedSink(), {
    onOutcome: ({ type, count }) => {
      told += count;
      if (type === "dropped") recording.accept(null as never);
    },
  });
  recording.accept(null as never);
  accounted(recording.stats());
  assert.equal(recording.stats().pending, 0);
  await recording.stop();
  assert.ok(told > 0);
});
