// How do I use it with @kubernetes/client-node? deno run --no-lock -A examples/with_client_node.ts

// deno-lint-ignore no-import-prefix -- this example alone needs it
import { CoreV1Api, KubeConfig } from "npm:@kubernetes/client-node@1.4.0";
import { EventBroadcaster, FetchEventSink } from "@kubecast/events";
import { fromKubeConfig, kindOf } from "@kubecast/events/client-node";
import { EventsApiServer } from "@kubecast/events/server";

// A server for this example. Load yours with kubeConfig.loadFromDefault().
const api = new EventsApiServer();
const pods = {
  apiVersion: "v1",
  kind: "PodList",
  items: [{ metadata: { name: "web", namespace: "shop", uid: "1234" } }],
};
const server = Deno.serve(
  { hostname: "127.0.0.1", port: 0, onListen: () => {} },
  (request) => request.url.endsWith("/pods") ? Response.json(pods) : api.fetch(request),
);
const kubeConfig = new KubeConfig();
const cluster = { name: "local", server: `http://127.0.0.1:${server.addr.port}`, skipTLSVerify: true };
kubeConfig.loadFromOptions({
  clusters: [cluster],
  users: [{ name: "me", token: "secret" }],
  contexts: [{ name: "local", cluster: "local", user: "me" }],
  currentContext: "local",
});

await using connection = fromKubeConfig(kubeConfig);
const broadcaster = new EventBroadcaster({ logger: console });
broadcaster.startRecordingToSink(new FetchEventSink(connection));

// The client's objects can be passed unchanged. Items of its lists lack their kind, which kindOf derives from their class.
const core = kubeConfig.makeApiClient(CoreV1Api);
const recorder = broadcaster.newRecorder({ component: "example-controller" }, { kindOf });
for (const pod of (await core.listNamespacedPod({ namespace: "shop" })).items) {
  recorder.event(pod, "Normal", "Seen", "Found in a list");
}
await broadcaster.shutdown();

const { items } = await core.listNamespacedEvent({ namespace: "shop" });
for (const { reason, message, involvedObject } of items) {
  console.log(`${involvedObject.kind}/${involvedObject.name} ${reason}: ${message}`);
}
await server.shutdown();
// Pod/web Seen: Found in a list
