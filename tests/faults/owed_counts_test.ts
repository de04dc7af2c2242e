import { test } from "node:test";
import assert from "node:assert/strict";
import { FetchEventSink, type Outcome } from "../../mod.ts";
import { EventCorrelator, EventRecording, type EventRecordingOptions } from "../../src/client_go/mod.ts";
import { EventsApiServer } from "../../src/serve/server/mod.ts";
import { accounted } from "../record/recording/accounted.ts";
import { makeEvent } from "../record/recording/make_event.ts";
import { eventsV1Api } from "./recorded_api.ts";
import { storedCounts } from "./stored_events.ts";

type Series = "events.k8s.io/v1";

/** A recording of series to a server that responds with `answer`, or normally. */
function start(options: EventRecordingOptions<Series> = {}) {
  const api = new EventsApiServer();
  const server: { answer: ((request: Request) => Promise<Response> | undefined) | undefined } = { answer: undefined };
  const sink = new FetchEventSink({
    apiVersion: "events.k8s.io/v1",
    fetch: (request) => server.answer?.(request) ?? api.fetch(request),
  });
  const lines: string[] = [];
  const outcomes: Outcome<unknown>[] = [];
  const recording = new EventRecording<Series>(sink, {
    logger: { warn: (line) => lines.push(line), error: (line) => lines.push(line) },
    onOutcome: (outcome) => {
      outcomes.push(outcome);
      accounted(recording.stats());
    },
    retryDelayMs: 0,
    ...options,
  });
  let emitted = 0;
  const emit = (times: number, pod: string, namespace = "shop"): void => {
    for (let i = 0; i < times; i++) {
      recording.accept(eventsV1Api.makeEvent(`e-${emitted++}`, { pod, message: `seen by ${pod}`, namespace }));
    }
  };
  return { api, server, recording, lines, outcomes, emit };
}

function refusal(code: number): Promise<Response> {
  const status = { kind: "Status", apiVersion: "v1", status: "Failure", reason: "Invalid", message: "Not today", code };
  return Promise.resolve(Response.json(status, { status: code }));
}

const sum = (counts: ReadonlyMap<string, number>): number => [...counts.values()].reduce((a, b) => a + b, 0);

test("RecordingStats.owed counts the skipped events missing from the counts on the server", async () => {
  const { api, recording, emit } = start();
  emit(20, "web");
  assert.equal(recording.stats().owed, 18);
  const { owed, uncounted, skipped } = await recording.flush();
  assert.deepEqual([owed, uncounted, skipped], [0, 0, 18]);
  assert.equal(sum(await storedCounts(api.fetch)), 20);
  await recording.stop();
});

test("EventRecording.stop() reports and logs counts unwritten at its deadline as uncounted", async () => {
  const { api, server, recording, lines, outcomes, emit } = start();
  emit(1, "web");
  await recording.flush();
  emit(1, "web");
  await recording.flush();
  emit(1001, "web");
  const deadline = new AbortController();
  server.answer = ({ signal }) => {
    deadline.abort();
    return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  };
  await recording.stop({ signal: deadline.signal });
  const { skipped, abandoned, owed, uncounted, pending } = recording.stats();
  assert.deepEqual({ skipped, abandoned, owed, uncounted, pending }, {
    skipped: 1001,
    abandoned: 0,
    owed: 0,
    uncounted: 1001,
    pending: 0,
  });
  const lost = outcomes.filter(({ type }) => type === "uncounted");
  assert.deepEqual(lost.map((outcome) => [outcome.count, "because" in outcome && outcome.because]), [[
    1001,
    "deadline",
  ]]);
  assert.deepEqual(lines, [
    "1001 skipped events are not in the counts on the server: their write failed, or the deadline passed first",
  ]);
  assert.equal(sum(await storedCounts(api.fetch)), 2);
});

test("EventRecording.stop() ends at its deadline while the circuit breaker of a namespace waits for a probe", async () => {
  const { server, recording, emit } = start({ requestTimeoutMs: 20, retryDelayMs: 1 });
  const pods = ["a", "b", "c", "d", "e", "f"];
  for (let i = 0; i < 2; i++) {
    for (const pod of pods) emit(1, pod);
    await recording.flush();
  }
  for (const pod of pods) emit(5, pod);
  const deadline = new AbortController();
  let hanging = 0;
  server.answer = () => {
    // The first six open the breaker, and the next one is its probe.
    if (++hanging > pods.length) setTimeout(() => deadline.abort(), 0);
    return new Promise(() => {});
  };
  let limit: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise((_, reject) => {
    limit = setTimeout(() => reject(new Error("It has not stopped after its deadline")), 120_000);
  });
  await Promise.race([recording.stop({ signal: deadline.signal }), tooLate]).finally(() => clearTimeout(limit));
  const { owed, uncounted, pending, entries } = recording.stats();
  assert.deepEqual([owed, uncounted, pending, entries], [0, 30, 0, 0]);
  assert.equal((await recording.flush()).uncounted, 30);
});

