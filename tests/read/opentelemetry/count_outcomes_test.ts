import { test } from "node:test";
import assert from "node:assert/strict";
import { type CoreV1Event, EventBroadcaster, FetchEventSink } from "../../../mod.ts";
import { countOutcomes } from "../../../src/read/opentelemetry/mod.ts";
import { EventsApiServer } from "../../../src/serve/server/mod.ts";
import { TestMeter } from "./test_meter.ts";

for (const apiVersion of ["v1", "events.k8s.io/v1"] as const) {
  test(`countOutcomes() counts events of ${apiVersion} by outcome and the fields asked for`, async () => {
    const meter = new TestMeter();
    const onOutcome = countOutcomes(meter, { by: ["namespace", "reason", "type", "kind"] });
    const broadcaster = new EventBroadcaster({ apiVersion, onOutcome });
    broadcaster.startRecordingToSink(new FetchEventSink({ apiVersion, fetch: new EventsApiServer().fetch }));
    const recorder = broadcaster.newRecorder({ component: "example.com/c", reportingController: "example.com/c" });
    const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "web", namespace: "shop", uid: "u1" } };
    const event = { type: "Warning", reason: "BackOff", action: "Start", message: "failed", note: "failed" } as const;
    recorder.record(pod, event);
    recorder.record({}, event);
    await broadcaster.shutdown();
    assert.deepEqual(meter.measured.sort(), [
      "kubecast.outcomes{k8s.event.reason=BackOff,k8s.event.type=Warning,k8s.namespace.name=shop,k8s.object.kind=Pod," +
      "kubecast.outcome=recorded} 1",
      "kubecast.outcomes{kubecast.because=invalid-object,kubecast.outcome=dropped} 1",
    ]);
  });
}

test("countOutcomes() counts only by outcome and reason if by is empty or omitted", () => {
  for (const options of [[], [{ by: [] }]] as const) {
    const meter = new TestMeter();
    const count = countOutcomes(meter, ...options);
    count({ type: "dropped", because: "queue-full", count: 3 });
    assert.deepEqual(meter.measured, ["kubecast.outcomes{kubecast.because=queue-full,kubecast.outcome=dropped} 3"]);
  }
});

test("countOutcomes() counts events that lack the fields asked for", async () => {
  const meter = new TestMeter();
  const onOutcome = countOutcomes(meter, { by: ["namespace", "reason", "type", "kind"] });
  const broadcaster = new EventBroadcaster({ onOutcome });
  const recording = broadcaster.startRecordingToSink(new FetchEventSink({ fetch: new EventsApiServer().fetch }));
  const invalid = [{}, null, { metadata: null }, { metadata: { namespace: 5 } }] as unknown as CoreV1Event[];
  for (const event of invalid) broadcaster.actionOrDrop("ADDED", event);
  await broadcaster.shutdown();
  assert.equal(recording.stats().dropped, 4);
  const dropped = "kubecast.outcomes{kubecast.because=invalid-object,kubecast.outcome=dropped} 1";
  assert.deepEqual(meter.measured, Array(4).fill(dropped));
});

test("countOutcomes() does not disturb recording if its meter throws", async () => {
  const meter = new TestMeter();
  meter.createCounter = () => ({
    add() {
      throw new Error("The exporter is broken");
    },
  });
  const broadcaster = new EventBroadcaster();
  const sink = new FetchEventSink({ fetch: new EventsApiServer().fetch });
  const recording = broadcaster.startRecordingToSink(sink, { onOutcome: countOutcomes(meter, { by: ["reason"] }) });
  const recorder = broadcaster.newRecorder({ component: "example-controller" });
  recorder.event({ kind: "Pod", name: "web", namespace: "shop" }, "Normal", "Pulled", "Pulled image");
  const { recorded } = await recording.flush();
  assert.equal(recorded, 1);
  await broadcaster.shutdown();
});

test("countOutcomes() rejects invalid meters and unknown fields", () => {
  const none = {} as TestMeter;
  assert.throws(() => countOutcomes(none, { by: [] }), {
    name: "TypeError",
    message: /^Cannot count outcomes: meter must/,
  });
  const options = { by: "reason" as unknown as [] };
  assert.throws(() => countOutcomes(new TestMeter(), options), { name: "TypeError", message: /by must be an array/ });
  const by = ["name"] as unknown as ["reason"];
  assert.throws(() => countOutcomes(new TestMeter(), { by }), {
    name: "RangeError",
    message: /by must be one of "namespace"/,
  });
});
