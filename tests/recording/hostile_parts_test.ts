import { test } from "node:test";
import assert from "node:assert/strict";
import {
  type CoreV1Event,
  type Correlation,
  EventCorrelator,
  EventRecording,
  type EventRecordingOptions,
  type EventSink,
  StatusError,
} from "../../mod.ts";
import { ScriptedSink } from "../../src/testing/mod.ts";
import { accounted } from "./accounted.ts";
import { makeEvent } from "./make_event.ts";
import { abandon, settle, startRecording, withTime } from "./start_recording.ts";

/** A sink whose first request rejects with `error`, and that stores all that follow. */
function failingOnce(error: unknown): EventSink {
  let isFirst = true;
  const write = (event: CoreV1Event): Promise<CoreV1Event> => {
    if (!isFirst) return Promise.resolve(event);
    isFirst = false;
    return Promise.reject(error);
  };
  return { create: write, update: write, patch: write };
}

const unreadable = new Proxy({}, {
  get() {
    throw new Error("Unreadable");
  },
  getPrototypeOf() {
    throw new Error("Unreadable");
  },
});
const odd = new StatusError({ code: 503, message: "Busy" });
const ODD_ERRORS: Readonly<Record<string, unknown>> = {
  "an error whose Retry-After is a bigint": Object.assign(odd, { retryAfterMs: 1n }),
  "an error whose message is a symbol": Object.assign(new Error(), { message: Symbol("message") }),
  "a status without a message that is text": new StatusError({ code: 503, message: Symbol("message") as never }),
  "an object that throws when it is read": unreadable,
  "undefined": undefined,
};

for (const [title, error] of Object.entries(ODD_ERRORS)) {
  test(`EventRecording retries a write after the sink rejected it with ${title}`, async () => {
    const recording = new EventRecording(failingOnce(error), {
      retryDelayMs: 0,
      logger: { warn() {}, error() {} },
    });
    recording.accept(makeEvent("a"));
    const { recorded, retries } = await recording.flush();
    assert.deepEqual({ recorded, retries }, { recorded: 1, retries: 1 });
    await recording.stop();
  });
}

test("EventRecording rejects an event with an error whose message is a symbol, and reports it", async () => {
  const error = new StatusError({ code: 422, reason: "Invalid", message: "" });
  Object.assign(error, { message: Symbol("message") });
  const messages: string[] = [];
  const recording = new EventRecording(failingOnce(error), { onOutcome: ({ type }) => void messages.push(type) });
  recording.accept(makeEvent("a"));
  assert.equal((await recording.flush()).rejected, 1);
  assert.deepEqual(messages, ["rejected"]);
  await recording.stop();
});

test("EventRecording retries a write while its clock and random throw", async () => {
  let broken = true;
  const fails = (value: number) => (): number => {
    if (broken) throw new Error("Broken");
    return value;
  };
  const options: EventRecordingOptions = {
    correlator: false,
    clock: { now: fails(1_700_000_000_000) },
    random: fails(0.5),
    retryDelayMs: 0,
    patchIntervalMs: 1,
    logger: { warn() {}, error() {} },
  };
  const recording = new EventRecording(failingOnce(new StatusError({ code: 503 })), options);
  recording.accept(makeEvent("a"));
  assert.equal((await recording.flush()).recorded, 1);
  broken = false;
  recording.accept(makeEvent("b"));
  await recording.stop();
  assert.equal(recording.stats().recorded, 2);
});

for (const value of [NaN, -1, 2, Infinity]) {
  test(`EventRecording waits for Retry-After if random returns ${value}`, () =>
    withTime({ random: () => value, concurrency: 1 }, async ({ recording, sink, pass }) => {
      recording.accept(makeEvent("a"));
      await pass(0);
      sink.requests[0]!.answer(new StatusError({ code: 429 }, { retryAfterMs: 4000 }));
      await pass(3999);
      assert.equal(sink.requests.length, 1);
      await pass(20_000);
      assert.equal(sink.requests.length, 2);
      sink.requests[1]!.answer();
      await pass(0);
    }));
}

for (const field of ["name", "namespace"] as const) {
  test(`EventRecording drops an event whose ${field} is not a string`, async () => {
    for (const value of [Symbol(field), 7, {}, Object.create(null)]) {
      const recording = new EventRecording(new ScriptedSink());
      const event = makeEvent("a");
      recording.accept({ ...event, metadata: { ...event.metadata, [field]: value } });
      const { dropped, pending, owed } = recording.stats();
      assert.deepEqual({ dropped, pending, owed }, { dropped: 1, pending: 0, owed: 0 });
      await recording.stop();
    }
  });
}

