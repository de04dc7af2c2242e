import assert from "node:assert/strict";
import { test } from "../../fake_time.ts";
import {
  ConnectionError,
  type CoreV1Event,
  createEventRecorder,
  EventBroadcaster,
  type EventSink,
  FetchEventSink,
  type FlushReport,
  StatusError,
} from "../../../mod.ts";
import { EventCorrelator, EventRecording } from "../../../src/client_go/mod.ts";
import { EventsApiServer } from "../../../src/serve/server/mod.ts";
import { Isolate, type IsolateRequest, LOST } from "../../faults/isolate.ts";
import { HeldSink } from "./held_sink.ts";
import { makeEvent } from "./make_event.ts";
import { SERVER_ERROR, settle, withTime } from "./start_recording.ts";

const DENIED = new StatusError({ code: 403, reason: "Forbidden", message: 'User "u" cannot patch resource "events"' });

/** Follows a flush. */
function follow(flush: Promise<FlushReport>): { report?: FlushReport } {
  const followed: { report?: FlushReport } = {};
  void flush.then((report) => followed.report = report);
  return followed;
}

test("EventRecording with autoFlush: false writes only in flush(), and leaves no timer behind", async (time) => {
  const sink = new HeldSink();
  const recording = new EventRecording(sink, { autoFlush: false });
  for (const name of ["a", "b"]) recording.accept(makeEvent(name));
  await settle();
  assert.deepEqual([sink.requests.length, time.next()], [0, false]);
  const flushed = follow(recording.flush());
  await settle();
  assert.equal(sink.requests.length, 2);
  for (const request of sink.requests) request.answer();
  await settle();
  assert.deepEqual([flushed.report?.pending, flushed.report?.recorded], [0, 2]);
  assert.equal(time.next(), false, "a timer is left");
});

test("EventRecording.flush() on demand gives each due event one try if it has no signal", async () => {
  await withTime({ autoFlush: false, retryDelayMs: 1000 }, async ({ recording, sink, pass }) => {
    recording.accept(makeEvent("a"));
    const first = follow(recording.flush());
    await settle();
    sink.requests[0]!.answer(SERVER_ERROR);
    await settle();
    assert.deepEqual([first.report?.pending, first.report?.retries], [1, 1]);
    // Not due yet.
    assert.equal((await recording.flush()).pending, 1);
    assert.equal(sink.requests.length, 1);
    await pass(750);
    const second = follow(recording.flush());
    await settle();
    assert.equal(sink.requests.length, 2);
    sink.requests[1]!.answer();
    await settle();
    assert.equal(second.report?.pending, 0);
  });
});

test("EventRecording.flush() on demand retries until its signal aborts; then its requests are aborted too", async () => {
  await withTime({ autoFlush: false, retryDelayMs: 1000 }, async ({ recording, sink, pass }) => {
    const deadline = new AbortController();
    recording.accept(makeEvent("a"));
    const flushed = follow(recording.flush({ signal: deadline.signal }));
    await settle();
    sink.requests[0]!.answer(SERVER_ERROR);
    await pass(2000);
    assert.equal(sink.requests.length, 2);
    deadline.abort();
    await settle();
    assert.equal(flushed.report?.pending, 1);
    assert.equal(sink.requests[1]!.signal.aborted, true);
    // Its late answer is ignored, and the event is still to be written.
    sink.requests[1]!.answer();
    await settle();
    assert.equal(recording.stats().recorded, 0);
    const next = follow(recording.flush());
    await settle();
    sink.requests[2]!.answer();
    await settle();
    assert.deepEqual([next.report?.pending, next.report?.recorded, next.report?.abandoned], [0, 1, 0]);
  });
});

test("EventRecording.flush() on demand makes no request if its signal has already aborted", async () => {
  await withTime({ autoFlush: false }, async ({ recording, sink }) => {
    recording.accept(makeEvent("a"));
    assert.equal((await recording.flush({ signal: AbortSignal.abort() })).pending, 1);
    assert.deepEqual([sink.requests.length, recording.stats().requests], [0, 0]);
  });
});

