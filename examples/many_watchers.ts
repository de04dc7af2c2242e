// How do I serve one watch of a cluster to many clients? deno run examples/many_watchers.ts

import { Broadcaster, type CoreV1Event, EventBroadcaster, FetchEventSink, type WatchEvent } from "@kubecast/events";
import { EventReader, type ReaderEvent } from "@kubecast/events/reader";
import { EventsApiServer } from "@kubecast/events/server";

const { fetch } = new EventsApiServer(); // for a cluster: new EventReader(await inClusterConfig())

// One connection to the API server. A slow or stuck client delays neither the connection nor other clients.
const events = new Broadcaster<CoreV1Event>();
const all = events.watch({ highWaterMark: 100 });
const warnings = events.watch({ filter: ({ object }) => object.type === "Warning" });
const stuck = events.watch({ highWaterMark: 1, whenFull: "drop-oldest" });
const aborter = new AbortController();
const watch = new EventReader({ fetch, namespace: "shop" }).watch({ since: "now", signal: aborter.signal });
const withoutBookmarks = new TransformStream<ReaderEvent<CoreV1Event>, WatchEvent<CoreV1Event>>({
  transform: (event, controller) => event.type === "BOOKMARK" ? undefined : controller.enqueue(event),
});
const piped = watch.pipeThrough(withoutBookmarks).pipeTo(events.writable);

const recorded = new EventBroadcaster();
const recorder = recorded.newRecorder({ component: "example-controller" });
recorded.startRecordingToSink(new FetchEventSink({ fetch }), { concurrency: 1 });
const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "web", namespace: "shop", uid: "1234" } };

await watch.synced; // all initial events have been read
recorder.event(pod, "Normal", "Pulled", "Image pulled");
recorder.event(pod, "Warning", "BackOff", "Back-off restarting failed container");
recorder.event(pod, "Normal", "Started", "Started container");
for await (const { object } of all) {
  console.log(`all: ${object.reason}`);
  if (object.reason === "Started") break;
}
aborter.abort(); // ends the pipe, which shuts the broadcaster down; queued events can still be read
await piped;
for await (const { object } of warnings) console.log(`warnings: ${object.reason}`);
for await (const { object } of stuck) console.log(`stuck: ${object.reason}, ${stuck.dropped} dropped`);
await recorded.shutdown();
// all: Pulled
// all: BackOff
// all: Started
// warnings: BackOff
// stuck: Started, 2 dropped
