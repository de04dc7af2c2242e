import { test } from "node:test";
import assert from "node:assert/strict";
import {
  ConnectionError,
  type CoreV1Event,
  type Correlation,
  type EventSink,
  RequestConstructionError,
  StatusError,
} from "../../../mod.ts";
import { EventCorrelator, EventRecording } from "../../../src/client_go/mod.ts";
import { ScriptedSink } from "../../../src/serve/testing/mod.ts";
import { accounted } from "./accounted.ts";
import { TestRecord } from "./count_record.ts";
import { HeldSink } from "./held_sink.ts";
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
  return { create: write, patch: write };
}

const ODD_ERRORS: Readonly<Record<string, unknown>> = {
  "a text": "Busy",
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

test("EventRecording drops an event that a correlator skips for no known reason", async () => {
  for (const because of [undefined, "quota"]) {
    const recording = new EventRecording(new ScriptedSink(), {
      correlator: {
        correlate: (event) => ({ type: "skip", key: "a", event, because: because as never }),
        updateState() {},
      },
    });
    recording.accept(makeEvent("a"));
    const { pending, dropped, because: reasons } = recording.stats();
    assert.deepEqual({ pending, dropped, reasons }, { pending: 0, dropped: 1, reasons: { "correlator-error": 1 } });
    await recording.stop();
  }
});

for (const field of ["name", "namespace"] as const) {
  test(`EventRecording drops an event whose ${field} is not a string`, async () => {
    for (const value of [7, {}]) {
      const recording = new EventRecording(new ScriptedSink());
      const event = makeEvent("a");
      recording.accept({ ...event, metadata: { ...event.metadata, [field]: value } });
      const { dropped, pending, owed } = recording.stats();
      assert.deepEqual({ dropped, pending, owed }, { dropped: 1, pending: 0, owed: 0 });
      await recording.stop();
    }
  });
}

for (const sweepAfterMs of [0, NaN]) {
  test(`EventRecording continues with a correlator whose sweepAfterMs is ${sweepAfterMs}`, async () => {
    const lines: string[] = [];
    let sweeps = 0;
    const recording = new EventRecording(new ScriptedSink(), {
      logger: { warn() {}, error: (line) => lines.push(line) },
      correlator: {
        correlate: (event): Correlation => ({ type: "create", key: event.metadata.name!, event }),
        updateState() {},
        sweepAfterMs,
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

test("EventRecording makes one request for an event that onOutcome records again while other events are dropped for room", async () => {
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

test("EventRecording writes a repeat once if a logger records it while the previous write is refused", async () => {
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

test("EventRecording has one request of an event in flight, even if a logger records it while room is made", async () => {
  const lines: string[] = [];
  const warn = (line: string): void => {
    if (lines.push(line) === 1) recording.accept(makeEvent("x2", { namespace: "small", pod: "web" }));
  };
  const sink = new HeldSink();
  const recording = new EventRecording(sink, { logger: { warn, error: assert.fail }, maxPending: 3 });
  for (const name of ["a", "b", "c"]) recording.accept(makeEvent(name, { namespace: "large" }));
  recording.accept(makeEvent("x1", { namespace: "small", pod: "web" }));
  assert.equal(lines.length, 1);
  await sink.made(3);
  await new Promise((resolve) => setTimeout(resolve, 0));
  assert.deepEqual(sink.requests.map(({ event }) => event.metadata.name).sort(), ["a", "b", "x1"]);
  for (const request of sink.requests) request.answer();
  await recording.flush();
  assert.deepEqual([recording.stats().recorded, recording.stats().coalesced, recording.stats().dropped], [3, 1, 1]);
  await recording.stop();
});

test("EventRecording writes a repeat once if a correlator records it in updateState()", async () => {
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
  "a patch without operations": (event) => ({ type: "patch", key: "k", event, patch: undefined }),
  "a promise that rejects": () => Promise.reject(new Error("Broken")),
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

const ODD_CORRELATIONS: Readonly<Record<string, unknown>> = {
  "null": null,
  "a patch without an event": { type: "patch", key: "a", patch: [] },
};

for (const [title, odd] of Object.entries(ODD_CORRELATIONS)) {
  for (const caller of ["write", "sweep"] as const) {
    test(`EventRecording reports the owed events as uncounted if ${caller}() of a correlator returns ${title}`, async () => {
      const record = new TestRecord("a");
      record.write = (): Correlation => odd as Correlation;
      const lines: string[] = [];
      let isFirst = true;
      const recording = new EventRecording<"v1">(new ScriptedSink(), {
        logger: { warn() {}, error: (line) => lines.push(line) },
        correlator: {
          correlate(event) {
            if (!isFirst) return record.skip(event);
            isFirst = false;
            return { type: "create", key: "a", event, record };
          },
          updateState() {},
          sweepAfterMs: caller === "sweep" ? 1 : undefined,
          sweep: () => [odd as Correlation],
        },
      });
      for (let i = 0; i < 3; i++) recording.accept(makeEvent("a"));
      for (let turns = 0; lines.length === 0 && turns < 100; turns++) {
        if (caller === "write") await recording.flush();
        else await new Promise((resolve) => setTimeout(resolve, 10));
      }
      assert.match(lines[0]!, new RegExp(`The correlator threw: ${caller} must return a correlation`));
      assert.equal(recording.stats().owed, 2);
      await recording.stop();
      accounted(recording.stats());
      assert.deepEqual([recording.stats().owed, recording.stats().uncounted], [0, 2]);
    });
  }
}

for (const method of ["updateState", "forget", "sweep"] as const) {
  test(`EventRecording logs the rejection of a correlator whose ${method}() is an async function`, async () => {
    const lines: string[] = [];
    const rejects = (): Promise<never> => Promise.reject(new Error("Broken"));
    const record = new TestRecord("a");
    if (method === "forget") record.forget = rejects as () => never;
    // The name belongs to an event about another pod.
    const stored = (event: CoreV1Event): Promise<CoreV1Event> =>
      Promise.resolve(method === "forget" ? makeEvent("a", { pod: "other" }) : event);
    const create = (event: CoreV1Event): Promise<CoreV1Event> => {
      if (method !== "forget") return stored(event);
      return Promise.reject(new StatusError({ code: 409, reason: "AlreadyExists", message: "Taken" }));
    };
    const sink: EventSink = { create, patch: stored };
    const recording = new EventRecording<"v1">(sink, {
      logger: { warn() {}, error: (line) => lines.push(line) },
      correlator: {
        correlate: (event) => ({ type: "create", key: "a", event, record }),
        updateState: method === "updateState" ? rejects as () => never : () => {},
        sweepAfterMs: method === "sweep" ? 1 : undefined,
        sweep: method === "sweep" ? rejects as () => never : () => [],
      },
    });
    recording.accept(makeEvent("a"));
    await recording.flush();
    for (let turns = 0; lines.length === 0 && turns < 100; turns++) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      recording.accept(makeEvent("a"));
    }
    await recording.stop();
    assert.match(lines[0]!, method === "sweep" ? /sweep must return correlations/ : /The correlator threw: Broken/);
  });
}

for (const count of ["3", NaN]) {
  test(`EventRecording keeps counting if the sink answers with the count ${typeof count} ${String(count)}`, async () => {
    const sent: (number | undefined)[] = [];
    const write = (event: CoreV1Event): Promise<CoreV1Event> => {
      sent.push(event.count);
      return Promise.resolve({ ...event, count: count as number });
    };
    const recording = new EventRecording({ create: write, patch: write });
    for (let i = 0; i < 4; i++) {
      recording.accept(makeEvent(`a${i}`, { pod: "web" }));
      await recording.flush();
    }
    assert.deepEqual(sent, [1, 2, 3, 4]);
    await recording.stop();
  });
}

test("EventRecording knows its own errors as the cause of another", async () => {
  const own = [
    new ConnectionError("Cannot reach"),
    new RequestConstructionError("No request"),
    new StatusError({ code: 422, message: "Invalid" }),
  ];
  const types: string[] = [];
  for (const cause of own) {
    let calls = 0;
    const sink: EventSink = {
      create: (event) => ++calls > 20 ? Promise.resolve(event) : Promise.reject(new Error("Cannot create", { cause })),
      patch: () => assert.fail("is not called"),
    };
    const onOutcome = ({ type }: { type: string }): void => void types.push(`${type} after ${calls}`);
    const recording = new EventRecording(sink, { retryDelayMs: 0, onOutcome });
    recording.accept(makeEvent("a"));
    await recording.flush();
  }
  assert.deepEqual(types, ["recorded after 21", "rejected after 1", "rejected after 1"]);
});

/** The errors of clients for an event that has expired, as they reject: StatusError.of knows them. */
const body = { kind: "Status", reason: "NotFound", message: 'events "a" not found', code: 404 };
const NOT_FOUND: Readonly<Record<string, object>> = {
  "client-node": { code: 404, body, headers: {} },
  "client-node, with a text": {
    code: 404,
    body: JSON.stringify(body),
    headers: { "content-type": "application/json" },
  },
  "client-node before 1.0": { statusCode: 404, body, response: {} },
  "client-node 0.x": { response: { statusCode: 404, headers: {} }, body },
  "Axios": { code: "ERR_BAD_REQUEST", status: 404, response: { status: 404, data: body, headers: {} } },
  "Axios before 1.7": { code: "ERR_BAD_REQUEST", response: { status: 404, data: body, headers: {} } },
  "got": { code: "ERR_NON_2XX_3XX_RESPONSE", response: { statusCode: 404, body: JSON.stringify(body), headers: {} } },
  "a client that has only the Status": body,
  "kubernetes_client of Deno": { httpCode: 404, status: body },
  "kubernetes-fluent-client": { status: 404, statusText: "Not Found", data: body, ok: false },
};

for (const [client, fields] of Object.entries(NOT_FOUND)) {
  for (const how of ["throws", "rejects with", "rejects with a cause of"]) {
    test(`EventRecording creates an expired event again after a sink ${how} the 404 of ${client}`, async () => {
      const calls: string[] = [];
      const stored = new Map<string, CoreV1Event>();
      const sink: EventSink = {
        create(event) {
          calls.push("create");
          stored.set(event.metadata.name!, event);
          return Promise.resolve(event);
        },
        patch(event) {
          calls.push("patch");
          const error = Object.assign(new Error("HTTP-Code: 404"), fields);
          if (!stored.has(event.metadata.name!)) {
            if (how === "throws") throw error;
            return Promise.reject(how === "rejects with" ? error : new Error("Cannot patch", { cause: error }));
          }
          stored.set(event.metadata.name!, event);
          return Promise.resolve(event);
        },
      };
      const recording = new EventRecording(sink);
      recording.accept(makeEvent("a"));
      await recording.flush();
      stored.clear(); // expired
      for (let repeats = 0; repeats < 3; repeats++) {
        recording.accept(makeEvent("a"));
        await recording.flush();
      }
      await recording.stop();
      assert.deepEqual(calls, ["create", "patch", "create", "patch", "patch"]);
      assert.equal([...stored.values()][0]?.count, 4);
    });
  }
}
