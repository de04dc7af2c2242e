// How do I record an event? deno run examples/record.ts

import { EventBroadcaster, FetchEventSink } from "@kubecast/events";
import { EventsApiServer } from "@kubecast/events/server";

const api = new EventsApiServer();
const broadcaster = new EventBroadcaster({ logger: console });
const recording = broadcaster.startRecordingToSink(new FetchEventSink({ fetch: api.fetch }));
const recorder = broadcaster.newRecorder({ component: "example-controller" });

const deployment = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "web", namespace: "shop", uid: "1234" },
};

// A plain message, a message formatted with Go's verbs, an event with annotations, and an event in the past.
recorder.event(deployment, "Normal", "Progressing", "Rollout has begun, 50% done");
recorder.eventf(deployment, "Warning", "Unavailable", "Only %d of %d replicas are up", 1, 3);
recorder.annotatedEventf(deployment, { "example.com/run": "42" }, "Normal", "Scaled", "Scaled to %d", 3);
recorder.pastEventf(deployment, new Date("2026-01-01T00:00:00Z"), "Normal", "Created", "Created by %s", "ann");

// Every other field of an event, by name.
recorder.record(deployment, {
  type: "Normal",
  reason: "Approved",
  message: "Ready for production",
  labels: { team: "shop" },
  action: "Approve",
  related: { apiVersion: "v1", kind: "Node", name: "node-1" },
});

const { accepted, recorded } = await recording.flush();
console.log(`${recorded} of ${accepted} events are in the API`);
await broadcaster.shutdown();
// 5 of 5 events are in the API
