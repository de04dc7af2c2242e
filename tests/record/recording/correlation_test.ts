import assert from "node:assert/strict";
import { test } from "../../fake_time.ts";
import {
  type CoreV1Event,
  type Correlation,
  type Correlator,
  type EventsV1Event,
  FetchEventSink,
  type Outcome,
  StatusError,
} from "../../../mod.ts";
import { EventCorrelator, EventRecording, EventSeriesCorrelator } from "../../../src/client_go/mod.ts";
import { EventsApiServer } from "../../../src/serve/server/mod.ts";
import { ScriptedSink } from "../../../src/serve/testing/mod.ts";
import { accounted } from "./accounted.ts";
import { TestRecord } from "./count_record.ts";
import { makeEvent } from "./make_event.ts";
import { abandon, settle, startRecording, withTime } from "./start_recording.ts";

test("EventRecording reports events skipped by the correlator", async () => {
  const { outcomes, recording } = startRecording({ correlator: { burst: 1 } });
  recording.accept(makeEvent("a0", { pod: "a" }));
  recording.accept(makeEvent("a1", { pod: "a" }));
  const [outcome] = outcomes;
  assert.ok(outcome?.type === "skipped");
  assert.equal(outcome.because, "spam");
  assert.deepEqual(recording.stats().because, { spam: 1 });
  await abandon(recording);
});

test("EventRecording passes the correlation that it wrote to the correlator, with the operations of its patch", async () => {
  const counting = new EventCorrelator();
  const told: unknown[] = [];
  const correlator: Correlator = {
    correlate: (event) => counting.correlate(event),
    updateState(event, written) {
      told.push(written?.type === "patch" ? written.patch : written?.type);
      counting.updateState(event, written);
    },
  };
  const { sink, recording } = startRecording({ correlator });
  recording.accept(makeEvent("a0", { pod: "a" }));
  (await sink.made(1)).answer();
  await recording.flush();
  recording.accept(makeEvent("a1", { pod: "a" }));
  const patch = await sink.made(2);
  patch.answer();
  await recording.flush();
  assert.deepEqual(told, ["create", patch.patch]);
  assert.deepEqual(patch.patch?.find(({ path }) => path === "/count"), { op: "replace", path: "/count", value: 2 });
  await recording.stop();
});

test("EventRecording with correlator false writes every event unchanged", async () => {
  const { sink, recording } = startRecording({ correlator: false });
  for (let i = 0; i < 3; i++) recording.accept(makeEvent(`a${i}`, { pod: "a" }));
  for (let made = 1; made <= 3; made++) (await sink.made(made)).answer();
  await recording.flush();
  assert.deepEqual(sink.requests.map(({ verb, event }) => [verb, event.count]), Array(3).fill(["create", 1]));
});

test("EventRecording without a correlator writes events of one name in several namespaces", async () => {
  const { sink, recording } = startRecording({ correlator: false });
  for (const namespace of ["a", "b", "c"]) recording.accept(makeEvent("deploy", { namespace }));
  await sink.made(3);
  for (const request of sink.requests) request.answer();
  const { recorded, rejected } = await recording.flush();
  assert.deepEqual({ recorded, rejected }, { recorded: 3, rejected: 0 });
  await recording.stop();
});

