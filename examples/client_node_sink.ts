// How do I write through CoreV1Api, with its middleware? deno run --no-lock -A examples/client_node_sink.ts

// deno-lint-ignore no-import-prefix -- this example alone needs it
import { CoreV1Api, KubeConfig } from "npm:@kubernetes/client-node@1.4.0";
import { type CoreV1Event, EventBroadcaster, type EventSink } from "@kubecast/events";
import { listen } from "@kubecast/events/listen";
import { EventsApiServer } from "@kubecast/events/server";

/** If requests need not go through the client's API, use `fromKubeConfig`, which aborts requests and reuses connections. */
function coreSink(core: CoreV1Api): EventSink<CoreV1Event> {
  type Body = Parameters<CoreV1Api["createNamespacedEvent"]>[0]["body"];
  const named = ({ metadata: { name = "", namespace = "default" } }: CoreV1Event) => ({ name, namespace });
  const dated = (event: CoreV1Event): Body =>
    // The client needs Dates for times.
    JSON.parse(JSON.stringify(event), (key, value) => /^(first|last)Timestamp$/.test(key) ? new Date(value) : value);
  return {
    create: (event) => core.createNamespacedEvent({ ...named(event), body: dated(event) }),
    patch: (event, body) => core.patchNamespacedEvent({ ...named(event), body }),
    read: (event) => core.readNamespacedEvent(named(event)),
  };
}

// A server for this example, whose first answer is an error. Load your KubeConfig with loadFromDefault().
const api = new EventsApiServer();
let busy = true;
const fetch = (request: Request) => {
  if (!busy) return api.fetch(request);
  busy = false;
  return new Response("busy", { status: 503 });
};
await using server = await listen({ fetch });
const kubeConfig = new KubeConfig();
kubeConfig.loadFromClusterAndUser({ name: "local", server: server.url, skipTLSVerify: true }, { name: "me" });

const broadcaster = new EventBroadcaster({ logger: console });
const sink = coreSink(kubeConfig.makeApiClient(CoreV1Api));
const recording = broadcaster.startRecordingToSink(sink, { retryDelayMs: 10 });
const recorder = broadcaster.newRecorder({ component: "example-controller" });
const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "web", namespace: "shop", uid: "1234" } };
recorder.event(pod, "Warning", "BackOff", "Back-off restarting failed container");
await recording.flush();
recorder.event(pod, "Warning", "BackOff", "Back-off restarting failed container");
await recording.flush();
// Simulates expiry after an hour: the recording understands the client's ApiException (404), and creates the event again.
const name = api.events()[0]!.metadata.name!;
await kubeConfig.makeApiClient(CoreV1Api).deleteNamespacedEvent({ name, namespace: "shop" });
recorder.event(pod, "Warning", "BackOff", "Back-off restarting failed container");
await broadcaster.shutdown();
for (const { reason, count, message } of api.events()) console.log(`${reason} x${count}: ${message}`);
// BackOff x3: Back-off restarting failed container
