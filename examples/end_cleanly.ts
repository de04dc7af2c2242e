// How do I end a controller without losing events? deno run --allow-run examples/end_cleanly.ts   (or bun or node 22, after npm ci)

import process from "node:process";
import { EventBroadcaster, FetchEventSink } from "@kubecast/events";
import { EventsApiServer } from "@kubecast/events/server";

const broadcaster = new EventBroadcaster({ logger: console });
broadcaster.startRecordingToSink(new FetchEventSink({ fetch: new EventsApiServer().fetch }));
const recorder = broadcaster.newRecorder({ component: "example-controller" });
const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "web", namespace: "shop", uid: "1234" } };
const work = setInterval(() => recorder.event(pod, "Normal", "Reconciled", "Nothing to do"), 20);

// The kubelet sends SIGTERM, and kills the container after terminationGracePeriodSeconds, 30 by default.
process.once("SIGTERM", async () => {
  clearInterval(work); // stop recording first
  recorder.event(pod, "Normal", "Stopping", "Shutting down");
  const { lost } = await broadcaster.shutdown({ signal: AbortSignal.timeout(20_000) }); // then write the rest
  console.log(`${lost} events lost`);
  // Now nothing keeps the process alive.
});

setTimeout(() => process.kill(process.pid, "SIGTERM"), 200); // stands in for the kubelet
// 0 events lost
