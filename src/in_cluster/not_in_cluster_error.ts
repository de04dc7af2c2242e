/**
 * Thrown by {@linkcode inClusterConfig} where this process does not run in a pod, or cannot read the pod's service
 * account, which its `cause` explains (client-go's `ErrNotInCluster`).
 */
export class NotInClusterError extends Error {
  /** Always `"NotInClusterError"`. */
  override readonly name = "NotInClusterError";
}
