import { test } from "node:test";
import assert from "node:assert/strict";
import { makeEvent } from "./make_event.ts";
import { settle, startRecording } from "./start_recording.ts";

test("EventRecording coalesces repeats into a create that was not sent yet", async () => {
  const { sink, outcomes, recording } = startRecording();
  for (let i = 0; i < 5; i++) recording.accept(makeEvent(`a${i}`, { pod: "a" }));
  const flushed = recording.flush();
  const request = await sink.made(1);
  assert.equal(request.verb, "create");
  assert.equal(request.event.metadata.name, "a0");
  assert.equal(request.event.count, 5);
  request.answer();
  assert.equal((await flushed).pending, 0);
  assert.deepEqual(outcomes.map(({ type, count }) => [type, count]), [["recorded", 1], ["coalesced", 4]]);
  assert.equal(recording.stats().requests, 1);
});

test("EventRecording coalesces the repeats during a create into one patch, sent afterwards", async () => {
  const { sink, recording } = startRecording();
  recording.accept(makeEvent("a0", { pod: "a" }));
  const create = await sink.made(1);
  for (let i = 1; i < 5; i++) recording.accept(makeEvent(`a${i}`, { pod: "a" }));
  await settle();
  assert.equal(sink.requests.length, 1);
  create.answer();
  const patch = await sink.made(2);
  assert.equal(patch.verb, "patch");
  assert.equal(patch.event.metadata.name, "a0");
  assert.deepEqual(patch.patch?.find(({ path }) => path === "/count"), { op: "replace", path: "/count", value: 5 });
  patch.answer();
  await recording.flush();
  recording.accept(makeEvent("a5", { pod: "a" }));
  const next = await sink.made(3);
  assert.equal(next.event.count, 6);
  next.answer();
  await recording.flush();
  assert.equal(recording.stats().recorded, 3);
  assert.equal(recording.stats().coalesced, 3);
});

test("EventRecording coalesces any number of repeats into one pending write", async () => {
  const { sink, recording } = startRecording({ correlator: { burst: 1_000_000 } });
  for (let i = 0; i < 20_000; i++) recording.accept(makeEvent(`e${i}`, { pod: `p${i % 10}` }));
  assert.deepEqual([recording.stats().entries, recording.stats().pending], [10, 20_000]);
  for (let made = 1; made <= 10; made++) (await sink.made(made)).answer();
  await recording.flush();
  assert.deepEqual(sink.requests.map(({ event }) => event.count), Array(10).fill(2000));
});
