// How do I monitor recording with Prometheus? deno run examples/metrics.ts

import { EventBroadcaster, FetchEventSink, type Recording } from "@kubecast/events";
import { EventsApiServer } from "@kubecast/events/server";

/** Renders the statistics in Prometheus' text format, for /metrics. */
function metrics(broadcaster: EventBroadcaster, recording: Recording): string {
  const { recorded, coalesced, skipped, dropped, rejected, abandoned, pending, entries, requests, retries } = recording
    .stats();
  // Calls that created no event, for example because the object had no kind, never reach a recording.
  const refused = Object.values(broadcaster.stats().refused).reduce((sum, count) => sum + count, 0);
  const outcomes = { recorded, coalesced, skipped, dropped, rejected, abandoned, refused };
  return [
    "# TYPE kubecast_events_total counter",
    ...Object.entries(outcomes).map(([outcome, count]) => `kubecast_events_total{outcome="${outcome}"} ${count}`),
    "# TYPE kubecast_requests_total counter",
    `kubecast_requests_total ${requests}`,
    "# TYPE kubecast_retries_total counter",
    `kubecast_retries_total ${retries}`,
    "# TYPE kubecast_pending_events gauge",
    `kubecast_pending_events ${pending}`,
    "# TYPE kubecast_entries gauge",
    `kubecast_entries ${entries}`,
  ].map((line) => `${line}\n`).join("");
}

const broadcaster = new EventBroadcaster();
const recording = broadcaster.startRecordingToSink(new FetchEventSink({ fetch: new EventsApiServer().fetch }));
const recorder = broadcaster.newRecorder({ component: "example-controller" });
const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "web", namespace: "shop", uid: "1234" } };
for (let i = 0; i < 40; i++) recorder.event(pod, "Warning", "Unhealthy", "Readiness probe failed");
await recording.flush();
console.log(metrics(broadcaster, recording).trimEnd());
await broadcaster.shutdown();
// # TYPE kubecast_events_total counter
// kubecast_events_total{outcome="recorded"} 1
// kubecast_events_total{outcome="coalesced"} 24
// kubecast_events_total{outcome="skipped"} 15
// kubecast_events_total{outcome="dropped"} 0
// kubecast_events_total{outcome="rejected"} 0
// kubecast_events_total{outcome="abandoned"} 0
// kubecast_events_total{outcome="refused"} 0
// # TYPE kubecast_requests_total counter
// kubecast_requests_total 1
// # TYPE kubecast_retries_total counter
// kubecast_retries_total 0
// # TYPE kubecast_pending_events gauge
// kubecast_pending_events 0
// # TYPE kubecast_entries gauge
// kubecast_entries 0
