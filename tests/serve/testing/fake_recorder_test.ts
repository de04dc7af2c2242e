import assert from "node:assert/strict";
import { test } from "../../fake_time.ts";
import { FakeRecorder } from "../../../src/serve/testing/mod.ts";
import { countingSignal, soon } from "../../record/broadcaster/vocabulary.ts";

const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "web", namespace: "shop", uid: "1234" } };

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

test("FakeRecorder prints annotations last; in events.k8s.io/v1 these and the action only with includeObject", () => {
  const fields = { type: "Normal", reason: "Scheduled", action: "Binding", annotations: { a: "1" } } as const;
  const brief = new FakeRecorder({ apiVersion: "events.k8s.io/v1" });
  brief.record(pod, { ...fields, note: "there" });
  assert.deepEqual(brief.lines, ["Normal Scheduled there"]);
  const full = new FakeRecorder({ apiVersion: "events.k8s.io/v1", includeObject: true });
  full.record(pod, { ...fields, note: "there" });
  assert.deepEqual(full.lines, ["Normal Scheduled Binding there {kind=Pod,apiVersion=v1} map[a:1]"]);
});

test("FakeRecorder records events reported by fake at the current time, in both APIs", (_time) => {
  const core = new FakeRecorder();
  core.event(pod, "Normal", "Pulled", "there");
  assert.equal(core.events[0]!.source?.component, "fake");
  assert.equal(core.events[0]!.firstTimestamp, "2026-01-01T00:00:00Z");
  const events = new FakeRecorder({ apiVersion: "events.k8s.io/v1" });
  events.eventf(pod, undefined, "Normal", "Pulled", "Pulling", "there");
  const { reportingController, reportingInstance, eventTime } = events.events[0]!;
  assert.deepEqual([reportingController, reportingInstance, eventTime], [
    "fake",
    "fake-1",
    "2026-01-01T00:00:00.000000Z",
  ]);
}, "2026-01-01T00:00:00Z");

test("FakeRecorder.waitFor() matches a global pattern from the start of every line", async () => {
  const recorder = new FakeRecorder();
  recorder.event(pod, "Normal", "Pulled", "there");
  recorder.event(pod, "Normal", "Pulled", "there");
  const pattern = /Pulled there/g;
  for (let n = 0; n < 2; n++) assert.equal((await soon("The wait", recorder.waitFor(pattern))).message, "there");
});

test("FakeRecorder.waitFor() stops calling its match and removes its listener once settled", async () => {
  const recorder = new FakeRecorder();
  for (const ends of ["match", "error", "abort"]) {
    const { signal, listeners, abort } = countingSignal();
    let calls = 0;
    const match = (): boolean => {
      calls++;
      if (ends === "error") throw new Error("Broken");
      return ends === "match";
    };
    const from = recorder.events.length;
    const waiting = recorder.waitFor((event) => recorder.events.indexOf(event) >= from && match(), { signal });
    const settled = Promise.allSettled([waiting]);
    assert.equal(listeners.size, 1);
    if (ends === "abort") abort(new Error("enough"));
    else recorder.event(pod, "Normal", "Pulled", "first");
    const [{ status }] = await soon("The wait", settled) as [PromiseSettledResult<unknown>];
    assert.equal(status, ends === "match" ? "fulfilled" : "rejected");
    const before = calls;
    recorder.event(pod, "Normal", "Pulled", "later");
    assert.equal(calls, before, ends);
    assert.equal(listeners.size, 0, ends);
  }
});

test("FakeRecorder.waitFor() finds a recorded event, and waits for a later one", async () => {
  const recorder = new FakeRecorder();
  for (let n = 0; n < 4; n++) recorder.event(pod, "Normal", "Pulled", "one");
  assert.equal((await recorder.waitFor(/one$/)).message, "one");
  assert.equal((await recorder.waitFor(/^Normal Pulled/, { signal: AbortSignal.abort() })).message, "one");
  assert.equal((await recorder.waitFor("Normal Pulled")).message, "one");
  await assert.rejects(recorder.waitFor(7 as never), {
    name: "TypeError",
    message: "Cannot wait for an event: match must be a string, a RegExp or a function, received 7",
  });
  await assert.rejects(recorder.waitFor((() => Promise.reject()) as never), {
    name: "TypeError",
    message: "match must return a boolean, received [object Promise]",
  });
  const later = recorder.waitFor((event) => event.message === "three");
  recorder.event(pod, "Normal", "Pulled", "two");
  recorder.event(pod, "Normal", "Pulled", "three");
  assert.equal((await later).message, "three");
});

