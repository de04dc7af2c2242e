import { X509Certificate } from "node:crypto";
import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { isIP, type Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import { untilAborted } from "../../base/tools/abort.ts";
import { ConnectionError, connectionError } from "../../base/event/connection_error.ts";
import type { Send } from "../connection/connection_fetch.ts";
import {
  type CertificateFault,
  certificatesIn,
  faultOfClient,
  faultOfNames,
  faultOfServer,
  isVersion3,
  nameOf,
  plainAuthorities,
} from "./certificates.ts";
import { bytesOf, nodeFetch, Sockets } from "./node_fetch.ts";
import { openSocket, type SocketOptions, trustOf, untrusted } from "./open_socket.ts";
import { hasProxyVariables, proxyAuthorization } from "./proxy.ts";
import { readSmallText } from "./read_small_file.ts";

/** Sends requests over its own connections. */
export interface TlsFetch {
  readonly send: Send;
  readonly close: () => void;
}

/** Options of a connection; certificates and keys are PEM. */
export interface TlsOptions extends Omit<SocketOptions, "trust"> {
  /** The authorities to trust; defaults to the runtime's, which Deno's `fetch` trusts in any case. */
  readonly ca?: string | undefined;
  /** The file that `ca` was read from. */
  readonly caFile?: string | undefined;
  /** Where `ca` comes from if not from a file, for errors, such as `cluster "a" of config`. */
  readonly source?: string | undefined;
  /** The name or address for checking the server's certificate, in place of the URL's host. */
  readonly serverName?: string | undefined;
  /** Headers with several values, which are sent one by one: `fetch` would join them. */
  readonly repeatedHeaders?: readonly (readonly [name: string, values: readonly string[]])[] | undefined;
}

/** The parts of Deno and Bun in use; Node has neither. */
interface Runtime {
  readonly Deno?: {
    createHttpClient(options: { caCerts?: string[]; cert?: string; key?: string; http2: false }): { close(): void };
  };
  readonly Bun?: unknown;
}

/**
 * Creates the `fetch` of a connection. TLS options have no portable API, so the first row that applies decides:
 *
 * | what a connection needs                                              | Deno               | Bun           | Node       |
 * | -------------------------------------------------------------------- | ------------------ | ------------- | ---------- |
 * | several values of one header, which `fetch` would join               | node:https         | node:https    | node:https |
 * | a proxy, or a direct connection although the environment names a proxy (`fetch` reads its variables by other rules) | node:https | node:https | node:https |
 * | a `tls-server-name` that is an IP address                            | node:https         | node:https    | node:https |
 * | another `tls-server-name`, or `insecure-skip-tls-verify`             | node:https         | `fetch` (tls) | node:https |
 * | a client certificate of version 1, with which Deno's client aborts the process | node:https | `fetch` (tls) | node:https |
 * | an authority that is a server's certificate without its issuer; or only expired authorities | node:https | `fetch` (tls) | node:https |
 * | anything else                                                        | `fetch` (client)   | `fetch` (tls) | node:https |
 *
 * `node:https` sends over sockets from {@linkcode openSocket} on every runtime; the other transports are faster.
 */
export function tlsFetch(options: TlsOptions): TlsFetch {
  let { ca } = options;
  const { caFile } = options;
  const all = [transportOf(options)];
  return {
    async send(request, closed) {
      try {
        return await all.at(-1)!.send(request, closed);
      } catch (error) {
        // The cluster may have replaced its authority, and with it the file: then the next request trusts that.
        const isUntrusted = error instanceof ConnectionError && error.kind === "certificate" && caFile !== undefined;
        const latest = isUntrusted ? certificatesIn(await readSmallText(caFile).catch(() => "")).join("\n") : "";
        if (latest !== "" && latest !== ca && !closed.aborted) all.push(transportOf({ ...options, ca: ca = latest }));
        throw error;
      }
    },
    close() {
      for (const { close } of all) close();
    },
  };
}

function transportOf(options: TlsOptions): TlsFetch {
  const { caFile, source = "this connection", repeatedHeaders = [], proxy } = options;
  const trusting = { ...options, trust: trustOf({ ...options, source: caFile ?? source }) };
  const isOfNode = repeatedHeaders.length > 0 || proxy !== undefined || hasProxyVariables();
  const own = (isOfNode ? undefined : runtimeFetch(trusting)) ?? httpsFetch(trusting);
  return { send: explaining(own.send, trusting), close: own.close };
}

/** Sends by the runtime's `fetch`; `undefined` if it does not support the options. */
function runtimeFetch(options: TlsOptions & SocketOptions): TlsFetch | undefined {
  const { Deno, Bun } = globalThis as Runtime;
  const { server, certificate, serverName, insecure, trust } = options;
  const isPlain = server.startsWith("http:");
  if (Bun !== undefined) {
    // With an IP address as `serverName`, Bun still compares the certificate with the URL's host.
    if (serverName !== undefined && isIP(serverName) > 0) return undefined;
    const tls = {
      ca: trust.authorities?.map(String),
      ...certificate,
      serverName,
      rejectUnauthorized: !insecure,
      allowPartialTrustChain: true,
    };
    // Bun's fetch cannot close idle connections, but its node:https takes three times as much processor time.
    const own = closable(isPlain ? {} : { tls }, () => {});
    // If a certificate has no alternative names, Bun accepts its common name as a host, so `named` checks them. A
    // checkServerIdentity option would stop Bun from reusing connections.
    return isPlain || insecure || isIP(trust.name) > 0 ? own : { ...own, send: named(own.send, options) };
  }
  if (Deno === undefined) return undefined;
  // Creates no client, because Deno's tests report an open client as a leak.
  if (isPlain) return closable({}, () => {});
  const authorities = trust.authorities && plainAuthorities(trust.authorities);
  const isUsual = certificate === undefined || isVersion3(new X509Certificate(certificate.cert));
  if (serverName !== undefined || insecure || !isUsual || trust.authorities && !authorities) return undefined;
  try {
    const client = Deno.createHttpClient({
      ...authorities !== undefined && { caCerts: authorities.map(String) },
      ...certificate,
      // A silently dead HTTP/2 connection outlives the requests that time out on it.
      http2: false,
    });
    return closable({ client }, () => client.close());
  } catch {
    return undefined; // Deno rejects a malformed authority, which Go and node:https ignore
  }
}

/** Sends by the runtime's `fetch`; not for Node, whose `AbortSignal.any()` leaks memory. */
function closable(init: object, close: () => void): TlsFetch {
  return {
    send: (request, closed) => fetch(request, { ...init, signal: AbortSignal.any([request.signal, closed]) }),
    close,
  };
}

/** Sends by `node:https` or `node:http`, over sockets from {@linkcode openSocket}. */
function httpsFetch(options: TlsOptions & SocketOptions): TlsFetch {
  const { server, proxy, repeatedHeaders = [] } = options;
  const sockets = new Sockets();
  const agent = agentOf(options, sockets);
  const isForwarded = server.startsWith("http:") && /^https?:$/.test(proxy?.protocol ?? "");
  const headers = {
    ...Object.fromEntries(repeatedHeaders.map(([name, values]) => [name, [...values]])),
    ...isForwarded && proxyAuthorization(proxy!),
  };
  return {
    async send(request, closed) {
      const body = await bytesOf(request);
      closed.throwIfAborted();
      return await nodeFetch(request, body, { agent, headers, sockets, isForwarded });
    },
    close: () => sockets.close(),
  };
}

/** Creates an agent of `node:https`, or of `node:http` for an http URL, that reuses the sockets of a connection. */
export function agentOf(options: SocketOptions, sockets: Sockets): HttpAgent {
  const agent = new (options.server.startsWith("http:") ? HttpAgent : HttpsAgent)({ keepAlive: true });
  return Object.assign(agent, {
    createConnection(
      { opening }: { readonly opening?: AbortSignal },
      done: (error: Error | null, socket?: Socket) => void,
    ): void {
      openSocket(options, sockets, opening).then((socket) => done(null, socket), (error) => done(error));
    },
  });
}

/**
 * Explains why a handshake failed, because the errors of the runtimes differ and contain no names or dates: reads the
 * server's certificate over another connection, on which no request is sent.
 */
export function explaining(send: Send, options: SocketOptions): Send {
  return async (request, closed) => {
    try {
      return await send(request, closed);
    } catch (error) {
      const failed = connectionError(options.server, error);
      if (request.signal.aborted || failed === error) throw error;
      if (!(failed instanceof ConnectionError && /^(certificate|protocol)$/.test(failed.kind))) throw error;
      if (failed.cause !== error) throw failed; // explained already
      const seen = await untilAborted(certificateSeen(options).catch(() => undefined), request.signal);
      if (seen === undefined) throw error;
      const fault = faultSeen(seen, options);
      if (fault !== undefined) throw untrusted(options.server, fault, error);
      const client = faultOfClient(options.certificate);
      const text = `Cannot reach ${options.server}: it ${client.fault}`;
      throw new ConnectionError(text, { kind: "certificate", fix: client.fix, cause: error });
    }
  };
}

/** A server's certificate, and whether this runtime trusts it. */
interface Seen {
  readonly peer: X509Certificate;
  readonly isTrusted: boolean;
}

function faultSeen({ peer, isTrusted }: Seen, { trust, insecure }: SocketOptions): CertificateFault | undefined {
  const fault = insecure ? undefined : faultOfServer(peer, trust);
  if (insecure || isTrusted || fault !== undefined) return fault;
  if (trust.authorities === undefined) {
    const why = "which this runtime does not trust, and no authority was given";
    return { fault: `was issued by ${nameOf(peer.issuer)}, ${why}`, fix: NO_AUTHORITY };
  }
  if (!peer.ca) return undefined;
  return { fault: "is that of an authority (CA:TRUE), which Deno does not accept from a server", fix: NO_SERVER };
}

/** Reads the certificate of a server, on a separate connection. */
async function certificateSeen(options: SocketOptions): Promise<Seen | undefined> {
  const sockets = new Sockets();
  try {
    const socket = await openSocket({ ...options, certificate: undefined, insecure: true }, sockets) as TLSSocket;
    const peer = socket.getPeerX509Certificate();
    return peer && { peer, isTrusted: socket.authorized };
  } finally {
    sockets.close();
  }
}

/** Checks the names of the server's certificate before the first request. */
function named(send: Send, options: SocketOptions): Send {
  let looked: Promise<CertificateFault | undefined> | undefined;
  return async (request, closed) => {
    looked ??= certificateSeen(options).then(
      (seen) => seen && faultOfNames(seen.peer, options.trust),
      () => looked = undefined,
    );
    const fault = await untilAborted(looked, request.signal);
    if (fault !== undefined) {
      looked = undefined; // look again next time: the server may have a new certificate
      throw untrusted(options.server, fault);
    }
    return await send(request, closed);
  };
}

const NO_SERVER = "Issue it with the basicConstraints CA:FALSE, or give this certificate as the authority";

const NO_AUTHORITY =
  "Give certificate-authority-data in the kubeconfig, or --certificate-authority=ca.crt; or set NODE_EXTRA_CA_CERTS=ca.crt on Node and Bun, DENO_CERT=ca.crt on " +
  "Deno; or, if the system's store has the authority, as kubectl needs it, NODE_USE_SYSTEM_CA=1 on Bun and on Node from 22.19 or " +
  "24.6 on, DENO_TLS_CA_STORE=system on Deno";
