import assert from "node:assert/strict";
import { test } from "../../fake_time.ts";
import { EventBroadcaster, FetchEventSink } from "../../../mod.ts";
import { EventsApiServer } from "../../../src/serve/server/mod.ts";
import { FakeClock } from "../../../src/serve/testing/mod.ts";
import { seeded } from "../../random.ts";
import { everyWay, pod, type Stored, stored } from "./every_way.ts";

/** First and last time of a stored event, as its API has them. */
function timesOf(event: unknown): string[] {
  const { firstTimestamp, lastTimestamp, eventTime, series } = event as Stored;
  return [firstTimestamp ?? eventTime, lastTimestamp ?? series?.lastObservedTime ?? eventTime].map((time) =>
    time!.replace(/\.\d+/, "")
  );
}

everyWay("EventRecorder.record() changes count, times and message of a repeated event alone", async (way) => {
  const all = ["1", "2", "3"].map((attempt) => ({
    identity: "same",
    message: `message ${attempt}`,
    reason: `Reason${attempt}`,
    action: `Action${attempt}`,
    type: attempt === "1" ? "Normal" as const : "Warning" as const,
    annotations: { "example.com/attempt": attempt },
    labels: { attempt },
    related: { apiVersion: "v1", kind: "Node", name: `node-${attempt}` },
  }));
  const [event, ...others] = await stored(way, all);
  const { metadata: { annotations, labels }, type, reason, action, related, message, times } = event!;
  assert.deepEqual(others, []);
  const attempts = [annotations?.["example.com/attempt"], labels?.["attempt"], type, reason, action, related?.name];
  assert.deepEqual(attempts, ["1", "1", "Normal", "Reason1", "Action1", "node-1"]);
  assert.deepEqual([times, message], [3, way.apiVersion === "v1" ? "message 3" : "message 1"]);
});

const T = (minutes: number): string => new Date(Date.UTC(2026, 2, 1, 10, minutes)).toISOString().replace(".000", "");

everyWay("EventRecorder.record() takes the least and the greatest of the given times, in any order", async (way) => {
  for (const minutes of [[0, 5], [5, 0], [3, 5, 0, 4], [0, 0], [9, 7, 8]]) {
    const [event] = await stored(way, minutes.map((minute) => ({ timestamp: T(minute) })));
    // eventTime is immutable.
    const first = way.apiVersion === "v1" ? Math.min(...minutes) : minutes[0]!;
    assert.deepEqual(timesOf(event), [T(first), T(Math.max(...minutes))], `${minutes}`);
    assert.equal(event!.times, minutes.length);
  }
});

everyWay("EventRecorder.record() never lets the last time go back with its clock", async (way) => {
  const start = Date.UTC(2026, 2, 1, 12);
  const clock = new FakeClock(start);
  let calls = 0;
  // Set back by ten minutes before the third event.
  const stepping = { now: () => clock.now() - (calls > 2 ? 600_000 : 0) };
  const all = Array.from({ length: 5 }, () => ({
    get reason(): string {
      calls++;
      return "R";
    },
  }));
  const [event] = await stored(way, all, { clock: stepping });
  const [first, last] = timesOf(event);
  assert.ok(first! <= last!, `${first} ${last}`);
});

everyWay("A combined event has the first and the last of the given times that it combines", async (way) => {
  const all = Array.from({ length: 14 }, (_, index) => ({ message: `message ${index}`, timestamp: T(index) }));
  const events = await stored(way, all, { correlator: way.apiVersion === "v1" ? { maxEvents: 3 } : { maxNotes: 2 } });
  const combined = events.find(({ message }) => message!.startsWith("(combined"))!;
  assert.deepEqual([timesOf(combined), combined.times], [[T(2), T(13)], 12]);
});

everyWay("EventRecorder.record() stores the same for any order of times", async (way) => {
  const random = seeded(7);
  for (let round = 0; round < 20; round++) {
    const times = Array.from({ length: 2 + Math.floor(random() * 8) }, () => Math.floor(random() * 50));
    const greatest = times.lastIndexOf(Math.max(...times));
    const all = times.map((minute, index) => ({ timestamp: T(minute), message: `m${index}`, identity: "same" }));
    const [event] = await stored(way, all);
    const isCore = way.apiVersion === "v1";
    const message = isCore ? `m${greatest}` : "m0";
    const first = isCore ? Math.min(...times) : times[0]!;
    assert.deepEqual(
      [timesOf(event), event!.times, event!.message],
      [[T(first), T(Math.max(...times))], times.length, message],
      `${times}`,
    );
  }
});

test("EventRecording recognizes its event after a lost answer, even if a late occurrence has moved its first time", async () => {
  for (const naming of ["unique", "stable"] as const) {
    const api = new EventsApiServer();
    let requests = 0;
    const fetch = async (request: Request): Promise<Response> => {
      const response = await api.fetch(request);
      if (++requests === 1) throw new TypeError("connection reset");
      return response;
    };
    const broadcaster = new EventBroadcaster({ naming });
    const sink = new FetchEventSink({ fetch });
    const recording = broadcaster.startRecordingToSink(sink, { retryDelayMs: 0 });
    const recorder = broadcaster.newRecorder({ component: "test" });
    recorder.pastEventf(pod, T(5), "Normal", "R", "m");
    for (let turn = 0; turn < 20 && requests === 0; turn++) await new Promise((resolve) => setTimeout(resolve));
    recorder.pastEventf(pod, T(1), "Normal", "R", "m");
    await recording.flush();
    const stats = recording.stats();
    await broadcaster.shutdown();
    assert.equal(stats.recorded + stats.coalesced, 2);
    assert.deepEqual(api.events().map((event) => [...timesOf(event), event.count]), [[T(1), T(5), 2]]);
  }
});

for (const apiVersion of ["v1", "events.k8s.io/v1"] as const) {
  test(`trailingIntervalMs is the longest time for which a count lags while its event repeats: ${apiVersion}`, async (time) => {
    const api = new EventsApiServer();
    const broadcaster = new EventBroadcaster({ apiVersion }) as EventBroadcaster;
    const sink = new FetchEventSink({ apiVersion, fetch: api.fetch });
    broadcaster.startRecordingToSink(sink as never, { correlator: { trailingIntervalMs: 500 } });
    const recorder = broadcaster.newRecorder({ component: "test", reportingController: "test" } as object);
    const seen: number[] = [];
    let lagMs = 0;
    let worstMs = 0;
    for (let repeats = 1; repeats <= 200; repeats++) {
      const texts = { message: "m", note: "m" };
      recorder.record(pod, { type: "Normal", reason: "R", action: "A", ...texts } as never);
      await time.tickAsync(20);
      const [event] = api.events() as readonly Stored[];
      const count = event?.series?.count ?? event?.count ?? 0;
      if (count !== seen.at(-1)) [lagMs, seen[seen.length]] = [0, count];
      else worstMs = Math.max(worstMs, lagMs += 20);
    }
    assert.ok(worstMs <= 500, `${worstMs} ms`);
    assert.ok(seen.length < 50, `${seen.length} writes`);
    await broadcaster.shutdown();
    const [event] = api.events() as readonly Stored[];
    assert.equal(event!.series?.count ?? event!.count, 200);
  });
}
