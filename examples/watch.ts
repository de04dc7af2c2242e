// How do I listen to what is recorded? deno run examples/watch.ts

import { EventBroadcaster } from "@kubecast/events";

const broadcaster = new EventBroadcaster();
const recorder = broadcaster.newRecorder({ component: "example-controller" });
const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "web", namespace: "shop" } };

// A handler, called for every event.
broadcaster.startEventWatcher(({ reason }) => console.log(`handler: ${reason}`));

// A stream of its own for every watcher: loop over it, with a filter that keeps its queue free of the rest.
const warnings = broadcaster.watch({ filter: ({ object }) => object.type === "Warning" });
const loop = (async () => {
  for await (const { object } of warnings) console.log(`for await: ${object.reason}`);
})();

// It is a real ReadableStream: pipe it wherever streams go.
const piped = broadcaster.watch().pipeTo(
  new WritableStream({ write: ({ object }) => console.log(`pipeTo: ${object.reason}`) }),
);

recorder.event(pod, "Normal", "Pulled", "Container image already present on machine");
recorder.event(pod, "Warning", "BackOff", "Back-off restarting failed container");

// Closing lets every watcher read what is queued for it; then its loop or pipe ends.
await broadcaster.shutdown();
await Promise.all([loop, piped]);
// handler: Pulled
// handler: BackOff
// pipeTo: Pulled
// for await: BackOff
// pipeTo: BackOff
