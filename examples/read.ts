// How do I tail the warnings of a namespace? deno run examples/read.ts
//
// For a cluster, leave `fetch` out and run `kubectl proxy`, or spread `await loadKubeconfig()` or `await inClusterConfig()`
// into the options.

import { EventBroadcaster, FetchEventSink } from "@kubecast/events";
import { EventReader } from "@kubecast/events/reader";
import { EventsApiServer } from "@kubecast/events/server";

const { fetch } = new EventsApiServer();

// Somewhere else, a controller records.
const broadcaster = new EventBroadcaster();
const recording = broadcaster.startRecordingToSink(new FetchEventSink({ fetch }));
const recorder = broadcaster.newRecorder({ component: "example-controller" });
const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "web", namespace: "shop", uid: "1234" } };
const backOff = (): void => recorder.event(pod, "Warning", "BackOff", "Back-off restarting failed container");
for (let i = 0; i < 3; i++) backOff();
recorder.event(pod, "Normal", "Pulled", "Not a warning");
await recording.flush();

const reader = new EventReader({ fetch, namespace: "shop", fieldSelector: "type=Warning", logger: console });
for await (const { regarding, reason, message, count, delta } of reader.occurrences()) {
  console.log(`${regarding.kind}/${regarding.name} ${reason}: ${message} (x${count}, ${delta} new)`);
  if (count === 5) break; // ends the watch, as a signal would
  backOff();
}
await broadcaster.shutdown();
// Pod/web BackOff: Back-off restarting failed container (x3, 3 new)
// Pod/web BackOff: Back-off restarting failed container (x4, 1 new)
// Pod/web BackOff: Back-off restarting failed container (x5, 1 new)
