import { Buffer } from "node:buffer";
import { Agent } from "node:https";
import { env as processEnv } from "node:process";
import { ConnectionError } from "../../base/event/connection_error.ts";
import { untilAborted } from "../../base/tools/abort.ts";
import { invalid, lackedMethods, readOptions } from "../../base/tools/check_options.ts";
import { reasonOf } from "../../base/tools/logger.ts";
import { serverUrl } from "../connection/connection.ts";
import { type ConnectionFetch, connectionFetch, type Send } from "../connection/connection_fetch.ts";
import { clientCertificate } from "../in_cluster/certificates.ts";
import { bytesOf, nodeFetch, Sockets } from "../in_cluster/node_fetch.ts";
import { type SocketOptions, trustOf } from "../in_cluster/open_socket.ts";
import { proxyOf } from "../in_cluster/proxy.ts";
import { explained401 } from "../in_cluster/sent_credentials.ts";
import { agentOf, explaining } from "../in_cluster/tls_fetch.ts";

/**
 * The parts of client-node's `KubeConfig` that {@linkcode fromKubeConfig} uses.
 *
 * @category Connection
 */
export interface KubeConfigLike {
  /** The cluster of the current context. */
  getCurrentCluster():
    | { readonly server: string; readonly proxyUrl?: string | undefined; readonly skipTLSVerify?: boolean | undefined }
    | null;
  /** The name of the current context. */
  getCurrentContext(): string;
  /** Returns the context with a name. */
  getContextObject(name: string): { readonly namespace?: string | undefined } | null;
  /** Adds credentials, and an agent of node:https or node:http, to the options of a request. */
  applyToHTTPSOptions(options: object): Promise<void>;
}

/**
 * The headers and the agent with which {@linkcode fromKubeConfig} sends requests.
 *
 * @category Connection
 */
export interface RequestSecurity {
  /** The headers of the credentials, by name in lower case; may be changed. */
  readonly headers: Record<string, string>;
  /** The agent of node:https, or of node:http for a server of that scheme; may be replaced. */
  agent: unknown;
}

/**
 * Options of {@linkcode fromKubeConfig}.
 *
 * @category Connection
 */
export interface FromKubeConfigOptions {
  /**
   * Called whenever credentials have been read; may add headers, or replace the agent, for example by a proxy's. Use
   * the same agent each time, because it holds the open connections.
   */
  readonly prepare?: ((security: RequestSecurity) => void | Promise<void>) | undefined;
}

/**
 * A connection to the cluster of a `KubeConfig`: options for `FetchEventSink` and `EventReader`, and its namespace.
 *
 * @category Connection
 */
