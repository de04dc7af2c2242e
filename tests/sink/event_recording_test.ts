import { test } from "node:test";
import assert from "node:assert/strict";
import { FakeTime } from "@std/testing/time";
import {
  type CoreV1Event,
  EventBroadcaster,
  EventCorrelator,
  EventRecording,
  type EventRecordingOptions,
  type EventSink,
  FetchEventSink,
  type FlushReport,
  type Outcome,
  RequestConstructionError,
  StatusError,
} from "../../mod.ts";
import { EventsApiServer } from "../../src/server/mod.ts";
import { accounted } from "./accounted.ts";
import { HeldSink } from "./held_sink.ts";
import { makeEvent } from "./make_event.ts";

const SERVER_ERROR = new StatusError({ code: 503, reason: "ServiceUnavailable", message: "Busy" });

/** Lets everything happen that is not waiting for a timer or the test. */
async function settle(): Promise<void> {
  for (let i = 0; i < 20; i++) await null;
}

/** Stops a recording that still has requests under way. */
function giveUp(recording: EventRecording): Promise<void> {
  return recording.stop({ signal: AbortSignal.abort() });
}

/** A recording whose outcomes are kept. */
function start(options: EventRecordingOptions = {}) {
  const sink = new HeldSink();
  const outcomes: Outcome<CoreV1Event>[] = [];
  const recording: EventRecording = new EventRecording(sink, {
    retryDelayMs: 0,
    onOutcome: (outcome) => void outcomes.push(outcome),
    ...options,
  });
  return { sink, outcomes, recording };
}

// -- Lanes --

test("EventRecording writes nothing before the burst that an event is part of is over", async () => {
  const { sink, recording } = start();
  recording.accept(makeEvent("a"));
  assert.equal(sink.requests.length, 0);
  await settle();
  assert.equal(sink.requests.length, 1);
  assert.equal(recording.stats().pending, 1);
  await giveUp(recording);
});

test("EventRecording.flush() resolves once what is queued is written", async () => {
  const { sink, recording } = start();
  recording.accept(makeEvent("a"));
  recording.accept(makeEvent("b"));
  const reports: FlushReport[] = [];
  void recording.flush().then((report) => reports.push(report));
  (await sink.made(1)).answer();
  await settle();
  assert.equal(reports.length, 0);
  (await sink.made(2)).answer();
  await settle();
  assert.deepEqual(reports.map(({ recorded, pending }) => [recorded, pending]), [[2, 0]]);
});

