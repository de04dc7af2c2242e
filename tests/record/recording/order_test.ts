import { test } from "node:test";
import assert from "node:assert/strict";
import { type ApiVersion, ConnectionError, type EventOf, FetchEventSink, StatusError } from "../../../mod.ts";
import { EventRecording, type EventRecordingOptions } from "../../../src/client_go/mod.ts";
import { EventsApiServer } from "../../../src/serve/server/mod.ts";
import { type Fault, faultyFetch } from "../../faults/faulty_fetch.ts";
import { PacedTime } from "../../faults/paced_time.ts";
import { coreV1Api, eventsV1Api, type RecordedApi } from "../../faults/recorded_api.ts";
import { storedEvents } from "../../faults/stored_events.ts";
import { seeded, seeds } from "../../random.ts";
import { makeEvent } from "./make_event.ts";
import { SERVER_ERROR, withTime } from "./start_recording.ts";

type Parts = Parameters<Parameters<typeof withTime>[1]>[0];

/** Records the events A to F of one pod, or others. */
function record({ recording }: Parts, letters = "ABCDEF", pod = "web"): void {
  for (const letter of letters) recording.accept(makeEvent(letter, { pod, message: `It was ${letter}` }));
}

/** Answers each request as it is made, and returns the names of those that were stored. */
async function answerAll(
  { recording, sink, pass }: Parts,
  answer: (name: string, made: number) => unknown,
): Promise<string> {
  let stored = "";
  for (let made = 0, steps = 0; recording.stats().pending > 0; steps++) {
    assert.ok(steps < 1000, "it does not end");
    for (; made < sink.requests.length; made++) {
      const { name } = sink.requests[made]!.event.metadata;
      const error = answer(name!, made);
      if (error === undefined) stored += name;
      sink.requests[made]!.answer(error);
      await pass(0);
    }
    await pass(1000);
  }
  return stored;
}

test("EventRecording has one write of an object in flight, and concurrently those of other objects", () =>
  withTime({}, async (parts) => {
    const { sink, pass } = parts;
    record(parts, "ABC");
    record(parts, "XYZ", "db");
    await pass(0);
    assert.deepEqual(sink.requests.map(({ event }) => event.metadata.name), ["A", "X"]);
    sink.requests[0]!.answer();
    await pass(0);
    assert.deepEqual(sink.requests.map(({ event }) => event.metadata.name), ["A", "X", "B"]);
  }));

test("EventRecording keeps the order of an object that is deleted and created again", () =>
  withTime({}, async (parts) => {
    for (const [i, letter] of ["A", "B"].entries()) {
      const event = makeEvent(letter, { pod: "web" });
      parts.recording.accept({ ...event, involvedObject: { ...event.involvedObject, uid: `${i}` } });
    }
    await parts.pass(0);
    assert.equal(parts.sink.requests.length, 1);
    assert.equal(await answerAll(parts, (_, made) => made === 0 ? SERVER_ERROR : undefined), "AB");
  }));

const ERRORS: Readonly<Record<string, unknown>> = {
  "503": SERVER_ERROR,
  "429 with Retry-After": new StatusError({ code: 429 }, { retryAfterMs: 20_000 }),
  "500": new StatusError({ code: 500 }),
  "a refused connection": new ConnectionError("Connection refused"),
  "a page of HTML": new SyntaxError("Unexpected token '<'"),
  "a conflict": new StatusError({ code: 409, reason: "Conflict" }),
};

for (const [what, error] of Object.entries(ERRORS)) {
  for (const concurrency of [1, 8]) {
    test(`EventRecording with concurrency ${concurrency} stores the events of an object in order over ${what}`, async () => {
      for (const failing of "ABCDEF") {
        await withTime({ concurrency }, async (parts) => {
          record(parts);
          record(parts, "UVW", "db");
          let failures = 3;
          const stored = await answerAll(parts, (name) => name === failing && failures-- > 0 ? error : undefined);
          assert.equal(stored.replace(/[U-W]/g, ""), "ABCDEF");
          assert.equal(stored.replace(/[A-F]/g, ""), "UVW");
        });
      }
    });
  }
}

test("EventRecording writes the next event of an object at once if the previous one is rejected", () =>
  withTime({}, async (parts) => {
    record(parts, "AB");
    (await parts.sink.made(1)).answer(new StatusError({ code: 422 }));
    await parts.pass(0);
    assert.equal(parts.sink.requests.length, 2);
  }));

