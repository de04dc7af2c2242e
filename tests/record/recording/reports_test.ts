import { test } from "node:test";
import assert from "node:assert/strict";
import {
  ConnectionError,
  type Correlator,
  type EventsV1Event,
  RequestConstructionError,
  StatusError,
} from "../../../mod.ts";
import { EventRecording } from "../../../src/client_go/mod.ts";
import { Reports } from "../../../src/record/recording/reports.ts";
import { makeEvent } from "./make_event.ts";
import { SERVER_ERROR, withTime } from "./start_recording.ts";

test("EventRecording logs how long an outage lasted, and how many events are pending", async () => {
  await withTime({ retryDelayMs: 0, requestTimeoutMs: 7_200_000 }, async ({ recording, sink, lines, pass }) => {
    recording.accept(makeEvent("a"));
    recording.accept(makeEvent("b"));
    (await sink.made(1)).answer(new Error("Connection refused"));
    await pass(3_600_000);
    (await sink.made(2)).answer();
    await pass(0);
    recording.accept(makeEvent("c"));
    (await sink.made(3)).answer();
    await pass(0);
    assert.deepEqual(lines, [
      "Connection refused; retrying 2 events",
      "Writing events resumed after 3600 s; 1 pending",
    ]);
  });
});

test("EventRecording logs an outage of 0 s if the clock was set back meanwhile", async () => {
  let offsetMs = 0;
  const clock = { now: () => Date.now() + offsetMs };
  await withTime({ clock, retryDelayMs: 0, requestTimeoutMs: 7_200_000 }, async ({ recording, sink, lines, pass }) => {
    recording.accept(makeEvent("a"));
    (await sink.made(1)).answer(new Error("Connection refused"));
    await pass(0);
    offsetMs = -3_600_000;
    await pass(1000);
    (await sink.made(2)).answer();
    await pass(0);
    assert.equal(lines[1], "Writing events resumed after 0 s; 0 pending");
  });
});

test("EventRecording logs in each outage that events are abandoned after maxTries", async () => {
  const contended = (message: string): StatusError => new StatusError({ code: 409, message });
  await withTime({ maxTries: 1 }, async ({ recording, sink, lines, pass }) => {
    let answered = 0;
    for (const message of ["Too slow", "Too slow again"]) {
      for (const [i, answer] of [contended(message), SERVER_ERROR, undefined].entries()) {
        recording.accept(makeEvent(`${message}-${i}`));
        (await sink.made(++answered)).answer(answer);
        await pass(10_000);
        if (answer !== SERVER_ERROR) continue;
        (await sink.made(++answered)).answer(answer);
        await pass(20_000);
        (await sink.made(++answered)).answer();
        await pass(0);
      }
    }
    assert.deepEqual(lines.filter((line) => line.includes("abandoned")), [
      "Events are abandoned after 1 try: Too slow",
      "Events are abandoned after 1 try: Too slow again",
    ]);
  });
});

test("EventRecording logs a missing permission with the rule to add, and again once events are rejected for it", async () => {
  await withTime({ concurrency: 1 }, async ({ recording, sink, lines, pass }) => {
    const message = 'events is forbidden: User "u" cannot create resource "events" in API group "events.k8s.io"';
    const details = { group: "events.k8s.io", kind: "events" };
    for (const name of ["a", "b", "c", "d", "e", "f"]) recording.accept(makeEvent(name));
    await pass(0);
    for (let answered = 0; recording.stats().rejected < 6; await pass(1000)) {
      for (; answered < sink.requests.length; answered++) {
        sink.requests[answered]!.answer(new StatusError({ code: 403, reason: "Forbidden", message, details }));
      }
    }
    const line = `Cannot create events: ${message}; the role needs the rule ` +
      '{ apiGroups: ["events.k8s.io"], resources: ["events"], verbs: ["create", "patch"] }';
    assert.deepEqual(lines, [`${line}; retrying 6 events`, line]);
  });
});