test("EventRecording.flush() on demand ends at once if its signal aborts during a request", async () => {
  await withTime({ autoFlush: false, concurrency: 1 }, async ({ recording, sink }) => {
    const deadline = new AbortController();
    const create = sink.create.bind(sink);
    sink.create = (event, options) => {
      deadline.abort();
      return create(event, options);
    };
    recording.accept(makeEvent("a"));
    const flushed = follow(recording.flush({ signal: deadline.signal }));
    await settle();
    assert.deepEqual([flushed.report?.pending, sink.requests[0]!.signal.aborted], [1, true]);
  });
});

test(
  "EventRecording.flush() on demand leaves no timer if its signal aborts in a pause between conflicts",
  async (time) => {
    const sink = new HeldSink();
    const recording = new EventRecording(sink, { autoFlush: false, naming: "stable" });
    recording.accept(makeEvent("a"));
    const deadline = new AbortController();
    const flushed = follow(recording.flush({ signal: deadline.signal }));
    await settle();
    sink.requests[0]!.answer(new StatusError({ code: 409, reason: "AlreadyExists", message: "It exists" }));
    await settle();
    sink.requests[1]!.answer();
    await settle();
    sink.requests[2]!.answer(new StatusError({ code: 409, reason: "Conflict", message: "It has changed" }));
    await settle();
    assert.deepEqual([sink.requests.length, flushed.report], [3, undefined]);
    deadline.abort();
    await settle();
    assert.equal(flushed.report?.pending, 1);
    assert.equal(time.next(), false, "a timer is left");
  },
);

test("EventRecording.flush() on demand without a signal catches up after a long outage", async () => {
  await withTime({ autoFlush: false, retryDelayMs: 1000 }, async ({ recording, sink, pass }) => {
    let events = 0;
    /** A request of a worker that records twice; returns the number of events pending after it. */
    const visit = async (error?: unknown): Promise<number> => {
      for (let i = 0; i < 2; i++) recording.accept(makeEvent(`e-${events++}`));
      const flushed = follow(recording.flush());
      await settle();
      for (let made = sink.requests.length - sink.underWay; made < sink.requests.length; made++) {
        sink.requests[made]!.answer(error);
        await settle();
      }
      assert.notEqual(flushed.report, undefined);
      await pass(10_000);
      return flushed.report!.pending;
    };
    for (let i = 0; i < 8; i++) await visit(new ConnectionError("Connection refused"));
    let pending = Infinity;
    for (let i = 0; i < 20; i++) pending = await visit();
    assert.equal(pending, 0);
  });
});

test("EventRecording.flush() on demand waits for another flush's requests without making one", async () => {
  await withTime({ autoFlush: false }, async ({ recording, sink, pass }) => {
    recording.accept(makeEvent("a"));
    const first = follow(recording.flush());
    const second = follow(recording.flush());
    await pass(1000);
    assert.equal(sink.requests.length, 1);
    assert.deepEqual([first.report, second.report], [undefined, undefined]);
    sink.requests[0]!.answer();
    await pass(400);
    assert.deepEqual([first.report?.recorded, second.report?.recorded], [1, 1]);
  });
});

test(
  "EventRecording.flush() on demand polls another flush's writes at growing intervals, at most 400 ms",
  async (time) => {
    const sink = new HeldSink();
    const recording = new EventRecording(sink, { autoFlush: false });
    recording.accept(makeEvent("a"));
    const first = follow(recording.flush());
    await settle();
    const second = follow(recording.flush());
    await settle();
    const looks: number[] = [];
    while (looks.length < 9) {
      await time.nextAsync();
      await settle();
      looks.push(Date.now());
    }
    // The first shows that it lives, at 400 and 800 ms.
    assert.deepEqual(looks, [20, 60, 140, 300, 400, 620, 800, 1020, 1200]);
    sink.requests[0]!.answer();
    await settle();
    while (await time.nextAsync()) await settle();
    assert.deepEqual([first.report?.recorded, second.report?.recorded], [1, 1]);
    await recording.stop();
  },
  0,
);

