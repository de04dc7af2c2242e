import { test } from "node:test";
import assert from "node:assert/strict";
import {
  ConnectionError,
  type CoreV1Event,
  type Outcome,
  RequestConstructionError,
  StatusError,
} from "../../../mod.ts";
import { EventRecording, exponentialBackoff } from "../../../src/client_go/mod.ts";
import { ScriptedSink } from "../../../src/serve/testing/mod.ts";
import { makeEvent } from "./make_event.ts";
import { SERVER_ERROR, startRecording, withTime } from "./start_recording.ts";

test("EventRecording retries with the repeats coalesced in the meantime", async () => {
  const { sink, outcomes, recording } = startRecording();
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

test("EventRecording abandons a write after maxTries, even if another try would succeed", async () => {
  const sink = new ScriptedSink(
    [1, 2, 3].map(() => new StatusError({ code: 409, message: "Other writers were first" })),
  );
  const outcomes: Outcome<CoreV1Event>[] = [];
  const onOutcome = (outcome: Outcome<CoreV1Event>): void => void outcomes.push(outcome);
  const recording = new EventRecording(sink, { maxTries: 3, retryDelayMs: 0, onOutcome });
  recording.accept(makeEvent("a"));
  await recording.flush();
  const [outcome] = outcomes;
  assert.ok(outcome?.type === "abandoned");
  assert.deepEqual([outcome.because, outcome.message], ["tries", "after 3 tries: Other writers were first"]);
  assert.equal(sink.requests.length, 3);
});

test("EventRecording tries twelve times by default, after a first pause of up to ten seconds and others of ten", () =>
  withTime({}, async ({ recording, sink, pass }) => {
    const times: number[] = [];
    sink.create = () => {
      times.push(Date.now());
      return Promise.reject(new StatusError({ code: 409, message: "Other writers were first" }));
    };
    recording.accept(makeEvent("a"));
    for (let i = 0; i < 30; i++) await pass(5000);
    const pauses = times.slice(1).map((time, i) => time - times[i]!);
    assert.deepEqual(pauses, [5000, ...Array(10).fill(10_000)]);
    assert.equal(recording.stats().abandoned, 1);
  }));

test("EventRecording retries after requestTimeoutMs, even if the sink ignores its signal", async () => {
  const { sink, recording } = startRecording({ requestTimeoutMs: 5 });
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

/** One lone event, and the forms in which a server that is out of order answers. */
const OUTAGES: Readonly<Record<string, () => unknown>> = {
  "408": () => new StatusError({ code: 408 }),
  "429": () => new StatusError({ code: 429 }),
  "500": () => new StatusError({ code: 500, message: "etcdserver: request timed out" }),
  "500 of a webhook that cannot be called": () =>
    new StatusError({ code: 500, message: 'Internal error occurred: failed calling webhook "w": refused' }),
  "502": () => new StatusError({ code: 502 }),
  "503": () => SERVER_ERROR,
  "504": () => new StatusError({ code: 504 }),
  "a refused connection": () => new ConnectionError("Cannot reach it: connection refused"),
  "a proxy's page with 200": () => new SyntaxError("Unexpected token '<'"),
  "a proxy's page with 404": () => new StatusError({ status: "Failure", code: 404, message: "HTTP 404 Not Found" }),
};

for (const [form, makeError] of Object.entries(OUTAGES)) {
  test(`EventRecording keeps a lone event through an hour of ${form}, tried every ten seconds at most`, () =>
    withTime({ requestTimeoutMs: 7_200_000 }, async ({ recording, sink, lines, pass }) => {
      recording.accept(makeEvent("a"));
      let answered = 0;
      for (let seconds = 0; seconds < 3600; seconds += 5) {
        await pass(5000);
        while (answered < sink.requests.length) sink.requests[answered++]!.answer(makeError());
      }
      assert.ok(answered >= 240 && answered <= 365, `${answered} requests`);
      assert.deepEqual([recording.stats().pending, lines.length], [1, 1]);
      while (sink.underWay === 0) await pass(1000);
      sink.requests.at(-1)!.answer();
      await pass(0);
      assert.deepEqual([recording.stats().recorded, lines.length], [1, 2], lines.join("\n"));
    }));
}

test("EventRecording tries a lone write again and again, retryDelayMs apart, with a random first pause", async () => {
  await withTime({}, async ({ recording, sink, pass }) => {
    recording.accept(makeEvent("a"));
    await pass(0);
    sink.requests[0]!.answer(SERVER_ERROR);
    await pass(4999);
    assert.equal(sink.requests.length, 1);
    await pass(1);
    for (let tries = 2; tries < 20; tries++) {
      assert.equal(sink.requests.length, tries);
      sink.requests[tries - 1]!.answer(SERVER_ERROR);
      await pass(9999);
      assert.equal(sink.requests.length, tries);
      await pass(1);
    }
    assert.deepEqual([sink.requests.length, recording.stats().pending], [20, 1]);
  });
});

test("EventRecording with concurrency 1 cuts a retry short for another one", async () => {
  await withTime({ concurrency: 1 }, async ({ recording, sink, pass }) => {
    recording.accept(makeEvent("fast"));
    (await sink.made(1)).answer();
    for (const name of ["a", "b"]) recording.accept(makeEvent(name));
    for (const made of [2, 3]) (await sink.made(made)).answer(SERVER_ERROR);
    await pass(5000);
    assert.equal((await sink.made(4)).event.metadata.name, "a");
    await pass(4999);
    assert.equal(sink.requests.length, 4);
    await pass(1);
    assert.equal((await sink.made(5)).event.metadata.name, "b");
  });
});

test("EventRecording shortens a pause under way for a flush, or for a call that waits for the event", async () => {
  const waitings: ((recording: EventRecording) => void)[] = [
    (recording) => void recording.flush(),
    (recording) => recording.accept(makeEvent("a"), () => {}),
  ];
  for (const wait of waitings) {
    await withTime({}, async ({ recording, sink, pass }) => {
      for (const name of ["a", "b"]) recording.accept(makeEvent(name));
      for (const made of [1, 2]) (await sink.made(made)).answer(SERVER_ERROR);
      await pass(1000);
      // Otherwise after another four seconds.
      wait(recording);
      await pass(749);
      assert.equal(sink.requests.length, 2);
      await pass(1);
      const retried = sink.requests.slice(2).map(({ event }) => event.metadata.name);
      assert.deepEqual(retried, wait === waitings[0] ? ["a", "b"] : ["a"]);
    });
  }
});

test("EventRecording begins with short pauses while someone waits for one of an object's events", async () => {
  await withTime({}, async ({ recording, sink, pass }) => {
    recording.accept(makeEvent("a", { pod: "web" }));
    recording.accept(makeEvent("b", { pod: "web", message: "Another" }), () => {});
    for (const [tries, ms] of [750, 1500, 3000, 6000, 7500, 7500].entries()) {
      (await sink.made(tries + 1)).answer(SERVER_ERROR);
      await pass(ms - 1);
      assert.equal(sink.requests.length, tries + 1);
      await pass(1);
      assert.equal(sink.requests.length, tries + 2);
    }
  });
});

test("EventRecording does not shorten a pause of its backoff, one that the server asked for, or one that ends sooner", async () => {
  const busy = new StatusError({ code: 429, message: "Busy" }, { retryAfterMs: 4000 });
  const pauses = [5000, 100];
  const backoff = (): number => pauses.shift()!;
  for (const [options, error] of [[{ backoff }, SERVER_ERROR], [{}, busy]] as const) {
    await withTime(options, async ({ recording, sink, pass }) => {
      recording.accept(makeEvent("a"));
      (await sink.made(1)).answer(error);
      await pass(1000);
      void recording.flush();
      await pass(3499);
      assert.equal(sink.requests.length, 1);
      await pass(501);
      assert.equal(sink.requests.length, 2);
    });
  }
  await withTime({}, async ({ recording, sink, pass }) => {
    recording.accept(makeEvent("a"));
    (await sink.made(1)).answer(SERVER_ERROR);
    await pass(4900);
    void recording.flush();
    await pass(100);
    assert.equal(sink.requests.length, 2);
  });
});

test("EventRecording pauses by its backoff", async () => {
  await withTime({ backoff: exponentialBackoff({ minDelayMs: 100 }) }, async ({ recording, sink, pass }) => {
    recording.accept(makeEvent("a"));
    await pass(0);
    for (const [tries, ms] of [75, 150, 300, 600].entries()) {
      sink.requests[tries]!.answer(SERVER_ERROR);
      await pass(ms - 1);
      assert.equal(sink.requests.length, tries + 1);
      await pass(1);
      assert.equal(sink.requests.length, tries + 2);
    }
  });
});

test("EventRecording pauses a namespace for the Retry-After of three of its events, plus jitter", async () => {
  await withTime({}, async ({ recording, sink, pass }) => {
    for (const name of ["a", "b", "c"]) recording.accept(makeEvent(name));
    await pass(0);
    const busy = new StatusError({ code: 429 }, { retryAfterMs: 16_000 });
    for (const request of sink.requests) request.answer(busy);
    await pass(0);
    for (const name of ["d", "e", "f"]) recording.accept(makeEvent(name));
    recording.accept(makeEvent("g", { namespace: "other" }));
    await pass(0);
    assert.equal(sink.requests.length, 4);
    sink.requests[3]!.answer();
    // At first for a second: one object that is too busy should not delay the others. A probe is believed.
    await pass(1000);
    assert.equal(sink.requests.length, 5);
    sink.requests[4]!.answer(busy);
    await pass(17_999);
    assert.equal(sink.requests.length, 5);
    await pass(1);
    // One probe; once it has succeeded, the others follow, with two that failed before at a time.
    assert.equal(sink.requests.length, 6);
    sink.requests[5]!.answer();
    await pass(0);
    const names = sink.requests.slice(4).map(({ event }) => event.metadata.name);
    assert.deepEqual(names, ["d", "e", "f", "a", "b"]);
  });
});

test("EventRecording caps Retry-After at one minute", async () => {
  await withTime({ random: () => 0 }, async ({ recording, sink, pass }) => {
    recording.accept(makeEvent("a"));
    await pass(0);
    sink.requests[0]!.answer(new StatusError({ code: 429 }, { retryAfterMs: 86_400_000 }));
    await pass(60_000);
    assert.equal(sink.requests.length, 2);
  });
});

test("EventRecording ignores a Retry-After that is not a number", async () => {
  await withTime({}, async ({ recording, sink, pass }) => {
    recording.accept(makeEvent("a"));
    await pass(0);
    sink.requests[0]!.answer(new StatusError({ code: 429 }, { retryAfterMs: NaN }));
    await pass(4999);
    assert.equal(sink.requests.length, 1);
    await pass(1);
    assert.equal(sink.requests.length, 2);
  });
});

test("EventRecording has no timer once nothing is pending, not even for a Retry-After", async () => {
  await withTime({}, async ({ recording, sink, pass }) => {
    recording.accept(makeEvent("a"));
    await pass(0);
    sink.requests[0]!.answer(new StatusError({ code: 429 }, { retryAfterMs: 30_000 }));
    await pass(0);
    await recording.stop({ signal: AbortSignal.abort() });
    assert.deepEqual([recording.stats().abandoned, recording.stats().entries], [1, 0]);
  });
});

test("EventRecording.stop() does not shorten a Retry-After", async () => {
  await withTime({}, async ({ recording, sink, pass }) => {
    recording.accept(makeEvent("a"));
    await pass(0);
    sink.requests[0]!.answer(new StatusError({ code: 429 }, { retryAfterMs: 8000 }));
    await pass(0);
    const stopped = recording.stop({ signal: new AbortController().signal });
    await pass(8999);
    assert.equal(sink.requests.length, 1);
    await pass(1);
    sink.requests[1]!.answer();
    await stopped;
    assert.equal(recording.stats().recorded, 1);
  });
});

test("EventRecording.stop() and flush() shorten a pause to the Retry-After that it exceeds", async () => {
  const busy = new StatusError({ code: 429 }, { retryAfterMs: 800 });
  for (const wait of ["stop", "flush"] as const) {
    await withTime({}, async ({ recording, sink, pass }) => {
      recording.accept(makeEvent("a"));
      await pass(0);
      sink.requests[0]!.answer(busy);
      await pass(5000);
      sink.requests[1]!.answer(busy);
      await pass(0);
      const ended = recording[wait]();
      await pass(899);
      assert.equal(sink.requests.length, 2);
      await pass(wait === "stop" ? 1 : 601);
      sink.requests[2]!.answer();
      await ended;
      assert.equal(recording.stats().recorded, 1);
    });
  }
});

test("EventRecording that recovers from a long outage slows down if the server asks it to wait", async () => {
  await withTime({ concurrency: 64 }, async ({ recording, sink, pass }) => {
    for (let i = 0; i < 1000; i++) recording.accept(makeEvent(`e-${i}`));
    let answered = 0;
    const answerAll = (error?: unknown): void => {
      for (; answered < sink.requests.length; answered++) sink.requests[answered]!.answer(error);
    };
    const requestsInSecond = async (): Promise<number> => {
      const before = answered;
      for (let ms = 0; ms < 1000; ms += 10) {
        await pass(10);
        answerAll();
      }
      return answered - before;
    };
    for (let seconds = 0; seconds < 120; seconds += 5) {
      await pass(5000);
      answerAll(new ConnectionError("connection refused"));
    }
    while (answered < 300) await requestsInSecond();
    const before = await requestsInSecond();
    await pass(100);
    answerAll(new StatusError({ code: 429, reason: "TooManyRequests", details: { retryAfterSeconds: 1 } }));
    const after = await requestsInSecond();
    assert.ok(after < before, `${before} requests in a second, then ${after}`);
  });
});

test("EventRecording probes with one write during an outage, which uses few tries", async () => {
  await withTime({}, async ({ recording, sink, lines, pass }) => {
    for (let i = 0; i < 50; i++) recording.accept(makeEvent(`e-${i}`));
    await pass(0);
    assert.equal(sink.requests.length, 7);
    let answered = 0;
    // Ten minutes, in which each of fifty events would have exhausted its tries.
    for (let seconds = 0; seconds < 600; seconds += 5) {
      while (sink.underWay > 0) {
        sink.requests[answered++]!.answer(new ConnectionError("Cannot reach it: connection refused"));
        await pass(0);
      }
      await pass(5000);
    }
    // Seven at first, then one every ten seconds.
    assert.ok(sink.requests.length > 60 && sink.requests.length < 75, String(sink.requests.length));
    assert.deepEqual([recording.stats().pending, recording.stats().abandoned], [50, 0]);
    assert.deepEqual(lines, ["Cannot reach it: connection refused; retrying 50 events"]);
    while (sink.underWay === 0) await pass(5000);
    assert.equal(sink.underWay, 1);
    sink.requests[answered]!.answer();
    await pass(0);
    // Five per second at first, as other clients recover too.
    assert.equal(sink.underWay, 1);
    for (let i = 0; i < 4; i++) await pass(200);
    assert.equal(sink.underWay, 5);
    assert.match(lines[1]!, /^Writing events resumed after 6\d\d s; 49 pending$/);
    assert.equal(lines.length, 2);
  });
});

/** Accepts an event, and answers its create, which must follow at once. */
async function failNew(
  { recording, sink, pass }: Parameters<Parameters<typeof withTime>[1]>[0],
  event: CoreV1Event,
  error: Error,
): Promise<void> {
  const made = sink.requests.length;
  recording.accept(event);
  await pass(0);
  assert.equal(sink.requests.length, made + 1, `${event.metadata.name} is not sent`);
  sink.requests[made]!.answer(error);
  await pass(0);
}

const UNREACHABLE = new ConnectionError("Cannot reach it: connection refused");

test("EventRecording pauses a namespace after three events that cannot be sent, even if it took six failures before", async () => {
  await withTime({ requestTimeoutMs: 7_200_000 }, async (parts) => {
    const { recording, sink, pass } = parts;
    recording.accept(makeEvent("held"));
    await pass(0);
    for (const name of ["a", "b", "c"]) await failNew(parts, makeEvent(name), SERVER_ERROR);
    for (let made = 5; made <= 7; made++) {
      while (sink.requests.length < made) await pass(1000);
      sink.requests[made - 1]!.answer();
      await pass(0);
    }
    assert.equal(recording.stats().recorded, 3);
    for (const name of ["d", "e", "f"]) await failNew(parts, makeEvent(name), UNREACHABLE);
    recording.accept(makeEvent("g"));
    await pass(0);
    assert.equal(sink.requests.length, 10);
  });
});

test("EventRecording pauses all writes after three namespaces failed, even if it took six failures before", async () => {
  await withTime({ requestTimeoutMs: 7_200_000 }, async (parts) => {
    const { recording, sink, pass } = parts;
    recording.accept(makeEvent("held", { namespace: "held" }));
    await pass(0);
    for (const name of ["a", "b", "c"]) await failNew(parts, makeEvent(name, { namespace: name }), SERVER_ERROR);
    recording.accept(makeEvent("d", { namespace: "d" }));
    await pass(999);
    assert.equal(sink.requests.length, 4);
    for (let made = 5; made <= 8; made++) {
      while (sink.requests.length < made) await pass(1000);
      sink.requests[made - 1]!.answer();
      await pass(0);
    }
    assert.equal(recording.stats().recorded, 4);
    for (const name of ["e", "f", "g"]) await failNew(parts, makeEvent(name, { namespace: name }), UNREACHABLE);
    recording.accept(makeEvent("h", { namespace: "h" }));
    await pass(0);
    assert.equal(sink.requests.length, 11);
  });
});

test("EventRecording pauses a namespace after one request without a response", async () => {
  await withTime({ requestTimeoutMs: 1000 }, async ({ recording, sink, pass }) => {
    recording.accept(makeEvent("a"));
    await pass(1000);
    recording.accept(makeEvent("b"));
    recording.accept(makeEvent("c", { namespace: "other" }));
    await pass(0);
    const names = (): (string | undefined)[] => sink.requests.map(({ event }) => event.metadata.name);
    assert.deepEqual(names(), ["a", "c"]);
    sink.requests[1]!.answer();
    await pass(999);
    assert.deepEqual(names(), ["a", "c"]);
    await pass(1);
    assert.deepEqual(names(), ["a", "c", "b"]);
  });
});

test("EventRecording ends its pauses once nothing is pending, so that a new event is written at once", async () => {
  await withTime({ maxTries: 2 }, async ({ recording, sink, pass }) => {
    recording.accept(makeEvent("a"));
    for (let tries = 1; tries <= 2; tries++) {
      (await sink.made(tries)).answer(new StatusError({ code: 409 }));
      await pass(10_000);
    }
    assert.deepEqual([recording.stats().abandoned, recording.stats().entries], [1, 0]);
    recording.accept(makeEvent("b", { pod: "a", message: "Another" }));
    await pass(0);
    assert.equal(sink.requests.length, 3);
  });
});

test("EventRecording has one timer for all sweeps, and none after stop()", async () => {
  const real = globalThis.setTimeout;
  let timers = 0;
  await withTime(
    { correlator: { trailingWrites: true, trailingIntervalMs: 1000, burst: 1, qps: 0 } },
    async (parts) => {
      const { recording, sink, pass } = parts;
      recording.accept(makeEvent("a", { pod: "web" }));
      await pass(0);
      sink.requests[0]!.answer();
      await pass(0);
      const fake = globalThis.setTimeout;
      assert.notEqual(fake, real);
      globalThis.setTimeout = ((...args: Parameters<typeof fake>) => {
        timers++;
        return fake(...args);
      }) as typeof fake;
      for (let i = 0; i < 100; i++) recording.accept(makeEvent(`a-${i}`, { pod: "web", message: "It happened" }));
      globalThis.setTimeout = fake;
      assert.equal(timers, 1);
      await recording.stop({ signal: AbortSignal.abort() });
      const { length } = sink.requests;
      await pass(10_000);
      assert.equal(sink.requests.length, length);
    },
  );
});

test("EventRecording abandons an event after maxTries requests without an answer while others are written", async () => {
  const outcomes: string[] = [];
  const onOutcome = ({ type }: { type: string }): void => void outcomes.push(type);
  const options = { maxTries: 3, requestTimeoutMs: 1000, retryDelayMs: 1000, onOutcome };
  await withTime(options, async ({ recording, sink, lines, pass }) => {
    recording.accept(makeEvent("a"));
    for (let seconds = 0, answered = 0; seconds < 120 && !outcomes.includes("abandoned"); seconds++) {
      await pass(1000);
      // The others of its namespace are written.
      recording.accept(makeEvent(`b-${seconds}`));
      await pass(0);
      for (; answered < sink.requests.length; answered++) {
        if (sink.requests[answered]!.event.metadata.name !== "a") sink.requests[answered]!.answer();
      }
    }
    assert.equal(outcomes.filter((type) => type === "abandoned").length, 1);
    assert.equal(sink.requests.filter(({ event }) => event.metadata.name === "a").length, 4);
    assert.match(lines.at(-1)!, /^Events are abandoned after 3 tries: /);
  });
});

for (const [what, namespaces] of [["namespace", ["shop"]], ["server", ["shop", "bank", "dock", "farm"]]] as const) {
  test(`EventRecording probes a ${what} again if the request of a probe cannot be constructed`, () =>
    withTime({}, async ({ recording, sink, pass }) => {
      for (let i = 0; i < 60; i++) {
        recording.accept(makeEvent(`e${i}`, { namespace: namespaces[i % namespaces.length]! }));
      }
      const errors: Error[] = [];
      let answered = 0;
      const passWith = async (error?: Error): Promise<void> => {
        while (answered < sink.requests.length) sink.requests[answered++]!.answer(errors.pop() ?? error);
        await pass(1000);
      };
      for (let i = 0; i < 10; i++) await passWith(SERVER_ERROR);
      errors.push(new RequestConstructionError("No JSON"));
      for (let i = 0; i < 300; i++) await passWith();
      const { recorded, rejected } = recording.stats();
      assert.deepEqual([recorded, rejected], [59, 1]);
    }));
}
