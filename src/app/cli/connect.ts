import { delay } from "@std/async/delay";
import { reasonOf } from "../../base/tools/logger.ts";
import { isDns1123Label } from "../../base/event/names.ts";
import { isNamespaceMissing } from "../../connect/connection/check_access.ts";
import { Connection, type ConnectionOptions } from "../../connect/connection/connection.ts";
import { ConnectionError } from "../../base/event/connection_error.ts";
import { StatusError } from "../../base/event/status_error.ts";
import { shellWord } from "../../base/tools/text.ts";
import { inUtf8 } from "../../connect/kubeconfig/impersonation_headers.ts";
import { UnreadableKubeconfigError } from "../../connect/kubeconfig/kubeconfig_files.ts";
import { parseServer } from "../../connect/kubeconfig/load_kubeconfig.ts";
import { type Kubeconfig, loadDefaultConfig } from "../../connect/kubeconfig/mod.ts";
import { type Arguments, type Flag, UsageError } from "./command.ts";

/** The flags of all commands that reach a cluster: kubectl's. */
export const CONNECTION_FLAGS: Readonly<Record<string, Flag>> = {
  kubeconfig: {
    value: "PATH",
    text: "The kubeconfig to use (default: $KUBECONFIG, or ~/.kube/config, or the pod's own)",
  },
  context: { value: "NAME", text: "The context to use (default: the current one)" },
  server: { short: "s", value: "URL", text: "The API server to use, such as http://127.0.0.1:8001" },
  "certificate-authority": {
    value: "FILE",
    text: "The certificates to trust (default: the cluster's in the kubeconfig)",
  },
  "insecure-skip-tls-verify": { text: "Accept any certificate of the server, for a test" },
  token: { value: "TOKEN", text: "The bearer token to use, which is sent over https only" },
  as: { value: "USER", text: "The user to impersonate, such as system:serviceaccount:shop:controller" },
  namespace: { short: "n", value: "NAME", text: "The namespace (default: the context's, or default)" },
};

/** How long to wait for the answer about a namespace; the command itself may wait longer for the server. */
const NAMESPACE_TIMEOUT_MS = 2000;

/** A connection to a cluster, and the namespaces to use. */
export interface ClusterConnection extends AsyncDisposable {
  readonly options: ConnectionOptions;
  readonly namespace: string;
  /** All namespaces that were given; otherwise, the default one. */
  readonly namespaces: readonly string[];
  /** A readable name of the cluster: its context, or the server's host. */
  readonly title: string;
  /** The flags with which kubectl connects to the same cluster, each after a space; without a token. */
  readonly kubectlFlags: string;
}

/**
 * Connects as kubectl does: with the flags and the kubeconfig, or else with the pod's service account. An empty flag,
 * such as `--context "$UNSET"`, counts as absent.
 *
 * @param options.mustExist Whether to reject if the given namespace is known not to exist.
 */
export async function connect(
  args: Arguments,
  signal: AbortSignal,
  { mustExist = true }: { readonly mustExist?: boolean } = {},
): Promise<ClusterConnection> {
  const namespaces = args.words("namespace");
  for (const namespace of namespaces) {
    if (isDns1123Label(namespace)) continue;
    throw new UsageError(`--namespace must be a namespace's name, received ${JSON.stringify(namespace)}`);
  }
  const server = args.text("server");
  const url = server && parseServer(server);
  if (server && (!url || url.username + url.password !== "")) {
    // Does not quote the value, which may contain a password.
    throw new UsageError("--server must be an http or https URL without credentials, such as http://127.0.0.1:8001");
  }
  const config = await load(args, signal);
  for (const namespace of mustExist ? namespaces : []) {
    const soon = AbortSignal.any([signal, AbortSignal.timeout(NAMESPACE_TIMEOUT_MS)]);
    const connection = new Connection(config, "find a namespace");
    if (!await isNamespaceMissing(connection, { namespace, signal: soon })) continue;
    await config[Symbol.asyncDispose]();
    const fix = `pass another one, or create it:\n  kubectl create namespace ${namespace}`;
    throw new Error(`the namespace ${namespace} does not exist: ${fix}`);
  }
  const user = args.text("as") ?? "";
  return {
    options: user === "" ? config : { ...config, headers: impersonating(config.headers, user) },
    namespace: namespaces[0] ?? config.namespace,
    namespaces: namespaces.length > 0 ? namespaces : [config.namespace],
    title: config.context || new URL(config.server).host,
    kubectlFlags: ["kubeconfig", "context", "server", "certificate-authority"].map((name) => {
      const value = args.text(name);
      return value ? ` --${name}=${shellWord(value)}` : "";
    }).join("") + (args.has("insecure-skip-tls-verify") ? " --insecure-skip-tls-verify" : ""),
    [Symbol.asyncDispose]: () => config[Symbol.asyncDispose](),
  };
}

/** The first pause between tries, short because a server may just be starting. Pauses double up to `MAX_PAUSE_MS`. */
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 5000;

/**
 * Repeats a call, with pauses, for as long as the server is unreachable or unavailable.
 *
 * @param onFailure Called with the reason of each failure.
 * @throws {Error} Any other error of the call; the reason of the signal once it aborts.
 */
export async function untilServed<T>(
  call: () => Promise<T>,
  { signal, onFailure }: { readonly signal: AbortSignal; readonly onFailure: (reason: string) => void },
): Promise<T> {
  for (let pauseMs = FIRST_PAUSE_MS;; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
    try {
      return await call();
    } catch (error) {
      const isPassing = error instanceof ConnectionError || (error instanceof StatusError && error.isRetryable);
      if (!isPassing || signal.aborted) throw error;
      onFailure(reasonOf(error));
    }
    await delay(pauseMs, { signal });
  }
}

function impersonating(headers: Kubeconfig["headers"], user: string): Headers {
  const all = new Headers(headers);
  try {
    all.set("impersonate-user", inUtf8(user));
  } catch {
    throw new UsageError(`--as must be a user's name, received ${JSON.stringify(user)}`);
  }
  return all;
}

function load(args: Arguments, signal: AbortSignal): Promise<Kubeconfig> {
  const path = args.text("kubeconfig");
  return loadDefaultConfig({
    path,
    context: args.text("context"),
    server: args.text("server"),
    token: args.text("token"),
    certificateAuthority: args.text("certificate-authority"),
    insecureSkipTlsVerify: args.has("insecure-skip-tls-verify"),
    signal,
  }).catch((error) => {
    if (!path || !(error instanceof UnreadableKubeconfigError)) throw error;
    const hint = "(without --kubeconfig, $KUBECONFIG or ~/.kube/config is used)";
    throw new Error(`${error.message} ${hint}`, { cause: error });
  });
}
