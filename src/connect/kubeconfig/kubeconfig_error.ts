/**
 * Thrown by `loadKubeconfig` if a kubeconfig is unreadable or invalid, or needs a feature that this runtime lacks.
 *
 * The message names the file and the cluster, user or context; it never contains a token, a key or a password.
 *
 * @category Connection
 */
export class KubeconfigError extends Error {
  /** Always `"KubeconfigError"`. */
  override readonly name = "KubeconfigError";
  /**
   * Whether there is no configuration: no file, only empty ones, or no `current-context` (client-go's
   * `clientcmd.IsEmptyConfig`). A program may then fall back to `inClusterConfig` or `kubectl proxy`, and should report
   * any other error.
   */
  readonly isEmpty: boolean;

  /**
   * Creates an error.
   *
   * @param options `isEmpty` is false by default; `cause` as for any `Error`.
   */
  constructor(message: string, options: ErrorOptions & { readonly isEmpty?: boolean | undefined } = {}) {
    super(message, options);
    this.isEmpty = options.isEmpty ?? false;
  }
}
