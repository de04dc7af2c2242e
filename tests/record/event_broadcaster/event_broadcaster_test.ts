import { test } from "node:test";
import assert from "node:assert/strict";
import {
  type CoreV1Event,
  type Correlator,
  EventBroadcaster,
  type EventSink,
  type Outcome,
  type Recording,
  type RecordingOptions,
  StatusError,
} from "../../../mod.ts";
import { FakeClock, ScriptedSink } from "../../../src/serve/testing/mod.ts";

const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "web", namespace: "shop", uid: "1234" } };
const clock = new FakeClock("2026-01-02T03:04:05Z");

/** A sink that keeps its events. */
function memorySink(): EventSink<CoreV1Event> & { readonly written: string[] } {
  const written: string[] = [];
  const write = (verb: string) => (event: CoreV1Event): Promise<CoreV1Event> => {
    written.push(`${verb} ${event.reason} ${event.count}`);
    return Promise.resolve(event);
  };
  return { written, create: write("create"), patch: write("patch") };
}

test("EventBroadcaster.startEventWatcher() calls the handler with every event, in order", async () => {
  const broadcaster = new EventBroadcaster({ clock });
  const seen: string[] = [];
  broadcaster.startEventWatcher(({ reason }) => void seen.push(reason!));
  const recorder = broadcaster.newRecorder({ component: "test", host: "node-1" });
  for (const reason of ["A", "B", "C"]) recorder.event(pod, "Normal", reason, "x");
  await broadcaster.shutdown();
  assert.deepEqual(seen, ["A", "B", "C"]);
});

test("EventBroadcaster.startEventWatcher() continues after a handler throws, and logs the error", async () => {
  const errors: string[] = [];
  const broadcaster = new EventBroadcaster({ logger: { warn() {}, error: (line) => errors.push(line) } });
  const seen: string[] = [];
  broadcaster.startEventWatcher(() => {
    throw new Error("boom");
  });
  broadcaster.startEventWatcher(({ reason }) => void seen.push(reason!));
  const recorder = broadcaster.newRecorder({ component: "test" });
  recorder.event(pod, "Normal", "A", "x");
  recorder.event(pod, "Normal", "B", "x");
  await broadcaster.shutdown();
  assert.deepEqual(seen, ["A", "B"]);
  assert.equal(errors.length, 2);
  assert.match(errors[0]!, /boom/);
});

test("EventBroadcaster.startLogging() logs client-go's line", async () => {
  const broadcaster = new EventBroadcaster({ clock });
  const lines: string[] = [];
  broadcaster.startLogging((line) => void lines.push(line));
  broadcaster.newRecorder({ component: "test" }).event(pod, "Normal", "Pulled", "there");
  await broadcaster.shutdown();
  assert.deepEqual(lines, [
    'Event(v1.ObjectReference{Kind:"Pod", Namespace:"shop", Name:"web", UID:"1234", APIVersion:"v1", ResourceVersion:"", ' +
    "FieldPath:\"\"}): type: 'Normal' reason: 'Pulled' there",
  ]);
});

