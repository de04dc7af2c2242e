import { test } from "node:test";
import assert from "node:assert/strict";
import { FakeRecorder } from "../../src/testing/mod.ts";

const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "web", namespace: "shop" } };

test("FakeRecorder with includeObject prints the object, in both APIs", () => {
  const core = new FakeRecorder({ includeObject: true });
  core.annotatedEventf(pod, { b: "2", a: "1" }, "Normal", "Pulled", "there");
  assert.deepEqual(core.lines, ["Normal Pulled there involvedObject{kind=Pod,apiVersion=v1} map[a:1 b:2]"]);

  const events = new FakeRecorder({ apiVersion: "events.k8s.io/v1", includeObject: true });
  events.eventf(pod, { apiVersion: "v1", kind: "Node" }, "Normal", "Scheduled", "Binding", "there");
  assert.deepEqual(events.lines, [
    "Normal Scheduled Binding there {kind=Pod,apiVersion=v1} {kind=Node,apiVersion=v1}",
  ]);
  events.eventf(pod, undefined, "Normal", "Scheduled", "Binding", "alone");
  assert.equal(events.lines[1], "Normal Scheduled Binding alone {kind=Pod,apiVersion=v1}");
});

test("FakeRecorder.waitFor() finds a recorded event, and waits for a later one", async () => {
  const recorder = new FakeRecorder();
  recorder.event(pod, "Normal", "Pulled", "one");
  assert.equal((await recorder.waitFor(/one$/)).message, "one");
  assert.equal((await recorder.waitFor("Normal Pulled")).message, "one");
  await assert.rejects(recorder.waitFor(7 as never), {
    name: "TypeError",
    message: "Cannot wait for an event: match must be a function, received 7",
  });
  const later = recorder.waitFor((event) => event.message === "three");
  recorder.event(pod, "Normal", "Pulled", "two");
  recorder.event(pod, "Normal", "Pulled", "three");
  assert.equal((await later).message, "three");
});

test("FakeRecorder.waitFor() rejects when its signal aborts, with the recorded events and the dropped ones with their reasons", async () => {
  const recorder = new FakeRecorder();
  const controller = new AbortController();
  const waiting = recorder.waitFor(/never/, { signal: controller.signal });
  recorder.event(pod, "Normal", "Pulled", "there");
  recorder.event({ metadata: { name: "web" } }, "Normal", "Killed", "gone");
  const cause = new DOMException("enough", "TimeoutError");
  controller.abort(cause);
  const message =
    `Cannot wait for the event: enough\nFakeRecorder: 1 recorded, 1 refused\n  recorded: Normal Pulled there\n` +
    `  refused: ${recorder.refused[0]}`;
  assert.match(message, /refused: Cannot record Killed: /);
  await assert.rejects(waiting, { name: "TimeoutError", message, cause });
  await assert.rejects(recorder.waitFor(/never/, { signal: controller.signal }), {
    name: "TimeoutError",
    message,
    cause,
  });
});

test("FakeRecorder.waitFor() waits for its timeout even if nothing else keeps the process alive", async () => {
  const signal = AbortSignal.timeout(1);
  await assert.rejects(new FakeRecorder().waitFor(/never/, { signal }), { name: "TimeoutError" });
});

test("FakeRecorder.waitFor() rejects with the latest of many events", async () => {
  const recorder = new FakeRecorder();
  for (let n = 1; n <= 22; n++) recorder.event(pod, "Normal", "Pulled", `number ${n}`);
  await assert.rejects(recorder.waitFor(/never/, { signal: AbortSignal.abort() }), (error: Error) => {
    const lines = error.message.split("\n");
    assert.deepEqual(lines.slice(1, 4), [
      "FakeRecorder: 22 recorded, 0 refused",
      "  recorded: … 2 before these",
      "  recorded: Normal Pulled number 3",
    ]);
    assert.equal(lines.at(-1), "  recorded: Normal Pulled number 22");
    return true;
  });
});

test("FakeRecorder.waitFor() rejects with the error of its match, and keeps recording", async () => {
  const recorder = new FakeRecorder();
  const match = (): never => {
    throw new Error("Broken");
  };
  const waiting = assert.rejects(recorder.waitFor(match), { message: "Broken" });
  recorder.event(pod, "Normal", "Pulled", "there");
  await waiting;
  await assert.rejects(recorder.waitFor(match), { message: "Broken" });
  assert.equal(recorder.events.length, 1);
});

test("FakeRecorder logs each invalid event, as a real recorder does", () => {
  const warnings: string[] = [];
  const recorder = new FakeRecorder({ logger: { warn: (message) => void warnings.push(message), error() {} } });
  recorder.event({ metadata: { name: "web" } }, "Normal", "Pulled", "there");
  recorder.record(pod, { type: "Normal", reason: "Pulled", message: "there", related: {} });
  assert.equal(warnings.length, 2);
  assert.equal(warnings[0], recorder.refused[0]);
  assert.match(warnings[1]!, /^Related object omitted: /);
});

test("FakeRecorder.withLogger() records into the same lists", () => {
  const recorder = new FakeRecorder();
  recorder.withLogger({ warn() {}, error() {} }).event(pod, "Normal", "Pulled", "there");
  assert.deepEqual(recorder.lines, ["Normal Pulled there"]);
});

test("FakeRecorder rejects an unknown apiVersion", () => {
  assert.throws(() => new FakeRecorder({ apiVersion: "events/v1" as never }), {
    name: "RangeError",
    message: 'Cannot create a FakeRecorder: apiVersion must be one of "v1", "events.k8s.io/v1", received "events/v1"',
  });
});

test("FakeRecorder.waitFor() rejects with all of twenty events", async () => {
  const recorder = new FakeRecorder();
  for (let n = 1; n <= 20; n++) recorder.event(pod, "Normal", "Pulled", `number ${n}`);
  await assert.rejects(recorder.waitFor(/never/, { signal: AbortSignal.abort() }), (error: Error) => {
    const lines = error.message.split("\n");
    assert.deepEqual([lines.length, lines[2], lines.at(-1)], [
      22,
      "  recorded: Normal Pulled number 1",
      "  recorded: Normal Pulled number 20",
    ]);
    return true;
  });
});
