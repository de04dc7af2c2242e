/**
 * Connects to a cluster with kubectl's configuration files, on Deno, Bun and Node.
 *
 * @example Record with the credentials of kubectl
 * ```ts ignore
 * import { createEventRecorder } from "@kubecast/events";
 * import { loadKubeconfig } from "@kubecast/events/kubeconfig";
 *
 * const kubeconfig = await loadKubeconfig();
 * const recorder = createEventRecorder({ component: "backup", ...kubeconfig, logger: console });
 * const job = await (await kubeconfig.fetch("/apis/batch/v1/namespaces/shop/jobs/backup")).json(); // with its uid
 * recorder.event(job, "Normal", "Started", "Backup started");
 * await recorder.shutdown();
 * await kubeconfig[Symbol.asyncDispose](); // closes its connections, as `await using` does (Node from 24 on)
 * ```
 *
 * @module
 */

export { loadDefaultConfig } from "./load_default_config.ts";
export { loadKubeconfig } from "./load_kubeconfig.ts";
export type { Kubeconfig, LoadKubeconfigOptions } from "./load_kubeconfig.ts";
export { KubeconfigError } from "./kubeconfig_error.ts";
export type { InClusterConfigOptions } from "../in_cluster/in_cluster_config.ts";
export type { Clock } from "../../base/tools/time.ts";
export type { ConnectionFetch } from "../connection/connection_fetch.ts";
