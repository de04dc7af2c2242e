import assert from "node:assert/strict";
import { test } from "../../fake_time.ts";
import {
  EventBroadcaster,
  type EventsV1Event,
  FetchEventSink,
  type Outcome,
  type Recording,
  type RecordingOptions,
} from "../../../mod.ts";
import { EventSeriesCorrelator } from "../../../src/client_go/mod.ts";
import { EventsApiServer } from "../../../src/serve/server/mod.ts";

const MINUTE_MS = 60_000;
const EVENTS = "http://localhost/apis/events.k8s.io/v1/namespaces/shop/events";
const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "web", namespace: "shop", uid: "1234" } };

/** Recorder, recording and strict server, and the requests between them. */
class Path {
  readonly api = new EventsApiServer();
  /** The requests with status and count, such as `PATCH 200 to 2`. */
  readonly answers: string[] = [];
  readonly outcomes: Outcome<EventsV1Event>[] = [];
  readonly broadcaster = new EventBroadcaster({
    apiVersion: "events.k8s.io/v1",
    onOutcome: (outcome) => void this.outcomes.push(outcome),
  });
  readonly recorder = this.broadcaster.newRecorder({ reportingController: "example.com/test" });
  readonly recording: Recording;

  constructor(options: RecordingOptions<"events.k8s.io/v1"> = {}) {
    const sink = new FetchEventSink({ apiVersion: "events.k8s.io/v1", fetch: (request) => this.#fetch(request) });
    this.recording = this.broadcaster.startRecordingToSink(sink, options);
  }

  /** Records a BackOff of the pod, with that note. */
  backOff(note = "Back-off restarting failed container"): void {
    this.recorder.eventf(pod, undefined, "Warning", "BackOff", "Restart", "%s", note);
  }

  /** Records it `times` times, one turn each. */
  async backOffTimes(times: number): Promise<void> {
    for (let i = 0; i < times; i++) {
      this.backOff();
      await undefined;
    }
  }

  /** The stored notes and counts, sorted by note. */
  async stored(): Promise<[string, number][]> {
    const { items } = await (await this.api.fetch(new Request(EVENTS))).json() as { items: EventsV1Event[] };
    return items.map(({ note = "", series }): [string, number] => [note, series?.count ?? 1])
      .sort(([a], [b]) => a < b ? -1 : 1);
  }

  async #fetch(request: Request): Promise<Response> {
    const body = await request.clone().json();
    const series = request.method === "PATCH" ? body[0]?.value : body.series;
    const response = await this.api.fetch(request);
    this.answers.push(`${request.method} ${response.status}${series ? ` to ${series.count}` : ""}`);
    return response;
  }
}

test("EventBroadcaster of events.k8s.io/v1 writes the count of a series on flush() and shutdown()", async () => {
  const path = new Path();
  path.backOff();
  await path.recording.flush();
  path.backOff();
  await path.recording.flush();
  await path.backOffTimes(5);
  assert.deepEqual(path.answers, ["POST 201", "PATCH 200 to 2"]);
  const report = await path.recording.flush();
  assert.deepEqual(path.answers, ["POST 201", "PATCH 200 to 2", "PATCH 200 to 7"]);
  assert.deepEqual([report.accepted, report.recorded, report.skipped, report.pending], [7, 2, 5, 0]);
  await path.recording.flush();
  await path.backOffTimes(3);
  await path.broadcaster.shutdown();
  assert.deepEqual(path.answers.slice(3), ["PATCH 200 to 10"]);
  assert.deepEqual(await path.stored(), [["Back-off restarting failed container", 10]]);
});

test("EventBroadcaster of events.k8s.io/v1 writes a burst as one event, and its count on shutdown()", async () => {
  const path = new Path();
  for (let i = 0; i < 100; i++) path.backOff();
  await path.broadcaster.shutdown();
  assert.deepEqual(path.answers, ["POST 201 to 2", "PATCH 200 to 100"]);
});

test("EventBroadcaster of events.k8s.io/v1 writes ten distinct notes, and combines the others", async () => {
  const path = new Path();
  for (const note of Array.from("abcdefghijklmnab")) {
    path.backOff(note);
    await path.recording.flush();
  }
  await path.broadcaster.shutdown();
  assert.deepEqual(await path.stored(), [
    ["(combined from similar events): k", 4],
    ["a", 2],
    ["b", 2],
    ...Array.from("cdefghij", (note) => [note, 1]),
  ]);
  assert.ok(path.outcomes.every(({ type }) => type === "recorded" || type === "skipped"));
});

test("EventBroadcaster of events.k8s.io/v1 recreates a deleted event, with its series", async () => {
  const path = new Path();
  path.backOff();
  await path.recording.flush();
  await path.api.fetch(new Request(EVENTS, { method: "DELETE" }));
  path.backOff();
  await path.recording.flush();
  await path.backOffTimes(2);
  await path.api.fetch(new Request(EVENTS, { method: "DELETE" }));
  await path.broadcaster.shutdown();
  assert.deepEqual(path.answers, ["POST 201", "PATCH 404 to 2", "POST 201 to 2", "PATCH 404 to 4", "POST 201 to 4"]);
  assert.deepEqual(await path.stored(), [["Back-off restarting failed container", 4]]);
});

test("EventBroadcaster of events.k8s.io/v1 adopts an event whose create timed out but was stored", async () => {
  const path = new Path({ retryDelayMs: 1 });
  const { api } = path;
  api.inject({
    verb: "create",
    times: 1,
    answer: async (request) => {
      await api.fetch(request);
      throw new TypeError("The connection breaks before the answer");
    },
  });
  path.backOff();
  path.backOff();
  path.backOff();
  await path.broadcaster.shutdown();
  assert.deepEqual(path.answers, ["POST 409 to 3", "PATCH 200", "PATCH 200 to 3"]);
  assert.deepEqual(await path.stored(), [["Back-off restarting failed container", 3]]);
});

test("EventBroadcaster of events.k8s.io/v1 writes the count of an evicted series", async () => {
  const path = new Path({ correlator: { cacheSize: 1 } });
  path.backOff("a");
  await path.recording.flush();
  for (let i = 0; i < 4; i++) path.backOff("a");
  path.backOff("b");
  await path.recording.flush();
  assert.deepEqual(await path.stored(), [["a", 5], ["b", 1]]);
  await path.broadcaster.shutdown();
});

test("EventBroadcaster of events.k8s.io/v1 accepts a custom correlator, or false", async () => {
  const none = new Path({ correlator: false });
  for (let i = 0; i < 3; i++) none.backOff();
  await none.broadcaster.shutdown();
  assert.deepEqual(none.answers, ["POST 201", "POST 201", "POST 201"]);
  const own = new EventSeriesCorrelator({ maxNotes: 1 });
  const path = new Path({ correlator: own });
  for (const note of "abc") path.backOff(note);
  await path.broadcaster.shutdown();
  assert.equal(own.stats().size, 2);
  assert.deepEqual(path.answers, ["POST 201", "POST 201 to 2"]);
});

test(
  "EventBroadcaster of events.k8s.io/v1 refreshes a series on the server, and finishes it when idle",
  async (time) => {
    const path = new Path();
    // Until the responses are read, as requestTimeoutMs elapses too.
    const settle = async (): Promise<void> => {
      do await time.runMicrotasks(); while (path.recording.stats().entries > 0);
    };
    const pass = async (minutes: number): Promise<void> => {
      for (let minute = 0; minute < minutes; minute++) {
        await settle();
        time.tick(MINUTE_MS);
      }
      await settle();
    };
    // Eighty minutes, longer than the TTL of an event that is not written.
    for (let minute = 0; minute <= 80; minute++) {
      path.backOff();
      await pass(1);
    }
    assert.deepEqual(path.answers, ["POST 201", "PATCH 200 to 2", "PATCH 200 to 31", "PATCH 200 to 61"]);
    assert.deepEqual(await path.stored(), [["Back-off restarting failed container", 61]]);
    await pass(5);
    assert.equal(path.answers.length, 4);
    await pass(2);
    assert.deepEqual(path.answers.slice(4), ["PATCH 200 to 81"]);
    // No series is left, and no timer.
    assert.equal(time.next(), false);
    await path.broadcaster.shutdown();
    assert.equal(path.answers.length, 5);
  },
  "2026-01-01T00:00:00Z",
);
