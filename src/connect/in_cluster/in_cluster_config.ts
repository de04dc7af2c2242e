import { env as processEnv } from "node:process";
import { readOptions } from "../../base/tools/check_options.ts";
import { reasonOf } from "../../base/tools/logger.ts";
import type { Clock } from "../../base/tools/time.ts";
import { readSmallText } from "./read_small_file.ts";
import { type ConnectionFetch, connectionFetch, type Send } from "../connection/connection_fetch.ts";
import { certificatesIn } from "./certificates.ts";
import { proxyOf } from "./proxy.ts";
import { explained401 } from "./sent_credentials.ts";
import { tlsFetch } from "./tls_fetch.ts";
import { tokenFile } from "./token_file.ts";

/**
 * Options of {@linkcode inClusterConfig}.
 *
 * @category Connection
 */
export interface InClusterConfigOptions {
  /**
   * Directory of the service account's files: `token`, `ca.crt` and `namespace`.
   *
   * @default {"/var/run/secrets/kubernetes.io/serviceaccount"}
   */
  readonly directory?: string | undefined;
  /**
   * The environment, from which `KUBERNETES_SERVICE_HOST`, `KUBERNETES_SERVICE_PORT`, `POD_NAMESPACE`, `HTTPS_PROXY`
   * and `NO_PROXY` are read.
   *
   * @default {the environment of the process}
   */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /**
   * The clock that determines when to read the token again.
   *
   * @default {Date}
   */
  readonly clock?: Clock | undefined;
}

/**
 * A pod's connection to its cluster: options for `FetchEventSink` and `EventReader`, and the pod's namespace.
 *
 * @category Connection
 */
export interface InClusterConfig extends Disposable {
  /** The URL of the API server, such as `"https://10.96.0.1:443"`. */
  readonly server: string;
  /** Returns the service account's token, read again when it may have been rotated. */
  readonly token: (refused?: string) => string | Promise<string>;
  /**
   * A `fetch` with the pod's token: `fetch("/api/v1/nodes")`. It trusts an API server that the cluster's certificate
   * authority vouches for; on Node and Bun, no other.
   */
  readonly fetch: ConnectionFetch;
  /** The namespace of the pod; `"default"` if unknown. */
  readonly namespace: string;
  /**
   * Closes the connections of `fetch`, which then rejects, as do the requests in flight and reads of their bodies. On
   * Bun, idle connections stay open until the server closes them, in Kubernetes after 90 seconds. Idempotent.
   */
  [Symbol.dispose](): void;
}

/**
 * Returns the connection of this pod to its cluster (client-go's
 * {@link https://pkg.go.dev/k8s.io/client-go/rest#InClusterConfig | rest.InClusterConfig}), on Deno, Bun and Node.
 *
 * - The server is `KUBERNETES_SERVICE_HOST` and `KUBERNETES_SERVICE_PORT`.
 * - The token is read now, and again after 50 seconds or when the server rejects it. If it cannot be read again, the
 *   old token stays in use.
 * - The authority, `ca.crt`, is read again if the server's certificate is no longer issued by it, because clusters
 *   replace their authorities. client-go needs a restart.
 * - The namespace is `POD_NAMESPACE`, the service account's, or `default`.
 * - As with client-go, requests go through the proxy of `HTTPS_PROXY`, unless `NO_PROXY` lists the server: as a host,
 *   address or CIDR block (see `loadKubeconfig`).
 *
 * Deno needs `--allow-net`, `--allow-env` and `--allow-read` of the directory. To write events, the service account
 * needs the rules that `rbacRules` lists. See
 * {@link https://kubernetes.io/docs/tasks/run-application/access-api-from-pod/ | Accessing the API from a Pod}.
 *
 * Unlike client-go, which then trusts the system's authorities, rejects if `ca.crt` is unreadable or contains no
 * certificate.
 *
 * @returns Options for a `FetchEventSink`.
 * @throws {NotInClusterError} If the two variables are not set, or the service account's token or authority cannot be
 * read.
 *
 * @category Connection
 */
export async function inClusterConfig(options: InClusterConfigOptions = {}): Promise<InClusterConfig> {
  const { directory, env, clock } = readOptions("find the cluster", options, {
    directory: ["a string", "/var/run/secrets/kubernetes.io/serviceaccount"],
    env: ["anything", processEnv],
    clock: ["a Clock", Date],
  });
  const host = env["KUBERNETES_SERVICE_HOST"];
  const port = env["KUBERNETES_SERVICE_PORT"];
  if (!host || !port) {
    throw new NotInClusterError(
      "Cannot find the cluster: KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT are not set, so this is not a pod",
    );
  }
  const server = `https://${host.includes(":") ? `[${host}]` : host}:${port}`;
  if (!URL.canParse(server) || !/^\d+$/.test(port)) {
    const why = "KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT are not a host and a port number";
    throw new NotInClusterError(`Cannot find the cluster: ${why}`);
  }
  const token = tokenFile(`${directory}/token`, clock);
  let ca: string;
  try {
    await token();
    const path = `${directory}/ca.crt`;
    ca = certificatesIn(await readSmallText(path)).join("\n");
    // Without a certificate, Node would trust its own authorities, and other runtimes would fail at the first request.
    if (ca === "") throw new Error(`The certificate authority must be PEM certificates: ${path}`);
  } catch (cause) {
    const isMissing = (cause as { code?: unknown }).code === "ENOENT";
    const hint = isMissing ? " (is automountServiceAccountToken false, in the pod or its service account?)" : "";
    throw new NotInClusterError(`Cannot use the pod's service account: ${reasonOf(cause)}${hint}`, { cause });
  }
  const own = env["POD_NAMESPACE"] || await readSmallText(`${directory}/namespace`).catch(() => "");
  const proxy = proxyOf(server, {
    env,
    fail: (fault) => {
      throw new NotInClusterError(`Cannot connect to the cluster: ${fault}`);
    },
  });
  const { send, close } = tlsFetch({ server, ca, caFile: `${directory}/ca.crt`, proxy });
  const remedy = "Restart the pod, which gives it a new token, and check that its service account still exists";
  const explained: Send = async (request, closed) => {
    const authorization = request.headers.get("authorization");
    return await explained401(await send(request, closed), { authorization, source: `${directory}/token`, remedy });
  };
  const { fetch, dispose } = connectionFetch({ server, token, send: explained, close });
  return { server, token, fetch, namespace: own.trim() || "default", [Symbol.dispose]: dispose };
}

/**
 * Thrown by {@linkcode inClusterConfig} if this process does not run in a pod, or cannot read the pod's service
 * account, with that error as its `cause` (client-go's `ErrNotInCluster`).
 *
 * @category Connection
 */
export class NotInClusterError extends Error {
  /** Always `"NotInClusterError"`. */
  override readonly name = "NotInClusterError";
}
