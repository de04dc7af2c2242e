/**
 * Connects with the `KubeConfig` of `@kubernetes/client-node`: records and reads events with the credentials that a
 * program already uses.
 *
 * ## From `createNamespacedEvent`
 *
 * With **CoreV1Api**, each call stores a new object, fails when the server does, and refuses events about nodes:
 *
 * ```ts ignore
 * await kubeConfig.makeApiClient(CoreV1Api).createNamespacedEvent({
 *   namespace,
 *   body: {
 *     metadata: { generateName: "web-", namespace },
 *     involvedObject: { apiVersion: "v1", kind: "Pod", namespace, name: pod.metadata.name, uid: pod.metadata.uid },
 *     type: "Warning",
 *     reason: "BackOff",
 *     message: "Back-off restarting",
 *     firstTimestamp: new Date(),
 *     lastTimestamp: new Date(),
 *     count: 1,
 *     source: { component: "my-operator" },
 *   },
 * });
 * ```
 *
 * becomes one recorder for the program, and one line for each event. `kindOf` adds the `kind` that the items of the
 * client's lists lack:
 *
 * ```ts ignore
 * import { CoreV1Api, KubeConfig, makeInformer } from "@kubernetes/client-node";
 * import { createEventRecorder } from "@kubecast/events";
 * import { fromKubeConfig, kindOf } from "@kubecast/events/client-node";
 *
 * const kubeConfig = new KubeConfig();
 * kubeConfig.loadFromDefault();
 * const core = kubeConfig.makeApiClient(CoreV1Api);
 *
 * await using connection = fromKubeConfig(kubeConfig); // on Node from 24 on; before, see "Promises" below
 * await using recorder = createEventRecorder({ component: "my-operator", ...connection, kindOf, logger: console });
 *
 * const { items } = await core.listNamespacedPod({ namespace: "shop" });
 * for (const pod of items) recorder.event(pod, "Normal", "Seen", "Found in a list");
 *
 * const informer = makeInformer(kubeConfig, "/api/v1/pods", () => core.listPodForAllNamespaces());
 * informer.on("add", (pod) => recorder.event(pod, "Normal", "Added", "Found by an informer"));
 * informer.on("error", (error) => console.error(error));
 * await informer.start();
 * await new Promise((resolve) => process.once("SIGTERM", resolve));
 * await informer.stop();
 * ```
 *
 * **kubernetes-fluent-client** uses client-node's `KubeConfig` internally:
 *
 * ```ts ignore
 * await K8s(kind.CoreEvent).Create({ type: "Normal", reason, ...event, involvedObject, metadata }); // before
 *
 * const kubeConfig = new KubeConfig(); // after: from @kubernetes/client-node, loaded as the client loads it
 * kubeConfig.loadFromDefault();
 * const recorder = createEventRecorder({ component: "my-controller", ...fromKubeConfig(kubeConfig), logger: console });
 * recorder.event(instance, "Normal", reason, message);
 * ```
 *
 * **Watch** ends when the server closes it, after minutes or on an error, and a restarted one repeats or misses events:
 *
 * ```ts ignore
 * await new Watch(kubeConfig).watch("/api/v1/events", {}, (type, event) => show(event), (error) => restart(error)); // before
 *
 * const reader = new EventReader(connection); // after: from @kubecast/events/reader
 * for await (const { regarding, reason, message, delta } of reader.occurrences({ signal })) show(…);
 * ```
 *
 * **makeInformer** keeps every event in memory, and calls `update` for each new count; an `EventReader` keeps only the
 * version of each event, and reports by how much its count has risen:
 *
 * ```ts ignore
 * const informer = makeInformer(kubeConfig, "/api/v1/events", () => core.listEventForAllNamespaces()); // before
 * for (const type of ["add", "update"]) informer.on(type, (event) => show(event));
 * informer.on("error", () => setTimeout(() => informer.start(), 5000));
 * await informer.start();
 *
 * for await (const occurrence of new EventReader(connection).occurrences()) show(occurrence); // after
 * ```
 *
 * Measured with reduced ports of five projects' event code, on client-node 1.4 and kubernetes-fluent-client 3.11
 * (`tests/adopters`, on Node, Bun and Deno):
 *
 * | what happens                                | before                          | after                       |
 * | ------------------------------------------- | ------------------------------- | --------------------------- |
 * | 30 equal events                             | 30 objects                      | 1 object, x25 (5 are spam)  |
 * | 10 equal events, fluent client              | 10 objects                      | 1 object, x10               |
 * | one write is answered with 503              | lost, the call rejects          | stored                      |
 * | an event about a node                       | lost, the client throws         | stored                      |
 * | an event about an item of a list            | stored without its kind         | stored with it              |
 * | 4 events, and 5 watches that end            | 24 deliveries                   | 4 deliveries                |
 * | the connection of a watch is cut            | an error ends the loop          | 5 of 5 events are delivered |
 * | the latest event of a pod with a repeated event | the last one created, "Pulled" | the last one seen, "BackOff" |
 *
 * What changes:
 *
 * - **Equal events are one object** with a `count`; more than 25 at once about one object are counted as spam (see
 *   `EventCorrelator`). Events about nodes and other cluster-scoped objects are stored in `default`.
 * - **Types** are `Normal` and `Warning`: as in client-go, an event of another type, such as `"Info"` or `"Error"`, is
 *   dropped, and logged. Record it as one of the two.
 * - **Promises**: recording returns at once, and retries in the background. The recorder's `write()` resolves with the
 *   outcome of the event, and `flush()` and `shutdown()` wait for unwritten events. With `keepAlive: false`, no timer
 *   keeps an otherwise idle process running, such as a test's. A request in flight still does, until it is answered,
 *   its `requestTimeoutMs` have passed, `shutdown({ signal })` aborts, or the connection is disposed of.
 * - **The client's own API**: if requests must go through it, use a sink of 25 lines (`examples/client_node_sink.ts`);
 *   `StatusError.of` converts its errors.
 * - **Roles** need the verb `patch` besides `create` on `events` (`rbacRules`; `kubecast check` prints them).
 * - **Jest** has to transform both packages, because they are ESM:
 *   `transformIgnorePatterns: ["/node_modules/(?!(.pnpm/)?(@kubecast|@kubernetes|openid-client|oauth4webapi|jose))"]`.
 * - **Tests** that mock `createNamespacedEvent` or `Watch` can use a server in memory in place of the connection, and
 *   read the events that it stores:
 *
 * ```ts
 * import { createEventRecorder } from "@kubecast/events";
 * import { EventReader } from "@kubecast/events/reader";
 * import { EventsApiServer } from "@kubecast/events/server";
 * import assert from "node:assert/strict";
 *
 * const { fetch } = new EventsApiServer(); // in place of ...fromKubeConfig(kubeConfig)
 * const recorder = createEventRecorder({ component: "my-operator", fetch });
 * const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "web", namespace: "shop", uid: "1234" } };
 * recorder.event(pod, "Warning", "BackOff", "Back-off restarting");
 * await recorder.shutdown();
 *
 * const stored = [];
 * for await (const event of new EventReader({ fetch }).list()) stored.push(`${event.reason} x${event.count}`);
 * assert.deepEqual(stored, ["BackOff x1"]);
 * ```
 *
 * To test a program in a separate process, point it at `kubecast serve`; `kubectl` shows the events that it records:
 *
 * ```ts ignore
 * const cluster = { name: "test", server: "http://127.0.0.1:8001", skipTLSVerify: true };
 * kubeConfig.loadFromClusterAndUser(cluster, { name: "test" }); // kubectl --server=http://127.0.0.1:8001 get events -A
 * ```
 *
 * @module
 */

export { fromKubeConfig } from "./from_kube_config.ts";
export type {
  FromKubeConfigOptions,
  KubeConfigConnection,
  KubeConfigLike,
  RequestSecurity,
} from "./from_kube_config.ts";
export { kindOf } from "./kind_of.ts";
export type { ConnectionFetch } from "../connection/connection_fetch.ts";
