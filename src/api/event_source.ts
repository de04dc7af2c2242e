/** Who reports a core/v1 event. */
export interface V1EventSource {
  /** The component, such as `"replicaset-controller"`; shown by `kubectl describe` as From. */
  readonly component?: string | undefined;
  /** The node it runs on, where that matters; `kubectl get events -o wide` shows both: `kubelet, node-1`. */
  readonly host?: string | undefined;
}