test("EventRecording writes a repeat in the order of its latest occurrence", () =>
  withTime({}, async (parts) => {
    const { recording, sink, pass } = parts;
    record(parts, "A");
    await pass(0);
    // A is in flight, so that its repeat is a write of its own; that of B joins the queued one.
    record(parts, "BCAB");
    const verbs = (): string[] => sink.requests.map(({ verb, event }) => `${verb} ${event.metadata.name}`);
    assert.equal(await answerAll(parts, () => undefined), "ACAB");
    assert.deepEqual(verbs(), ["create A", "create C", "patch A", "create B"]);
    assert.deepEqual(sink.requests.map(({ event }) => event.count), [1, 1, 2, 2]);
    assert.equal(recording.stats().coalesced, 1);
  }));

test("EventRecording writes a failed event at the place of the repeat that joined it", () =>
  withTime({}, async (parts) => {
    const { sink, pass } = parts;
    record(parts, "AB");
    await pass(0);
    record(parts, "A");
    assert.equal(await answerAll(parts, (_, made) => made === 0 ? SERVER_ERROR : undefined), "BA");
    assert.equal(sink.requests.at(-1)!.event.count, 2);
  }));

const POISON = new StatusError({ code: 500, message: "etcdserver: request is too large" });

const POISONS = [["A", 1], ["AB", 1], ["C", 1], ["ABCDE", 1], ["A", 2]] as const;

for (const [poison, every] of POISONS) {
  const when = every === 1 ? "" : ", every second time with 503";
  test(`EventRecording writes the other events of an object in order after a few pauses if ${poison} always fail${when}`, () =>
    withTime({ concurrency: 2 }, async (parts) => {
      record(parts);
      const { recording, sink, pass } = parts;
      let stored = "";
      for (let made = 0, seconds = 0; stored.length + poison.length < 6; seconds++) {
        assert.ok(seconds <= (20 + 10 * poison.length) * every, `${stored} after ${seconds} s`);
        for (; made < sink.requests.length; made++) {
          const name = sink.requests[made]!.event.metadata.name!;
          if (!poison.includes(name)) stored += name;
          const error = made % every === 0 ? POISON : SERVER_ERROR;
          sink.requests[made]!.answer(poison.includes(name) ? error : undefined);
          await pass(0);
        }
        await pass(1000);
      }
      assert.equal(stored, [..."ABCDEF"].filter((name) => !poison.includes(name)).join(""));
      assert.equal(recording.stats().pending, poison.length);
    }));
}

test("EventRecording writes all other events if the first ones of three objects, each the only one of its namespace, always fail", () =>
  withTime({}, async (parts) => {
    const { recording, sink, pass } = parts;
    for (const namespace of ["a", "b", "c"]) {
      for (const name of ["bad", "good"]) {
        recording.accept(makeEvent(`${name}-${namespace}`, { pod: "web", message: name, namespace }));
      }
    }
    for (let made = 0, seconds = 0; recording.stats().recorded < 3; seconds++) {
      assert.ok(seconds < 300, `${recording.stats().recorded} written`);
      for (; made < sink.requests.length; made++) {
        const { name } = sink.requests[made]!.event.metadata;
        sink.requests[made]!.answer(name!.startsWith("bad") ? POISON : undefined);
        await pass(0);
      }
      await pass(1000);
    }
  }));

test("EventRecording abandons an event that always fails after maxTries, while others of its object are written", () =>
  withTime({}, async (parts) => {
    const { recording } = parts;
    record(parts, "A");
    let others = 0;
    const interval = setInterval(() => record(parts, "X", `x-${others++}`), 5000);
    for (let answered = 0, seconds = 0; recording.stats().abandoned === 0; seconds++) {
      assert.ok(seconds < 300, "it is not abandoned");
      const { requests } = parts.sink;
      for (; answered < requests.length; answered++) {
        requests[answered]!.answer(requests[answered]!.event.metadata.name === "A" ? POISON : undefined);
      }
      await parts.pass(1000);
    }
    clearInterval(interval);
    assert.equal(parts.sink.requests.filter(({ event }) => event.metadata.name === "A").length, 13);
  }));

