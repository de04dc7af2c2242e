import { test } from "node:test";
import assert from "node:assert/strict";
import { FakeTime } from "@std/testing/time";
import {
  ConnectionError,
  EventRecording,
  type EventRecordingOptions,
  exponentialBackoff,
  RequestConstructionError,
  StatusError,
} from "../../mod.ts";
import { HeldSink } from "./held_sink.ts";
import { makeEvent } from "./make_event.ts";

const BUSY = new StatusError({ code: 503, message: "Busy" });

/** Runs with time standing still, and a recording whose random numbers are all one half. */
async function withTime(
  options: EventRecordingOptions,
  run: (parts: {
    recording: EventRecording;
    sink: HeldSink;
    lines: string[];
    /** Moves time on, and lets everything happen. */
    pass(ms: number): Promise<void>;
  }) => Promise<void>,
): Promise<void> {
  const time = new FakeTime();
  const sink = new HeldSink();
  const lines: string[] = [];
  const recording = new EventRecording(sink, {
    random: () => 0.5,
    logger: { warn: (line) => lines.push(line), error: (line) => lines.push(line) },
    ...options,
  });
  const pass = async (ms: number): Promise<void> => {
    await time.tickAsync(ms);
    await time.runMicrotasks();
  };
  try {
    await run({ recording, sink, lines, pass });
    await recording.stop({ signal: AbortSignal.abort() });
    assert.equal(time.next(), false, "a timer is left");
  } finally {
    time.restore();
  }
}

test("EventRecording logs how long an outage lasted, and how many events still wait", async () => {
  await withTime({ retryDelayMs: 0, requestTimeoutMs: 7_200_000 }, async ({ recording, sink, lines, pass }) => {
    recording.accept(makeEvent("a"));
    recording.accept(makeEvent("b"));
    (await sink.made(1)).answer(new Error("Connection refused"));
    await pass(3_600_000);
    (await sink.made(2)).answer();
    await pass(0);
    assert.deepEqual(lines, [
      "Connection refused; 2 events wait for another try",
      "Events are written again after 3600 s; 1 more to come",
    ]);
  });
});

test("EventRecording tries twelve times, ten seconds apart, the first pause a random part of that", async () => {
  await withTime({}, async ({ recording, sink, pass }) => {
    recording.accept(makeEvent("a"));
    await pass(0);
    sink.requests[0]!.answer(BUSY);
    await pass(4999);
    assert.equal(sink.requests.length, 1);
    await pass(1);
    for (let tries = 2; tries < 12; tries++) {
      assert.equal(sink.requests.length, tries);
      sink.requests[tries - 1]!.answer(BUSY);
      await pass(9999);
      assert.equal(sink.requests.length, tries);
      await pass(1);
    }
    sink.requests[11]!.answer(BUSY);
    await pass(3_600_000);
    assert.deepEqual([sink.requests.length, recording.stats().abandoned], [12, 1]);
  });
});

test("EventRecording takes another backoff", async () => {
  await withTime({ backoff: exponentialBackoff({ minDelayMs: 100 }) }, async ({ recording, sink, pass }) => {
    recording.accept(makeEvent("a"));
    await pass(0);
    for (const [tries, ms] of [75, 150, 300, 600].entries()) {
      sink.requests[tries]!.answer(BUSY);
      await pass(ms - 1);
      assert.equal(sink.requests.length, tries + 1);
      await pass(1);
      assert.equal(sink.requests.length, tries + 2);
    }
  });
});

test("EventRecording pauses a namespace as long as Retry-After says to three of its events, and an eighth more by chance", async () => {
  await withTime({}, async ({ recording, sink, pass }) => {
    for (const name of ["a", "b", "c"]) recording.accept(makeEvent(name));
    await pass(0);
    for (const request of sink.requests) request.answer(new StatusError({ code: 429 }, { retryAfterMs: 16_000 }));
    await pass(0);
    for (const name of ["d", "e", "f"]) recording.accept(makeEvent(name));
    recording.accept(makeEvent("g", { namespace: "other" }));
    await pass(0);
    assert.equal(sink.requests.length, 4);
    sink.requests[3]!.answer();
    await pass(17_999);
    assert.equal(sink.requests.length, 4);
    await pass(1);
    // One is the probe; once it has succeeded, the others follow, and two of the retries at a time.
    assert.equal(sink.requests.length, 5);
    sink.requests[4]!.answer();
    await pass(0);
    const names = sink.requests.slice(5).map(({ event }) => event.metadata.name);
    assert.deepEqual(names.sort(), ["a", "b", "e", "f"]);
  });
});

