import { test } from "node:test";
import assert from "node:assert/strict";
import { type ApiVersion, FetchEventSink } from "../../mod.ts";
import { EventRecording } from "../../src/client_go/mod.ts";
import { EventsApiServer } from "../../src/serve/server/mod.ts";
import { seeded, seeds } from "../random.ts";
import { accounted } from "../record/recording/accounted.ts";
import { PacedTime } from "./paced_time.ts";
import { coreV1Api, eventsV1Api, type RecordedApi } from "./recorded_api.ts";

const CALLS = 40;
/** How long a promise may stay pending after its deadline: nothing is due that late. */
const LATEST_MS = 60_000;

/** Calls a recording at random, whose server fails at random, and hangs in one namespace; ends it with a deadline. */
async function callAtRandom<V extends ApiVersion>(recorded: RecordedApi<V>, seed: number): Promise<void> {
  const random = seeded(seed);
  const upTo = (limit: number): number => Math.floor(random() * limit);
  await PacedTime.run(async (time) => {
    const api = new EventsApiServer();
    let isOut = false;
    const fetch = async (request: Request): Promise<Response> => {
      if (isOut && request.url.includes("/bad/")) return time.hang(request);
      const fault = random();
      if (fault < 0.1) throw new TypeError("connection refused");
      if (fault < 0.15) return new Response("Busy", { status: 503 });
      if (fault < 0.25) return time.hang(request);
      const answer = await api.fetch(request);
      if (fault < 0.35) throw new TypeError("connection reset");
      return answer;
    };
    const sink = time.watch(new FetchEventSink({ apiVersion: recorded.apiVersion, fetch }));
    const recording = new EventRecording<V>(sink, {
      apiVersion: recorded.apiVersion,
      requestTimeoutMs: 40,
      retryDelayMs: 5,
      maxPending: random() < 0.3 ? 3 : 4096,
      concurrency: 1 + upTo(8),
      random,
    });
    const aborted = (ms: number): AbortSignal => {
      const deadline = new AbortController();
      if (ms === 0) deadline.abort();
      else setTimeout(() => deadline.abort(), ms);
      return deadline.signal;
    };
    const calls: Promise<unknown>[] = [];
    for (let call = 0; call < CALLS; call++) {
      isOut ||= random() < 2 / CALLS;
      const choice = random();
      if (choice < 0.6) {
        for (let i = upTo(20); i > 0; i--) {
          const about = { pod: `pod-${upTo(6)}`, message: "m", namespace: random() < 0.5 ? "bad" : "good" };
          recording.accept(recorded.makeEvent(`e-${call}-${i}`, about));
        }
      } else if (choice < 0.75) calls.push(recording.flush({ signal: aborted(upTo(60)) }));
      else for (let ms = upTo(8); ms > 0; ms--) await time.pass();
      accounted(recording.stats());
    }
    calls.push(recording.stop({ signal: aborted(upTo(200)) }));
    let areSettled = false;
    void Promise.allSettled(calls).then(() => areSettled = true);
    for (let ms = 0; !areSettled && ms < LATEST_MS; ms++) await time.pass();
    assert.ok(areSettled, `seed ${seed}: a call is still pending long after its deadline`);
    await Promise.all(calls);
    const stats = recording.stats();
    accounted(stats);
    const { pending, owed, entries } = stats;
    assert.deepEqual([pending, owed, entries], [0, 0, 0], `seed ${seed}`);
    await api[Symbol.asyncDispose]();
  });
}

for (const seed of seeds(10)) {
  test(`EventRecording settles every flush() and stop() by its deadline under random faults (seed ${seed})`, async () => {
    await callAtRandom(coreV1Api, seed);
    await callAtRandom(eventsV1Api, seed);
  });
}