export interface KubeConfigConnection extends AsyncDisposable {
  /** The URL of the API server. */
  readonly server: string;
  /** A `fetch` with the credentials of the `KubeConfig`: `fetch("/api/v1/nodes")`. */
  readonly fetch: ConnectionFetch;
  /** The namespace of the context, if it has one. */
  readonly namespace?: string;
  /** Closes the connections of `fetch`, which then rejects. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** The options of node:https that client-node sets. */
interface HttpsOptions {
  headers?: Readonly<Record<string, unknown>>;
  auth?: string;
  agent?: object & { keepAlive?: boolean };
}

/** The TLS options of client-node that are used to open a connection. */
const TLS_OPTIONS = ["ca", "cert", "key", "pfx", "passphrase", "rejectUnauthorized", "servername"];

/** How long credentials are used before they are read again, because reading them may run a plugin. */
const REREAD_AFTER_MS = 5000;

/**
 * Connects with a `KubeConfig` of `@kubernetes/client-node`, and supports all of its settings: tokens, token files,
 * client certificates, exec plugins, oidc, custom authenticators, proxies, impersonation, `tlsServerName` and
 * `skipTLSVerify`.
 *
 * - Works with client-node 1.3 and newer on Node, Bun and Deno; version 2 itself needs Node 22.19. Imports neither
 *   client-node nor undici: requests go through node:https, on connections that are reused.
 * - As with `loadKubeconfig`, an authority may be an intermediate one or the server's own certificate. Requests go
 *   through the `proxyUrl` of the cluster, or else through the proxy in `HTTPS_PROXY` unless `NO_PROXY` lists the
 *   server. client-node itself ignores both variables.
 * - On Bun, client-node 2's own requests do not trust the authority of the `KubeConfig`, because Bun replaces its
 *   undici: read objects with the `fetch` of the connection there, or use version 1.
 * - An `http:` server needs `skipTLSVerify`; client-node sends nothing to it otherwise.
 * - The server and namespace come from the current context; requests reject once another server has become current.
 * - Credentials are read again after 5 seconds, and after a 401. Some are cached for longer by client-node itself, such
 *   as a token file for a minute.
 *
 * @throws {TypeError} If `kubeConfig` is not a `KubeConfig`, has no current cluster, or does not support its server.
 *
 * @category Connection
 */
export function fromKubeConfig(
  kubeConfig: KubeConfigLike,
  options: FromKubeConfigOptions = {},
): KubeConfigConnection {
  const verb = "use a KubeConfig";
  const fail = (fault: string): never => {
    throw new TypeError(`Cannot ${verb}: ${fault}`);
  };
  const { prepare } = readOptions(verb, options, { prepare: ["a function"] });
  const methods = ["getCurrentCluster", "getCurrentContext", "getContextObject", "applyToHTTPSOptions"];
  if (lackedMethods(kubeConfig, ...methods).length > 0) {
    throw new TypeError(
      invalid(verb, "kubeConfig", "be a KubeConfig of @kubernetes/client-node 1.3 or newer", kubeConfig),
    );
  }
  const current = kubeConfig.getCurrentCluster() ??
    fail("it has no current cluster: load it first, or set its context");
  const server = serverUrl(current.server, verb);
  const isSecure = server.startsWith("https:");
  if (current.proxyUrl && !isSecure && "Bun" in globalThis) {
    fail("proxyUrl of an http server is not supported on Bun: use loadKubeconfig() there");
  }
  if (!isSecure && !current.skipTLSVerify) {
    const hint = server === "http://localhost:8080" ? " (the server of a KubeConfig that has found no file)" : "";
    fail(`${server}${hint} needs skipTLSVerify: true in its cluster, because it is not https`);
  }
  const sockets = new Sockets();
  let connected: { readonly key: string; readonly agent: object | undefined; readonly own?: SocketOptions } | undefined;
  // `readAtMs` is `NaN` while the credentials are being read, because a login may take a while.
  let latest: { readAtMs: number; readonly security: Promise<RequestSecurity> } | undefined;

  const read = async (): Promise<RequestSecurity> => {
    const cluster = kubeConfig.getCurrentCluster();
    // Otherwise the current cluster's credentials would be sent to another cluster's server.
    if (cluster?.server !== current.server) {
      throw new TypeError(`Cannot send a request: ${server} is no longer current`);
    }
    const applied: HttpsOptions = {};
    await kubeConfig.applyToHTTPSOptions(applied).catch((error) => unusable(server, error));
    const tls = Object.fromEntries(Object.entries(applied).filter(([name]) => TLS_OPTIONS.includes(name)));
    const key = JSON.stringify([tls, cluster.proxyUrl]);
    if (connected?.key !== key) {
      // client-node 2 keeps its agent forever, with a certificate that may have been replaced.
      const own = isSecure && !tls["pfx"] && !tls["passphrase"]
        ? await socketOptions(server, cluster.proxyUrl, tls, fail)
        : undefined;
      const agent = own ? agentOf(own, sockets) : isSecure ? new Agent({ ...tls, keepAlive: true }) : applied.agent;
      if (agent === applied.agent && applied.agent) applied.agent.keepAlive = true;
      connected = { key, agent, ...own && { own } };
    }
    const headers: Record<string, string> = {};
    if (applied.auth !== undefined) headers["authorization"] = `Basic ${Buffer.from(applied.auth).toString("base64")}`;
    for (const [name, value] of Object.entries(applied.headers ?? {})) {
      // In UTF-8, as Go sends the name of a user to impersonate.
      if (value !== undefined) headers[name.toLowerCase()] = Buffer.from(`${value}`).toString("latin1");
    }
    const security: RequestSecurity = { headers, agent: connected.agent };
    await prepare?.(security);
    return security;
  };
  const securityOf = (refused?: Promise<RequestSecurity>): Promise<RequestSecurity> => {
    const isFresh = latest !== undefined && latest.security !== refused &&
      !(Math.abs(Date.now() - latest.readAtMs) > REREAD_AFTER_MS);
    if (isFresh) return latest!.security;
    const reading = { readAtMs: NaN, security: read() };
    latest = reading;
    reading.security.then(
      () => reading.readAtMs = Date.now(),
      () => latest === reading && (latest = undefined),
    );
    return reading.security;
  };
  const send: Send = async (request, closed) => {
    const body = await bytesOf(request);
    const attempt = async ({ headers, agent }: RequestSecurity): Promise<Response> => {
      closed.throwIfAborted();
      const added = Object.entries(headers).filter(([name]) => !request.headers.has(name));
      const via: Send = (request) =>
        nodeFetch(request, body, { agent: agent as Agent, headers: Object.fromEntries(added), sockets });
      const own = agent === connected?.agent ? connected?.own : undefined;
      const response = await (own ? explaining(via, own) : via)(request, closed);
      const authorization = request.headers.get("authorization") ?? headers["authorization"] ?? null;
      // The credentials in a PKCS #12 file, or in a custom agent, are not known here.
      if (authorization === null && !own && isSecure) return response;
      return await explained401(response, { authorization, certificate: own?.certificate, source: "the KubeConfig" });
    };
    const reading = securityOf();
    const security = await untilAborted(reading, request.signal);
    const response = await attempt(security);
    if (response.status !== 401) return response;
    const fresh = await untilAborted(securityOf(reading), request.signal);
    if (fresh.headers["authorization"] === security.headers["authorization"]) return response;
    await response.body?.cancel();
    return await attempt(fresh);
  };
  const namespace = kubeConfig.getContextObject(kubeConfig.getCurrentContext())?.namespace;
  const { fetch, dispose } = connectionFetch({ server, send, close: () => sockets.close() });
  return { server, fetch, ...namespace && { namespace }, [Symbol.asyncDispose]: () => Promise.resolve(dispose()) };
}

/** Throws the error of unusable credentials, which is not the server's fault. */
function unusable(server: string, cause: unknown): never {
  const message = `Cannot reach ${server}: the KubeConfig has no usable credentials: ${reasonOf(cause)}`;
  throw new ConnectionError(message, { fix: "Log in again, or correct the user in the KubeConfig", cause });
}

/** Converts client-node's options for `node:https` to socket options. */
async function socketOptions(
  server: string,
  proxyUrl: string | undefined,
  { ca, cert, key, servername, rejectUnauthorized }: Readonly<Record<string, unknown>>,
  fail: (fault: string) => never,
): Promise<SocketOptions> {
  const proxy = proxyOf(server, { proxyUrl, env: processEnv, fail });
  const trust = trustOf({
    server,
    ca: ca ? `${ca}` : undefined,
    serverName: servername as string | undefined,
    source: "the KubeConfig",
  });
  const certificate = cert && key
    ? await clientCertificate(`${cert}`, `${key}`).catch((error) => unusable(server, error))
    : undefined;
  return { server, proxy, trust, certificate, insecure: rejectUnauthorized === false };
}
