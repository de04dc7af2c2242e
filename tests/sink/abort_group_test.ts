import { test } from "node:test";
import assert from "node:assert/strict";
import { AbortGroup } from "../../src/sink/abort_group.ts";

/** Rejects with the reason of its signal, when that aborts. */
function hang(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
}

test("AbortGroup.run() gives each task a signal of its own", async () => {
  const group = new AbortGroup();
  const signals = new Set<AbortSignal>();
  for (let i = 0; i < 3; i++) {
    assert.equal(
      await group.run((signal) => {
        signals.add(signal);
        return Promise.resolve(i);
      }),
      i,
    );
  }
  assert.equal(signals.size, 3);
});

test("AbortGroup.abort() aborts the tasks of the moment, and no others", async () => {
  const group = new AbortGroup();
  const tasks = [group.run(hang), group.run(hang)];
  let early: AbortSignal | undefined;
  await group.run((signal) => Promise.resolve(early = signal));
  group.abort(new Error("enough"));
  for (const task of tasks) await assert.rejects(task, { message: "enough" });
  assert.equal(early?.aborted, false);
  assert.equal(await group.run((signal) => Promise.resolve(signal.aborted)), false);
});