test("EventBroadcaster.startLogging() logs one line per event with any characters", async () => {
  const lines: string[] = [];
  const broadcaster = new EventBroadcaster();
  broadcaster.startLogging((line) => void lines.push(line));
  const recorder = broadcaster.newRecorder({ component: "test" });
  recorder.event({ kind: "Pod", name: 'w"\u200b\u00e9' }, "Normal", "Pulled", "there");
  recorder.event(pod, "Normal", "Pulled\r", "one\ntwo\u001b[31m\u2028\u0085 größer 🙂");
  recorder.event({ kind: "Pod", name: "w\u3164\uffa0\u{e0100}", namespace: "\u202es" }, "Normal", "Pulled", "there");
  await broadcaster.shutdown();
  assert.match(lines[2]!, /Namespace:"\\u202es", Name:"w\\u3164\\uffa0\\u\{e0100\}"/);
  assert.match(lines[0]!, /, Name:"w\\"\\u200b\u00e9", /); // as Go's %q
  assert.match(lines[1]!, /reason: 'Pulled\\u000d' one\\ntwo\\u001b\[31m\\u2028\\u0085 größer 🙂$/);
});

test("EventBroadcaster.startLogging() and startStructuredLogging() write empty texts for missing fields, in both APIs", async () => {
  const logged: unknown[] = [];
  const core = new EventBroadcaster();
  core.startLogging((line) => void logged.push(line));
  core.startStructuredLogging((_message, fields) => void logged.push(fields));
  core.actionOrDrop("ADDED", { metadata: {}, involvedObject: { name: "web" }, type: "Normal", reason: "Pulled" });
  await core.shutdown();
  const events = new EventBroadcaster({ apiVersion: "events.k8s.io/v1" });
  events.startLogging((line) => void logged.push(line));
  events.startStructuredLogging((_message, fields) => void logged.push(fields));
  events.actionOrDrop("ADDED", { metadata: {}, eventTime: null, type: "Normal", reason: "Pulled" });
  await events.shutdown();
  const reference = (name: string): string =>
    `Event(v1.ObjectReference{Kind:"", Namespace:"", Name:"${name}", UID:"", APIVersion:"", ResourceVersion:"", ` +
    `FieldPath:""}): type: 'Normal' reason: 'Pulled' `;
  const both = { kind: "", apiVersion: "", type: "Normal", reason: "Pulled" };
  assert.deepEqual(logged, [
    reference("web"),
    { object: "web", fieldPath: "", ...both, message: "" },
    reference(""),
    { object: "", ...both, action: "", note: "" },
  ]);
});

test("EventBroadcaster.startStructuredLogging() logs client-go's fields, in both APIs", async () => {
  const fields: unknown[] = [];
  const log = (message: string, more: Record<string, unknown>): void => void fields.push({ message: message, more });
  const core = new EventBroadcaster();
  core.startStructuredLogging(log);
  core.newRecorder({ component: "test" }).event(pod, "Normal", "Pulled", "there");
  await core.shutdown();
  const events = new EventBroadcaster({ apiVersion: "events.k8s.io/v1" });
  events.startStructuredLogging(log);
  events.newRecorder({ reportingController: "test" }).eventf(pod, undefined, "Normal", "Pulled", "Pulling", "there");
  await events.shutdown();
  const both = { object: "shop/web", kind: "Pod", apiVersion: "v1", type: "Normal", reason: "Pulled" };
  assert.deepEqual(fields, [
    { message: "Event occurred", more: { ...both, fieldPath: "", message: "there" } },
    { message: "Event occurred", more: { ...both, action: "Pulling", note: "there" } },
  ]);
});

test("EventBroadcaster.startRecordingToSink() writes events, and repeats as a count", async () => {
  const broadcaster = new EventBroadcaster();
  const sink = memorySink();
  const recording = broadcaster.startRecordingToSink(sink);
  const recorder = broadcaster.newRecorder({ component: "test" });
  recorder.event(pod, "Normal", "Pulled", "there");
  await recording.flush();
  recorder.event(pod, "Normal", "Pulled", "there");
  recorder.event(pod, "Normal", "Pulled", "there");
  await broadcaster.shutdown();
  assert.deepEqual(sink.written, ["create Pulled 1", "patch Pulled 3"]);
  const { accepted, recorded, coalesced, pending } = recording.stats();
  assert.deepEqual({ accepted, recorded, coalesced, pending }, { accepted: 3, recorded: 2, coalesced: 1, pending: 0 });
});

test("Recording.flush() includes events recorded in the same turn", async () => {
  const broadcaster = new EventBroadcaster();
  const sink = memorySink();
  const recording = broadcaster.startRecordingToSink(sink);
  const recorder = broadcaster.newRecorder({ component: "test" });
  recorder.event(pod, "Normal", "Pulled", "there");
  assert.equal((await recording.flush()).recorded, 1);
  recorder.event(pod, "Normal", "Started", "there");
  await recording.stop();
  assert.deepEqual(sink.written, ["create Pulled 1", "create Started 1"]);
  recorder.event(pod, "Normal", "Killed", "there");
  await broadcaster.shutdown();
  assert.equal(recording.stats().accepted, 2);
});

test("EventBroadcaster delivers a synchronous burst of any size to the recording, without drops", async () => {
  const broadcaster = new EventBroadcaster();
  const recording = broadcaster.startRecordingToSink(memorySink(), { correlator: false, maxPending: 20_000 });
  const recorder = broadcaster.newRecorder({ component: "test" });
  for (let i = 0; i < 10_000; i++) recorder.event(pod, "Normal", "Pulled", "there");
  await broadcaster.shutdown();
  assert.equal(recording.stats().recorded, 10_000);
});

test("EventBroadcaster keeps the latest maxEarlyEvents events until the first recording starts", async () => {
  const outcomes: Outcome<CoreV1Event>[] = [];
  const broadcaster = new EventBroadcaster({ maxEarlyEvents: 3, onOutcome: (outcome) => void outcomes.push(outcome) });
  const recorder = broadcaster.newRecorder({ component: "test" });
  for (const reason of ["A", "B", "C", "D", "E"]) recorder.event(pod, "Normal", reason, "x");
  await Promise.resolve();
  assert.equal(broadcaster.stats().early, 3);
  recorder.event(pod, "Normal", "F", "x");
  const sink = memorySink();
  const recording = broadcaster.startRecordingToSink(sink, { concurrency: 1 });
  recorder.event(pod, "Normal", "G", "x");
  await broadcaster.shutdown();
  assert.deepEqual(sink.written.map((line) => line.split(" ")[1]), ["C", "D", "E", "F", "G"]);
  assert.equal(recording.stats().because["aged-out"], 2);
  assert.equal(recording.stats().accepted, 7);
  assert.deepEqual(outcomes.filter(({ type }) => type === "dropped").map(({ count }) => count), [2]);
});

test("EventBroadcaster keeps the latest 1000 events for a first recording by default", async () => {
  const broadcaster = new EventBroadcaster();
  const recorder = broadcaster.newRecorder({ component: "test" });
  for (let i = 0; i < 1001; i++) recorder.event(pod, "Normal", "A", "x");
  await Promise.resolve();
  assert.equal(broadcaster.stats().early, 1000);
  await broadcaster.shutdown();
});

test("EventBroadcaster counts an early event evicted by a newer one as aged-out", async () => {
  const broadcaster = new EventBroadcaster({ maxEarlyEvents: 1 });
  const recorder = broadcaster.newRecorder({ component: "test" });
  recorder.event(pod, "Normal", "A", "x");
  recorder.event(pod, "Normal", "B", "x");
  await Promise.resolve();
  const sink = memorySink();
  const { because, accepted } = await broadcaster.startRecordingToSink(sink).flush();
  assert.deepEqual({ because, accepted }, { because: { "aged-out": 1 }, accepted: 2 });
  assert.deepEqual(sink.written, ["create B 1"]);
  await broadcaster.shutdown();
});

test("EventBroadcaster counts the events before its first recording as aged-out if maxEarlyEvents is 0", async () => {
  const broadcaster = new EventBroadcaster({ maxEarlyEvents: 0 });
  const recorder = broadcaster.newRecorder({ component: "test" });
  for (const reason of ["A", "B"]) recorder.event(pod, "Normal", reason, "x");
  await Promise.resolve();
  recorder.event(pod, "Normal", "C", "x"); // accepted, and not distributed yet
  const recordings = [1, 2].map(() => broadcaster.startRecordingToSink(memorySink()));
  recorder.event(pod, "Normal", "D", "x");
  await broadcaster.shutdown();
  const counts = recordings.map((recording) => recording.stats()).map(({ accepted, because }) => ({
    accepted,
    because,
  }));
  assert.deepEqual(counts, [{ accepted: 4, because: { "aged-out": 3 } }, { accepted: 1, because: {} }]);
});

test("EventBroadcaster counts no event as aged-out for a recording that starts while the first takes over the early events", async () => {
  let second: Recording | undefined;
  const broadcaster = new EventBroadcaster();
  broadcaster.newRecorder({ component: "test" }).event(pod, "Normal", "A", "x");
  await Promise.resolve();
  const correlator: Correlator = {
    correlate(event) {
      second ??= broadcaster.startRecordingToSink(memorySink());
      return { type: "create", key: "", event };
    },
    updateState() {},
  };
  const first = broadcaster.startRecordingToSink(memorySink(), { correlator });
  await broadcaster.shutdown();
  assert.deepEqual([first.stats().recorded, second?.stats().accepted], [1, 0]);
});

test("EventBroadcaster logs once that events arrive after its last recording has stopped", async () => {
  const lines: string[] = [];
  const logger = { warn: (line: string) => void lines.push(line), error: (line: string) => void lines.push(line) };
  const broadcaster = new EventBroadcaster({ logger });
  const recorder = broadcaster.newRecorder({ component: "test" });
  await broadcaster.startRecordingToSink(memorySink()).stop();
  const line = "Events are dropped: the last recording has been stopped";
  assert.deepEqual(lines, []);
  for (let i = 0; i < 3; i++) recorder.event(pod, "Normal", "A", "x");
  await Promise.resolve();
  assert.deepEqual(lines, [line]);
  const { finished } = broadcaster.startRecordingToSink(memorySink(), { signal: AbortSignal.abort() });
  await finished;
  recorder.event(pod, "Normal", "B", "x");
  await Promise.resolve();
  assert.deepEqual(lines, [line, line]);
  await broadcaster.shutdown();
  assert.deepEqual(lines.slice(2), ["4 events were dropped: the last recording had been stopped"]);
});

test("EventBroadcaster counts the events after its last recording as unrecorded, each with an outcome", async () => {
  const outcomes: Outcome<CoreV1Event>[] = [];
  const broadcaster = new EventBroadcaster({ onOutcome: (outcome) => void outcomes.push(outcome) });
  const recorder = broadcaster.newRecorder({ component: "test" });
  const held = memorySink();
  const first = broadcaster.startRecordingToSink({ ...held, create: () => new Promise(() => {}) });
  const second = broadcaster.startRecordingToSink(memorySink());
  await second.stop();
  recorder.event(pod, "Normal", "A", "x");
  await Promise.resolve();
  const deadline = new AbortController();
  const stopped = first.stop({ signal: deadline.signal });
  await Promise.resolve();
  recorder.event(pod, "Normal", "B", "x"); // the first recording is stopping, but has not finished
  await broadcaster.action("ADDED", { metadata: {}, involvedObject: {}, reason: "C" });
  deadline.abort();
  await stopped;
  recorder.event(pod, "Normal", "D", "x"); // accepted, but not distributed yet, as the next recording starts
  const sink = memorySink();
  broadcaster.startRecordingToSink(sink);
  recorder.event(pod, "Normal", "E", "x");
  await broadcaster.shutdown();
  const dropped = outcomes.flatMap((outcome) =>
    outcome.type === "dropped" ? [`${outcome.because} ${outcome.count} ${outcome.event?.reason}`] : []
  );
  assert.deepEqual(dropped, ["stopped 1 B", "stopped 1 C"]);
  assert.deepEqual(sink.written, ["create D 1", "create E 1"]);
  const { accepted, unrecorded, refused } = broadcaster.stats();
  assert.deepEqual({ accepted, unrecorded, refused }, { accepted: 5, unrecorded: 2, refused: {} });
});

test("EventBroadcaster.shutdown() counts events as unrecorded if no recording or watcher was started", async () => {
  const outcomes: Outcome<CoreV1Event>[] = [];
  const broadcaster = new EventBroadcaster({
    maxEarlyEvents: 1,
    onOutcome(outcome) {
      outcomes.push(outcome);
      void broadcaster.shutdown();
    },
  });
  const recorder = broadcaster.newRecorder({ component: "test" });
  for (const reason of ["A", "B"]) recorder.event(pod, "Normal", reason, "x");
  assert.equal(broadcaster.stats().unrecorded, 0);
  await broadcaster.shutdown();
  assert.equal(broadcaster.stats().unrecorded, 2);
  const message = "2 events were discarded: no recording or watcher was started";
  assert.deepEqual(outcomes, [{ type: "dropped", because: "stopped", message, count: 2 }]);
});

test("EventBroadcaster logs nothing if another recording has started since its last one stopped", async () => {
  const lines: string[] = [];
  const logger = { warn: (line: string) => void lines.push(line), error: (line: string) => void lines.push(line) };
  const broadcaster = new EventBroadcaster({ logger });
  await broadcaster.startRecordingToSink(memorySink()).stop();
  const sink = memorySink();
  broadcaster.startRecordingToSink(sink);
  broadcaster.newRecorder({ component: "test" }).event(pod, "Normal", "A", "x");
  await broadcaster.shutdown();
  assert.deepEqual([lines, sink.written], [[], ["create A 1"]]);
});

test("EventBroadcaster delivers early and later events to its first recording in order, by one watcher", async () => {
  const broadcaster = new EventBroadcaster();
  const recorder = broadcaster.newRecorder({ component: "test" });
  recorder.event(pod, "Normal", "A", "x");
  await Promise.resolve();
  recorder.event(pod, "Normal", "B", "x"); // accepted, and not distributed yet
  const sink = memorySink();
  const recording = broadcaster.startRecordingToSink(sink, { concurrency: 1 });
  recorder.event(pod, "Normal", "C", "x");
  await recording.flush();
  assert.deepEqual(sink.written, ["create A 1", "create B 1", "create C 1"]);
  assert.equal(broadcaster.stats().watchers.length, 1);
  assert.equal(broadcaster.stats().watchers[0]?.delivered, 3);
  await recording.stop();
  assert.equal(broadcaster.stats().watchers.length, 1, "it counts the events that no recording receives");
  await broadcaster.shutdown();
  assert.equal(broadcaster.stats().watchers.length, 0);
});

test("EventBroadcaster freezes the parts that its events share", async () => {
  const errors: unknown[] = [];
  const broadcaster = new EventBroadcaster({ onError: (error) => errors.push(error) });
  const recorder = broadcaster.newRecorder({ component: "test" });
  broadcaster.startEventWatcher(({ source, involvedObject }) => {
    Object.assign(source as object, { component: "changed" });
    Object.assign(involvedObject, { name: "changed" });
  });
  broadcaster.startEventWatcher(({ involvedObject }) =>
    Object.assign(involvedObject, { name: "changed" }) && undefined
  );
  const watcher = broadcaster.watch();
  for (const reason of ["A", "B"]) recorder.event(pod, "Normal", reason, "x");
  await broadcaster.shutdown();
  for await (const { object } of watcher) {
    assert.equal(object.source?.component, "test");
    assert.equal(object.involvedObject.name, pod.metadata.name);
  }
  assert.equal(errors.length, 4);
});

test("EventBroadcaster.shutdown() drops the early events if no recording was started", async () => {
  const broadcaster = new EventBroadcaster();
  broadcaster.newRecorder({ component: "test" }).event(pod, "Normal", "A", "x");
  await Promise.resolve();
  assert.equal(broadcaster.stats().early, 1);
  await broadcaster.shutdown();
  assert.equal(broadcaster.stats().early, 0);
});

test("EventBroadcaster delivers only later events to a second recording", async () => {
  const broadcaster = new EventBroadcaster();
  const recorder = broadcaster.newRecorder({ component: "test" });
  const [first, second] = [memorySink(), memorySink()];
  broadcaster.startRecordingToSink(first);
  recorder.event(pod, "Normal", "A", "x");
  broadcaster.startRecordingToSink(second);
  recorder.event(pod, "Normal", "B", "x");
  await broadcaster.shutdown();
  assert.deepEqual(first.written, ["create A 1", "create B 1"]);
  assert.deepEqual(second.written, ["create B 1"]);
});

test("EventBroadcaster reports each event that a recorder cannot build or publish by an outcome, with its reason and a log line", async () => {
  const lines: string[] = [];
  const reasons: string[] = [];
  const broadcaster = new EventBroadcaster({
    logger: { warn: (line) => lines.push(line), error() {} },
    onOutcome: (outcome) => void reasons.push(outcome.type === "dropped" ? outcome.because : outcome.type),
  });
  const recorder = broadcaster.newRecorder({ component: "test" });
  recorder.event({ metadata: { name: "web" } }, "Normal", "A", "x");
  recorder.event(pod, "Error" as never, "A", "x");
  recorder.pastEventf(pod, new Date(NaN), "Normal", "A", "x");
  await broadcaster.shutdown();
  recorder.event(pod, "Normal", "A", "x");
  const expected = ["invalid-object", "invalid-type", "invalid-timestamp", "stopped"];
  assert.deepEqual(reasons, expected);
  assert.deepEqual(Object.keys(broadcaster.stats().refused), expected);
  assert.equal(lines.length, 4);
  assert.ok(lines.every((line) => line.startsWith("Cannot record A: ") && !line.includes("\n")));
});

test("EventBroadcaster logs refusals of one reason at the first and the tenth", async () => {
  const lines: string[] = [];
  const broadcaster = new EventBroadcaster({ logger: { warn: (line) => lines.push(line), error() {} } });
  const recorder = broadcaster.newRecorder({ component: "test" });
  await broadcaster.shutdown();
  for (let i = 0; i < 12; i++) recorder.event(pod, "Normal", "A", "x");
  const line = "Cannot record A: the broadcaster has been shut down";
  assert.deepEqual(lines, [line, `${line} (10 times so far)`]);
});

test("EventBroadcaster distributes while a test runner holds queueMicrotask back, as Jest does", async () => {
  const { queueMicrotask } = globalThis;
  globalThis.queueMicrotask = () => {};
  try {
    const broadcaster = new EventBroadcaster();
    const recording = broadcaster.startRecordingToSink(new ScriptedSink());
    const handled: unknown[] = [];
    broadcaster.startEventWatcher(({ reason }) => handled.push(reason));
    broadcaster.newRecorder({ component: "test" }).event(pod, "Normal", "A", "x");
    assert.equal((await recording.flush()).recorded, 1);
    assert.deepEqual(handled, ["A"]);
    await broadcaster.shutdown();
  } finally {
    globalThis.queueMicrotask = queueMicrotask;
  }
});

test("EventBroadcaster drops events past incomingHighWaterMark, with an outcome and a log line", async () => {
  const lines: string[] = [];
  const outcomes: Outcome<CoreV1Event>[] = [];
  const broadcaster = new EventBroadcaster({
    incomingHighWaterMark: 1,
    maxEarlyEvents: 0,
    logger: { warn: (line) => lines.push(line), error() {} },
    onOutcome: (outcome) => void outcomes.push(outcome),
  });
  const watcher = broadcaster.watch({ highWaterMark: 1, whenFull: "wait" });
  const recorder = broadcaster.newRecorder({ component: "test" });
  for (const reason of ["A", "B", "C"]) recorder.event(pod, "Normal", reason, "x");
  assert.deepEqual(broadcaster.stats().refused, { "queue-full": 1 });
  assert.deepEqual(lines, ["Cannot record C: the incoming queue is full"]);
  const [outcome] = outcomes;
  assert.ok(outcome?.type === "dropped" && outcome.because === "queue-full" && outcome.event?.reason === "C");
  watcher.stop();
  await broadcaster.shutdown();
});

test("EventBroadcaster continues after a logger and onOutcome throw", async () => {
  const throws = (): never => {
    throw new Error("boom");
  };
  const broadcaster = new EventBroadcaster({ logger: { warn: throws, error() {} }, onOutcome: throws });
  const sink = memorySink();
  broadcaster.startRecordingToSink(sink);
  const recorder = broadcaster.newRecorder({ component: "test" });
  recorder.event({}, "Normal", "A", "x");
  recorder.event(pod, "Normal", "B", "x");
  await broadcaster.shutdown();
  assert.deepEqual(sink.written, ["create B 1"]);
});

test("EventBroadcaster continues after onOutcome rejects, and reports to one onOutcome if the other throws", async () => {
  const lines: string[] = [];
  const heard: string[] = [];
  const broadcaster = new EventBroadcaster({
    logger: { warn() {}, error: (line) => lines.push(line) },
    onOutcome: async ({ type }) => {
      heard.push(type);
      await Promise.reject(new Error("rejected"));
    },
  });
  const sink = memorySink();
  const throws = (): never => {
    throw new Error("thrown");
  };
  broadcaster.startRecordingToSink(sink, { onOutcome: throws });
  broadcaster.startRecordingToSink(sink, { onOutcome: async () => await Promise.reject(new Error("rejected too")) });
  broadcaster.watch({ highWaterMark: 0, onDrop: async () => await Promise.reject(new Error("late")) });
  broadcaster.newRecorder({ component: "test" }).event(pod, "Normal", "B", "x");
  await broadcaster.shutdown();
  await new Promise((resolve) => setTimeout(resolve)); // the last rejections
  assert.deepEqual(heard, ["recorded", "recorded"]);
  assert.deepEqual(lines.sort(), [
    "A watcher's handler threw: late",
    "onOutcome threw: rejected",
    "onOutcome threw: rejected",
    "onOutcome threw: rejected too",
    "onOutcome threw: thrown",
  ]);
});

test("EventBroadcaster.stats() counts truncated fields", () => {
  const broadcaster = new EventBroadcaster();
  broadcaster.newRecorder({ component: "test" }).event(pod, "Normal", "A", "x".repeat(40_000));
  assert.deepEqual(broadcaster.stats().altered, { message: 1 });
});

test("EventBroadcaster.newRecorder() logs to its own logger", () => {
  const broadcaster = new EventBroadcaster();
  const lines: string[] = [];
  const recorder = broadcaster.newRecorder({ component: "test" });
  recorder.withLogger({ warn: (line) => lines.push(line), error() {} }).event({}, "Normal", "A", "x");
  assert.equal(lines.length, 1);
});

test("EventBroadcaster.newRecorder() sets a qualified reportingController and its own reportingInstance", async () => {
  const broadcaster = new EventBroadcaster({ apiVersion: "events.k8s.io/v1" });
  const watcher = broadcaster.watch();
  broadcaster.newRecorder({ reportingController: "example.com/test" }).eventf(pod, undefined, "Normal", "A", "Do", "x");
  broadcaster.newRecorder({ reportingController: "test", reportingInstance: "test-1" })
    .eventf(pod, undefined, "Normal", "A", "Do", "x");
  await broadcaster.shutdown();
  const instances: (string | undefined)[] = [];
  for await (const { object } of watcher) instances.push(object.reportingInstance);
  assert.match(instances[0]!, /^example\.com\/test-[0-9a-f]{8}$/);
  assert.equal(instances[1], "test-1");
  for (const reportingController of ["not a name", "", "a".repeat(64), `${"a".repeat(254)}/b`, undefined as never]) {
    assert.throws(() => broadcaster.newRecorder({ reportingController }), /must be a qualified name/);
  }
});

test("EventBroadcaster treats an undefined option as omitted", async () => {
  const lines: string[] = [];
  const hasFailed = new AbortController();
  const log = (line: string): void => {
    lines.push(line);
    if (line.includes("no route")) hasFailed.abort();
  };
  const broadcaster = new EventBroadcaster({ logger: { warn: log, error: log }, clock, onError: undefined });
  broadcaster.startEventWatcher(() => {
    throw new Error("boom");
  });
  const sink: EventSink<CoreV1Event> = { ...memorySink(), create: () => Promise.reject(new Error("no route")) };
  broadcaster.startRecordingToSink(sink, { logger: undefined, clock: undefined, correlator: undefined });
  broadcaster.newRecorder({ component: "test" }, { logger: undefined }).event(pod, "Normal", "A", "x");
  await broadcaster.shutdown({ signal: hasFailed.signal });
  assert.match(lines.join("\n"), /boom[^]*no route/);
});

test("EventBroadcaster.shutdown() writes all queued events, is idempotent, and ends when idle too", async () => {
  const broadcaster = new EventBroadcaster();
  const sink = memorySink();
  broadcaster.startRecordingToSink(sink);
  broadcaster.newRecorder({ component: "test" }).event(pod, "Normal", "A", "x");
  await Promise.all([broadcaster.shutdown(), broadcaster.shutdown()]);
  await broadcaster.shutdown();
  assert.deepEqual(sink.written, ["create A 1"]);
  assert.throws(() => broadcaster.startRecordingToSink(sink), { name: "BroadcasterStoppedError" });
  await new EventBroadcaster().shutdown();
});

test("EventBroadcaster.shutdown() abandons the rest at its deadline, with an outcome for every event", async () => {
  const lines: string[] = [];
  const outcomes: Outcome<CoreV1Event>[] = [];
  const broadcaster = new EventBroadcaster({
    logger: { warn: (line) => lines.push(line), error: (line) => lines.push(line) },
    onOutcome: (outcome) => void outcomes.push(outcome),
  });
  const hang = (): Promise<never> => new Promise(() => {});
  const recording = broadcaster.startRecordingToSink({ create: hang, patch: hang });
  const recorder = broadcaster.newRecorder({ component: "test" });
  recorder.event(pod, "Normal", "A", "x");
  recorder.event(pod, "Normal", "A", "x");
  const controller = new AbortController();
  const ended = broadcaster.shutdown({ signal: controller.signal });
  controller.abort();
  await ended;
  assert.equal(recording.stats().abandoned, 2);
  assert.equal(recording.stats().pending, 0);
  assert.deepEqual(outcomes.map(({ type, count }) => `${type} ${count}`), ["abandoned 2"]);
  assert.equal(lines.length, 1);
});

test("EventBroadcaster.shutdown() accepts an earlier deadline in a later call", async () => {
  const broadcaster = new EventBroadcaster();
  const hang = (): Promise<never> => new Promise(() => {});
  const recording = broadcaster.startRecordingToSink({ create: hang, patch: hang });
  broadcaster.newRecorder({ component: "test" }).event(pod, "Normal", "A", "x");
  const patient = broadcaster.shutdown({ signal: new AbortController().signal });
  await broadcaster.shutdown({ signal: AbortSignal.abort() });
  await patient;
  assert.equal(recording.stats().abandoned, 1);
});

test("EventBroadcaster.shutdown() rejects an invalid signal, and keeps running", async () => {
  const broadcaster = new EventBroadcaster();
  const sink = memorySink();
  broadcaster.startRecordingToSink(sink);
  await assert.rejects(broadcaster.shutdown({ signal: new AbortController() as never }), {
    name: "TypeError",
    message: "Cannot shut down: signal must be an AbortSignal, received [object AbortController]",
  });
  broadcaster.newRecorder({ component: "test" }).event(pod, "Normal", "A", "x");
  await broadcaster.shutdown();
  assert.deepEqual(sink.written, ["create A 1"]);
});

test("EventBroadcaster.shutdown() does not wait past its deadline for a watcher that never reads", async () => {
  const broadcaster = new EventBroadcaster();
  const sink = memorySink();
  broadcaster.startRecordingToSink(sink);
  broadcaster.watch({ whenFull: "wait", highWaterMark: 1 });
  const recorder = broadcaster.newRecorder({ component: "test" });
  for (const reason of ["A", "B", "C"]) recorder.event(pod, "Normal", reason, "x");
  await Promise.resolve();
  assert.equal(broadcaster.stats().queued, 2);
  const controller = new AbortController();
  const ended = broadcaster.shutdown({ signal: controller.signal });
  controller.abort();
  await ended;
  assert.equal(broadcaster.stats().queued, 0);
  assert.equal(broadcaster.stats().watchers.length, 0);
});

test("EventBroadcaster.shutdown() delivers all events to its recordings, even while a full watcher blocks", async () => {
  const broadcaster = new EventBroadcaster({ whenFull: "wait", highWaterMark: 1 });
  const recordings = [1, 2].map(() => broadcaster.startRecordingToSink(memorySink()));
  broadcaster.watch();
  const recorder = broadcaster.newRecorder({ component: "test" });
  for (const reason of ["A", "B", "C"]) recorder.event(pod, "Normal", reason, "x");
  await Promise.resolve();
  assert.equal(broadcaster.stats().queued, 2);
  await broadcaster.shutdown({ signal: AbortSignal.abort() });
  assert.deepEqual(recordings.map((recording) => recording.stats().accepted), [3, 3]);
});

test("EventBroadcaster shuts down on its signal, even one already aborted", async () => {
  const controller = new AbortController();
  const broadcaster = new EventBroadcaster({ signal: controller.signal });
  const sink = memorySink();
  const recording = broadcaster.startRecordingToSink(sink);
  broadcaster.newRecorder({ component: "test" }).event(pod, "Normal", "A", "x");
  controller.abort();
  await recording.finished;
  assert.deepEqual(sink.written, ["create A 1"]);
  const errors: string[] = [];
  const logger = { warn() {}, error: (line: string) => void errors.push(line) };
  const late = new EventBroadcaster({ signal: controller.signal, logger });
  const options = { signal: controller.signal };
  assert.throws(() => late.startRecordingToSink(sink, options), { name: "BroadcasterStoppedError" });
  await new Promise((resolve) => setTimeout(resolve));
  assert.deepEqual(errors, []);
  late.newRecorder({ component: "test" }).event(pod, "Normal", "A", "x");
  assert.deepEqual(late.stats().refused, { stopped: 1 });
});

test("EventBroadcaster.shutdown() logs that events were discarded if no recording or watcher was started, and only then", async () => {
  const warnings: string[] = [];
  const logger = { warn: (line: string) => warnings.push(line), error() {} };
  const run = async (listen: (broadcaster: EventBroadcaster) => void, events: number): Promise<string[]> => {
    const broadcaster = new EventBroadcaster({ logger });
    listen(broadcaster);
    const recorder = broadcaster.newRecorder({ component: "test" });
    for (let i = 0; i < events; i++) recorder.event(pod, "Normal", "A", "x");
    await broadcaster.shutdown();
    const logged = warnings.splice(0);
    await broadcaster.shutdown();
    return [...logged, ...warnings.splice(0).map((line) => `later: ${line}`)];
  };
  const discarded = "discarded: no recording or watcher was started";
  assert.deepEqual(await run(() => {}, 1), [`1 event was ${discarded}`]);
  assert.deepEqual(await run(() => {}, 1500), [`1500 events were ${discarded}`]);
  assert.deepEqual(await run(() => {}, 0), []);
  assert.deepEqual(await run((broadcaster) => broadcaster.startLogging(() => {}), 1), []);
  assert.deepEqual(await run((broadcaster) => broadcaster.startRecordingToSink(memorySink()), 1), []);

  const broadcaster = new EventBroadcaster({ logger });
  const watcher = broadcaster.watch();
  broadcaster.newRecorder({ component: "test" }).event(pod, "Normal", "A", "x");
  for await (const { object } of watcher) if (object.reason === "A") break;
  await broadcaster.shutdown();
  assert.deepEqual(warnings, [], "a watcher was started, and has stopped");
});

test("EventBroadcaster.newRecorder() rejects the source of the other API, and an empty one", () => {
  const name = 'reporter.reportingController must be a qualified name such as "example.com/controller", received';
  const table: readonly (readonly ["v1" | "events.k8s.io/v1", source: unknown, fault: string])[] = [
    ["v1", undefined, "source must be an object such as { component }, received undefined"],
    ["v1", "test", 'source must be an object such as { component }, received "test"'],
    ["v1", { component: 1 }, "source.component must be a string, received 1"],
    ["v1", { component: "test", host: 1 }, "source.host must be a string, received 1"],
    [
      "v1",
      { reportingController: "test" },
      "source.component must be a string (reportingController is for events.k8s.io/v1), received undefined",
    ],
    [
      "events.k8s.io/v1",
      undefined,
      "reporter must be an object such as { reportingController }, received undefined",
    ],
    ["events.k8s.io/v1", {}, `${name} undefined`],
    [
      "events.k8s.io/v1",
      { component: "test" },
      'reporter.reportingController must be a qualified name such as "example.com/controller" (component is for core/v1), ' +
      "received undefined",
    ],
    ["events.k8s.io/v1", { reportingController: "" }, `${name} ""`],
    [
      "events.k8s.io/v1",
      { reportingController: "test", reportingInstance: 1 },
      "reporter.reportingInstance must be a string, received 1",
    ],
    ["events.k8s.io/v1", { reportingController: "https://example.com/a" }, `${name} "https://example.com/a"`],
  ];
  for (const [apiVersion, source, fault] of table) {
    assert.throws(() => new EventBroadcaster({ apiVersion }).newRecorder(source as never), {
      name: "TypeError",
      message: `Cannot create a recorder: ${fault}`,
    });
  }
  assert.throws(() => new EventBroadcaster().newRecorder({ component: "test" }, { kindOf: {} as never }), {
    name: "TypeError",
    message: "Cannot create a recorder: kindOf must be a function, received [object Object]",
  });
});

test("EventBroadcaster.startRecordingToSink() rejects an invalid sink and invalid options", () => {
  const start = (sink: unknown, options: unknown = {}) => (): unknown =>
    new EventBroadcaster().startRecordingToSink(
      sink as EventSink<CoreV1Event>,
      options as RecordingOptions,
    );
  const methods = "sink must have the methods create and patch, received";
  const { create } = memorySink();
  const table: readonly (readonly [options: unknown[], fault: string])[] = [
    [[undefined], `${methods} undefined without create and patch`],
    [["http://host"], `${methods} "http://host" without create and patch`],
    [[{ create }], `${methods} [object Object] without patch`],
    [[memorySink(), { onOutcome: "x" }], 'onOutcome must be a function, received "x"'],
    [[memorySink(), { backoff: 10 }], "backoff must be a function, received 10"],
    [
      [memorySink(), { signal: new AbortController() }],
      "signal must be an AbortSignal, received [object AbortController]",
    ],
    [[memorySink(), { correlator: null }], "correlator must be options, a correlator or false, received null"],
    [[memorySink(), { correlator: "none" }], 'correlator must be options, a correlator or false, received "none"'],
  ];
  for (const [[sink, options], fault] of table) {
    assert.throws(start(sink, options), { name: "TypeError", message: `Cannot record: ${fault}` });
  }
  assert.throws(start(memorySink(), { retryDelayMs: "3" }), {
    name: "RangeError",
    message: 'Cannot record: retryDelayMs must be between 0 and 2147483647, received "3"',
  });
});

test("EventBroadcaster rejects invalid options", () => {
  const logger =
    "Cannot create an EventBroadcaster: logger must have the methods warn and error, as console has, received";
  for (const [value, shown] of [["console", '"console"'], [{}, "[object Object]"], [console.log, "a function"]]) {
    assert.throws(() => new EventBroadcaster({ logger: value as never }), {
      name: "TypeError",
      message: `${logger} ${shown}`,
    });
  }
  const broadcaster = new EventBroadcaster();
  assert.throws(() => broadcaster.startEventWatcher(() => {}, new AbortController().signal as never), {
    name: "TypeError",
    message: "Cannot watch: options must be an object such as { handler }, received [object AbortSignal]",
  });
  assert.throws(() => broadcaster.startEventWatcher(undefined as never), {
    name: "TypeError",
    message: "Cannot watch: handler must be a function, received undefined",
  });
  assert.throws(() => broadcaster.startLogging(undefined as never), /Cannot watch: log must be a function/);
  assert.throws(() => broadcaster.startStructuredLogging({} as never), /Cannot watch: log must be a function/);
  assert.throws(() => new EventBroadcaster({ apiVersion: "v2" as never }), RangeError);
  assert.throws(() => new EventBroadcaster({ maxEarlyEvents: -1 }), RangeError);
  assert.throws(() => new EventBroadcaster({ highWaterMark: 1.5 }), RangeError);
});

test("EventBroadcaster.startRecordingToSink() rejects a sink of the other API", async () => {
  const broadcaster = new EventBroadcaster();
  const sink = { ...memorySink(), apiVersion: "events.k8s.io/v1" };
  assert.throws(() => broadcaster.startRecordingToSink(sink as never), {
    name: "TypeError",
    message: "Cannot record: sink must write to v1, received one that writes to events.k8s.io/v1",
  });
  await broadcaster.shutdown();
});

test("EventBroadcaster.shutdown() resolves with the counters of all its recordings, and of the events that reached none", async () => {
  const broadcaster = new EventBroadcaster();
  const recorder = broadcaster.newRecorder({ component: "test" });
  const refusing: EventSink<CoreV1Event> = {
    create: () => Promise.reject(new StatusError({ code: 422, reason: "Invalid", message: "no" })),
    patch: () => assert.fail(),
  };
  recorder.event({ metadata: { name: "of no kind" } }, "Normal", "A", "x");
  const first = broadcaster.startRecordingToSink(memorySink());
  recorder.event(pod, "Normal", "A", "x");
  await first.stop();
  recorder.event(pod, "Normal", "B", "x"); // after the last recording
  await undefined;
  broadcaster.startRecordingToSink(refusing);
  broadcaster.startRecordingToSink(memorySink());
  recorder.event(pod, "Normal", "C", "x");
  const { accepted, recorded, dropped, rejected, pending, because, lost } = await broadcaster.shutdown();
  assert.deepEqual({ accepted, recorded, dropped, rejected, pending, lost }, {
    accepted: 5,
    recorded: 2,
    dropped: 2,
    rejected: 1,
    pending: 0,
    lost: 3,
  });
  assert.deepEqual(because, { "invalid-object": 1, stopped: 1 });
  recorder.event(pod, "Normal", "D", "x");
  assert.equal((await broadcaster.shutdown()).because.stopped, 2);
});

test("EventBroadcaster.shutdown() reports events as lost without a recording or watcher, and not if a watcher received them", async () => {
  const unrecorded = new EventBroadcaster();
  unrecorded.newRecorder({ component: "test" }).event(pod, "Normal", "A", "x");
  assert.equal((await unrecorded.shutdown()).lost, 1);
  const watched = new EventBroadcaster();
  watched.startEventWatcher(() => {});
  watched.newRecorder({ component: "test" }).event(pod, "Normal", "A", "x");
  assert.equal((await watched.shutdown()).lost, 0);
});