test("EventRecording.flush() on demand takes over from a flush that has been silent for 1.5 seconds, and no sooner", async () => {
  for (const [afterMs, made] of [[1499, 1], [1500, 2]] as const) {
    await Isolate.run(() => 0.5, async (isolate) => {
      let requests = 0;
      const lose = (_: unknown, { signal }: { signal: AbortSignal }): Promise<CoreV1Event> => {
        requests++;
        return isolate.fetch<CoreV1Event>(() => Promise.resolve(LOST), { afterMs: 10, signal });
      };
      const sink = { create: lose, patch: () => Promise.reject(new Error("Not created yet")) };
      const recording = new EventRecording(sink, { autoFlush: false });
      recording.accept(makeEvent("a"));
      await isolate.begin(async (request: IsolateRequest): Promise<void> => {
        void recording.flush();
        await settle();
        request.kill();
      });
      await isolate.advance(afterMs - 20);
      // Looks at once, without a judgment, and again after 20 ms.
      await isolate.begin(() => recording.flush());
      assert.equal(requests, 1);
      await isolate.advance(20);
      assert.deepEqual([requests, isolate.violations], [made, []], `after ${afterMs} ms`);
    });
  }
});

test("EventRecording.flush() on demand takes over from a flush that is gone while an earlier flush continues", async () => {
  await Isolate.run(() => 0.5, async (isolate) => {
    const requests: string[] = [];
    const create = (event: CoreV1Event, { signal }: { signal: AbortSignal }): Promise<CoreV1Event> => {
      const { name = "" } = event.metadata;
      requests.push(name);
      const isSlow = name === "slow";
      const answer = (): Promise<CoreV1Event | typeof LOST> => Promise.resolve(isSlow ? event : LOST);
      return isolate.fetch<CoreV1Event>(answer, { afterMs: isSlow ? 8000 : 10, signal });
    };
    const recording = new EventRecording({ create, patch: () => Promise.reject(new Error("Not created yet")) }, {
      autoFlush: false,
    });
    recording.accept(makeEvent("slow"));
    void isolate.begin(() => recording.flush());
    await settle();
    recording.accept(makeEvent("a"));
    await isolate.begin(async (request: IsolateRequest): Promise<void> => {
      void recording.flush();
      await settle();
      request.kill();
    });
    await isolate.advance(1600);
    void isolate.begin(() => recording.flush());
    await isolate.advance(400);
    assert.deepEqual([requests, isolate.violations], [["slow", "a", "a"], []]);
  });
});

test("EventRecording.flush() on demand looks for flushes that are gone at each of its signs of life", async () => {
  await Isolate.run(() => 0.5, async (isolate) => {
    let requests = 0;
    const lose = (_: unknown, { signal }: { signal: AbortSignal }): Promise<CoreV1Event> => {
      requests++;
      return isolate.fetch<CoreV1Event>(() => Promise.resolve(LOST), { afterMs: 10, signal });
    };
    const recording = new EventRecording({ create: lose, patch: (event, _, options) => lose(event, options) }, {
      autoFlush: false,
    });
    recording.accept(makeEvent("a"));
    await isolate.begin(async (request: IsolateRequest): Promise<void> => {
      void recording.flush();
      await settle();
      request.kill();
    });
    // Begins before the other is late, and so finds that later: within two signs of life.
    await isolate.advance(700);
    await isolate.begin(() => recording.flush());
    await isolate.advance(700);
    assert.equal(requests, 1);
    await isolate.advance(500);
    assert.deepEqual([requests, isolate.violations], [2, []]);
  });
});