test("EventRecording folds repeats into a create that has not left", async () => {
  const { sink, outcomes, recording } = start();
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

test("EventRecording makes one patch of the repeats that come while a create is under way, and sends it afterwards", async () => {
  const { sink, recording } = start();
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

test("EventRecording has at most concurrency requests under way, and one of each event", async () => {
  const { sink, recording } = start({ concurrency: 3 });
  for (let i = 0; i < 10; i++) recording.accept(makeEvent(`e${i}`));
  await settle();
  // The last place is for a namespace of which the server is known to write.
  assert.equal(sink.underWay, 2);
  for (let i = 0; i < 10; i++) recording.accept(makeEvent(`f${i}`, { pod: `e${i}` }));
  await settle();
  assert.equal(sink.requests.length, 2);
  sink.requests[0]!.answer();
  await settle();
  assert.equal(sink.underWay, 3);
  for (let made = 2; made <= 12; made++) {
    const request = await sink.made(made);
    assert.ok(sink.underWay <= 3);
    request.answer();
  }
  const { pending } = await recording.flush();
  assert.equal(pending, 0);
  // Ten creates, eight of them with their repeat inside, and two patches.
  assert.deepEqual(
    sink.requests.map(({ verb }) => verb).sort(),
    [...Array(10).fill("create"), ...Array(2).fill("patch")],
  );
});

test("EventRecording serves lanes in the order in which they became ready", async () => {
  const { sink, recording } = start({ concurrency: 1 });
  for (const name of ["a", "b", "c", "d"]) recording.accept(makeEvent(name));
  for (let made = 1; made <= 4; made++) (await sink.made(made)).answer();
  await recording.flush();
  assert.deepEqual(sink.requests.map(({ event }) => event.metadata.name), ["a", "b", "c", "d"]);
});

test("EventRecording forgets a lane that holds nothing", async () => {
  const { sink, recording } = start();
  recording.accept(makeEvent("a"));
  assert.equal(recording.stats().lanes, 1);
  (await sink.made(1)).answer();
  await recording.flush();
  assert.equal(recording.stats().lanes, 0);
});

test("EventRecording does not let an event that fails delay another", async () => {
  const { sink, recording } = start({ concurrency: 1, retryDelayMs: 3_600_000 });
  recording.accept(makeEvent("poison"));
  (await sink.made(1)).answer(SERVER_ERROR);
  recording.accept(makeEvent("other"));
  const other = await sink.made(2);
  assert.equal(other.event.metadata.name, "other");
  other.answer();
  await settle();
  assert.deepEqual([recording.stats().recorded, recording.stats().pending], [1, 1]);
  await giveUp(recording);
});

test("EventRecording tries again with what came meanwhile", async () => {
  const { sink, outcomes, recording } = start();
  recording.accept(makeEvent("a0", { pod: "a" }));
  const first = await sink.made(1);
  recording.accept(makeEvent("a1", { pod: "a" }));
  first.answer(SERVER_ERROR);
  recording.accept(makeEvent("a2", { pod: "a" }));
  const second = await sink.made(2);
  assert.deepEqual([second.verb, second.event.metadata.name, second.event.count], ["create", "a0", 3]);
  second.answer();
  await recording.flush();
  assert.deepEqual(outcomes.map(({ type, count }) => [type, count]), [["recorded", 1], ["coalesced", 2]]);
  assert.equal(recording.stats().retries, 1);
});

// -- What the server says --

test("EventRecording creates an event anew that is gone, without its resourceVersion", async () => {
  const { sink, recording } = start();
  recording.accept(makeEvent("a0", { pod: "a" }));
  (await sink.made(1)).answer();
  await recording.flush();
  recording.accept(makeEvent("a1", { pod: "a" }));
  const patch = await sink.made(2);
  assert.equal(patch.event.metadata.resourceVersion, "1");
  patch.answer(new StatusError({ code: 404, reason: "NotFound" }));
  const create = await sink.made(3);
  assert.deepEqual([create.verb, create.event.metadata.name, create.event.count], ["create", "a0", 2]);
  assert.equal(create.event.metadata.resourceVersion, undefined);
  create.answer();
  await recording.flush();
  assert.equal(recording.stats().recorded, 2);
});

test("EventRecording takes a create that is there already for done, once it has read that it is the same event", async () => {
  const { sink, recording } = start();
  recording.accept(makeEvent("a"));
  (await sink.made(1)).answer(new TypeError("The answer was lost"));
  (await sink.made(2)).answer(new StatusError({ code: 409, reason: "AlreadyExists" }));
  const read = await sink.made(3);
  assert.deepEqual([read.verb, read.patch, read.event.metadata.resourceVersion], ["patch", [], undefined]);
  read.answer();
  await recording.flush();
  assert.deepEqual([recording.stats().recorded, recording.stats().requests], [1, 3]);
});

test("EventRecording brings a create that is there already up to date", async () => {
  const { sink, recording } = start();
  recording.accept(makeEvent("a0", { pod: "a" }));
  const lost = await sink.made(1);
  recording.accept(makeEvent("a1", { pod: "a" }));
  lost.answer(new TypeError("The answer was lost"));
  (await sink.made(2)).answer(new StatusError({ code: 409, reason: "AlreadyExists" }));
  (await sink.made(3)).answer();
  const patch = await sink.made(4);
  assert.deepEqual([patch.verb, patch.event.count, patch.event.metadata.resourceVersion], ["patch", 2, "1"]);
  patch.answer();
  await recording.flush();
  assert.deepEqual([recording.stats().recorded, recording.stats().coalesced], [1, 1]);
});

test("EventRecording takes other refusals for final, for all events of the write", async () => {
  for (const code of [400, 401, 403, 405, 413, 415, 422]) {
    const { sink, outcomes, recording } = start();
    const error = new StatusError({ code, reason: "Because", message: "No" });
    recording.accept(makeEvent("a0", { pod: "a" }));
    recording.accept(makeEvent("a1", { pod: "a" }));
    (await sink.made(1)).answer(error);
    await recording.flush();
    assert.equal(outcomes.length, 1);
    const [outcome] = outcomes;
    assert.ok(outcome?.type === "rejected");
    assert.deepEqual([outcome.count, outcome.error, outcome.message], [2, error, "No"]);
    assert.equal(recording.stats().requests, 1);
  }
});

test("EventRecording gives up at once what no request can be made of", async () => {
  const { sink, outcomes, recording } = start();
  const error = new RequestConstructionError("No JSON");
  recording.accept(makeEvent("a"));
  (await sink.made(1)).answer(error);
  await recording.flush();
  assert.deepEqual(outcomes.map((outcome) => outcome.type === "rejected" && outcome.error), [error]);
});

test("EventRecording abandons a write after maxTries", async () => {
  const { sink, outcomes, recording } = start({ maxTries: 3 });
  recording.accept(makeEvent("a"));
  for (let made = 1; made <= 3; made++) (await sink.made(made)).answer(new TypeError("Nobody there"));
  await recording.flush();
  const [outcome] = outcomes;
  assert.ok(outcome?.type === "abandoned");
  assert.deepEqual([outcome.because, outcome.message], ["tries", "after 3 tries: Nobody there"]);
  assert.equal(sink.requests.length, 3);
});

test("EventRecording gives a request up at its time-out, even if the sink does not", async () => {
  const { sink, recording } = start({ requestTimeoutMs: 5 });
  recording.accept(makeEvent("a"));
  const late = await sink.made(1);
  const second = await sink.made(2);
  assert.equal(late.signal.aborted, true);
  assert.equal(late.signal.reason.name, "TimeoutError");
  second.answer();
  late.answer();
  await recording.flush();
  assert.deepEqual([recording.stats().recorded, recording.stats().retries], [1, 1]);
});

test("EventRecording survives a sink that throws", async () => {
  const sink = new HeldSink();
  sink.create = () => {
    throw new TypeError("Broken");
  };
  const recording = new EventRecording(sink, { maxTries: 2, retryDelayMs: 0 });
  recording.accept(makeEvent("a"));
  await recording.flush();
  assert.equal(recording.stats().abandoned, 1);
});

test("EventRecording survives a sink that answers with anything but an event", async () => {
  const lines: string[] = [];
  const answers: readonly unknown[] = [undefined, null, 1, "done", {}, { metadata: null }];
  for (const answer of answers) {
    const sink = new HeldSink();
    sink.create = () => Promise.resolve(answer as CoreV1Event);
    const recording = new EventRecording(sink, {
      onOutcome: (outcome) => assert.equal(outcome.event?.metadata.name, "a"),
      logger: { warn: (line) => lines.push(line), error: (line) => lines.push(line) },
    });
    recording.accept(makeEvent("a"));
    await recording.stop();
    assert.equal(recording.stats().recorded, 1);
  }
  assert.deepEqual(lines, []);
});

test("EventRecording drops the creates that wait when their namespace is being deleted, and none accepted later", async () => {
  const { sink, outcomes, recording } = start({ concurrency: 1 });
  const terminating = new StatusError({
    code: 403,
    reason: "Forbidden",
    details: { causes: [{ reason: "NamespaceTerminating" }] },
  });
  for (const name of ["a", "b", "c"]) recording.accept(makeEvent(name, { namespace: "going" }));
  recording.accept(makeEvent("d", { namespace: "staying" }));
  (await sink.made(1)).answer(terminating);
  (await sink.made(2)).answer();
  await recording.flush();
  assert.deepEqual(outcomes.map((outcome) => "because" in outcome ? outcome.because : outcome.type), [
    "rejected",
    "namespace-terminating",
    "namespace-terminating",
    "recorded",
  ]);
  // It may have been created anew in the meantime.
  recording.accept(makeEvent("e", { namespace: "going" }));
  (await sink.made(3)).answer();
  await recording.flush();
  assert.equal(recording.stats().recorded, 2);
});

// -- Limits --

test("EventRecording drops new events once maxPending wait, but no repeats", async () => {
  const { outcomes, recording } = start({ maxPending: 2 });
  for (const pod of ["a", "b", "c", "a", "b"]) recording.accept(makeEvent(`${pod}.1`, { pod }));
  assert.equal(outcomes.length, 1);
  const [outcome] = outcomes;
  assert.ok(outcome?.type === "dropped");
  assert.equal(outcome.because, "pending-full");
  assert.equal(outcome.event?.metadata.name, "c.1");
  assert.equal(recording.stats().pending, 4);
  await giveUp(recording);
});

test("EventRecording keeps one slot for an event however often it repeats", async () => {
  const { sink, recording } = start({ correlator: { burst: 1_000_000 } });
  for (let i = 0; i < 20_000; i++) recording.accept(makeEvent(`e${i}`, { pod: `p${i % 10}` }));
  assert.deepEqual([recording.stats().lanes, recording.stats().pending], [10, 20_000]);
  for (let made = 1; made <= 10; made++) (await sink.made(made)).answer();
  await recording.flush();
  assert.deepEqual(sink.requests.map(({ event }) => event.count), Array(10).fill(2000));
});

test("EventRecording holds a patch back for patchIntervalMs, but not a create, and not at a flush", async () => {
  const { sink, recording } = start({ patchIntervalMs: 3_600_000 });
  recording.accept(makeEvent("a0", { pod: "a" }));
  (await sink.made(1)).answer();
  await recording.flush();
  for (let i = 1; i < 4; i++) recording.accept(makeEvent(`a${i}`, { pod: "a" }));
  recording.accept(makeEvent("b"));
  (await sink.made(2)).answer();
  await settle();
  assert.deepEqual(sink.requests.map(({ event }) => event.metadata.name), ["a0", "b"]);
  const flushed = recording.flush();
  const patch = await sink.made(3);
  assert.deepEqual([patch.verb, patch.event.count], ["patch", 4]);
  patch.answer();
  assert.equal((await flushed).pending, 0);
});

test("EventRecording sends a patch that is held back when its time has come", async () => {
  const time = new FakeTime();
  try {
    const { sink, recording } = start({ patchIntervalMs: 20 });
    recording.accept(makeEvent("a0", { pod: "a" }));
    (await sink.made(1)).answer();
    await settle();
    recording.accept(makeEvent("a1", { pod: "a" }));
    await time.tickAsync(19);
    await settle();
    assert.equal(sink.requests.length, 1);
    time.tick(1);
    (await sink.made(2)).answer();
    await recording.flush();
    assert.equal(recording.stats().recorded, 2);
  } finally {
    time.restore();
  }
});

test("EventRecording holds a patch back no longer where the clock is set back meanwhile", async () => {
  const clock = { ms: 0, now: (): number => clock.ms };
  const { sink, recording } = start({ patchIntervalMs: 20, clock });
  recording.accept(makeEvent("a0", { pod: "a" }));
  (await sink.made(1)).answer();
  await settle();
  clock.ms = -3_600_000;
  recording.accept(makeEvent("a1", { pod: "a" }));
  (await sink.made(2)).answer();
  await recording.flush();
  assert.equal(recording.stats().recorded, 2);
});

// -- Correlation --

/** A sink that finds the first event there already, and what its other requests asked for as `versionOnly`. */
function askedSink(): { sink: EventSink; asked: unknown[] } {
  const asked: unknown[] = [];
  let creates = 0;
  const answer = (event: CoreV1Event, { versionOnly }: { versionOnly?: boolean }): Promise<CoreV1Event> => {
    asked.push(versionOnly);
    return Promise.resolve(event);
  };
  const create: EventSink["create"] = (event, options) =>
    ++creates > 1 ? answer(event, options) : Promise.reject(new StatusError({ code: 409, reason: "AlreadyExists" }));
  const patch: EventSink["patch"] = (event, _patch, options) => answer(event, options);
  return { sink: { create, update: create, patch }, asked };
}

test("EventRecording asks for versionOnly if nobody else reads the answer, but not to adopt an event", async () => {
  const cases: readonly (readonly [EventRecordingOptions, expected: boolean])[] = [
    [{}, true],
    [{ correlator: { burst: 5 } }, true],
    [{ correlator: false }, true],
    [{ onOutcome: () => {} }, false],
    [{ correlator: new EventCorrelator() }, false],
  ];
  for (const [options, expected] of cases) {
    const { sink, asked } = askedSink();
    const recording = new EventRecording(sink, options);
    recording.accept(makeEvent("a"));
    await recording.flush();
    recording.accept(makeEvent("b"));
    await recording.stop();
    assert.deepEqual(asked, [undefined, expected]);
  }
});

test("EventBroadcaster.startRecordingToSink() asks for versionOnly if it has no onOutcome, nor the recording", async () => {
  const onOutcome = (): void => {};
  for (const [options, ofRecording] of [[{}, {}], [{ onOutcome }, {}], [{}, { onOutcome }]]) {
    const { sink, asked } = askedSink();
    const broadcaster = new EventBroadcaster(options);
    broadcaster.startRecordingToSink(sink, ofRecording);
    const recorder = broadcaster.newRecorder({ component: "test" });
    recorder.event({ kind: "Pod", name: "a" }, "Normal", "Happened", "It happened");
    recorder.event({ kind: "Pod", name: "b" }, "Normal", "Happened", "It happened");
    await broadcaster.shutdown();
    assert.deepEqual(asked.filter((versionOnly) => versionOnly !== undefined), [
      !options!.onOutcome && !ofRecording!.onOutcome,
    ]);
  }
});

test("EventRecording accounts for what the correlator skips", async () => {
  const { outcomes, recording } = start({ correlator: { burst: 1 } });
  recording.accept(makeEvent("a0", { pod: "a" }));
  recording.accept(makeEvent("a1", { pod: "a" }));
  const [outcome] = outcomes;
  assert.ok(outcome?.type === "skipped");
  assert.equal(outcome.because, "spam");
  assert.deepEqual(recording.stats().because, { spam: 1 });
  await giveUp(recording);
});

test("EventRecording writes every event as it is where there is no correlator", async () => {
  const { sink, recording } = start({ correlator: false });
  for (let i = 0; i < 3; i++) recording.accept(makeEvent(`a${i}`, { pod: "a" }));
  for (let made = 1; made <= 3; made++) (await sink.made(made)).answer();
  await recording.flush();
  assert.deepEqual(sink.requests.map(({ verb, event }) => [verb, event.count]), Array(3).fill(["create", 1]));
});

test("EventRecording makes the correlator of the API that its sink writes to", async () => {
  const sink = new FetchEventSink({ apiVersion: "events.k8s.io/v1", fetch: new EventsApiServer().fetch });
  const recording = new EventRecording<"events.k8s.io/v1">(sink, { correlator: { maxNotes: 1 } });
  for (const note of ["It happened", "It happened", "Else", "Once more"]) {
    recording.accept({
      metadata: { name: `a.${recording.stats().accepted}`, namespace: "default" },
      eventTime: "2026-01-01T00:00:00.000000Z",
      regarding: { kind: "Pod", namespace: "default", name: "a" },
      reportingController: "example.com/test",
      reportingInstance: "test-1",
      type: "Normal",
      reason: "Happened",
      action: "Testing",
      note,
    });
  }
  const { recorded, coalesced } = await recording.flush();
  assert.deepEqual({ recorded, coalesced }, { recorded: 2, coalesced: 2 });
  await recording.stop();
});

test("EventRecording accounts for an event that the correlator fails on", () => {
  const { outcomes, recording } = start({
    correlator: {
      correlate: () => {
        throw new Error("Broken");
      },
      updateState: () => {},
    },
  });
  recording.accept(makeEvent("a"));
  const [outcome] = outcomes;
  assert.ok(outcome?.type === "dropped");
  assert.deepEqual([outcome.because, outcome.message], ["correlator-error", "The correlator threw: Broken"]);
});

test("EventRecording survives a correlator that does not want the answer", async () => {
  const { sink, recording } = start({
    correlator: {
      correlate: (event) => ({ type: "create", key: "", event }),
      updateState: () => {
        throw new Error("Broken");
      },
    },
  });
  recording.accept(makeEvent("a"));
  (await sink.made(1)).answer();
  await recording.flush();
  assert.equal(recording.stats().recorded, 1);
});

test("EventRecording survives a correlator that fails to hand over its counts, or to forget an event", async () => {
  const lines: string[] = [];
  const throws = (): never => {
    throw new Error("Broken");
  };
  const sink = {
    create: () => Promise.reject(new StatusError({ code: 409, reason: "AlreadyExists", message: "There is an a" })),
    update: throws,
    patch: () => Promise.resolve(makeEvent("a", { pod: "b" })),
  };
  for (const method of ["takeUnwritten", "forget"]) {
    const recording = new EventRecording(sink, {
      logger: { warn() {}, error: (line) => lines.push(line) },
      correlator: {
        correlate: (event) => ({ type: "create", key: "", event }),
        updateState: () => {},
        [method]: throws,
      },
    });
    recording.accept(makeEvent("a"));
    assert.equal((await recording.flush()).rejected, 1);
    assert.deepEqual(lines.splice(0), ["The correlator threw: Broken"], method);
    await recording.stop();
  }
});

test("EventRecording.stop() has an outcome for the counts that its correlator never hands over", async () => {
  const lines: string[] = [];
  const { outcomes, recording } = start({
    logger: { warn: (line) => lines.push(line), error() {} },
    correlator: {
      correlate: (event) => ({ type: "skip", key: event.involvedObject.name!, event, because: "series", owed: true }),
      updateState: () => {},
      takeUnwritten: () => [{ type: "skip", key: "a", event: makeEvent("a"), because: "series" }],
    },
  });
  for (const pod of ["a", "a", "b"]) recording.accept(makeEvent("e", { pod }));
  assert.equal(recording.stats().owed, 3);
  await recording.stop();
  const { owed, skipped, uncounted, requests } = recording.stats();
  assert.deepEqual({ owed, skipped, uncounted, requests }, { owed: 0, skipped: 3, uncounted: 3, requests: 0 });
  const last = outcomes.at(-1)!;
  assert.ok(last.type === "uncounted");
  assert.deepEqual([last.count, last.because, last.message], [3, "deadline", "The correlator has not handed it over"]);
  assert.deepEqual(lines, [
    "3 skipped events are not in the counts on the server: their write failed, or the deadline passed first",
  ]);
});

test("EventRecording writes at a flush the counts that the correlator has held back", async () => {
  const { sink, recording } = start({ correlator: { burst: 1, trailingWrites: true } });
  for (let i = 0; i < 4; i++) recording.accept(makeEvent(`a${i}`, { pod: "a" }));
  (await sink.made(1)).answer();
  await settle();
  assert.equal(sink.requests[0]?.event.count, 1);
  const flushed = recording.flush();
  const patch = await sink.made(2);
  assert.deepEqual([patch.verb, patch.event.count], ["patch", 4]);
  patch.answer();
  await flushed;
  assert.deepEqual([recording.stats().recorded, recording.stats().skipped], [1, 3]);
});

test("EventRecording writes them after trailingIntervalMs too", async () => {
  const time = new FakeTime();
  try {
    const { sink, recording } = start({ correlator: { burst: 1, trailingWrites: true, trailingIntervalMs: 10 } });
    for (let i = 0; i < 4; i++) recording.accept(makeEvent(`a${i}`, { pod: "a" }));
    (await sink.made(1)).answer();
    await time.tickAsync(10);
    const patch = await sink.made(2);
    assert.equal(patch.event.count, 4);
    patch.answer();
    await recording.stop();
  } finally {
    time.restore();
  }
});

// -- Users' functions and options --

test("EventRecording survives an onOutcome that throws, and says so once", async () => {
  const lines: string[] = [];
  const sink = new HeldSink();
  const recording = new EventRecording(sink, {
    onOutcome: () => {
      throw new Error("Broken");
    },
    logger: { warn: (line) => lines.push(line), error: (line) => lines.push(line) },
  });
  recording.accept(makeEvent("a"));
  recording.accept(makeEvent("b"));
  for (let made = 1; made <= 2; made++) (await sink.made(made)).answer();
  await recording.flush();
  assert.equal(recording.stats().recorded, 2);
  assert.deepEqual(lines, ["onOutcome threw: Broken"]);
});

test("EventRecording survives functions that throw what has no text", async () => {
  const lines: string[] = [];
  const throws = (): never => {
    throw Object.create(null);
  };
  const recording = new EventRecording(new HeldSink(), {
    correlator: { correlate: throws, updateState: throws },
    onOutcome: throws,
    logger: { warn: (line) => lines.push(line), error: (line) => lines.push(line) },
  });
  recording.accept(makeEvent("a"));
  assert.equal((await recording.flush()).because["correlator-error"], 1);
  assert.deepEqual(lines, ["The correlator threw: [object Object]", "onOutcome threw: [object Object]"]);
});

test("EventRecording survives a logger that throws or rejects", async () => {
  const throws = (): never => {
    throw new Error("Broken");
  };
  for (const shout of [throws, () => Promise.reject(new Error("Broken"))]) {
    const { sink, recording } = start({ logger: { warn: shout, error: shout } });
    recording.accept(makeEvent("a"));
    (await sink.made(1)).answer(SERVER_ERROR);
    (await sink.made(2)).answer(new StatusError({ code: 401 }));
    assert.equal((await recording.flush()).rejected, 1);
  }
});

test("EventRecording retries after a backoff that throws", async () => {
  const time = new FakeTime();
  try {
    const { sink, recording } = start({
      backoff: () => {
        throw new Error("Broken");
      },
    });
    recording.accept(makeEvent("a"));
    (await sink.made(1)).answer(SERVER_ERROR);
    const stopped = recording.stop();
    await time.nextAsync();
    (await sink.made(2)).answer();
    await stopped;
    assert.equal(recording.stats().recorded, 1);
  } finally {
    time.restore();
  }
});

test("EventRecording pauses as the server asks for where random throws", async () => {
  const { sink, recording } = start({
    backoff: () => 0,
    random: () => {
      throw new Error("Broken");
    },
  });
  recording.accept(makeEvent("a"));
  (await sink.made(1)).answer(new StatusError({ code: 429 }, { retryAfterMs: 1 }));
  (await sink.made(2)).answer();
  assert.equal((await recording.flush()).recorded, 1);
});

test("EventRecording survives an onStop that throws or rejects, and says so", async () => {
  const throws = (): never => {
    throw new Error("Broken");
  };
  for (const onStop of [throws, () => Promise.reject(new Error("Broken")) as unknown as void]) {
    const lines: string[] = [];
    const { recording } = start({ onStop, logger: { warn: assert.fail, error: (line) => lines.push(line) } });
    await recording.stop();
    assert.deepEqual(lines, ["onStop threw: Broken"]);
  }
});

test("EventRecording gives its clock to a correlator whose options leave it undefined", async () => {
  const { sink, recording } = start({ clock: { now: () => 0 }, correlator: { maxEvents: 1, clock: undefined } });
  recording.accept(makeEvent("a"));
  const { event, answer } = await sink.made(1);
  assert.equal(event.lastTimestamp, "1970-01-01T00:00:00Z");
  answer();
  await recording.stop();
});

test("EventRecording refuses options out of range", () => {
  const sink = new HeldSink();
  const bad = [
    { concurrency: 0 },
    { concurrency: 1.5 },
    { maxPending: 0 },
    { maxTries: NaN },
    { retryDelayMs: -1 },
    { requestTimeoutMs: NaN },
    { requestTimeoutMs: 0 },
    { requestTimeoutMs: Infinity },
    { patchIntervalMs: -1 },
  ];
  for (const options of bad) {
    assert.throws(() => new EventRecording(sink, options), {
      name: "RangeError",
      message: new RegExp(
        `^Cannot record: ${Object.keys(options)[0]} must be .*, received ${Object.values(options)[0]}$`,
      ),
    });
  }
});

test("EventRecording accounts for events that were lost before it", () => {
  const { outcomes, recording } = start();
  recording.lose("queue-full", { count: 3 });
  recording.lose("invalid-type", { message: 'The type "Error" is neither' });
  assert.deepEqual(outcomes.map((outcome) => outcome.type === "dropped" && [outcome.because, outcome.message]), [
    ["queue-full", "queue-full"],
    ["invalid-type", 'The type "Error" is neither'],
  ]);
  assert.deepEqual([recording.stats().accepted, recording.stats().dropped], [4, 4]);
});

// -- Flush --

test("EventRecording.flush() resolves at once where nothing waits", async () => {
  const { recording } = start();
  const report = await recording.flush();
  assert.deepEqual([report.accepted, report.pending], [0, 0]);
});

test("EventRecording.flush() waits for what was accepted before it, and for no more", async () => {
  const { sink, recording } = start();
  recording.accept(makeEvent("a0", { pod: "a" }));
  const create = await sink.made(1);
  recording.accept(makeEvent("a1", { pod: "a" }));
  let done = false;
  const flushed = recording.flush().finally(() => done = true);
  await settle();
  recording.accept(makeEvent("b"));
  const b = await sink.made(2);
  create.answer();
  const patch = await sink.made(3);
  recording.accept(makeEvent("a2", { pod: "a" }));
  await settle();
  assert.equal(done, false);
  patch.answer();
  const report = await flushed;
  assert.deepEqual([report.recorded, report.pending], [2, 0]);
  assert.equal(recording.stats().pending, 2);
  b.answer();
  (await sink.made(4)).answer();
  await recording.flush();
});

test("EventRecording.flush() waits for a write that has become part of an earlier one", async () => {
  const { sink, recording } = start();
  recording.accept(makeEvent("a0", { pod: "a" }));
  const first = await sink.made(1);
  recording.accept(makeEvent("a1", { pod: "a" }));
  const flushed = recording.flush();
  await settle();
  first.answer(SERVER_ERROR);
  (await sink.made(2)).answer();
  assert.deepEqual([(await flushed).recorded, (await flushed).coalesced], [1, 1]);
});

test("EventRecording.flush() resolves at its deadline, and says what is left", async () => {
  const { sink, recording } = start();
  const deadline = new AbortController();
  for (const name of ["a", "b", "c"]) recording.accept(makeEvent(name));
  const flushed = recording.flush({ signal: deadline.signal });
  (await sink.made(1)).answer();
  await settle();
  deadline.abort();
  const report = await flushed;
  assert.deepEqual([report.recorded, report.pending], [1, 2]);
  assert.equal((await recording.flush({ signal: deadline.signal })).pending, 2);
  for (let made = 2; made <= 3; made++) (await sink.made(made)).answer();
  assert.equal((await recording.flush()).recorded, 3);
});

// -- Stop --

test("EventRecording.stop() writes what is left, and refuses what comes then", async () => {
  const { sink, outcomes, recording } = start();
  recording.accept(makeEvent("a"));
  const stopped = recording.stop();
  await settle();
  recording.accept(makeEvent("b"));
  (await sink.made(1)).answer();
  await stopped;
  assert.deepEqual(outcomes.map((outcome) => "because" in outcome ? outcome.because : outcome.type), [
    "stopped",
    "recorded",
  ]);
  recording.accept(makeEvent("c"));
  assert.equal(recording.stats().because.stopped, 2);
  accounted(recording.stats());
});

test("EventRecording.stop() abandons at its deadline what is not written", async () => {
  const { sink, outcomes, recording } = start({ concurrency: 1 });
  for (const name of ["a", "b"]) recording.accept(makeEvent(name));
  const deadline = new AbortController();
  const stopped = recording.stop({ signal: deadline.signal });
  const request = await sink.made(1);
  deadline.abort();
  await stopped;
  assert.equal(request.signal.aborted, true);
  assert.deepEqual(outcomes.map((outcome) => outcome.type === "abandoned" && outcome.because), [
    "deadline",
    "deadline",
  ]);
  assert.deepEqual([recording.stats().pending, recording.stats().lanes], [0, 0]);
  await recording.finished;
});

test("EventRecording.stop() makes no request after its deadline, whatever an answer of that moment calls for", async () => {
  for (let between = 0; between < 10; between++) {
    const { sink, outcomes, recording } = start();
    recording.accept(makeEvent("a0", { pod: "a" }));
    (await sink.made(1)).answer();
    await settle();
    recording.accept(makeEvent("a1", { pod: "a" }));
    const patch = await sink.made(2);
    const deadline = new AbortController();
    const stopped = recording.stop({ signal: deadline.signal });
    await settle();
    patch.answer(new StatusError({ code: 404 }));
    for (let i = 0; i < between; i++) await null;
    deadline.abort();
    await Promise.race([stopped, sink.made(3).then(() => settle())]);
    const late = sink.requests[2];
    assert.ok(late === undefined || late.signal.aborted, `a request goes on, ${between} microtasks between`);
    await stopped;
    assert.deepEqual(outcomes.map(({ type }) => type), ["recorded", "abandoned"]);
  }
});

test("EventRecording refuses a deadline that is none, and goes on", async () => {
  const { sink, recording } = start();
  for (const verb of ["flush", "stop"] as const) {
    await assert.rejects(recording[verb]({ signal: 5000 as never }), {
      name: "TypeError",
      message: `Cannot ${verb}: signal must be an AbortSignal, received 5000`,
    });
  }
  recording.accept(makeEvent("a"));
  (await sink.made(1)).answer();
  await recording.stop();
  assert.equal(recording.stats().recorded, 1);
});

test("EventRecording.stop() cuts pauses short", async () => {
  const { sink, recording } = start({ backoff: () => 3_600_000 });
  recording.accept(makeEvent("a"));
  (await sink.made(1)).answer(SERVER_ERROR);
  await settle();
  const stopped = recording.stop();
  (await sink.made(2)).answer();
  await stopped;
  assert.equal(recording.stats().recorded, 1);
});

test("EventRecording.stop() asks its source to stop first, once, and still takes what that hands over", async () => {
  let calls = 0;
  const { sink, recording } = start({
    onStop: () => {
      calls++;
      recording.accept(makeEvent("a"));
      void recording.stop();
    },
  });
  const stopped = Promise.all([recording.stop(), recording.stop()]);
  (await sink.made(1)).answer();
  await stopped;
  assert.deepEqual([calls, recording.stats().recorded], [1, 1]);
});

test("EventRecording.stop() may be called again with an earlier deadline", async () => {
  const { recording } = start();
  recording.accept(makeEvent("a"));
  const stopped = recording.stop();
  await recording.stop({ signal: AbortSignal.abort() });
  await stopped;
  assert.equal(recording.stats().because.deadline, 1);
});

test("EventRecording stops when its signal is aborted", async () => {
  const controller = new AbortController();
  const { sink, recording } = start({ signal: controller.signal });
  recording.accept(makeEvent("a"));
  const request = await sink.made(1);
  controller.abort();
  await settle();
  recording.accept(makeEvent("b"));
  request.answer();
  await recording.finished;
  assert.deepEqual([recording.stats().recorded, recording.stats().dropped], [1, 1]);
  const late = start({ signal: controller.signal });
  await late.recording.finished;
});

test("EventRecording is disposed idle, busy and stopped", async () => {
  const { sink, recording } = start();
  await recording[Symbol.asyncDispose]();
  await recording[Symbol.asyncDispose]();
  assert.equal(sink.requests.length, 0);
  const busy = start();
  busy.recording.accept(makeEvent("a"));
  const disposed = busy.recording[Symbol.asyncDispose]();
  (await busy.sink.made(1)).answer();
  await disposed;
  assert.equal(busy.recording.stats().recorded, 1);
});
