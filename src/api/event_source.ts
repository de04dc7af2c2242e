/** Who reports a core/v1 event; shown by `kubectl describe` as From. */
export interface V1EventSource {
  /** The component, such as `"replicaset-controller"`. */
  readonly component?: string | undefined;
  /** The node it runs on, where that matters: `"kubelet, node-1"` is component and host. */
  readonly host?: string | undefined;
}