test("EventRecording logs nothing for a terminating namespace", async () => {
  await withTime({}, async ({ recording, sink, lines, pass }) => {
    recording.accept(makeEvent("a"));
    await pass(0);
    const details = { causes: [{ reason: "NamespaceTerminating" }] };
    sink.requests[0]!.answer(new StatusError({ code: 403, reason: "Forbidden", details }));
    await pass(0);
    assert.deepEqual([lines.length, recording.stats().rejected], [0, 1]);
  });
});

test("EventRecording logs refused credentials, rejected events and drops past maxPending", async () => {
  await withTime({ maxPending: 1 }, async ({ recording, sink, lines, pass }) => {
    const answers = [
      ...Array.from(
        { length: 5 },
        () => new StatusError({ code: 401, reason: "Unauthorized", message: "Unauthorized" }),
      ),
      new StatusError({ code: 422, reason: "Invalid", message: 'Event "a" is invalid' }),
      new StatusError({ code: 422, reason: "Invalid", message: 'Event "b" is invalid' }),
    ];
    for (const [index, answer] of answers.entries()) {
      recording.accept(makeEvent(`e-${index}`));
      recording.accept(makeEvent(`f-${index}`));
      (await sink.made(index + 1)).answer(answer);
      await pass(8000);
    }
    assert.deepEqual(lines.filter((line) => !line.endsWith("times so far)")), [
      "Events are dropped: the limit maxPending of 1 is reached",
      "Cannot write events: the server does not accept the credentials (HTTP 401): Unauthorized; retrying 1 event",
      "Cannot write events: the server does not accept the credentials (HTTP 401): Unauthorized",
      'The server rejected an event: Event "a" is invalid',
    ]);
  });
});

test("EventRecording logs one event and one try in the singular", async () => {
  await withTime({ maxTries: 1 }, async ({ recording, sink, lines, pass }) => {
    recording.accept(makeEvent("a"));
    await pass(0);
    sink.requests[0]!.answer(new StatusError({ code: 409, message: "Busy" }));
    await pass(0);
    recording.accept(makeEvent("b"));
    await recording.stop({ signal: AbortSignal.abort() });
    assert.deepEqual(lines, [
      "Busy; retrying 1 event",
      "Events are abandoned after 1 try: Busy",
      "1 event is abandoned: the recording was stopped, and its deadline passed first",
    ]);
  });
});

test("EventRecording logs at once why no request can be constructed", async () => {
  await withTime({}, async ({ recording, sink, lines, pass }) => {
    recording.accept(makeEvent("a"));
    await pass(0);
    sink.requests[0]!.answer(new RequestConstructionError("Requires net access, run again with --allow-net"));
    await pass(0);
    assert.deepEqual(lines, ["Cannot write an event: Requires net access, run again with --allow-net"]);
    assert.deepEqual([recording.stats().rejected, sink.requests.length], [1, 1]);
  });
});

test("EventRecording logs once per source and object that the spam filter skips events", async () => {
  await withTime({ correlator: { burst: 1, qps: 0 } }, async ({ recording, lines, pass }) => {
    for (const pod of ["web", "db"]) {
      for (let i = 0; i < 5; i++) recording.accept(makeEvent(`${pod}-${i}`, { pod, message: `Seen ${i}` }));
    }
    await pass(0);
    assert.deepEqual(
      lines,
      ["web", "db"].map((pod) =>
        `The spam filter skips events of test about Pod default/${pod}: ` +
        "set reserve, burst or qps of the option correlator to let more pass, or trailingWrites to count the repeats"
      ),
    );
    assert.equal(recording.stats().because.spam, 8);
  });
});

