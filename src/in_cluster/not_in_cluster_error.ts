/** Thrown where this process does not run in a pod of a cluster (client-go's `ErrNotInCluster`). */
export class NotInClusterError extends Error {
  /** Always `"NotInClusterError"`. */
  override readonly name = "NotInClusterError";
}