for (const sweepAfterMs of [0, NaN, -1, "throws"]) {
  test(`EventRecording continues with a correlator whose sweepAfterMs is ${sweepAfterMs}`, async () => {
    const lines: string[] = [];
    let sweeps = 0;
    const recording = new EventRecording(new ScriptedSink(), {
      logger: { warn() {}, error: (line) => lines.push(line) },
      correlator: {
        correlate: (event): Correlation => ({ type: "create", key: event.metadata.name!, event }),
        updateState() {},
        get sweepAfterMs(): number {
          if (typeof sweepAfterMs === "string") throw new Error("Broken");
          return sweepAfterMs;
        },
        sweep() {
          sweeps++;
          return [];
        },
      },
    });
    for (const name of ["a", "b"]) recording.accept(makeEvent(name));
    assert.equal((await recording.flush()).recorded, 2);
    assert.deepEqual([lines.length, sweeps], [1, 0]);
    await recording.stop();
  });
}

test("EventRecording makes one request of an event that onOutcome records again while others are pushed out", async () => {
  let isAgain = false;
  const { sink, recording } = startRecording({
    correlator: false,
    maxPending: 2,
    concurrency: 8,
    onOutcome({ type, event }) {
      if (type !== "dropped" || isAgain) return;
      isAgain = true;
      recording.accept(makeEvent("c", { namespace: event!.metadata.namespace! }));
    },
  });
  for (const name of ["a", "b"]) recording.accept(makeEvent(name, { namespace: "large" }));
  recording.accept(makeEvent("c", { namespace: "small" }));
  await settle();
  assert.ok(isAgain);
  const names = sink.requests.map(({ event }) => `${event.metadata.namespace}/${event.metadata.name}`);
  assert.equal(new Set(names).size, names.length, names.join(" "));
  accounted(recording.stats());
  await abandon(recording);
});

test("EventRecording writes 64 events in nine rounds to a server that answers each after six seconds", () =>
  withTime({ concurrency: 8 }, async ({ recording, sink, pass }) => {
    for (let i = 0; i < 64; i++) recording.accept(makeEvent(`e-${i}`));
    await pass(0);
    const startedMs = Date.now();
    const madeMs: number[] = [];
    for (let steps = 0; recording.stats().recorded < 64 && steps < 3000; steps++) {
      for (let i = 0; i < sink.requests.length; i++) {
        if (Date.now() - (madeMs[i] ??= Date.now()) === 6000) sink.requests[i]!.answer();
      }
      await pass(steps % 2 === 0 ? 0 : 250);
    }
    assert.deepEqual([sink.requests.length, recording.stats().recorded], [64, 64]);
    assert.ok(Date.now() - startedMs <= 54_000, `${Date.now() - startedMs} ms`);
  }));

test("EventRecording writes a repeat once that a logger records while the write before is refused", async () => {
  let isFirst = true;
  const warn = (): void => {
    if (isFirst) recording.accept(makeEvent("x2", { pod: "web" }));
    isFirst = false;
  };
  const recording = new EventRecording(new ScriptedSink([422]), { logger: { warn, error() {} }, retryDelayMs: 0 });
  recording.accept(makeEvent("x1", { pod: "web" }));
  await recording.flush();
  const { rejected, recorded, pending, requests } = await recording.flush();
  assert.deepEqual({ rejected, recorded, pending }, { rejected: 1, recorded: 1, pending: 0 });
  // The patch of an event that was never created gets a 404 from a server; this sink takes it.
  assert.ok(requests <= 3, String(requests));
  await recording.stop();
});

test("EventRecording writes a repeat once that a correlator records in updateState()", async () => {
  const inner = new EventCorrelator();
  let isFirst = true;
  const recording = new EventRecording<"v1">(new ScriptedSink(), {
    correlator: {
      correlate: (event) => inner.correlate(event),
      updateState(event, written) {
        inner.updateState(event, written);
        if (isFirst) recording.accept(makeEvent("x2", { pod: "web" }));
        isFirst = false;
      },
    },
  });
  recording.accept(makeEvent("x1", { pod: "web" }));
  await recording.flush();
  const { recorded, pending, requests } = await recording.flush();
  assert.deepEqual({ recorded, pending, requests }, { recorded: 2, pending: 0, requests: 2 });
  await recording.stop();
});

const INVALID: Readonly<Record<string, (event: CoreV1Event) => unknown>> = {
  "an event without metadata": () => ({ type: "create", key: "k", event: {} }),
  "null as evicted": (event) => ({ type: "create", key: "k", event, evicted: null }),
  "an evicted correlation without an event": (event) => ({ type: "create", key: "k", event, evicted: {} }),
  "a record that throws": (event) => ({ type: "skip", because: "spam", key: "k", event, record: unreadable }),
};

for (const [title, correlate] of Object.entries(INVALID)) {
  test(`EventRecording drops an event for which the correlator returns ${title}`, async () => {
    const correlator = { correlate: correlate as (event: CoreV1Event) => Correlation, updateState() {} };
    const recording = new EventRecording<"v1">(new ScriptedSink(), { correlator });
    recording.accept(makeEvent("a"));
    const { dropped, pending, because } = recording.stats();
    assert.deepEqual({ dropped, pending, because }, { dropped: 1, pending: 0, because: { "correlator-error": 1 } });
    await recording.stop();
  });
}