test("EventRecording.flush() retries a count whose write was rejected at an earlier flush", async () => {
  const { api, server, recording, lines, emit } = start();
  emit(20, "web");
  server.answer = ({ method }) => method === "PATCH" ? refusal(422) : undefined;
  assert.equal((await recording.flush()).owed, 18);
  assert.equal((await recording.flush()).owed, 18);
  assert.deepEqual(lines, ["The server rejected an event: Not today"]);
  server.answer = undefined;
  const { owed, pending } = await recording.flush();
  assert.deepEqual([owed, pending], [0, 0]);
  assert.equal(sum(await storedCounts(api.fetch)), 20);
  await recording.stop();
  assert.equal(recording.stats().uncounted, 0);
});

test("EventRecording writes a rejected count with the next write of the same event", async () => {
  let nowMs = 0;
  const { api, server, recording, emit } = start({ clock: { now: () => nowMs }, correlator: { refreshAfterMs: 1000 } });
  emit(5, "web");
  server.answer = ({ method }) => method === "PATCH" ? refusal(422) : undefined;
  const { owed } = await recording.flush();
  assert.ok(owed > 0);
  server.answer = undefined;
  // So that the next repeat is due.
  nowMs = 1000;
  emit(1, "web");
  assert.equal((await recording.flush()).owed, 0);
  assert.equal(sum(await storedCounts(api.fetch)), 6);
  await recording.stop();
});

test("EventRecording.stop() reports counts that the server rejected as uncounted", async () => {
  const { server, recording, lines, outcomes, emit } = start();
  emit(20, "web");
  server.answer = ({ method }) => method === "PATCH" ? refusal(422) : undefined;
  await recording.stop();
  const { owed, uncounted } = recording.stats();
  assert.deepEqual([owed, uncounted], [0, 18]);
  const last = outcomes.at(-1)!;
  assert.ok(last.type === "uncounted");
  assert.deepEqual([last.count, last.because, last.message], [18, "rejected", "Not today"]);
  assert.match(lines.at(-1)!, /^18 skipped events are not in the counts on the server/);
});

test("EventRecording writes the counts of more series than maxPending", async () => {
  const { api, recording, emit } = start({ maxPending: 150 });
  for (let pod = 0; pod < 750; pod += 150) {
    for (let i = pod; i < pod + 150; i++) emit(2, `web-${i}`);
    await recording.flush();
  }
  for (let pod = 0; pod < 750; pod++) emit(3, `web-${pod}`);
  assert.equal(recording.stats().owed, 2250);
  const report = await recording.flush();
  assert.deepEqual([report.owed, report.uncounted, report.dropped], [0, 0, 0]);
  assert.equal(sum(await storedCounts(api.fetch)), 750 * 5);
  await recording.stop();
});

test("EventRecording reports every count of series evicted during an outage", async () => {
  const { api, server, recording, outcomes, emit } = start({
    maxPending: 20,
    maxTries: Infinity,
    correlator: { cacheSize: 10 },
  });
  server.answer = () => refusal(503);
  let emitted = 0;
  for (let round = 0; round < 4; round++) {
    for (let pod = 0; pod < 40; pod++, emitted += 5) emit(5, `web-${round}-${pod}`, `ns-${pod % 4}`);
  }
  const { entries } = recording.stats();
  assert.ok(entries <= 2 * 20, String(entries));
  server.answer = undefined;
  const { owed, pending } = await recording.flush();
  assert.deepEqual([owed, pending], [0, 0]);
  const lost = outcomes.reduce(
    (lost, { type, count }) => lost + (type === "dropped" || type === "uncounted" ? count : 0),
    0,
  );
  assert.ok(lost > 0);
  const stored = sum(await storedCounts(api.fetch));
  // A count is absolute: once written, it includes dropped repeats of its event.
  assert.ok(stored <= emitted && stored + lost >= emitted, `${emitted} emitted, ${stored} stored, ${lost} lost`);
  await recording.stop();
});

test("RecordingStats.owed includes counts withheld by trailingWrites, but not events of which the spam filter passed none", async () => {
  const api = new EventsApiServer();
  const correlator = new EventCorrelator({ burst: 2, qps: 0, trailingWrites: true });
  const recording = new EventRecording(new FetchEventSink({ fetch: api.fetch }), { correlator });
  for (let i = 0; i < 10; i++) recording.accept(makeEvent(`a-${i}`, { pod: "web", message: "a" }));
  for (let i = 0; i < 10; i++) recording.accept(makeEvent(`b-${i}`, { pod: "web", message: "b" }));
  const { owed, skipped } = recording.stats();
  assert.deepEqual([owed, skipped], [8, 18]);
  assert.equal((await recording.flush()).owed, 0);
  assert.deepEqual([...await storedCounts(api.fetch)], [["a", 10]]);
  await recording.stop();
});