test("FakeRecorder.waitFor() returns each event once, so a second wait is for a second event", async () => {
  const recorder = new FakeRecorder();
  for (const message of ["one", "two"]) recorder.event(pod, "Normal", "Pulled", message);
  recorder.event(pod, "Normal", "Started", "three");
  assert.equal((await recorder.waitFor(/Pulled/)).message, "one");
  assert.equal((await recorder.waitFor(/three/)).message, "three", "whatever the order");
  assert.equal((await recorder.waitFor()).message, "two", "any event");
  const second = recorder.waitFor(/Pulled/, { signal: AbortSignal.timeout(10) });
  await assert.rejects(second, {
    name: "TimeoutError",
    message: /3 recorded, 0 refused\n *recorded: Normal Pulled one \(returned by a wait\)\n/,
  });
  const [third, fourth] = [recorder.waitFor(/Pulled/), recorder.waitFor(/Pulled/)];
  for (const message of ["five", "six"]) recorder.event(pod, "Normal", "Pulled", message);
  assert.deepEqual([(await third).message, (await fourth).message], ["five", "six"]);
});

test("FakeRecorder.assertNoMore() rejects if there is an event that no wait has returned", async () => {
  const recorder = new FakeRecorder();
  await recorder.assertNoMore();
  recorder.event(pod, "Normal", "Pulled", "one");
  await recorder.assertNoMore(/Started/);
  await assert.rejects(recorder.assertNoMore(), {
    message: "Expected no more events, received: Normal Pulled one\nFakeRecorder: 1 recorded, 0 refused\n" +
      "  recorded: Normal Pulled one",
  });
  await assert.rejects(recorder.assertNoMore("Pulled"), /received: Normal Pulled one/, "and again");
  await recorder.waitFor(/Pulled/);
  await recorder.assertNoMore();
  await assert.rejects(recorder.assertNoMore(7 as never), { name: "TypeError" });
});

test("FakeRecorder.assertNoMore() rejects if an event follows before its signal aborts", async () => {
  const recorder = new FakeRecorder();
  await recorder.assertNoMore(/Pulled/, { signal: AbortSignal.timeout(5) });
  const none = recorder.assertNoMore(/Pulled/, { signal: AbortSignal.timeout(60_000) });
  recorder.event(pod, "Normal", "Started", "another");
  await new Promise((resolve) => setTimeout(resolve)); // it waits by now
  recorder.event(pod, "Normal", "Pulled", "late");
  await assert.rejects(soon("The assertion", none), /^Error: Expected no more events, received: Normal Pulled late\n/);
});

test("FakeRecorder.assertNoMore() rejects if a call was refused, unless it is given a match", async () => {
  const recorder = new FakeRecorder();
  recorder.event({ metadata: { name: "web" } }, "Normal", "Killed", "gone");
  await assert.rejects(recorder.assertNoMore(), /received: Cannot record Killed: .*\n.*0 recorded, 1 refused/);
  await recorder.assertNoMore(/Pulled/);
});

test("FakeRecorder.clear() empties its lists, and later waits are for later events", async () => {
  const recorder = new FakeRecorder();
  const { events, lines, refused } = recorder;
  const waiting = recorder.waitFor(/Started/);
  recorder.event(pod, "Normal", "Pulled", "one");
  recorder.event({ metadata: { name: "web" } }, "Normal", "Killed", "gone");
  recorder.clear();
  assert.deepEqual([events, lines, refused], [[], [], []]);
  await recorder.assertNoMore();
  recorder.event(pod, "Normal", "Started", "two");
  assert.equal((await waiting).message, "two");
  assert.deepEqual(lines, ["Normal Started two"]);
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
