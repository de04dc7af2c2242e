// How do events carry the trace of the request that caused them? deno run examples/trace_context.ts

import { AsyncLocalStorage } from "node:async_hooks";
import { EventBroadcaster } from "@kubecast/events";

/** The W3C `traceparent` header of the request that is being handled. */
const traceparents = new AsyncLocalStorage<string | null>();

const broadcaster = new EventBroadcaster();
broadcaster.startEventWatcher(({ message, metadata }) =>
  console.log(message, metadata.annotations?.traceparent ?? "no trace")
);

const recorder = broadcaster.newRecorder({ component: "example-controller" }, {
  // Called for every event. A tracing tool finds the event by this annotation, which does not affect how repeats are counted.
  annotate() {
    const traceparent = traceparents.getStore();
    return traceparent ? { traceparent } : undefined;
  },
});

function handle(request: Request): Promise<Response> {
  return traceparents.run(request.headers.get("traceparent"), async () => {
    await scale();
    return new Response("scaled");
  });
}

/** Code that knows nothing about requests and traces. */
async function scale(): Promise<void> {
  await Promise.resolve();
  const deployment = {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "web", namespace: "shop", uid: "1234" },
  };
  recorder.eventf(deployment, "Normal", "ScalingReplicaSet", "Scaled up to %d", 3);
}

const traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
await handle(new Request("http://localhost/scale", { headers: { traceparent } }));
await handle(new Request("http://localhost/scale"));
await broadcaster.shutdown();
// Scaled up to 3 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
// Scaled up to 3 no trace
