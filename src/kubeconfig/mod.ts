/**
 * Connects to a cluster with kubectl's configuration files, on Deno, Bun and Node.
 *
 * @example Record with the credentials of kubectl
 * ```ts ignore
 * import { createEventRecorder } from "@kubecast/events";
 * import { loadKubeconfig } from "@kubecast/events/kubeconfig";
 *
 * await using kubeconfig = await loadKubeconfig();
 * await using recorder = createEventRecorder({ component: "backup", ...kubeconfig, logger: console });
 *
 * const metadata = { name: "backup", namespace: kubeconfig.namespace, uid: "…" }; // as read from the API
 * recorder.event({ apiVersion: "batch/v1", kind: "Job", metadata }, "Normal", "Started", "Backup started");
 * ```
 *
 * @module
 */

export { loadKubeconfig } from "./load_kubeconfig.ts";
export type { Kubeconfig, LoadKubeconfigOptions } from "./load_kubeconfig.ts";
export { KubeconfigError } from "./kubeconfig_error.ts";
