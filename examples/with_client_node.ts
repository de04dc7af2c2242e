// How do I use it with @kubernetes/client-node? deno run --no-lock -A examples/with_client_node.ts

// deno-lint-ignore no-import-prefix -- this example alone needs it
import { CoreV1Api, KubeConfig } from "npm:@kubernetes/client-node@1.4.0";
import { EventBroadcaster, FetchEventSink } from "@kubecast/events";
import { fromKubeConfig } from "@kubecast/events/client-node";
import { EventsApiServer } from "@kubecast/events/server";

// A server for this example. Load yours with kubeConfig.loadFromDefault().
const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, new EventsApiServer().fetch);
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

// Its objects work as they are. Items of its lists carry no kind, which kindOf supplies.
const recorder = broadcaster.newRecorder(
  { component: "example-controller" },
  { kindOf: () => ({ apiVersion: "v1", kind: "Pod" }) },
);
recorder.event({ metadata: { name: "web", namespace: "shop", uid: "1234" } }, "Normal", "Seen", "Found in a list");
await broadcaster.shutdown();

const { items } = await kubeConfig.makeApiClient(CoreV1Api).listNamespacedEvent({ namespace: "shop" });
for (const { reason, message, involvedObject } of items) {
  console.log(`${involvedObject.kind}/${involvedObject.name} ${reason}: ${message}`);
}
await server.shutdown();
// Pod/web Seen: Found in a list
