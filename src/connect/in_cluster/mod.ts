/**
 * Connects a pod to its own cluster with its service account's token and certificate authority, on Deno, Bun and Node.
 *
 * @example Record into the cluster that this pod runs in
 * ```ts ignore
 * import { EventBroadcaster, FetchEventSink } from "@kubecast/events";
 * import { inClusterConfig } from "@kubecast/events/in-cluster";
 *
 * const config = await inClusterConfig(); // the pod's role needs the rule in `rbacRules` of @kubecast/events
 * const broadcaster = new EventBroadcaster({ logger: console });
 * broadcaster.startRecordingToSink(new FetchEventSink(config));
 *
 * await runController(broadcaster.newRecorder({ component: "example-controller" })); // yours, until SIGTERM
 * await broadcaster.shutdown();
 * config[Symbol.dispose](); // closes its connections, as `using config = …` does
 * ```
 *
 * @module
 */

export { inClusterConfig, NotInClusterError } from "./in_cluster_config.ts";
export type { InClusterConfig, InClusterConfigOptions } from "./in_cluster_config.ts";
export type { Clock } from "../../base/tools/time.ts";
export type { ConnectionFetch } from "../connection/connection_fetch.ts";
