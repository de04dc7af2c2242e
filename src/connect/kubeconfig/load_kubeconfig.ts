import { type OptionTable, readOptions } from "../../base/tools/check_options.ts";
import { resolve } from "node:path";
import { env as processEnv } from "node:process";
import type { Clock } from "../../base/tools/time.ts";
import { untilAborted } from "../../base/tools/abort.ts";
import { type ConnectionFetch, connectionFetch } from "../connection/connection_fetch.ts";
import { certificatesIn, type ClientCertificate } from "../in_cluster/certificates.ts";
import { type Environment, proxyOf } from "../in_cluster/proxy.ts";
import { explained401 } from "../in_cluster/sent_credentials.ts";
import { type TlsFetch, tlsFetch, type TlsOptions } from "../in_cluster/tls_fetch.ts";
import { impersonationHeaders } from "./impersonation_headers.ts";
import { choose } from "./choose_context.ts";
import { KubeconfigError } from "./kubeconfig_error.ts";
import { readKubeconfigFiles } from "./kubeconfig_files.ts";
import type { KubeconfigObject } from "./kubeconfig_object.ts";
import { type UserCredentials, userCredentials } from "./user_credentials.ts";

// How a connection comes about, and where to change each step:
//
//   readKubeconfigFiles   kubeconfig_files.ts                 parses and merges files (kubeconfig_object.ts: entries)
//   choose                choose_context.ts                   finds the cluster and the user of a context
//   loadDefaultConfig     load_default_config.ts              the files that kubectl would read, or else the pod's own
//   userCredentials       user_credentials.ts                 tokens, certificates and plugins (exec_plugin.ts)
//   proxyOf               ../in_cluster/proxy.ts              chooses a proxy by kubectl's rule, and tunnels through it
//   clientCertificate     ../in_cluster/certificates.ts       tries a certificate where its error can be caught
//   tlsFetch              ../in_cluster/tls_fetch.ts          chooses the transport, by a table
//   openSocket            ../in_cluster/open_socket.ts        opens a socket, through a proxy if needed, and starts TLS
//   faultOfServer         ../in_cluster/certificates.ts       checks trust by Go's rules, and explains the fault
//   explained401          ../in_cluster/sent_credentials.ts   adds to a 401 which credentials were sent
//   connectionFetch       ../connection/connection_fetch.ts   a fetch: paths, tokens, redirects, one repeat
//   Connection            ../connection/connection.ts         sends the requests of sinks and readers

/**
 * Options of {@linkcode loadKubeconfig}. As with kubectl's flags, an empty string counts as absent.
 *
 * @category Connection
 */
export interface LoadKubeconfigOptions {
  /** The only file to read, which must exist: kubectl's `--kubeconfig`. */
  readonly path?: string | undefined;
  /** The context to use in place of `current-context`: kubectl's `--context`. */
  readonly context?: string | undefined;
  /** The URL to use in place of the cluster's (kubectl's `--server`), whose `tls-server-name` is then ignored. */
  readonly server?: string | undefined;
  /**
   * The bearer token to use in place of the user's credentials (kubectl's `--token`); sent over https only, like these.
   */
  readonly token?: string | undefined;
  /** The file to use in place of the cluster's certificate authority: kubectl's `--certificate-authority`. */
  readonly certificateAuthority?: string | undefined;
  /**
   * Whether to accept any certificate of the server, for a test: kubectl's `--insecure-skip-tls-verify`.
   *
   * @default {false}
   */
  readonly insecureSkipTlsVerify?: boolean | undefined;
  /** Aborts loading, including a slow exec plugin: rejects with the signal's reason, and stops the plugin. */
  readonly signal?: AbortSignal | undefined;
  /**
   * The environment, from which `KUBECONFIG`, `HOME`, `USERPROFILE` and the variables of proxies are read; exec plugins
   * get all of it.
   *
   * @default {the environment of the process}
   */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /**
   * The clock that determines when credentials expire or are read again.
   *
   * @default {Date}
   */
  readonly clock?: Clock | undefined;
}

export const loadKubeconfigOptionTable = () => ({
  path: ["a string"],
  context: ["a string"],
  server: ["a string"],
  token: ["a string"],
  certificateAuthority: ["a string"],
  insecureSkipTlsVerify: ["a boolean", false],
  env: ["anything", processEnv],
  signal: ["an AbortSignal"],
  clock: ["a Clock", Date],
} as const satisfies OptionTable<LoadKubeconfigOptions>);

/**
 * A connection to a cluster: options of `FetchEventSink` and `EventReader`, with the selected context and namespace.
 *
 * @category Connection
 */