test("EventRecording.flush() on demand does not take over from a flush that a busy isolate has kept silent", async () => {
  await Isolate.run(() => 0.5, async (isolate) => {
    let requests = 0;
    const sink = new HeldSink();
    sink.create = (event, { signal }) => {
      requests++;
      return isolate.fetch(() => Promise.resolve(event), { afterMs: 500, signal });
    };
    const recording = new EventRecording(sink, { autoFlush: false });
    recording.accept(makeEvent("a"));
    await isolate.begin(() => recording.flush());
    await isolate.advance(399);
    isolate.skewMs = 3000; // in which no timer fired
    await isolate.begin(() => recording.flush());
    await isolate.advance(1000);
    assert.deepEqual([requests, recording.stats().recorded, isolate.violations], [1, 1, []]);
  });
});

test("EventRecording.flush() on demand does not take over if it is itself 1.1 seconds late", async () => {
  for (const busyMs of [1100, 1500, 1900]) {
    await Isolate.run(() => 0.5, async (isolate) => {
      let requests = 0;
      const sink = new HeldSink();
      sink.create = (event, { signal }) => {
        requests++;
        return isolate.fetch(() => Promise.resolve(event), { afterMs: 4000, signal });
      };
      const recording = new EventRecording(sink, { autoFlush: false });
      recording.accept(makeEvent("a"));
      await isolate.begin(() => recording.flush());
      await isolate.advance(370);
      // Its next turn comes just before that of the first one.
      await isolate.begin(() => recording.flush());
      await isolate.advance(9);
      isolate.compute(busyMs);
      await isolate.advance(1000);
      assert.deepEqual([requests, isolate.violations], [1, []], `${busyMs} ms`);
      await isolate.advance(10_000);
      assert.deepEqual([requests, recording.stats().recorded, isolate.violations], [1, 1, []]);
    });
  }
});

test("EventRecording.flush() on demand changes nothing if another took over during its pause between conflicts", async () => {
  await Isolate.run(() => 0.5, async (isolate) => {
    const exists = new StatusError({ code: 409, reason: "AlreadyExists", message: "It exists" });
    const gone = new StatusError({ code: 404, reason: "NotFound", message: "It is gone" });
    const answers = [["create", exists, 10], ["read", undefined, 10], ["patch", gone, 10], ["patch", gone, 60], [
      "create",
    ]];
    const made: string[] = [];
    const send = (verb: string, event: CoreV1Event, signal: AbortSignal): Promise<CoreV1Event> => {
      const [, error, afterMs = 10] = answers[made.push(verb) - 1] as [string, Error?, number?];
      const stored = { ...event, metadata: { ...event.metadata, resourceVersion: "1" } };
      return isolate.fetch(() => error ? Promise.reject(error) : Promise.resolve(stored), { afterMs, signal });
    };
    const sink: EventSink<CoreV1Event> = {
      create: (event, { signal }) => send("create", event, signal),
      patch: (event, { length }, { signal }) => send(length > 0 ? "patch" : "read", event, signal),
    };
    const recording = new EventRecording(sink, { autoFlush: false, naming: "stable" });
    recording.accept(makeEvent("a"));
    await isolate.begin(() => recording.flush({ signal: new AbortController().signal }));
    await isolate.advance(30); // now it pauses for 40 ms
    isolate.skewMs = 3000;
    await isolate.begin(() => recording.flush({ signal: new AbortController().signal }));
    await isolate.advance(1000);
    assert.deepEqual(made, answers.map(([verb]) => verb));
    const { recorded, rejected, pending } = recording.stats();
    assert.deepEqual([recorded, rejected, pending, isolate.violations], [1, 0, 0, []]);
  });
});

test("EventRecording.flush() on demand has its own concurrency slots", async () => {
  await withTime({ autoFlush: false, concurrency: 1 }, async ({ recording, sink, pass }) => {
    recording.accept(makeEvent("a"));
    const first = follow(recording.flush());
    await settle();
    recording.accept(makeEvent("b", { pod: "b" }));
    const second = follow(recording.flush());
    await settle();
    assert.equal(sink.requests.length, 2);
    for (const request of sink.requests) request.answer();
    await pass(400);
    assert.deepEqual([first.report?.pending, second.report?.recorded], [0, 2]);
  });
});

