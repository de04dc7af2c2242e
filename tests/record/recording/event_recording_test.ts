import { test } from "node:test";
import assert from "node:assert/strict";
import {
  type CoreV1Event,
  type EventLike,
  type EventSink,
  FetchEventSink,
  type Outcome,
  RequestConstructionError,
  StatusError,
} from "../../../mod.ts";
import { EventRecording } from "../../../src/client_go/mod.ts";
import { HeldSink } from "./held_sink.ts";
import { makeEvent } from "./make_event.ts";
import { startRecording } from "./start_recording.ts";

test("EventRecording recreates a deleted event, without its resourceVersion", async () => {
  const { sink, recording } = startRecording();
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

test("EventRecording treats AlreadyExists as success after reading that it is the same event", async () => {
  const { sink, recording } = startRecording();
  recording.accept(makeEvent("a"));
  (await sink.made(1)).answer(new TypeError("The answer was lost"));
  (await sink.made(2)).answer(new StatusError({ code: 409, reason: "AlreadyExists" }));
  const read = await sink.made(3);
  assert.deepEqual([read.verb, read.patch, read.event.metadata.resourceVersion], ["patch", [], undefined]);
  read.answer();
  await recording.flush();
  assert.deepEqual([recording.stats().recorded, recording.stats().requests], [1, 3]);
});

test("EventRecording patches an event that already exists", async () => {
  const { sink, recording } = startRecording();
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

test("EventRecording rejects all events of a write on any other 4xx", async () => {
  for (const code of [400, 403, 404, 405, 413, 415, 422]) {
    const { sink, outcomes, recording } = startRecording();
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

test("EventRecording rejects an event at once if its request cannot be constructed", async () => {
  const { sink, outcomes, recording } = startRecording();
  const error = new RequestConstructionError("No JSON");
  recording.accept(makeEvent("a"));
  (await sink.made(1)).answer(error);
  await recording.flush();
  assert.deepEqual(outcomes.map((outcome) => outcome.type === "rejected" && outcome.error), [error]);
});

test("EventRecording accepts any value that a sink returns in place of an event", async () => {
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

test("EventRecording drops pending creates of a terminating namespace, and none accepted later", async () => {
  const { sink, outcomes, recording } = startRecording({ concurrency: 1 });
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
  // The namespace may have been recreated in the meantime.
  recording.accept(makeEvent("e", { namespace: "going" }));
  (await sink.made(3)).answer();
  await recording.flush();
  assert.equal(recording.stats().recorded, 2);
});

/** Number of items of the arrays that were searched, or whose items were moved. */
async function countSearched(run: () => Promise<void>): Promise<number> {
  const searches = ["filter", "find", "findIndex", "includes", "indexOf", "lastIndexOf", "shift", "splice"] as const;
  const native = Object.getOwnPropertyDescriptors(Array.prototype);
  let searched = 0;
  for (const name of searches) {
    const search: (...args: never[]) => unknown = Array.prototype[name];
    const counting = function (this: unknown[], ...args: never[]): unknown {
      searched += this.length;
      return search.apply(this, args);
    };
    Object.defineProperty(Array.prototype, name, { ...native[name], value: counting });
  }
  try {
    await run();
  } finally {
    for (const name of searches) Object.defineProperty(Array.prototype, name, native[name]);
  }
  return searched;
}

test("EventRecording with concurrency: Infinity does not search the list of writes in flight", async () => {
  const [few, many] = [100, 400].map((count) => async () => {
    const { sink, recording } = startRecording({ concurrency: Infinity, maxPending: Infinity });
    for (let i = 0; i < count; i++) recording.accept(makeEvent(`event-${i}`));
    await sink.made(count);
    for (const request of sink.requests) request.answer();
    assert.equal((await recording.flush()).recorded, count);
    await recording.stop();
  });
  const searched = [await countSearched(few!), await countSearched(many!)];
  assert.ok(searched[1]! < 8 * searched[0]! + 400, `Of 100 and 400 events, ${searched} items are searched`);
});

test("EventRecording calls its sink with a signal as the only option", async () => {
  const names: string[][] = [];
  const create: EventSink["create"] = (event, options) => {
    names.push(Object.keys(options).sort());
    return Promise.resolve(event);
  };
  const recording = new EventRecording({ create, patch: (event, _patch, options) => create(event, options) });
  for (let i = 0; i < 2; i++) {
    recording.accept({ ...makeEvent("a"), count: i + 1 });
    await recording.flush();
  }
  await recording.stop();
  assert.deepEqual(names, [["signal"], ["signal"]]);
});

test("EventRecording reads the stored event by the sink's read(), if it has one", async () => {
  const verbs: string[] = [];
  const echo = (verb: string) => (event: CoreV1Event): Promise<CoreV1Event> => {
    verbs.push(verb);
    return Promise.resolve(event);
  };
  const recording = new EventRecording({
    create: () => Promise.reject(new StatusError({ code: 409, reason: "AlreadyExists" })),
    patch: echo("patch"),
    read: echo("read"),
  });
  recording.accept(makeEvent("a"));
  assert.equal((await recording.flush()).recorded, 1);
  assert.deepEqual(verbs, ["read"]);
  await recording.stop();
});

test("EventRecording accepts answers to a create and a patch whose times are Dates", async () => {
  const date = new Date("2026-01-01T00:00:00Z");
  const dated = (event: CoreV1Event): Promise<EventLike> => {
    const metadata = { ...event.metadata, resourceVersion: "1", creationTimestamp: date };
    return Promise.resolve({ ...event, metadata, firstTimestamp: date, lastTimestamp: date });
  };
  const outcomes: Outcome<CoreV1Event>[] = [];
  const sink: EventSink = { create: dated, patch: dated };
  const recording = new EventRecording(sink, { onOutcome: (outcome) => void outcomes.push(outcome) });
  for (let i = 0; i < 2; i++) {
    recording.accept(makeEvent("a"));
    await recording.flush();
  }
  await recording.stop();
  const times = outcomes.map((outcome) => [outcome.event?.metadata.creationTimestamp, outcome.event?.lastTimestamp]);
  assert.deepEqual(times, Array(2).fill(["2026-01-01T00:00:00Z", "2026-01-01T00:00:00Z"]));
});

test("EventRecording rejects options out of range", () => {
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

test("EventRecording.lose() reports events dropped upstream", () => {
  const { outcomes, recording } = startRecording();
  recording.lose("queue-full", { count: 3 });
  recording.lose("invalid-type", { message: 'The type "Error" is neither' });
  assert.deepEqual(outcomes.map((outcome) => outcome.type === "dropped" && [outcome.because, outcome.message]), [
    ["queue-full", "queue-full"],
    ["invalid-type", 'The type "Error" is neither'],
  ]);
  assert.deepEqual([recording.stats().accepted, recording.stats().dropped], [4, 4]);
});

test("EventRecording.lose() ignores a count that is not an integer of at least 0, and logs it", () => {
  const lines: string[] = [];
  const { outcomes, recording } = startRecording({ logger: { warn() {}, error: (line) => lines.push(line) } });
  for (const count of [NaN, -5, 1.5, Infinity, "2" as never, 0]) recording.lose("queue-full", { count });
  const { accepted, dropped, pending, because } = recording.stats();
  assert.deepEqual({ accepted, dropped, pending, because }, { accepted: 0, dropped: 0, pending: 0, because: {} });
  assert.deepEqual(outcomes, []);
  const rule = "Cannot count lost events: count must be an integer of at least 0, received";
  assert.deepEqual(lines, ["NaN", "-5", "1.5", "Infinity", '"2"'].map((count) => `${rule} ${count}`));
});

test("EventRecording.accept() drops an event without metadata or involvedObject, and logs it", () => {
  const { metadata, involvedObject } = makeEvent("a");
  const dropped = (apiVersion: "v1" | "events.k8s.io/v1", events: unknown[]): string[] => {
    const lines: string[] = [];
    const messages: string[] = [];
    const recording = new EventRecording(new HeldSink(), {
      apiVersion,
      logger: { warn() {}, error: (line: string) => lines.push(line) },
      onOutcome: (outcome: Outcome) => {
        if (outcome.type === "dropped" && outcome.because === "invalid-object") messages.push(outcome.message);
      },
    } as never);
    for (const event of events) recording.accept(event as CoreV1Event);
    assert.equal(recording.stats().dropped, events.length);
    assert.deepEqual(lines, [...new Set(messages)]);
    return messages;
  };
  const rule = "Cannot record: event must be an object with metadata";
  const received = ["null", "5", "[object Object]", "[object Object]"];
  assert.deepEqual(
    dropped("v1", [null, 5, { metadata }, { involvedObject }]),
    received.map((value) => `${rule} and an involvedObject, received ${value}`),
  );
  assert.deepEqual(
    dropped("events.k8s.io/v1", [null, 5, {}, { regarding: involvedObject }]),
    received.map((value) => `${rule}, received ${value}`),
  );
});

test("EventRecording rejects a sink or a correlator that lacks a method, or whose optional method is not a function", () => {
  const [create, patch, correlate, updateState] = Array.from({ length: 4 }, () => () => {});
  for (
    const [sink, correlator, fault] of [
      [{ create }, undefined, "sink must have the methods create and patch, received [object Object] without patch"],
      [{ create, patch, read: true }, undefined, "sink.read must be a function, received true"],
      [
        { create, patch, own: 1 },
        { correlate, updateState, own: 1, sweep: 1 },
        "correlator.sweep must be a function, received 1",
      ],
    ] as const
  ) {
    const create = (): unknown => new EventRecording(sink as never, { correlator } as never);
    assert.throws(create, { name: "TypeError", message: `Cannot record: ${fault}` });
  }
});

test("EventRecording rejects a sink of the other API", () => {
  const sink = new FetchEventSink();
  assert.throws(() => new EventRecording(sink, { apiVersion: "events.k8s.io/v1" }), {
    name: "TypeError",
    message: "Cannot record: sink must write to events.k8s.io/v1, received one that writes to v1",
  });
});
