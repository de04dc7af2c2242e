/**
 * Options of {@linkcode KubeconfigError}.
 *
 * @category Connection
 */
export interface KubeconfigErrorOptions extends ErrorOptions {
  /**
   * Whether there is no configuration.
   *
   * @default {false}
   */
  readonly isEmpty?: boolean | undefined;
}

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
   * Whether there is no configuration: no file, or only empty ones (client-go's `clientcmd.IsEmptyConfig`). A program
   * may then fall back to `inClusterConfig` or `kubectl proxy`, and should report any other error.
   */
  readonly isEmpty: boolean;

  /** Creates an error. */
  constructor(message: string, options: KubeconfigErrorOptions = {}) {
    super(message, options);
    this.isEmpty = options.isEmpty ?? false;
  }
}