test("EventRecording delays no other object while one pauses", () =>
  withTime({}, async (parts) => {
    const { sink, pass } = parts;
    record(parts, "ABC", "noisy");
    await pass(0);
    sink.requests[0]!.answer(new StatusError({ code: 429 }, { retryAfterMs: 30_000 }));
    for (let quiet = 0; quiet < 20; quiet++) {
      record(parts, "X", `quiet-${quiet}`);
      await pass(0);
      assert.equal(sink.requests.length, quiet + 2);
      sink.requests[quiet + 1]!.answer();
      await pass(500);
    }
  }));

// -- Any order of answers --

/** Faults that pass. Those that may be an event's own fault come three times for an event at most: then it calls no witness. */
const PASSING: readonly Fault[] = [
  "429 with seconds",
  "429 with a date",
  "429 in plain text",
  "503",
  "504",
  "connection refused",
  "no such host",
  "done, connection reset",
];
const SUSPICIOUS: readonly Fault[] = [
  "500",
  "hang",
  "done, hang",
  "done, body breaks off",
  "done, body is not JSON",
];

async function storesInOrder<V extends ApiVersion>(
  { apiVersion, makeEvent, messageOf }: RecordedApi<V>,
  options: EventRecordingOptions<V>,
  seed: number,
): Promise<void> {
  const random = seeded(seed);
  const pick = (n: number): number => Math.floor(random() * n);
  await PacedTime.run(async (time) => {
    const api = new EventsApiServer();
    let isOver = false;
    const suspicions = new Map<string, number>();
    const fetch = faultyFetch({
      api: api.fetch,
      hang: time.hang,
      choose: ({ method, url }) => {
        if (isOver || random() > 0.3) return undefined;
        // Creates of a namespace have one address.
        const key = `${method} ${url}`;
        const count = suspicions.get(key) ?? 0;
        const isSuspicious = random() < 0.4 && count < (method === "POST" ? 2 : 1);
        if (isSuspicious) suspicions.set(key, count + 1);
        return isSuspicious ? SUSPICIOUS[pick(SUSPICIOUS.length)] : PASSING[pick(PASSING.length)];
      },
    });
    const sink = new FetchEventSink({ apiVersion, fetch });
    const recording = new EventRecording<V>(time.watch<EventOf<V>>(sink), {
      retryDelayMs: 3,
      requestTimeoutMs: 5,
      random,
      ...options,
    });
    const flush = (): Promise<unknown> => time.until(recording.flush({ signal: AbortSignal.timeout(40) }));
    /** By object: the messages, each after those whose latest occurrence was before. */
    const told = new Map<string, Set<string>>();
    for (let made = 0; made < 150; made++) {
      const pod = `p-${pick(4)}`;
      const message = `${pod} ${options.correlator === false ? made : pick(12)}`;
      const messages = told.get(pod) ?? new Set();
      told.set(pod, messages);
      messages.delete(message);
      messages.add(message);
      recording.accept(makeEvent(`e-${made}`, { pod, message, namespace: `ns-${pod}` }));
      if (random() < 0.5) await time.pass();
      if (random() < 0.05) await flush();
    }
    isOver = random() < 0.5;
    while (recording.stats().pending > 0) await flush();
    const { recorded, coalesced } = recording.stats();
    assert.equal(recorded + coalesced, 150);
    const events = (await storedEvents(api.fetch)).toSorted((a, b) =>
      Number(a.metadata.resourceVersion) - Number(b.metadata.resourceVersion)
    );
    const stored = events.map((event) => messageOf({ ...event, note: event.message } as unknown as EventOf<V>));
    for (const [pod, messages] of told) {
      assert.deepEqual(stored.filter((message) => message.startsWith(`${pod} `)), [...messages]);
    }
    await time.until(recording.stop());
  });
}

for (const seed of seeds(3)) {
  for (const autoFlush of [true, false]) {
    const on = `autoFlush: ${autoFlush}, seed ${seed}`;

    test(`EventRecording stores the latest occurrences of each object's events in order under faults (v1, ${on})`, () => {
      const correlator = { burst: 1000, maxEvents: 1000 };
      return storesInOrder(coreV1Api, { autoFlush, correlator }, seed);
    });

    test(`EventRecording stores each object's events in order under faults (events.k8s.io/v1, ${on})`, () =>
      storesInOrder(eventsV1Api, { autoFlush, correlator: false }, seed));
  }
}
