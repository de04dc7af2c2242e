// How do I use it beside @kubernetes/client-node? deno run --no-lock --allow-net=127.0.0.1 --allow-env examples/with_client_node.ts

// deno-lint-ignore no-import-prefix -- this example alone needs it
import { CoreV1Api, KubeConfig } from "npm:@kubernetes/client-node@1.4.0";
import { EventBroadcaster, FetchEventSink } from "@kubecast/events";
import { EventsApiServer } from "@kubecast/events/server";

// A cluster for this example; yours comes from kubeConfig.loadFromDefault().
const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, new EventsApiServer().fetch);
const kubeConfig = new KubeConfig();
const cluster = { name: "local", server: `http://127.0.0.1:${server.addr.port}`, skipTLSVerify: true };
kubeConfig.loadFromOptions({
  clusters: [cluster],
  users: [{ name: "me", token: "secret" }],
  contexts: [{ name: "local", cluster: "local", user: "me" }],
  currentContext: "local",
});

// The server and the token of the kubeconfig. Where its user has a certificate instead, as those of kind and minikube do,
// `kubectl proxy` and a bare `new FetchEventSink()` are the short way. The other one is a fetch that shows it:
//   const { ca, cert, key } = options; // after: await kubeConfig.applyToHTTPSOptions(options)
//   Deno: const client = Deno.createHttpClient({ caCerts: [`${ca}`], cert: `${cert}`, key: `${key}` });
//         new FetchEventSink({ server, fetch: (request) => fetch(request, { client }) })
//   Bun:  new FetchEventSink({ server, fetch: (request) => fetch(request, { tls: { ca, cert, key } }) })
const broadcaster = new EventBroadcaster({ logger: console });
broadcaster.startRecordingToSink(
  new FetchEventSink({
    server: kubeConfig.getCurrentCluster()!.server,
    token: () => kubeConfig.getCurrentUser()?.token ?? "",
  }),
);

// Its objects are objects as they are; items of its lists carry no kind, so say what they are.
const recorder = broadcaster.newRecorder(
  { component: "example-controller" },
  { kindOf: () => ({ apiVersion: "v1", kind: "Pod" }) },
);
recorder.event({ metadata: { name: "web", namespace: "shop" } }, "Normal", "Seen", "Found in a list");
await broadcaster.shutdown();

const { items } = await kubeConfig.makeApiClient(CoreV1Api).listNamespacedEvent({ namespace: "shop" });
for (const { reason, message, involvedObject } of items) {
  console.log(`${involvedObject.kind}/${involvedObject.name} ${reason}: ${message}`);
}
await server.shutdown();
// Pod/web Seen: Found in a list
