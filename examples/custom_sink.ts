// How do I send events to a webhook? deno run --allow-net=127.0.0.1 examples/custom_sink.ts

import { type CoreV1Event, EventBroadcaster, type EventSink } from "@kubecast/events";

const received: string[] = [];
const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
  received.push((await request.json()).text);
  // The first response is an error, which the recording retries as it would with an API server.
  return new Response(null, { status: received.length === 1 ? 503 : 204 });
});

/** Posts every event to a URL. The recording takes care of retries, order and counts. */
function webhookSink(url: string): EventSink<CoreV1Event> {
  const post = async (event: CoreV1Event, { signal }: { signal: AbortSignal }): Promise<CoreV1Event> => {
    const { type, reason, message, count, involvedObject } = event;
    const text = `${type} ${reason} of ${involvedObject.kind}/${involvedObject.name}: ${message} (x${count})`;
    const response = await fetch(url, { method: "POST", body: JSON.stringify({ text }), signal });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`The webhook responded with ${response.status}`);
    return event;
  };
  return { create: post, patch: (event, _patch, options) => post(event, options) };
}

const broadcaster = new EventBroadcaster();
broadcaster.startRecordingToSink(webhookSink(`http://127.0.0.1:${server.addr.port}`), { retryDelayMs: 100 });
const recorder = broadcaster.newRecorder({ component: "example-controller" });
const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "web", namespace: "shop", uid: "1234" } };
for (let i = 0; i < 3; i++) recorder.event(pod, "Warning", "BackOff", "Back-off restarting failed container");
await broadcaster.shutdown();
await server.shutdown();

for (const text of received) console.log(text);
// Warning BackOff of Pod/web: Back-off restarting failed container (x3)
// Warning BackOff of Pod/web: Back-off restarting failed container (x3)
