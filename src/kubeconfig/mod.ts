/**
 * Connects to a cluster with kubectl's configuration files, on Deno, Bun and Node.
 *
 * @example Record with the credentials of kubectl
 * ```ts ignore
 * import { EventBroadcaster, FetchEventSink } from "@kubecast/events";
 * import { loadKubeconfig } from "@kubecast/events/kubeconfig";
 *
 * await using kubeconfig = await loadKubeconfig();
 * await using broadcaster = new EventBroadcaster({ logger: console });
 * broadcaster.startRecordingToSink(new FetchEventSink(kubeconfig));
 *
 * const job = { apiVersion: "batch/v1", kind: "Job", metadata: { name: "backup", namespace: kubeconfig.namespace } };
 * broadcaster.newRecorder({ component: "backup" }).event(job, "Normal", "Started", "Backup started");
 * ```
 *
 * @module
 */

export { loadKubeconfig } from "./load_kubeconfig.ts";
export type { Kubeconfig, LoadKubeconfigOptions } from "./load_kubeconfig.ts";
export { KubeconfigError } from "./kubeconfig_error.ts";
