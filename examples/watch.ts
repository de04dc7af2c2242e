// How do I watch recorded events? deno run examples/watch.ts

import { EventBroadcaster } from "@kubecast/events";

const broadcaster = new EventBroadcaster();
const recorder = broadcaster.newRecorder({ component: "example-controller" });
const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "web", namespace: "shop", uid: "1234" } };

// A handler, called for every event.
broadcaster.startEventWatcher(({ reason }) => console.log(`handler: ${reason}`));

// A stream per watcher. The filter runs before the queue.
const warnings = broadcaster.watch({ filter: ({ object }) => object.type === "Warning" });
const loop = (async () => {
  for await (const { object } of warnings) console.log(`for await: ${object.reason}`);
})();

// A watcher is a ReadableStream: pipe it anywhere.
const piped = broadcaster.watch().pipeTo(
  new WritableStream({ write: ({ object }) => console.log(`pipeTo: ${object.reason}`) }),
);

recorder.event(pod, "Normal", "Pulled", "Container image already present on machine");
recorder.event(pod, "Warning", "BackOff", "Back-off restarting failed container");

// After shutdown every watcher reads the rest of its queue, then its loop or pipe ends.
await broadcaster.shutdown();
await Promise.all([loop, piped]);
// handler: Pulled
// handler: BackOff
// pipeTo: Pulled
// for await: BackOff
// pipeTo: BackOff
