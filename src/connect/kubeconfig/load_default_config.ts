import { readOptions } from "../../base/tools/check_options.ts";
import { inClusterConfig, type InClusterConfigOptions, NotInClusterError } from "../in_cluster/in_cluster_config.ts";
import { KubeconfigError } from "./kubeconfig_error.ts";
import {
  type Kubeconfig,
  loadKubeconfig,
  type LoadKubeconfigOptions,
  loadKubeconfigOptionTable,
} from "./load_kubeconfig.ts";

/**
 * Connects as kubectl does: with the kubeconfig, or else with the pod's own service account (client-node's
 * `loadFromDefault`).
 *
 * The pod's account is used if there is no kubeconfig, or only empty ones. An invalid kubeconfig is an error.
 * Deno needs the permissions of {@linkcode loadKubeconfig}, `--allow-env` and `--allow-read` even with a `server`.
 *
 * @param options The options of {@linkcode loadKubeconfig} and of `inClusterConfig`.
 * @returns The connection; its `context` is `""` in a pod.
 * @throws {KubeconfigError} If there is neither a kubeconfig nor a pod, or the kubeconfig is invalid. No message
 * contains a secret.
 * @throws {NotInClusterError} If the pod's service account cannot be used.
 *
 * @example
 * ```ts ignore
 * import { createEventRecorder } from "@kubecast/events";
 * import { loadDefaultConfig } from "@kubecast/events/kubeconfig";
 *
 * const connection = await loadDefaultConfig(); // on a laptop, and in the cluster
 * const recorder = createEventRecorder({ component: "my-operator", ...connection, logger: console });
 * // …
 * await recorder.shutdown();
 * await connection[Symbol.asyncDispose]();
 * ```
 *
 * @category Connection
 */
export async function loadDefaultConfig(
  options: LoadKubeconfigOptions & Pick<InClusterConfigOptions, "directory"> = {},
): Promise<Kubeconfig> {
  const table = { ...loadKubeconfigOptionTable(), directory: ["a string"] } as const;
  const { directory, ...rest } = readOptions("load a kubeconfig", options, table);
  try {
    return await loadKubeconfig(rest);
  } catch (error) {
    if (!(error instanceof KubeconfigError && error.isEmpty)) throw error;
    try {
      const { env, clock } = rest;
      const { [Symbol.dispose]: close, ...config } = await inClusterConfig({ directory, env, clock });
      return { ...config, headers: {}, context: "", [Symbol.asyncDispose]: () => Promise.resolve(close()) };
    } catch (notInCluster) {
      // An error with a cause means that this is a pod whose account cannot be used.
      const isPod = !(notInCluster instanceof NotInClusterError) || notInCluster.cause !== undefined;
      throw isPod ? notInCluster : error;
    }
  }
}