test("EventRecording.flush() on demand starts no write once the events accepted before it are done", async () => {
  await withTime({ autoFlush: false, concurrency: 1 }, async ({ recording, sink }) => {
    recording.accept(makeEvent("a"));
    const flushed = follow(recording.flush());
    await settle();
    recording.accept(makeEvent("b", { pod: "b" }));
    sink.requests[0]!.answer();
    await settle();
    assert.deepEqual([flushed.report?.recorded, flushed.report?.pending], [1, 0]);
    assert.deepEqual([sink.requests.length, recording.stats().pending], [1, 1]);
  });
});

test("EventRecording.flush() makes at most maxRequests requests, and the next flush continues", async () => {
  const server = new EventsApiServer();
  let requests = 0;
  const sink = new FetchEventSink({
    fetch: (request) => {
      requests++;
      return server.fetch(request);
    },
  });
  const taken = makeEvent("a", { pod: "web" });
  // The answer to this create was lost, so that its event is adopted, and then patched: three requests.
  await sink.create(taken, { signal: new AbortController().signal });
  const recording = new EventRecording(sink, { autoFlush: false });
  for (const name of ["a", "b"]) recording.accept(makeEvent(name, { pod: "web" }));
  requests = 0;
  const made: number[] = [];
  for (let flushes = 1; flushes <= 3; flushes++) {
    const { pending } = await recording.flush({ maxRequests: 1, signal: AbortSignal.timeout(60_000) });
    made.push(requests);
    assert.equal(pending === 0, flushes === 3);
  }
  assert.deepEqual(made, [1, 2, 3]);
  assert.deepEqual(server.events().map(({ count }) => count), [2]);
  await recording.stop();
});

test("EventRecording.flush() on demand stops at the runtime's limit of requests, and logs it once", async () => {
  const server = new EventsApiServer();
  let left = 3;
  let refused = 0;
  const fetch = (request: Request): Promise<Response> => {
    if (left-- > 0) return server.fetch(request);
    refused++;
    return Promise.reject(new Error("Too many subrequests by single Worker invocation."));
  };
  const lines: string[] = [];
  const recording = new EventRecording(new FetchEventSink({ fetch }), {
    autoFlush: false,
    concurrency: 1,
    logger: { warn: (line) => lines.push(line), error: (line) => lines.push(line) },
  });
  for (let i = 0; i < 5; i++) recording.accept(makeEvent(`e-${i}`, { pod: `p-${i}` }));
  const first = await recording.flush({ signal: AbortSignal.timeout(60_000) });
  assert.deepEqual([first.recorded, first.pending, first.retries, refused], [3, 2, 0, 1]);
  assert.deepEqual(lines, [
    "The runtime refuses more requests: Too many subrequests by single Worker invocation.; " +
    "the next flush writes the rest (see maxRequests of flush)",
  ]);
  left = Infinity;
  const second = await recording.flush({ signal: AbortSignal.timeout(60_000) });
  assert.deepEqual([second.recorded, second.pending, lines.length], [5, 0, 1]);
  await recording.stop();
});

test("EventRecording.flush() on demand stops at the runtime's limit even if the token function reaches it", async () => {
  const server = new EventsApiServer();
  let isRefused = true;
  const token = (): string => {
    if (isRefused) throw new Error("Too many subrequests.");
    return "secret";
  };
  const recording = new EventRecording(new FetchEventSink({ fetch: server.fetch, token }), { autoFlush: false });
  recording.accept(makeEvent("a"));
  const { pending, retries } = await recording.flush({ signal: AbortSignal.timeout(60_000) });
  assert.deepEqual([pending, retries], [1, 0]);
  isRefused = false;
  assert.equal((await recording.flush()).recorded, 1);
  await recording.stop();
});

