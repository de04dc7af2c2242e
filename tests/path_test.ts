import { test } from "node:test";
import assert from "node:assert/strict";
import { FakeTime } from "@std/testing/time";
import { type CoreV1Event, EventBroadcaster, type EventsV1Event, FetchEventSink, type Outcome } from "../mod.ts";
import { EventsApiServer } from "../src/serve/server/mod.ts";

const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "web", namespace: "shop", uid: "1234" } };

/** Lists the events at `path`. */
async function list<E>(api: EventsApiServer, path: string): Promise<E[]> {
  const answer = await api.fetch(new Request(`http://localhost${path}`));
  assert.equal(answer.status, 200);
  return (await answer.json()).items;
}

test("EventBroadcaster writes an event of core/v1 to the API server, and its repeats as a count", async () => {
  const api = new EventsApiServer();
  const broadcaster = new EventBroadcaster();
  broadcaster.startRecordingToSink(new FetchEventSink({ fetch: api.fetch }));
  const recorder = broadcaster.newRecorder({ component: "kubelet", host: "node-1" });
  recorder.annotatedEventf(pod, { key: "value" }, "Normal", "Pulled", "Pulled %q", "nginx");
  for (let i = 0; i < 3; i++) recorder.event(pod, "Warning", "BackOff", "Back-off restarting");
  await broadcaster.shutdown();

  const [first, second, ...others] = await list<CoreV1Event>(api, "/api/v1/namespaces/shop/events");
  assert.equal(others.length, 0);
  assert.equal(first!.message, 'Pulled "nginx"');
  assert.deepEqual(first!.metadata.annotations, { key: "value" });
  assert.deepEqual(first!.involvedObject, {
    kind: "Pod",
    namespace: "shop",
    name: "web",
    uid: "1234",
    apiVersion: "v1",
  });
  assert.deepEqual(first!.source, { component: "kubelet", host: "node-1" });
  assert.equal(second!.count, 3);
});

test("EventBroadcaster writes an event of events.k8s.io/v1 to the API server, readable in both APIs", async () => {
  const api = new EventsApiServer();
  const broadcaster = new EventBroadcaster({ apiVersion: "events.k8s.io/v1" });
  broadcaster.startRecordingToSink(new FetchEventSink({ apiVersion: "events.k8s.io/v1", fetch: api.fetch }));
  const recorder = broadcaster.newRecorder({ reportingController: "example.com/scheduler" });
  const node = { apiVersion: "v1", kind: "Node", metadata: { name: "node-1" } };
  recorder.eventf(pod, node, "Normal", "Scheduled", "Binding", "Assigned to %s", "node-1");
  await broadcaster.shutdown();

  const [event, ...others] = await list<EventsV1Event>(api, "/apis/events.k8s.io/v1/namespaces/shop/events");
  assert.equal(others.length, 0);
  assert.equal(event!.note, "Assigned to node-1");
  assert.equal(event!.regarding?.name, "web");
  assert.equal(event!.related?.name, "node-1");
  const [same] = await list<CoreV1Event>(api, "/api/v1/events");
  assert.equal(same!.message, "Assigned to node-1");
  assert.equal(same!.reportingComponent, "example.com/scheduler");
});

test("EventBroadcaster.shutdown() abandons the events for an unreachable server, with one log line and an outcome each", async () => {
  const time = new FakeTime();
  try {
    const lines: string[] = [];
    const outcomes: Outcome<CoreV1Event>[] = [];
    const log = (line: string): void => void lines.push(line);
    const broadcaster = new EventBroadcaster({
      logger: { warn: log, error: log },
      onOutcome: (outcome) => void outcomes.push(outcome),
    });
    const unreachable = (): Promise<Response> => Promise.reject(new TypeError("fetch failed"));
    const recording = broadcaster.startRecordingToSink(
      new FetchEventSink({ server: "http://127.0.0.1:9", fetch: unreachable }),
      { maxTries: 3, retryDelayMs: 1 },
    );
    const recorder = broadcaster.newRecorder({ component: "test" });
    for (let i = 0; i < 5; i++) recorder.event(pod, "Normal", "Pulled", "there");
    recorder.event(pod, "Normal", "Started", "there");
    let isDone = false;
    void broadcaster.shutdown().then(() => void (isDone = true));
    for (let timers = 0; timers < 10_000 && !isDone; timers++) await time.nextAsync();
    assert.ok(isDone);
    const { accepted, abandoned, pending } = recording.stats();
    assert.deepEqual({ accepted, abandoned, pending }, { accepted: 6, abandoned: 6, pending: 0 });
    assert.equal(outcomes.reduce((sum, { count }) => sum + count, 0), 6);
    assert.ok(lines.some((line) => line.includes("http://127.0.0.1:9")), lines.join("\n"));
    assert.ok(lines.length <= 3, lines.join("\n"));
  } finally {
    time.restore();
  }
});
