/**
 * Connects to a cluster with kubectl's configuration files, on Deno, Bun and Node.
 *
 * @example Record with the credentials of kubectl
 * ```ts ignore
 * import { execFileSync } from "node:child_process";
 * import { createEventRecorder } from "@kubecast/events";
 * import { loadKubeconfig } from "@kubecast/events/kubeconfig";
 *
 * const kubeconfig = await loadKubeconfig();
 * const recorder = createEventRecorder({ component: "backup", ...kubeconfig, logger: console });
 * const job = JSON.parse(String(execFileSync("kubectl", ["get", "job", "backup", "-o", "json"]))); // with its uid
 * recorder.event(job, "Normal", "Started", "Backup started");
 * await recorder.shutdown();
 * await kubeconfig[Symbol.asyncDispose](); // closes its connections; with `await using kubeconfig = …` this is done for you
 * ```
 *
 * @module
 */

export { loadKubeconfig } from "./load_kubeconfig.ts";
export type { Kubeconfig, LoadKubeconfigOptions } from "./load_kubeconfig.ts";
export { KubeconfigError } from "./kubeconfig_error.ts";
export type { Clock } from "../api/time.ts";
export type { RequestFetch } from "../in_cluster/tls_fetch.ts";