test("EventRecording creates the correlator for the apiVersion of its sink", async () => {
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

test("EventRecording patches an event of a correlator that returns modified copies of another's correlations", async () => {
  const counting = new EventCorrelator();
  const { sink, recording } = startRecording({
    correlator: {
      correlate(event) {
        const correlation = counting.correlate(event);
        return { ...correlation, event: { ...correlation.event, message: "Changed" } };
      },
      updateState: (event, written) => counting.updateState(event, written),
    },
  });
  recording.accept(makeEvent("a0", { pod: "a" }));
  (await sink.made(1)).answer();
  await recording.flush();
  recording.accept(makeEvent("a1", { pod: "a" }));
  const { verb, event, patch, answer } = await sink.made(2);
  assert.deepEqual([verb, event.metadata.name], ["patch", "a0"]);
  assert.deepEqual(patch, [
    { op: "replace", path: "/count", value: 2 },
    { op: "replace", path: "/lastTimestamp", value: event.lastTimestamp },
    { op: "replace", path: "/message", value: "Changed" },
  ]);
  answer();
  await recording.stop();
});

test("EventRecording is for the API of its correlator if neither the option nor the sink has one", async () => {
  const sink = new ScriptedSink<EventsV1Event>();
  const recording = new EventRecording<"events.k8s.io/v1">(sink, { correlator: new EventSeriesCorrelator() });
  recording.accept({ metadata: { name: "a" }, reason: "Happened" });
  await recording.stop();
  assert.equal(recording.stats().recorded, 1);
  const plain = new EventRecording<"events.k8s.io/v1">(sink, { correlator: false });
  plain.accept({ metadata: { name: "b" }, regarding: { kind: "Pod", name: "b" }, reason: "Happened" });
  await plain.stop();
  assert.equal(plain.stats().recorded, 1);
});

test("EventRecording rejects a correlator that lacks a method, or is for the other API", () => {
  const rejects = (correlator: unknown, apiVersion: "v1" | "events.k8s.io/v1", message: string): void => {
    const start = (): unknown => new EventRecording(new ScriptedSink() as never, { correlator, apiVersion } as never);
    assert.throws(start, { name: "TypeError", message: `Cannot record: correlator must ${message}` });
  };
  const methods = "have the methods correlate and updateState, received [object Object] without";
  rejects({ correlate() {} }, "v1", `${methods} updateState`);
  rejects({ updateState() {} }, "v1", `${methods} correlate`);
  const kinds = "be options, a correlator or false, received";
  rejects(Promise.resolve(new EventCorrelator()), "v1", `${kinds} [object Promise]`);
  rejects([new EventCorrelator()], "v1", `${kinds} [object Array]`);
  rejects(EventCorrelator, "v1", `${kinds} a function`);
  rejects(new EventSeriesCorrelator(), "v1", "be for v1, received one for events.k8s.io/v1");
  rejects(new EventCorrelator(), "events.k8s.io/v1", "be for events.k8s.io/v1, received one for v1");
});

test("EventRecording drops an event for which the correlator returns no correlation, and logs it", () => {
  const evicting = { type: "create", key: "a", event: makeEvent("a"), evicted: { type: "create" } };
  for (
    const [result, shown] of [
      [undefined, "undefined"],
      [{ type: "drop" }, "[object Object]"],
      ["skip", '"skip"'],
      [evicting, "[object Object]"],
    ]
  ) {
    const lines: string[] = [];
    const { outcomes, recording } = startRecording({
      logger: { warn() {}, error: (line) => lines.push(line) },
      correlator: { correlate: () => result as never, updateState() {} },
    });
    recording.accept(makeEvent("a"));
    const message = "The correlator threw: correlate must return " +
      `a correlation { type: "create" | "patch" | "skip", key, event }, received ${shown}`;
    assert.deepEqual(outcomes.map((outcome) => outcome.type === "dropped" && outcome.message), [message]);
    assert.deepEqual(lines, [message]);
  }
});

test("EventRecording drops an event for which the correlator throws", () => {
  const { outcomes, recording } = startRecording({
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

test("EventRecording continues after the correlator's updateState() throws, and logs it", async () => {
  const lines: string[] = [];
  const { sink, recording } = startRecording({
    logger: { warn() {}, error: (line) => lines.push(line) },
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
  assert.deepEqual(lines, ["The correlator threw: Broken"]);
});

test("EventRecording continues after write() or forget() of a record throws", async () => {
  const lines: string[] = [];
  const throws = (): never => {
    throw new Error("Broken");
  };
  const sink = {
    create: () => Promise.reject(new StatusError({ code: 409, reason: "AlreadyExists", message: "There is an a" })),
    patch: () => Promise.resolve(makeEvent("a", { pod: "b" })),
  };
  for (const method of ["write", "forget"]) {
    const record = Object.assign(new TestRecord("a"), { [method]: throws });
    const recording = new EventRecording(sink, {
      logger: { warn() {}, error: (line) => lines.push(line) },
      correlator: {
        correlate: (event) =>
          event.metadata.name === "a" ? { type: "create", key: "", event, record } : record.skip(event),
        updateState: () => {},
      },
    });
    if (method === "write") recording.accept(makeEvent("b"));
    recording.accept(makeEvent("a"));
    if (method === "write") recording.accept(makeEvent("b"));
    assert.equal((await recording.flush()).rejected, 1);
    assert.deepEqual(lines.splice(0), ["The correlator threw: Broken"], method);
    await recording.stop();
  }
});

test("EventRecording.flush() logs that write() of a record throws, with nothing else to write", async () => {
  const lines: string[] = [];
  const record = Object.assign(new TestRecord("a"), {
    write(): never {
      throw new Error("Broken");
    },
  });
  const { recording } = startRecording({
    logger: { warn() {}, error: (line) => lines.push(line) },
    correlator: { correlate: (event) => record.skip(event), updateState() {} },
  });
  recording.accept(makeEvent("a"));
  await recording.flush();
  assert.deepEqual(lines, ["The correlator threw: Broken"]);
  await recording.stop();
});

test("EventRecording logs that its correlator's sweep() throws, even while no event arrives; sweep() is optional", async () => {
  const sweep = (): never => {
    throw new Error("Broken");
  };
  for (const [parts, logged] of [[{ sweep }, ["The correlator threw: Broken"]], [{}, []]] as const) {
    const correlator: Correlator = {
      correlate: (event) => ({ type: "skip", key: "a", event, because: "series" }),
      updateState() {},
      sweepAfterMs: 1000,
      ...parts,
    };
    await withTime({ correlator }, async ({ recording, lines, pass }) => {
      recording.accept(makeEvent("a"));
      await pass(1000);
      assert.deepEqual(lines, logged);
    });
  }
});

test("EventRecording reports the counts that its correlator withheld for an event whose name is taken as uncounted", async () => {
  const taken = new StatusError({ code: 409, reason: "AlreadyExists", message: "There is an a" });
  const outcomes: Outcome<CoreV1Event>[] = [];
  const record = new TestRecord("a");
  let isFirst = true;
  const recording = new EventRecording({
    create: () => Promise.reject(taken),
    patch: () => Promise.resolve(makeEvent("a", { pod: "b" })),
  }, {
    correlator: {
      correlate(event) {
        const type = isFirst ? "create" : "skip";
        isFirst = false;
        return type === "create" ? { type, key: "a", event, record } : record.skip(event);
      },
      updateState() {},
    },
    onOutcome: (outcome) => void outcomes.push(outcome),
  });
  for (let i = 0; i < 3; i++) recording.accept(makeEvent("a"));
  const { owed, uncounted } = await recording.flush();
  assert.deepEqual({ owed, uncounted }, { owed: 0, uncounted: 2 });
  assert.deepEqual(outcomes.map(({ type, count }) => [type, count]), [
    ["skipped", 1],
    ["skipped", 1],
    ["rejected", 1],
    ["uncounted", 2],
  ]);
});

test("EventRecording reports owed and withheld counts as uncounted if the event's name is taken", async () => {
  const record = new TestRecord("a");
  let reject!: (error: StatusError) => void;
  let count = 0;
  const recording = new EventRecording({
    create: () => new Promise<CoreV1Event>((_, fail) => reject = fail),
    patch: () => Promise.resolve(makeEvent("a", { pod: "b" })),
  }, {
    correlator: {
      correlate: (event) => ++count === 2 ? { type: "create", key: "a", event, record } : record.skip(event),
      updateState() {},
    },
  });
  for (let i = 0; i < 2; i++) {
    for (let repeat = 0; repeat < 2; repeat++) recording.accept(makeEvent("a"));
    await settle();
  }
  assert.equal(recording.stats().owed, 3);
  reject(new StatusError({ code: 409, reason: "AlreadyExists", message: "There is an a" }));
  await settle();
  const { owed, uncounted, rejected } = recording.stats();
  assert.deepEqual({ owed, uncounted, rejected }, { owed: 0, uncounted: 3, rejected: 1 });
  await recording.stop();
});

test("EventRecording writes a withheld count once if its patch is rejected while another is queued", async () => {
  const sink = new ScriptedSink(["ok", { afterMs: 1, answer: 422 }]);
  const decisions = ["create", "skip", "patch", "patch"] as const;
  const record = new TestRecord("a");
  let next = 0;
  const recording = new EventRecording(sink, {
    correlator: {
      correlate(event) {
        const [type, key] = [decisions[next++]!, "a"];
        if (type === "create") return { type, key, event, record };
        if (type === "skip") return record.skip(event);
        return { type, key, event, patch: [{ op: "replace", path: "/count", value: next }], record };
      },
      updateState() {},
    },
  });
  for (let i = 0; i < 2; i++) recording.accept(makeEvent("a"));
  record.isAhead = false;
  await recording.flush();
  recording.accept(makeEvent("a"));
  await settle();
  recording.accept(makeEvent("a"));
  await recording.flush();
  const { owed, uncounted, rejected, recorded, requests } = await recording.flush();
  assert.deepEqual([owed, uncounted, rejected, recorded, requests], [0, 0, 1, 2, 3]);
});

test("EventRecording.flush() asks the latest record of an event for the counts that were held back", async () => {
  const records = [new TestRecord("a"), new TestRecord("a")];
  let next = 0;
  const { sink, recording } = startRecording({
    correlator: { correlate: (event) => records[next++]!.skip(event), updateState() {} },
  });
  for (let i = 0; i < 2; i++) recording.accept(makeEvent("a"));
  const flushed = recording.flush();
  (await sink.made(1)).answer();
  assert.deepEqual([records.map(({ calls }) => calls.write), (await flushed).owed], [[0, 1], 0]);
  await recording.stop();
});

test("EventRecording passes the decisions that were written to its correlator, with their events as stored", async () => {
  const written: unknown[] = [];
  const { sink, recording } = startRecording({
    correlator: {
      correlate: (event) => ({ type: event.reason === "A" ? "create" : "patch", key: "a", event, patch: [] }),
      updateState: ({ count }, decision) => void written.push([count, decision?.type, "patch" in decision!]),
    },
  });
  for (const [i, reason] of ["A", "B"].entries()) {
    recording.accept({ ...makeEvent("a"), reason });
    const { event, answer } = await sink.made(i + 1);
    answer(undefined, { ...event, count: 10 + i });
    await settle();
  }
  assert.deepEqual(written, [[10, "create", false], [11, "patch", true]]);
  await recording.stop();
});

test("EventRecording.stop() reports counts that its correlator never returned as uncounted", async () => {
  const lines: string[] = [];
  const returnsNothing = () => ({ type: "skip", key: "", event: makeEvent("a"), because: "spam" });
  const records: Record<string, TestRecord> = {
    a: Object.assign(new TestRecord("a"), { write: returnsNothing }),
    b: Object.assign(new TestRecord("b"), { write: returnsNothing }),
  };
  const { outcomes, recording } = startRecording({
    logger: { warn: (line) => lines.push(line), error() {} },
    onFinished: () => lines.push(`finished, after ${outcomes.length} outcomes`),
    correlator: {
      correlate: (event) => records[event.involvedObject.name!]!.skip(event),
      updateState: () => {},
    },
  });
  for (const pod of ["a", "a", "b"]) recording.accept(makeEvent("e", { pod }));
  assert.equal(recording.stats().owed, 3);
  await recording.stop();
  const { owed, skipped, uncounted, requests } = recording.stats();
  assert.deepEqual({ owed, skipped, uncounted, requests }, { owed: 0, skipped: 3, uncounted: 3, requests: 0 });
  const last = outcomes.at(-1)!;
  assert.ok(last.type === "uncounted");
  assert.deepEqual([last.count, last.because, last.message], [
    3,
    "deadline",
    "The recording was stopped before their count was written",
  ]);
  assert.deepEqual(lines, [
    "3 skipped events are not in the counts on the server: their write failed, or the deadline passed first",
    "finished, after 4 outcomes",
  ]);
});

test("EventRecording.flush() writes the counts that the correlator withheld (trailingWrites)", async () => {
  const { sink, recording } = startRecording({ correlator: { burst: 1, trailingWrites: true } });
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

test("EventRecording owes the counts of spam with trailingWrites only, and never for unwritten events", async () => {
  for (const trailingWrites of [false, true]) {
    const api = new EventsApiServer();
    const recording = new EventRecording(new FetchEventSink({ fetch: api.fetch }), { correlator: { trailingWrites } });
    for (let i = 0; i < 40; i++) recording.accept(makeEvent(`a${i}`, { pod: "a" }));
    for (let i = 0; i < 5; i++) recording.accept(makeEvent(`b${i}`, { pod: "a", message: `Different ${i}` }));
    const { skipped, owed } = recording.stats();
    assert.deepEqual({ skipped, owed }, { skipped: 20, owed: trailingWrites ? 15 : 0 });
    await recording.stop();
    accounted(recording.stats());
    assert.deepEqual([recording.stats().owed, recording.stats().uncounted], [0, 0]);
    assert.deepEqual(api.events().map(({ count }) => count), [trailingWrites ? 40 : 25]);
  }
});

test("EventRecording writes withheld counts after trailingIntervalMs", async (time) => {
  const { sink, recording } = startRecording({
    correlator: { burst: 1, trailingWrites: true, trailingIntervalMs: 10 },
  });
  for (let i = 0; i < 4; i++) recording.accept(makeEvent(`a${i}`, { pod: "a" }));
  (await sink.made(1)).answer();
  await time.tickAsync(10);
  const patch = await sink.made(2);
  assert.equal(patch.event.count, 4);
  patch.answer();
  await recording.stop();
});

test("EventRecording passes its clock to the correlator if the correlator's options have none", async () => {
  const { sink, recording } = startRecording({
    clock: { now: () => 0 },
    correlator: { maxEvents: 1, clock: undefined },
  });
  recording.accept(makeEvent("a"));
  const { event, answer } = await sink.made(1);
  assert.equal(event.lastTimestamp, "1970-01-01T00:00:00Z");
  answer();
  await recording.stop();
});

test("EventRecording counts all repeats through a correlator that wraps a built-in one with two methods", async () => {
  const api = new EventsApiServer();
  const counting = new EventCorrelator({ burst: 1, trailingWrites: true });
  const recording = new EventRecording<"v1">(new FetchEventSink({ fetch: api.fetch }), {
    correlator: {
      correlate: (event) => ({ ...counting.correlate(event) }),
      updateState: (event, written) => counting.updateState(event, written),
    },
  });
  for (let i = 0; i < 20; i++) recording.accept(makeEvent(`a${i}`, { pod: "a" }));
  assert.equal(recording.stats().owed, 19);
  await recording.stop();
  assert.deepEqual(api.events().map(({ count }) => count), [20]);
  assert.deepEqual([recording.stats().owed, recording.stats().uncounted], [0, 0]);
});

test("EventRecording counts all repeats through a correlator that wraps each record in a new object", async () => {
  const api = new EventsApiServer();
  const counting = new EventCorrelator({ burst: 1, trailingWrites: true });
  const label = (correlation: Correlation): Correlation => {
    const { event, record } = correlation;
    return {
      ...correlation,
      event: { ...event, metadata: { ...event.metadata, labels: { team: "a" } } },
      record: record && {
        name: record.name,
        get isAhead() {
          return record.isAhead;
        },
        write: () => label(record.write()),
        forget: () => record.forget(),
      },
    };
  };
  const recording = new EventRecording<"v1">(new FetchEventSink({ fetch: api.fetch }), {
    correlator: {
      correlate: (event) => label(counting.correlate(event)),
      updateState: (event, written) => counting.updateState(event, written),
    },
  });
  for (let i = 0; i < 20; i++) recording.accept(makeEvent(`a${i}`, { pod: "a" }));
  assert.equal(recording.stats().owed, 19);
  await recording.flush();
  assert.deepEqual(api.events().map(({ count, metadata }) => [count, metadata.labels]), [[20, { team: "a" }]]);
  assert.equal(recording.stats().owed, 0);
  await recording.stop();
  assert.equal(recording.stats().uncounted, 0);
});

test("EventRecording counts all of a series through a correlator that wraps a built-in one with two methods", async () => {
  const api = new EventsApiServer();
  const counting = new EventSeriesCorrelator();
  const sink = new FetchEventSink({ apiVersion: "events.k8s.io/v1", fetch: api.fetch });
  const recording = new EventRecording<"events.k8s.io/v1">(sink, {
    correlator: {
      correlate: (event) => counting.correlate(event),
      updateState: (event, written) => counting.updateState(event, written),
    },
  });
  for (let i = 0; i < 20; i++) {
    recording.accept({
      metadata: { name: `a${i}`, namespace: "default" },
      eventTime: "2026-01-01T00:00:00.000000Z",
      regarding: { kind: "Pod", namespace: "default", name: "a" },
      reportingController: "example.com/test",
      reportingInstance: "test-1",
      type: "Normal",
      reason: "Happened",
      action: "Testing",
    });
  }
  await recording.stop();
  assert.deepEqual(api.events().map(({ series }) => series?.count), [20]);
  assert.deepEqual([recording.stats().owed, recording.stats().uncounted], [0, 0]);
});

test("EventCorrelator.correlate() returns repeats whose copies have their patch", () => {
  const correlator = new EventCorrelator();
  correlator.correlate(makeEvent("a0", { pod: "a" }));
  const copy = { ...correlator.correlate(makeEvent("a1", { pod: "a" })) };
  assert.ok(copy.type === "patch");
  assert.deepEqual(copy.patch[0], { op: "replace", path: "/count", value: 2 });
});

test("EventRecording sends the patch that a correlator in front of a built-in one has extended", async () => {
  const additions = [["add", "/action"], ["replace", "/action"], ["add", "/message"]] as const;
  for (const [op, path] of additions) {
    const sink = new ScriptedSink();
    const inner = new EventCorrelator();
    const added = { op, path, value: "seen" };
    const recording = new EventRecording<"v1">(sink, {
      correlator: {
        correlate(event) {
          const correlation = inner.correlate(event);
          return correlation.type === "patch" ? { ...correlation, patch: [...correlation.patch, added] } : correlation;
        },
        updateState: (event, written) => inner.updateState(event, written),
      },
    });
    for (const name of ["a0", "a1"]) {
      recording.accept(makeEvent(name, { pod: "a" }));
      await recording.flush();
    }
    assert.deepEqual(sink.requests[1]?.patch?.at(-1), added);
    await recording.stop();
  }
});

test("EventRecording settles the count that a record writes without naming itself", async () => {
  const record = new TestRecord("a");
  record.write = () => {
    record.isAhead = false;
    return { type: "patch", key: "a", event: makeEvent("a"), patch: [] };
  };
  const { sink, recording } = startRecording({
    correlator: { correlate: (event) => record.skip(event), updateState() {} },
  });
  for (let i = 0; i < 2; i++) recording.accept(makeEvent("a"));
  const flushed = recording.flush();
  (await sink.made(1)).answer();
  await flushed;
  await recording.stop();
  assert.deepEqual([recording.stats().owed, recording.stats().uncounted], [0, 0]);
});

test("EventRecording queues no more than maxPending counts of events that its correlator evicts", async () => {
  const correlate = (event: CoreV1Event): Correlation => {
    const evicted = makeEvent(`evicted-${event.metadata.name}`);
    return {
      type: "skip",
      because: "spam",
      key: "",
      event,
      evicted: { type: "patch", key: evicted.metadata.name!, event: evicted, patch: [] },
    };
  };
  const { recording } = startRecording({ maxPending: 2, correlator: { correlate, updateState() {} } });
  for (let i = 0; i < 5; i++) recording.accept(makeEvent(`${i}`));
  assert.equal(recording.stats().entries, 2);
  await abandon(recording);
});