test("EventRecording waits for a minute at most, however long Retry-After is", async () => {
  await withTime({ random: () => 0 }, async ({ recording, sink, pass }) => {
    recording.accept(makeEvent("a"));
    await pass(0);
    sink.requests[0]!.answer(new StatusError({ code: 429 }, { retryAfterMs: 86_400_000 }));
    await pass(60_000);
    assert.equal(sink.requests.length, 2);
  });
});

test("EventRecording makes its own pause where Retry-After is no number", async () => {
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

test("EventRecording has no timer once nothing waits, not even for a pause that the server has asked for", async () => {
  await withTime({ maxTries: 1 }, async ({ recording, sink, pass }) => {
    recording.accept(makeEvent("a"));
    await pass(0);
    sink.requests[0]!.answer(new StatusError({ code: 429 }, { retryAfterMs: 30_000 }));
    await pass(0);
    assert.deepEqual([recording.stats().abandoned, recording.stats().lanes], [1, 0]);
  });
});

test("EventRecording does not cut a pause short that the server has asked for", async () => {
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

test("EventRecording sends one write ahead after an outage, and uses up few tries in it", async () => {
  await withTime({}, async ({ recording, sink, lines, pass }) => {
    for (let i = 0; i < 50; i++) recording.accept(makeEvent(`e-${i}`));
    await pass(0);
    assert.equal(sink.requests.length, 7);
    let answered = 0;
    // Ten minutes, in which each of fifty events alone would have used up its tries.
    for (let seconds = 0; seconds < 600; seconds += 5) {
      while (sink.underWay > 0) {
        sink.requests[answered++]!.answer(new ConnectionError("Cannot reach it: connection refused"));
        await pass(0);
      }
      await pass(5000);
    }
    // Seven at first, and then one every ten seconds.
    assert.ok(sink.requests.length > 60 && sink.requests.length < 75, String(sink.requests.length));
    assert.deepEqual([recording.stats().pending, recording.stats().abandoned], [50, 0]);
    assert.deepEqual(lines, ["Cannot reach it: connection refused; 50 events wait for another try"]);
    while (sink.underWay === 0) await pass(5000);
    assert.equal(sink.underWay, 1);
    sink.requests[answered]!.answer();
    await pass(0);
    // Five a second at first, as others come back too.
    assert.equal(sink.underWay, 1);
    for (let i = 0; i < 4; i++) await pass(200);
    assert.equal(sink.underWay, 5);
    assert.match(lines[1]!, /^Events are written again after 6\d\d s; 49 more to come$/);
    assert.equal(lines.length, 2);
  });
});

test("EventRecording says once which permission it lacks", async () => {
  await withTime({ concurrency: 1 }, async ({ recording, sink, lines, pass }) => {
    const message = 'events is forbidden: User "u" cannot create resource "events" in API group "events.k8s.io"';
    const details = { group: "events.k8s.io", kind: "events" };
    for (const name of ["a", "b"]) recording.accept(makeEvent(name));
    await pass(0);
    for (let made = 1; made <= 2; made++) {
      sink.requests[made - 1]!.answer(new StatusError({ code: 403, reason: "Forbidden", message, details }));
      await pass(0);
    }
    assert.deepEqual(lines, [
      `Cannot create events: ${message}; the role needs the rule ` +
      '{ apiGroups: ["events.k8s.io"], resources: ["events"], verbs: ["create", "patch"] }',
    ]);
    assert.equal(recording.stats().rejected, 2);
  });
});

test("EventRecording is quiet about a namespace that is being deleted", async () => {
  await withTime({}, async ({ recording, sink, lines, pass }) => {
    recording.accept(makeEvent("a"));
    await pass(0);
    const details = { causes: [{ reason: "NamespaceTerminating" }] };
    sink.requests[0]!.answer(new StatusError({ code: 403, reason: "Forbidden", details }));
    await pass(0);
    assert.deepEqual([lines.length, recording.stats().rejected], [0, 1]);
  });
});

test("EventRecording says so when credentials are refused, events are, and too many wait", async () => {
  await withTime({ maxPending: 1 }, async ({ recording, sink, lines, pass }) => {
    const answers = [
      new StatusError({ code: 401, reason: "Unauthorized", message: "Unauthorized" }),
      new StatusError({ code: 422, reason: "Invalid", message: 'Event "a" is invalid' }),
      new StatusError({ code: 422, reason: "Invalid", message: 'Event "b" is invalid' }),
    ];
    for (const [index, answer] of answers.entries()) {
      recording.accept(makeEvent(`e-${index}`));
      recording.accept(makeEvent(`f-${index}`));
      await pass(0);
      sink.requests[index]!.answer(answer);
      await pass(0);
    }
    assert.deepEqual(lines, [
      "Events are dropped: as many different ones wait already as maxPending allows, 1",
      "Cannot write events: the server does not accept the credentials (HTTP 401): Unauthorized",
      'The server refuses an event: Event "a" is invalid',
    ]);
  });
});

test("EventRecording counts a single event and a single try in words that fit", async () => {
  await withTime({ maxTries: 1 }, async ({ recording, sink, lines, pass }) => {
    recording.accept(makeEvent("a"));
    await pass(0);
    sink.requests[0]!.answer(BUSY);
    await pass(0);
    recording.accept(makeEvent("b"));
    await recording.stop({ signal: AbortSignal.abort() });
    assert.deepEqual(lines, [
      "Busy; 1 event waits for another try",
      "Events are given up after 1 try: Busy",
      "1 event is given up: the recording was stopped, and its deadline passed first",
    ]);
  });
});

test("EventRecording says at once that no request can be made, and why", async () => {
  await withTime({}, async ({ recording, sink, lines, pass }) => {
    recording.accept(makeEvent("a"));
    await pass(0);
    sink.requests[0]!.answer(new RequestConstructionError("Requires net access, run again with --allow-net"));
    await pass(0);
    assert.deepEqual(lines, ["Events are not written: Requires net access, run again with --allow-net"]);
    assert.deepEqual([recording.stats().rejected, sink.requests.length], [1, 1]);
  });
});

// -- What the logger is told --

test("EventRecording logs once for each source and object that the spam filter keeps events back", async () => {
  await withTime({ correlator: { burst: 1, qps: 0 } }, async ({ recording, lines, pass }) => {
    for (const pod of ["web", "db"]) {
      for (let i = 0; i < 5; i++) recording.accept(makeEvent(`${pod}-${i}`, { pod, message: `Seen ${i}` }));
    }
    await pass(0);
    assert.deepEqual(
      lines,
      ["web", "db"].map((pod) =>
        `The spam filter keeps back events of test about Pod default/${pod}: ` +
        "to write more, raise burst or qps of the recording's option correlator"
      ),
    );
    assert.equal(recording.stats().because.spam, 8);
  });
});

test("EventRecording logs that events come after its end", async () => {
  await withTime({}, async ({ recording, lines }) => {
    await recording.stop({ signal: AbortSignal.abort() });
    recording.accept(makeEvent("a"));
    recording.accept(makeEvent("b"));
    assert.deepEqual(lines, ["Events are dropped: the recording has been stopped"]);
    assert.equal(recording.stats().because.stopped, 2);
  });
});

test("EventRecording logs one line for each message, whatever the server puts into it", async () => {
  await withTime({}, async ({ recording, sink, lines, pass }) => {
    recording.accept(makeEvent("a"));
    await pass(0);
    sink.requests[0]!.answer(new StatusError({ code: 422, message: "No\n\x1b[31mERROR: forged\r\u2028line" }));
    await pass(0);
    assert.deepEqual(lines, ["The server refuses an event: No\\n\\u001b[31mERROR: forged\\u000d\\u2028line"]);
  });
});

test("EventRecording remembers no more than a thousand of the lines that it has logged", async () => {
  await withTime({ maxPending: Infinity }, async ({ recording, sink, lines, pass }) => {
    const refuse = async (reason: string): Promise<void> => {
      recording.accept(makeEvent(`e-${sink.requests.length}`));
      await pass(0);
      sink.requests.at(-1)!.answer(new StatusError({ code: 422, reason }));
    };
    for (let i = 0; i < 1001; i++) await refuse(`Reason${i}`);
    await refuse("Reason1000");
    await pass(0);
    assert.equal(lines.length, 1001);
    await refuse("Reason0");
    await pass(0);
    assert.equal(lines.length, 1002);
  });
});

test("EventRecording does not take an admission denial for a missing role", async () => {
  await withTime({}, async ({ recording, sink, lines, pass }) => {
    const message = 'admission webhook "events.example.com" denied the request: not in this cluster';
    recording.accept(makeEvent("a"));
    await pass(0);
    sink.requests[0]!.answer(new StatusError({ code: 403, reason: "Forbidden", message }));
    await pass(0);
    assert.deepEqual(lines, [`Cannot create events: ${message}`]);
    assert.equal(recording.stats().rejected, 1);
  });
});

test("EventRecording ends its pauses once nothing waits: a new event is written at once", async () => {
  await withTime({ maxTries: 1 }, async ({ recording, sink, pass }) => {
    for (const name of ["a", "b", "c"]) recording.accept(makeEvent(name, { namespace: name }));
    await pass(0);
    for (const request of sink.requests) request.answer(new StatusError({ code: 500 }));
    await pass(0);
    assert.deepEqual([recording.stats().abandoned, recording.stats().lanes], [3, 0]);
    recording.accept(makeEvent("d"));
    await pass(0);
    assert.equal(sink.requests.length, 4);
  });
});

test("EventRecording has one timer for all sweeps, and none after its end", async () => {
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
