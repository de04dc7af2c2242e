import { test } from "node:test";
import assert from "node:assert/strict";
import { Broadcaster, EventBroadcaster, FetchEventSink, type Outcome } from "../../../mod.ts";
import type { EventRecording } from "../../../src/client_go/mod.ts";
import { observe, otlpLogs } from "../../../src/read/opentelemetry/mod.ts";
import { EventReader, forward } from "../../../src/read/mod.ts";
import { EventsApiServer } from "../../../src/serve/server/mod.ts";
import { TestMeter } from "./test_meter.ts";

const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "web", namespace: "shop", uid: "u1" } };

test("observe() reports a recording's outcomes, with their reasons, and its other counters", async () => {
  const meter = new TestMeter();
  const broadcaster = new EventBroadcaster();
  const recording = broadcaster.startRecordingToSink(new FetchEventSink({ fetch: new EventsApiServer().fetch }));
  const recorder = broadcaster.newRecorder({ component: "example-controller" });
  observe(recording, meter);
  for (let i = 0; i < 40; i++) recorder.event(pod, "Warning", "Unhealthy", "Readiness probe failed");
  (recording as EventRecording).lose("queue-full", { count: 2 });
  await recording.flush();
  assert.deepEqual(meter.collect().filter((line) => !/recording.entries/.test(line)), [
    "kubecast.events{kubecast.because=queue-full,kubecast.outcome=dropped} 2",
    "kubecast.events{kubecast.because=spam,kubecast.outcome=skipped} 15",
    "kubecast.events{kubecast.outcome=coalesced} 24",
    "kubecast.events{kubecast.outcome=recorded} 1",
    "kubecast.events{kubecast.outcome=rejected} 0",
    "kubecast.recording.accepted{} 42",
    "kubecast.recording.owed{} 0",
    "kubecast.recording.pending{} 0",
    "kubecast.recording.requests{} 1",
    "kubecast.recording.retries{} 0",
    "kubecast.recording.uncounted{} 0",
  ]);
  assert.equal(meter.instruments["kubecast.events"], "observable counter, {event}");
  assert.equal(meter.instruments["kubecast.recording.pending"], "observable up-down counter, {event}");
  await broadcaster.shutdown();
});