test("EventRecording does not log that the spam filter skips repeats if trailingWrites counts them", async () => {
  const correlator = { burst: 1, qps: 0, trailingWrites: true };
  await withTime({ correlator }, async ({ recording, lines, pass }) => {
    for (let i = 0; i < 5; i++) recording.accept(makeEvent(`web-${i}`, { pod: "web", message: "Seen" }));
    await pass(0);
    assert.deepEqual(lines, []);
    assert.equal(recording.stats().because.spam, 4);
    // A new event, which no write delivers.
    recording.accept(makeEvent("other", { pod: "web", message: "Another" }));
    await pass(0);
    assert.equal(lines.length, 1);
  });
});

test("EventRecording logs once that events arrive after stop()", async () => {
  await withTime({}, async ({ recording, lines }) => {
    await recording.stop({ signal: AbortSignal.abort() });
    recording.accept(makeEvent("a"));
    recording.accept(makeEvent("b"));
    assert.deepEqual(lines, ["Events are dropped: the recording has been stopped"]);
    assert.equal(recording.stats().because.stopped, 2);
  });
});

test("EventRecording logs a server's message as one line, with control characters escaped", async () => {
  await withTime({}, async ({ recording, sink, lines, pass }) => {
    recording.accept(makeEvent("a"));
    await pass(0);
    sink.requests[0]!.answer(new StatusError({ code: 422, message: "No\n\x1b[31mERROR: forged\r\u2028line" }));
    await pass(0);
    assert.deepEqual(lines, ["The server rejected an event: No\\n\\u001b[31mERROR: forged\\u000d\\u2028line"]);
  });
});

test("EventRecording logs a problem again, with its count, when it has occurred ten and a hundred times", async () => {
  await withTime({}, async ({ recording, lines }) => {
    await recording.stop({ signal: AbortSignal.abort() });
    for (let i = 0; i < 100; i++) recording.accept(makeEvent(`e-${i}`));
    const line = "Events are dropped: the recording has been stopped";
    assert.deepEqual(lines, [line, `${line} (10 times so far)`, `${line} (100 times so far)`]);
  });
});

test("EventRecording logs at most a hundred different rejections, and a lack of credentials after them", async () => {
  await withTime({ maxPending: Infinity }, async ({ recording, sink, lines, pass }) => {
    const refuse = async (reason: string): Promise<void> => {
      recording.accept(makeEvent(`e-${sink.requests.length}`));
      await pass(0);
      sink.requests.at(-1)!.answer(new StatusError({ code: 422, reason }));
    };
    for (let i = 0; i < 101; i++) await refuse(`Reason${i}`);
    assert.equal(lines.length, 100);
    recording.accept(makeEvent("b"));
    await pass(0);
    sink.requests.at(-1)!.answer(new StatusError({ code: 401, message: "Unauthorized" }));
    await pass(0);
    assert.deepEqual(lines.slice(100).map((line) => line.split(":")[0]), ["Cannot write events"]);
  });
});

for (const code of [400, 403, 422, 500]) {
  test(`EventRecording logs that a webhook denied an event with ${code} as a rejection of that event`, async () => {
    await withTime({}, async ({ recording, sink, lines, pass }) => {
      const message = 'admission webhook "events.example.com" denied the request: not in this cluster';
      recording.accept(makeEvent("a"));
      await pass(0);
      sink.requests[0]!.answer(new StatusError({ code, reason: "Forbidden", message }));
      await pass(0);
      assert.deepEqual(lines, [`The server rejected an event: ${message}`]);
      assert.equal(recording.stats().rejected, 1);
    });
  });
}

test("EventRecording logs the reporter of events that the spam filter skips, if there is one", async () => {
  await withTime({ correlator: { burst: 1, qps: 0 } }, async ({ recording, lines, pass }) => {
    const reporters = [{ reportingComponent: "reporter" }, { reportingComponent: "" }];
    for (const [i, reporter] of reporters.entries()) {
      const event = { ...makeEvent(`e-${i}`, { pod: `${i}` }), source: {}, ...reporter };
      for (let times = 0; times < 2; times++) recording.accept(event);
    }
    await pass(0);
    assert.deepEqual(lines.map((line) => line.split(":")[0]), [
      "The spam filter skips events of reporter about Pod default/0",
      "The spam filter skips events of one source about Pod default/1",
    ]);
  });
});