test("EventRecording.flush() on demand resolves as soon as its maxRequests are used up", async () => {
  await withTime({ autoFlush: false }, async ({ recording, sink }) => {
    recording.accept(makeEvent("a"));
    const flushed = follow(recording.flush({ maxRequests: 1 }));
    await settle();
    sink.requests[0]!.answer(new StatusError({ code: 409, reason: "AlreadyExists", message: "It exists" }));
    await settle();
    assert.equal(flushed.report?.pending, 1);
  });
});

test("EventRecording.stop() on demand abandons unwritten events at its deadline, even those in flight in a flush", async () => {
  await withTime({ autoFlush: false }, async ({ recording, sink, pass }) => {
    recording.accept(makeEvent("a"));
    const flushed = follow(recording.flush());
    await settle();
    await recording.stop({ signal: AbortSignal.abort() });
    assert.deepEqual([recording.stats().abandoned, recording.stats().entries], [1, 0]);
    await pass(400);
    assert.equal(flushed.report?.abandoned, 1);
    assert.equal(sink.requests[0]!.signal.aborted, true);
    sink.requests[0]!.answer();
    await settle();
    assert.equal(recording.stats().recorded, 0);
  });
});

test("EventRecording.flush() on demand writes the counts that the correlator holds back", async () => {
  const server = new EventsApiServer();
  const recording = new EventRecording(new FetchEventSink({ fetch: server.fetch }), {
    autoFlush: false,
    correlator: { burst: 2, trailingWrites: true },
  });
  for (let i = 0; i < 9; i++) recording.accept(makeEvent(`e-${i}`, { pod: "web" }));
  const { owed, skipped } = await recording.flush();
  assert.deepEqual([owed, skipped], [0, 7]);
  assert.deepEqual(server.events().map(({ count }) => count), [9]);
  await recording.stop();
});

test("EventRecording.flush() on demand writes all held-back counts, even if few are queued at a time", async () => {
  const correlator = { burst: 1, qps: 0, trailingWrites: true };
  await withTime({ autoFlush: false, maxPending: 2, correlator }, async ({ recording, sink }) => {
    /** Answers until nothing is asked any more. */
    const answerAll = async (): Promise<void> => {
      for (let made = 0; made < sink.requests.length;) {
        for (; made < sink.requests.length; made++) sink.requests[made]!.answer();
        await settle();
      }
      sink.requests.length = 0;
    };
    for (const pods of [["a", "b"], ["c", "d"]]) {
      for (const pod of pods) recording.accept(makeEvent(pod, { pod }));
      void recording.flush();
      await settle();
      await answerAll();
    }
    for (const pod of ["a", "b", "c", "d"]) recording.accept(makeEvent(pod, { pod }));
    const cut = follow(recording.flush({ signal: AbortSignal.abort() }));
    await settle();
    assert.deepEqual([cut.report?.owed, cut.report?.requests], [4, 4]);
    const flushed = follow(recording.flush());
    await settle();
    await answerAll();
    assert.deepEqual([flushed.report?.owed, flushed.report?.requests], [0, 8]);
  });
});

test("EventRecording.flush() on demand retries a permanently denied count after retryDelayMs at the earliest", async () => {
  const options = { autoFlush: false, retryDelayMs: 1000, correlator: { burst: 1, trailingWrites: true } };
  await withTime(options, async ({ recording, sink, pass }) => {
    let answered = 0;
    /** Flushes, with these answers, or that of a role that may not patch; returns how many requests it made. */
    const flush = async (answer: unknown = DENIED): Promise<number> => {
      const flushed = follow(recording.flush());
      await settle();
      const made = sink.requests.slice(answered);
      answered += made.length;
      for (const request of made) request.answer(answer);
      await settle();
      assert.equal(flushed.report?.pending, 0);
      return made.length;
    };
    recording.accept(makeEvent("a", { pod: "web" }));
    assert.equal(await flush(undefined), 1);
    for (const name of ["b", "c"]) recording.accept(makeEvent(name, { pod: "web" }));
    const requests = [await flush(), await flush(), await flush(), await flush()];
    await pass(1000);
    requests.push(await flush(), await flush());
    assert.deepEqual(requests, [1, 1, 0, 0, 1, 0]);
    const stopped = recording.stop();
    await settle();
    sink.requests[answered]!.answer();
    await stopped;
    assert.deepEqual([recording.stats().owed, recording.stats().uncounted], [0, 0]);
  });
});

