/** Options of {@linkcode KubeconfigError}. */
export interface KubeconfigErrorOptions extends ErrorOptions {
  /**
   * Whether nothing is configured at all.
   *
   * @default {false}
   */
  readonly isEmpty?: boolean | undefined;
}

/**
 * Thrown by `loadKubeconfig` if a kubeconfig cannot be read, is invalid, or asks for something that this runtime cannot do.
 *
 * The message names the file and the cluster, user or context; it never contains a token, a key or a password.
 */
export class KubeconfigError extends Error {
  /** Always `"KubeconfigError"`. */
  override readonly name = "KubeconfigError";
  /**
   * Whether there is no configuration at all: no file, or only empty ones (client-go's `clientcmd.IsEmptyConfig`). A program
   * may go on with `inClusterConfig` or `kubectl proxy` then; any other error is one to report.
   */
  readonly isEmpty: boolean;

  /** Creates an error. */
  constructor(message: string, options: KubeconfigErrorOptions = {}) {
    super(message, options);
    this.isEmpty = options.isEmpty ?? false;
  }
}
