import { test } from "node:test";
import assert from "node:assert/strict";
import { EventRecording, type Outcome } from "../../mod.ts";
import { ScriptedSink } from "../../src/testing/mod.ts";
import { accounted } from "./accounted.ts";
import { makeEvent } from "./make_event.ts";

/** Calls `run` a number of times: first where the stack is used up, then one frame higher each time. */
function callNearEnd(times: number, run: () => void): number {
  let made = 0;
  try {
    made = callNearEnd(times, run);
  } catch {
    // This is the deepest frame that fits.
  }
  if (made < times) run();
  return made + 1;
}

// The first test of the file: the code of a recording must not have been called yet.
test("EventRecording.accept() accounts for all events that it takes near the end of the call stack of a fresh process", async () => {
  const recording = new EventRecording(new ScriptedSink(), { correlator: { burst: 5, trailingWrites: true } });
  const events = Array.from({ length: 1000 }, (_, i) => makeEvent(`e-${i}`, { pod: `p-${i % 300}` }));
  let taken = 0;
  callNearEnd(1000, () => {
    const event = events.pop()!;
    try {
      recording.accept(event);
    } catch {
      return; // V8 needs some 40 KB to compile accept() itself
    }
    taken++;
  });
  assert.equal(recording.stats().accepted, taken);
  assert.ok(taken > 100, `${taken} taken`);
  accounted(recording.stats());
  assert.equal((await recording.flush()).pending, 0);
  await recording.stop();
});

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
    // A function that is called for the first time there does not fit, however small it is.
    for (; total < 1000; total++) recording.accept(makeEvent(`warm-${total}`, { pod: `p-${total % 100}` }));
    recording.accept(null as never);
    total++;
    for (let round = 0; round < 3; round++) {
      let made = 0;
      callNearEnd(500, () => {
        const event = makeEvent(`e-${round}-${made++}`, { pod: `p-${made % 100}` });
        recording.accept(event);
        total++;
      });
    }
    const { accepted, because } = recording.stats();
    assert.equal(accepted, total);
    // Between the last event that is recorded and the first call that does not fit.
    assert.ok((because["correlator-error"] ?? 0) >= 3, JSON.stringify(because));
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