test("EventRecording of events.k8s.io/v1 logs that a correlator skips an event without an object as spam", async () => {
  const lines: string[] = [];
  const refuse = (): Promise<never> => Promise.reject(new Error("No request is expected"));
  const correlator: Correlator<EventsV1Event> = {
    correlate: (event) => ({ type: "skip", key: "", event, because: "spam" }),
    updateState: () => {},
  };
  const logger = { warn: (line: string) => lines.push(line), error: (line: string) => lines.push(line) };
  const recording = new EventRecording({ create: refuse, patch: refuse }, {
    apiVersion: "events.k8s.io/v1",
    correlator,
    logger,
  });
  recording.accept({ metadata: {}, eventTime: null });
  assert.deepEqual(lines.map((line) => line.split(":")[0]), [
    "The spam filter skips events of one source about no object",
  ]);
  assert.equal(recording.stats().skipped, 1);
  await recording.stop();
});

test("EventRecording logs the outage of a lone event of a server that has answered before, and its end", async () => {
  await withTime({}, async ({ recording, sink, lines, pass }) => {
    recording.accept(makeEvent("a"));
    (await sink.made(1)).answer();
    await pass(0);
    recording.accept(makeEvent("b"));
    for (let made = 2; made < 17; made++) {
      (await sink.made(made)).answer(SERVER_ERROR);
      await pass(10_000);
    }
    assert.deepEqual(lines, ["Busy; retrying 1 event"]);
    (await sink.made(17)).answer();
    await pass(0);
    assert.match(lines[1]!, /^Writing events resumed after 1[34]\d s; 0 pending$/);
    assert.equal(lines.length, 2);
  });
});

test("EventRecording logs the outage of a namespace whose objects fail one after another, and its end", async () => {
  await withTime({}, async ({ recording, sink, lines, pass }) => {
    recording.accept(makeEvent("a"));
    (await sink.made(1)).answer();
    await pass(0);
    for (let i = 0; i < 100; i++) recording.accept(makeEvent(`b-${i}`));
    let answered = 1;
    const answerAll = async (error?: Error): Promise<void> => {
      await pass(0);
      while (answered < sink.requests.length) sink.requests[answered++]!.answer(error);
    };
    for (let seconds = 0; seconds < 150; seconds++, await pass(1000)) await answerAll(SERVER_ERROR);
    assert.deepEqual(lines, ["Busy; retrying 100 events"]);
    for (let seconds = 0; seconds < 60; seconds++, await pass(1000)) await answerAll();
    assert.match(lines[1]!, /^Writing events resumed after 1[4-7]\d s; 99 pending$/);
    assert.deepEqual([lines.length, recording.stats().pending], [2, 0]);
  });
});

test("EventRecording logs no outage for an event that keeps failing while others are written", async () => {
  await withTime({}, async ({ recording, sink, lines, pass }) => {
    for (let step = 0, answered = 0; step < 60; step++) {
      recording.accept(makeEvent(`e-${step}`, { namespace: step === 1 ? "bad" : "good" }));
      await pass(5000);
      for (; answered < sink.requests.length; answered++) {
        const { event } = sink.requests[answered]!;
        sink.requests[answered]!.answer(event.metadata.namespace === "bad" ? SERVER_ERROR : undefined);
      }
    }
    assert.deepEqual([lines, recording.stats().recorded], [[], 58]);
  });
});

