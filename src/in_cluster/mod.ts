/**
 * How a pod talks to its own cluster: its service account's token and certificate authority, on Deno, Bun and Node.
 *
 * @module
 */

export { inClusterConfig } from "./in_cluster_config.ts";
export type { InClusterConfig, InClusterConfigOptions } from "./in_cluster_config.ts";
export { NotInClusterError } from "./not_in_cluster_error.ts";
export type { RequestFetch } from "./trusting_fetch.ts";