export interface Kubeconfig extends AsyncDisposable {
  /** The URL of the API server. */
  readonly server: string;
  /** Returns the bearer token; `undefined` if the user has no token. */
  readonly token: ((refused?: string) => string | Promise<string>) | undefined;
  /** The headers for impersonation; usually empty. */
  readonly headers: Readonly<Record<string, string>>;
  /** A `fetch` with the user's credentials and the cluster's certificate authority: `fetch("/api/v1/nodes")`. */
  readonly fetch: ConnectionFetch;
  /** The namespace of the context, or `"default"`. */
  readonly namespace: string;
  /** The name of the context; `""` if there is none. */
  readonly context: string;
  /**
   * Closes the connections of `fetch`, which then rejects, as do the requests in flight and reads of their bodies, and
   * stops a running exec plugin. On Bun, and on Deno those to an http URL, idle connections stay open until the server
   * closes them.
   */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Loads a kubeconfig as kubectl does (client-go's
 * {@link https://pkg.go.dev/k8s.io/client-go/tools/clientcmd | clientcmd}), on Deno, Bun and Node.
 *
 * - Files: only `path`, or the merged files of `KUBECONFIG` (the first with a name wins), or `~/.kube/config`. Paths in
 *   a file are relative to it.
 * - Users: `token`, `tokenFile` (read again after 50 seconds), client certificates (files are read again after 5
 *   minutes), `exec` plugins of `client.authentication.k8s.io/v1` and `v1beta1` (run now, and again when the
 *   credentials expire or are rejected, once for a burst of requests), `as` and the other impersonation fields.
 *   Rejects `auth-provider`, and `username` without a certificate.
 * - Clusters: `tls-server-name`, `insecure-skip-tls-verify`, and a certificate authority, which may be an intermediate
 *   one, or the server's own certificate (a file is read again when the server is not trusted). A server's certificate
 *   must be valid, name the host as a subjectAltName, and be issued by that authority; otherwise the error explains the
 *   fault. On Deno, the `fetch` that makes most requests also trusts the runtime's authorities.
 * - A client certificate that this runtime's TLS refuses, such as one with an RSA key of 1,024 bits, is a
 *   KubeconfigError; if its file later contains such a certificate, the previous one stays in use.
 * - As with kubectl, credentials are not sent to a server with an http URL.
 * - Unlike client-go, rejects a context whose user is in no file, rather than connecting anonymously.
 *
 * Requests go through the proxy that kubectl would use: http, https or socks5, on every runtime, with credentials in
 * its URL if needed. The cluster's credentials are sent to the cluster only.
 *
 * | setting                                                    | requests go                  |
 * | ---------------------------------------------------------- | ---------------------------- |
 * | `proxy-url` of the cluster                                 | always through that proxy    |
 * | none, and the server is `localhost` or a loopback address  | directly                     |
 * | none, and `NO_PROXY` lists the server                      | directly                     |
 * | `HTTPS_PROXY`, or `HTTP_PROXY` for an http URL             | through that proxy           |
 * | nothing                                                    | directly                     |
 *
 * `NO_PROXY` is `*`, or a list of hosts (which include their subdomains), `.domains`, IP addresses and CIDR blocks such
 * as `10.96.0.0/12`; hosts and addresses may have a port. The names of the variables may be in lower case.
 *
 * Deno needs `--allow-net`, `--allow-env` and `--allow-read` of the files, and `--allow-run` of the plugin if there is
 * one.
 *
 * @throws {KubeconfigError} If there is no configuration, if it is invalid, or if this runtime does not support an
 * option, which the message names. No message contains a secret.
 *
 * @category Connection
 */
export async function loadKubeconfig(options: LoadKubeconfigOptions = {}): Promise<Kubeconfig> {
  const given = readOptions("load a kubeconfig", options, loadKubeconfigOptionTable());
  const { signal, env, clock, certificateAuthority: ca, insecureSkipTlsVerify: insecure } = given;
  const texts = [given.path, given.context, given.server, given.token].map((text) => text || undefined);
  const [path, wanted, otherServer, token] = texts;
  const chosen = choose(await readKubeconfigFiles(path, env, signal).catch(withoutNames), wanted, otherServer);
  const { user, context } = chosen;
  const cluster = !ca && !insecure ? chosen.cluster : chosen.cluster.with({
    "certificate-authority": ca && resolve(ca),
    "certificate-authority-data": "",
    "insecure-skip-tls-verify": insecure,
  });
  const server = serverOf(cluster, otherServer);
  const isSecure = server.startsWith("https:");
  const tls = await tlsOptions(cluster, { server, isOtherServer: otherServer !== undefined, env, signal });
  const impersonation = impersonationHeaders(user);
  if (!isSecure && impersonation.repeated.length > 0) user.fail("as-groups and as-user-extra need an https URL");
  const headers = {
    ...impersonation.headers,
    ...cluster.flag("disable-compression") && { "accept-encoding": "identity" },
  };
  const namespace = context?.text("namespace") || "default";
  const credentials = isSecure
    ? await userCredentials(user, { token, cluster: execCluster(cluster, otherServer, tls), env, clock, signal })
    : {
      source: user.origin,
      isWithheld: token !== undefined || user.names.some((name) => /^(token|client-|exec)/.test(name)),
    };
  const isNobody = context === undefined && token === undefined;
  const { send, close } = await rotatingFetch(
    { ...credentials, ...isNobody && { remedy: NO_USER } },
    (certificate) => tlsFetch({ ...tls, certificate, repeatedHeaders: impersonation.repeated }),
  );
  const sent = { server, token: credentials.token, headers };
  const { fetch, dispose } = connectionFetch({
    ...sent,
    send,
    close() {
      close();
      credentials.stop?.();
    },
  });
  return { ...sent, fetch, namespace, context: chosen.name, [Symbol.asyncDispose]: () => Promise.resolve(dispose()) };
}

/** Explains Deno's error if only some variables may be read, because Deno's own message asks for them one by one. */
function withoutNames(error: Error): never {
  if (error.name !== "NotCapable" || !/env access/.test(error.message)) throw error;
  const why = "without naming variables, because the YAML parser reads others";
  throw new KubeconfigError(`Cannot load a kubeconfig: ${error.message}, ${why}`, { cause: error });
}

/**
 * Parses the URL of a server, which is http without a scheme, as in client-go; `undefined` unless it is http or https.
 */
export function parseServer(text: string): URL | undefined {
  const full = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  const url = URL.canParse(full) ? new URL(full) : undefined;
  return url && /^https?:$/.test(url.protocol) ? url : undefined;
}

/** Returns the URL of the cluster's server without a trailing slash. Errors omit the URL. */
function serverOf(cluster: KubeconfigObject, override: string | undefined): string {
  const text = override ?? cluster.text("server");
  if (text === "") cluster.fail("server must be given");
  const url = parseServer(text) ?? cluster.fail("server must be an http or https URL");
  if (url.username !== "" || url.password !== "") cluster.fail("server must not contain credentials");
  return url.origin + url.pathname.replace(/\/+$/, "");
}

async function tlsOptions(
  cluster: KubeconfigObject,
  { server, isOtherServer, env, signal }: {
    readonly server: string;
    readonly isOtherServer: boolean;
    readonly env: Environment;
    readonly signal: AbortSignal | undefined;
  },
): Promise<TlsOptions> {
  const proxy = proxyOf(server, { proxyUrl: cluster.text("proxy-url"), env, fail: (fault) => cluster.fail(fault) });
  const caPath = cluster.path("certificate-authority");
  const insecure = cluster.flag("insecure-skip-tls-verify");
  if (insecure && caPath + cluster.text("certificate-authority-data") !== "") {
    cluster.fail("insecure-skip-tls-verify and a certificate authority are both given");
  }
  const pem = await cluster.pem("certificate-authority", signal);
  const ca = certificatesIn(pem).join("\n");
  if (ca === "" && (caPath !== "" || pem !== "")) cluster.fail("the certificate authority must be PEM certificates");
  return {
    server,
    ca: ca || undefined,
    caFile: caPath || undefined,
    source: cluster.origin,
    insecure,
    serverName: isOtherServer ? undefined : cluster.text("tls-server-name") || undefined,
    proxy,
  };
}

/** Returns the cluster in the form for exec plugins; JSON omits its empty fields, as Go does. */
function execCluster(cluster: KubeconfigObject, otherServer: string | undefined, tls: TlsOptions): object {
  const extension = cluster.objects("extensions").find((entry) =>
    entry.text("name") === "client.authentication.k8s.io/exec"
  );
  return {
    // Unchanged from the file, for example with a trailing slash.
    server: otherServer ?? cluster.text("server"),
    "tls-server-name": tls.serverName,
    "insecure-skip-tls-verify": tls.insecure || undefined,
    "certificate-authority-data": tls.ca && btoa(tls.ca),
    "proxy-url": cluster.text("proxy-url") || undefined,
    "disable-compression": cluster.flag("disable-compression") || undefined,
    config: extension?.raw("extension") ?? null,
  };
}

/** Creates a `fetch` that opens new connections whenever the client certificate has changed. */
async function rotatingFetch(
  credentials: UserCredentials,
  open: (certificate: ClientCertificate | undefined) => TlsFetch,
): Promise<TlsFetch> {
  let certificate = await credentials.certificate?.();
  let current = open(certificate);
  /** The previous fetch, which may still have requests in flight. */
  let previous: TlsFetch | undefined;
  return {
    async send(request, closed) {
      const latest = credentials.certificate && await untilAborted(credentials.certificate(), request.signal);
      closed.throwIfAborted();
      if (latest !== certificate) {
        previous?.close();
        previous = current;
        current = open(certificate = latest);
      }
      const response = await current.send(request, closed);
      if (response.status === 401) credentials.onUnauthorized?.(request, latest);
      const authorization = request.headers.get("authorization");
      return await explained401(response, { ...credentials, authorization, certificate: latest });
    },
    close() {
      previous?.close();
      current.close();
    },
  };
}

const NO_USER = "Pass a token (--token) and an https URL, or a kubeconfig (--kubeconfig)";