test("observe() reports each number of a recording's stats()", async () => {
  const meter = new TestMeter();
  const broadcaster = new EventBroadcaster();
  const recording = broadcaster.startRecordingToSink(new FetchEventSink({ fetch: new EventsApiServer().fetch }));
  const { because, ...counters } = recording.stats();
  assert.deepEqual(because, {});
  observe(recording, meter);
  const reported = meter.collect().map((line) => /outcome=(\w+)|recording\.(\w+)\{/.exec(line)!).map(([, a, b]) =>
    a ?? b
  );
  const withReason = ["skipped", "dropped", "abandoned"];
  assert.deepEqual(reported.sort(), Object.keys(counters).filter((name) => !withReason.includes(name)).sort());
  await broadcaster.shutdown();
});

type Because<T extends Outcome["type"]> = (Outcome & { type: T; because: string })["because"];

/** Every reason there is, with its outcome: a new one does not compile without it. */
const REASONS:
  & Record<Because<"skipped">, "skipped">
  & Record<Because<"dropped">, "dropped">
  & Record<Because<"abandoned">, "abandoned"> = {
    spam: "skipped",
    series: "skipped",
    "invalid-object": "dropped",
    "invalid-type": "dropped",
    "invalid-timestamp": "dropped",
    "invalid-field": "dropped",
    "queue-full": "dropped",
    "aged-out": "dropped",
    stopped: "dropped",
    "correlator-error": "dropped",
    "pending-full": "dropped",
    "namespace-terminating": "dropped",
    tries: "abandoned",
    deadline: "abandoned",
  };

test("observe() maps every reason to its outcome", () => {
  const meter = new TestMeter();
  const because = Object.fromEntries(Object.keys(REASONS).map((reason) => [reason, 1]));
  observe({ stats: () => ({ recorded: 0, because }) }, meter);
  const expected = Object.entries(REASONS).map(([reason, outcome]) => {
    return `kubecast.events{kubecast.because=${reason},kubecast.outcome=${outcome}} 1`;
  });
  assert.deepEqual(meter.collect(), [...expected, "kubecast.events{kubecast.outcome=recorded} 0"].sort());
});

test("observe() reports a broadcaster's counters and the sums over its watchers", async () => {
  const meter = new TestMeter();
  const broadcaster = new EventBroadcaster({ highWaterMark: 2 });
  const recorder = broadcaster.newRecorder({ component: "example-controller" });
  const [slow] = [broadcaster.watch(), broadcaster.watch({ highWaterMark: 10 })];
  observe(broadcaster, meter);
  for (let i = 0; i < 5; i++) recorder.event(pod, "Normal", "Pulled", `Pulled image ${i}`);
  recorder.event({ metadata: { name: "web" } }, "Normal", "Pulled", "an object without a kind");
  await Promise.resolve();
  const values = (): Record<string, number> =>
    Object.fromEntries(
      meter.collect().map((line) => /^kubecast\.broadcaster\.(.*?) (\d+)$/.exec(line)!).map((
        [, name, value],
      ) => [name, Number(value)]),
    );
  assert.deepEqual(values(), {
    "accepted{}": 5,
    "dropped{kubecast.because=incomingFull}": 0,
    "early{}": 5,
    "queued{}": 0,
    "refused{kubecast.because=invalid-object}": 1,
    "unrecorded{}": 0,
    "watcher.count{}": 3, // with the one that keeps early events
    "watcher.delivered{}": 5,
    "watcher.dropped{}": 3,
    "watcher.queued{}": 7,
  });
  slow!.stop();
  assert.equal(values()["watcher.count{}"], 2);
  assert.equal(values()["watcher.dropped{}"], 0);
  await broadcaster.shutdown();
});

test("observe() reports a single watcher, with its drops as a counter", async () => {
  const meter = new TestMeter();
  const broadcaster = new Broadcaster<string>();
  const watcher = broadcaster.watch({ highWaterMark: 2 });
  observe(watcher, meter, { attributes: { "kubecast.watcher": "audit" } });
  for (const name of ["web-1", "web-2", "web-3"]) await broadcaster.action("ADDED", name);
  await broadcaster.shutdown();
  assert.deepEqual(meter.collect(), [
    "kubecast.watcher.dropped{kubecast.watcher=audit} 1",
    "kubecast.watcher.queued{kubecast.watcher=audit} 2",
  ]);
  assert.equal(meter.instruments["kubecast.watcher.dropped"], "observable counter, {event}");
});

test("observe() reports the event stream of a reader", async () => {
  const meter = new TestMeter();
  const api = new EventsApiServer();
  const broadcaster = new EventBroadcaster();
  broadcaster.startRecordingToSink(new FetchEventSink({ fetch: api.fetch }));
  broadcaster.newRecorder({ component: "example-controller" }).event(pod, "Normal", "Pulled", "Pulled image");
  await broadcaster.shutdown();
  const stream = new EventReader({ fetch: api.fetch }).watch();
  observe(stream, meter);
  for await (const { type } of stream) {
    assert.equal(type, "ADDED");
    break;
  }
  const points = meter.collect();
  for (const line of ["kubecast.reader.events{} 1", "kubecast.reader.gaps{} 0", "kubecast.reader.lists{} 1"]) {
    assert.ok(points.includes(line), `${line} in ${points}`);
  }
});

test("observe() reports a forwarding, and the records that otlpLogs() exports for it", async () => {
  const meter = new TestMeter();
  const api = new EventsApiServer();
  const broadcaster = new EventBroadcaster();
  broadcaster.startRecordingToSink(new FetchEventSink({ fetch: api.fetch }));
  broadcaster.newRecorder({ component: "example-controller" }).event(pod, "Normal", "Pulled", "Pulled image");
  await broadcaster.shutdown();
  let exported = (): void => {};
  const isExported = new Promise<void>((resolve) => exported = resolve);
  const deliver = otlpLogs({
    url: "http://collector:4318",
    fetch: async (request) => {
      await request.text();
      exported();
      return Response.json({ partialSuccess: {} });
    },
  });
  const forwarding = forward(new EventReader({ fetch: api.fetch }), { deliver, maxDelayMs: 0 });
  observe(forwarding, meter);
  observe(deliver, meter);
  await isExported;
  await forwarding.stop();
  assert.deepEqual(meter.collect(), [
    "kubecast.forwarding.batches{} 1",
    "kubecast.forwarding.delivered{} 1",
    "kubecast.forwarding.failures{} 0",
    "kubecast.forwarding.gaps{} 0",
    "kubecast.forwarding.lag{} 0",
    "kubecast.forwarding.pending{} 0",
    "kubecast.logs{kubecast.outcome=exported} 1",
    "kubecast.logs{kubecast.outcome=rejected} 0",
  ]);
  assert.equal(meter.instruments["kubecast.forwarding.lag"], "observable gauge, s");
});

test("observe() keeps sources apart by attributes, and stops each one alone", async () => {
  const meter = new TestMeter();
  const [one, other] = [new Broadcaster<string>(), new Broadcaster<string>()];
  const stop = observe(one, meter, { attributes: { instance: "one" } });
  observe(other, meter, { attributes: { instance: "other" } });
  await one.action("ADDED", "web-1");
  const accepted = (): string[] => meter.collect().filter((line) => line.startsWith("kubecast.broadcaster.accepted"));
  assert.deepEqual(accepted(), [
    "kubecast.broadcaster.accepted{instance=one} 1",
    "kubecast.broadcaster.accepted{instance=other} 0",
  ]);
  stop();
  assert.deepEqual(accepted(), ["kubecast.broadcaster.accepted{instance=other} 0"]);
  assert.equal(meter.callbacks.size, 1, "the meter calls nothing for a source that was stopped");
  await Promise.all([one.shutdown(), other.shutdown()]);
});

test("observe() adds up the sources of one kind, and reports their longest lag", () => {
  const meter = new TestMeter();
  const source = (recorded: number, because: Record<string, number>) => ({ stats: () => ({ recorded, because }) });
  const first = source(1, { spam: 2 });
  const stop = observe(first, meter);
  const stopAgain = observe(first, meter);
  const stopOther = observe(source(3, { spam: 4, tries: 5 }), meter);
  observe(source(100, {}), meter, { attributes: { shard: "a" } });
  const events = (): string[] => meter.collect().filter((line) => !line.includes("shard"));
  const both = [
    "kubecast.events{kubecast.because=spam,kubecast.outcome=skipped} 6",
    "kubecast.events{kubecast.because=tries,kubecast.outcome=abandoned} 5",
    "kubecast.events{kubecast.outcome=recorded} 4",
  ];
  assert.deepEqual(events(), both);
  stopAgain();
  stopAgain();
  assert.deepEqual(events(), both, "the source is still observed once");
  stopOther();
  assert.deepEqual(events(), [
    "kubecast.events{kubecast.because=spam,kubecast.outcome=skipped} 2",
    "kubecast.events{kubecast.outcome=recorded} 1",
  ]);
  stop();
  assert.deepEqual(events(), []);
  observe(source(7, {}), meter);
  assert.deepEqual(events(), ["kubecast.events{kubecast.outcome=recorded} 7"]);
  const lags = new TestMeter();
  for (const behindMs of [2000, 5000, 1000]) observe({ stats: () => ({ behindMs, pending: 1 }) }, lags);
  assert.deepEqual(lags.collect(), ["kubecast.forwarding.lag{} 5", "kubecast.forwarding.pending{} 3"]);
});

test("observe() reports no counter that is not a number", () => {
  const meter = new TestMeter();
  observe({ stats: () => ({ behindMs: NaN, delivered: "many", batches: null, gaps: 1 }) }, meter);
  assert.deepEqual(meter.collect(), ["kubecast.forwarding.gaps{} 1"]);
});

test("observe() throws a TypeError that names the invalid argument", () => {
  const broadcaster = new Broadcaster<string>();
  const none = { stats: () => ({}) };
  const meter = new TestMeter();
  const noStats = [{ stats: () => null }, { stats: () => Promise.resolve({ recorded: 1 }) }, { stats: 5 }];
  for (const source of [none, ...noStats, null, undefined, 1, {}] as (typeof none)[]) {
    assert.throws(() => observe(source, meter), {
      name: "TypeError",
      message: /^Cannot observe: source must have the counters/,
    });
  }
  const partial = { addBatchObservableCallback() {}, removeBatchObservableCallback() {} };
  for (const wrong of [undefined, null, {}, { getMeter() {} }, "meter", partial] as unknown as TestMeter[]) {
    assert.throws(() => observe(broadcaster, wrong), {
      name: "TypeError",
      message: /^Cannot observe: meter must be a Meter/,
    });
  }
  const options = { attribute: {} } as unknown as Parameters<typeof observe>[2];
  assert.throws(() => observe(broadcaster, meter, options), { name: "TypeError", message: /\(known: attributes\)/ });
  for (const attributes of [["a"], { shard: {} }] as unknown as { shard: string }[]) {
    const expected = { name: "TypeError", message: /^Cannot observe: attributes must be attributes such as/ };
    assert.throws(() => observe(broadcaster, meter, { attributes }), expected);
  }
  assert.deepEqual(meter.instruments, {});
});