test("EventRecording rejects options that do not suit autoFlush", async () => {
  const sink = new HeldSink();
  assert.throws(() => new EventRecording(sink, { autoFlush: false, signal: AbortSignal.abort() }), {
    name: "TypeError",
    message: "Cannot record: signal must not be given with autoFlush: false, call stop instead",
  });
  await assert.rejects(new EventRecording(sink).flush({ maxRequests: 1 }), {
    name: "TypeError",
    message: "Cannot flush: maxRequests requires a recording with autoFlush: false",
  });
  await assert.rejects(new EventRecording(sink, { autoFlush: false }).flush({ maxRequests: 0 }), RangeError);
});

test("EventRecording rejects a correlator that serves another recording, until that has finished", async () => {
  const correlator = new EventCorrelator();
  const first = new EventRecording(new HeldSink(), { correlator });
  assert.throws(() => new EventRecording(new HeldSink(), { correlator }), {
    name: "TypeError",
    message:
      "Cannot record: correlator must not serve two recordings at a time: each would write the counts of the other",
  });
  await first.stop();
  await new EventRecording(new HeldSink(), { correlator }).stop();
});

test("EventRecording.finished is created when it is read, even after the recording has finished", async () => {
  const finished: string[] = [];
  const options = { autoFlush: false, onFinished: () => finished.push("onFinished") };
  const recording = new EventRecording(new HeldSink(), options);
  const early = recording.finished;
  assert.equal(recording.finished, early);
  void early.then(() => finished.push("early"));
  await recording.stop();
  await settle();
  assert.deepEqual(finished, ["onFinished", "early"]);
  const late = new EventRecording(new HeldSink(), options);
  await late.stop();
  await late.stop();
  void late.finished.then(() => finished.push("late"));
  await settle();
  assert.deepEqual(finished, ["onFinished", "early", "onFinished", "late"]);
});

test("EventBroadcaster and its recorders create nothing bound to a request before the first event", () => {
  const { randomUUID, getRandomValues } = crypto;
  const { AbortController, Promise, setTimeout } = globalThis;
  const forbidden = function (): never {
    throw new Error("Disallowed operation called within global scope");
  };
  try {
    Object.assign(crypto, { randomUUID: forbidden, getRandomValues: forbidden });
    Object.assign(globalThis, { AbortController: forbidden, Promise: forbidden, setTimeout: forbidden });
    const broadcaster = new EventBroadcaster({ apiVersion: "events.k8s.io/v1", naming: "stable" });
    broadcaster.newRecorder({ reportingController: "example.com/edge" });
    const sink = new FetchEventSink({ apiVersion: "events.k8s.io/v1" });
    broadcaster.startRecordingToSink(sink, { autoFlush: false });
    createEventRecorder({ component: "edge", autoFlush: false });
  } finally {
    Object.assign(crypto, { randomUUID, getRandomValues });
    Object.assign(globalThis, { AbortController, Promise, setTimeout });
  }
});

test("createEventRecorder() takes autoFlush: false, and its flush() takes maxRequests", async () => {
  const server = new EventsApiServer();
  const recorder = createEventRecorder({ component: "edge", autoFlush: false, fetch: server.fetch });
  for (const name of ["a", "b"]) recorder.event({ kind: "Page", name }, "Normal", "Visited", "Visited");
  assert.equal((await recorder.flush({ maxRequests: 1 })).pending, 1);
  assert.equal((await recorder.flush({ maxRequests: 1 })).pending, 0);
  assert.equal(server.events().length, 2);
  await recorder.shutdown();
});