test("EventRecording logs the refusals of a namespace once, and their end once that namespace is written", async () => {
  await withTime({}, async ({ recording, sink, lines, pass }) => {
    const message =
      'events is forbidden: User "u" cannot create resource "events" in API group "" in the namespace "b"';
    const refusals = new Map([
      ["b", new StatusError({ code: 403, reason: "Forbidden", message })],
      ["c", new StatusError({ code: 404, details: { kind: "namespaces" }, message: 'namespaces "c" not found' })],
    ]);
    let answered = 0;
    const pass30 = async (): Promise<void> => {
      for (let seconds = 0; seconds < 30; seconds++, await pass(1000)) {
        recording.accept(makeEvent(`a-${answered}-${seconds}`, { namespace: "a" }));
        await pass(0);
        while (answered < sink.requests.length) {
          const request = sink.requests[answered++]!;
          request.answer(refusals.get(request.event.metadata.namespace!));
        }
      }
    };
    await pass30();
    recording.accept(makeEvent("b", { namespace: "b" }));
    await pass30();
    const line = `Cannot create events: ${message}; the role needs the rule ` +
      '{ apiGroups: [""], resources: ["events"], verbs: ["create", "patch"] }; retrying 2 events';
    assert.deepEqual(lines.splice(0), [line]);
    // Another namespace that is refused meanwhile is logged by its rejection alone.
    recording.accept(makeEvent("c", { namespace: "c" }));
    await pass30();
    assert.deepEqual(lines.splice(0), ['The server rejected an event: namespaces "c" not found']);
    refusals.delete("b");
    await pass30();
    assert.match(lines[0]!, /^Writing events resumed after (6|7|8|9)\d s; \d+ pending$/);
    assert.equal(lines.length, 1);
  });
});

test("EventRecording logs the outage of the server, and its end, while a namespace refuses its events", async () => {
  await withTime({}, async ({ recording, sink, lines, pass }) => {
    const missing = new StatusError({
      code: 404,
      details: { kind: "namespaces" },
      message: 'namespaces "b" not found',
    });
    for (const namespace of ["a", "b"]) recording.accept(makeEvent(namespace, { namespace }));
    await pass(0);
    sink.requests[0]!.answer();
    sink.requests[1]!.answer(missing);
    await pass(0);
    recording.accept(makeEvent("a2", { namespace: "a" }));
    for (let answered = 2; answered < 8; await pass(500)) {
      if (answered < sink.requests.length) sink.requests[answered++]!.answer(new ConnectionError("Connection refused"));
    }
    for (let answered = 8, step = 0; step < 60; step++, await pass(500)) {
      if (answered < sink.requests.length) sink.requests[answered++]!.answer();
    }
    assert.match(lines.pop()!, /^Writing events resumed after \d+ s; [01] pending$/);
    assert.deepEqual(lines, [
      'namespaces "b" not found; retrying 1 event',
      "Connection refused; retrying 2 events",
    ]);
  });
});

for (const did of ["rejected", "stored"] as const) {
  test(`EventRecording logs no outage for one failure of a server that has ${did} an event before`, async () => {
    await withTime({ retryDelayMs: 1000 }, async ({ recording, sink, lines, pass }) => {
      const rejection = new StatusError({ code: 422, reason: "Invalid", message: "Not today" });
      recording.accept(makeEvent("a"));
      await pass(0);
      sink.requests[0]!.answer(did === "rejected" ? rejection : undefined);
      await pass(0);
      recording.accept(makeEvent("b"));
      await pass(0);
      sink.requests[1]!.answer(SERVER_ERROR);
      await pass(2000);
      sink.requests[2]!.answer();
      await pass(0);
      assert.deepEqual(lines, did === "rejected" ? ["The server rejected an event: Not today"] : []);
    });
  });
}

test("Reports.spam() does no work without a logger", () => {
  const event = new Proxy(makeEvent("a"), {
    get(): never {
      throw new Error("The event is read");
    },
  });
  new Reports({ onOutcome: undefined, logger: undefined, clock: Date, maxPending: 1 }).spam(event);
});
