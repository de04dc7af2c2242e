import { X509Certificate } from "node:crypto";
import { Duplex } from "node:stream";
import { connect as connectTcp, isIP, type Socket } from "node:net";
import { connect as connectTls, type PeerCertificate, type TLSSocket } from "node:tls";
import { onAbort } from "../../base/tools/abort.ts";
import { ConnectionError, connectionError } from "../../base/event/connection_error.ts";
import {
  type CertificateFault,
  certificatesIn,
  type ClientCertificate,
  faultOfServer,
  type Trust,
} from "./certificates.ts";
import type { Sockets } from "./node_fetch.ts";
import { hostOf, proxyName, tunnelTo } from "./proxy.ts";

/** The server that a socket connects to, and how to trust it. */
export interface SocketOptions {
  /** The URL of the server to which all requests go. */
  readonly server: string;
  /** The proxy to connect through, as `proxyOf` returned it. */
  readonly proxy?: URL | undefined;
  readonly trust: Trust;
  /** The client certificate, as `clientCertificate` returned it. */
  readonly certificate?: ClientCertificate | undefined;
  /** Whether to accept any certificate. */
  readonly insecure?: boolean | undefined;
}

/**
 * Returns the authorities and the name to check a server's certificate by; `serverName` replaces the host of its URL.
 */
export function trustOf({ server, ca, serverName, source }: {
  readonly server: string;
  readonly ca?: string | undefined;
  readonly serverName?: string | undefined;
  readonly source: string;
}): Trust {
  const authorities = ca === undefined ? undefined : certificatesIn(ca).map((pem) => new X509Certificate(pem));
  return { authorities, source, name: serverName || hostOf(new URL(server)) };
}

/** The sum of client-go's limits: 30 seconds for the connection, and 10 for the handshake. */
const CONNECT_TIMEOUT_MS = 40_000;

/**
 * Opens a socket to a server: directly or through a proxy, over TLS unless the URL is http. For an http URL behind an
 * HTTP proxy, the socket ends at the proxy. If `signal` aborts meanwhile, closes any open sockets.
 *
 * @throws {ConnectionError} If the proxy is unreachable or refuses; the runtime's error if the server does.
 */
export async function openSocket(options: SocketOptions, sockets: Sockets, signal?: AbortSignal): Promise<Socket> {
  const { server, proxy } = options;
  const url = new URL(server);
  const isSecure = url.protocol === "https:";
  const target = { host: hostOf(url), port: Number(url.port) || (isSecure ? 443 : 80) };
  const opened: Socket[] = [];
  const keep = <T extends Socket>(socket: T): T => {
    opened.push(socket);
    sockets.add(socket);
    return socket;
  };
  const stop = (why: string): void => {
    for (const socket of opened) socket.destroy(new Error(why));
  };
  const timer = setTimeout(() => stop("connection timed out"), CONNECT_TIMEOUT_MS);
  const forget = onAbort(signal, () => stop("aborted"));
  try {
    if (proxy === undefined) {
      return isSecure ? await secured(keep, target, options) : await connected(keep(connectTcp(target)));
    }
    const tunnel = await toProxy(proxy, isSecure, target, keep, options).catch((error) => {
      const why = connectionError(proxyName(proxy), error).message.replace(/^Cannot reach [^ ]+: /, "");
      const text = `Cannot reach ${server}: the proxy ${proxyName(proxy)} does not connect: ${why}`;
      throw new ConnectionError(text, { kind: "proxy", fix: PROXY_FIX, cause: error });
    });
    if (!isSecure) return tunnel;
    return await secured(keep, { ...target, socket: bridged(tunnel) }, options);
  } catch (error) {
    for (const socket of opened) socket.destroy();
    throw error;
  } finally {
    forget();
    clearTimeout(timer);
  }
}

const PROXY_FIX =
  "Check the URL of the proxy, which is the cluster's proxy-url, or else HTTPS_PROXY (for an http server " +
  "HTTP_PROXY); list the server in NO_PROXY to connect without it";

/** Connects to a proxy and, unless it forwards requests to an http URL, through it. */
async function toProxy(
  proxy: URL,
  isSecure: boolean,
  target: { readonly host: string; readonly port: number },
  keep: <T extends Socket>(socket: T) => T,
  options: SocketOptions,
): Promise<Socket> {
  const host = hostOf(proxy);
  const isTls = proxy.protocol === "https:";
  const port = Number(proxy.port) || (isTls ? 443 : proxy.protocol === "http:" ? 80 : 1080);
  // Like Go, trusts the server's authorities for the proxy too. Unlike Go, does not send it the client certificate.
  const own = { ...options, certificate: undefined, trust: { ...options.trust, name: host } };
  const socket = isTls ? await secured(keep, { host, port }, own) : await connected(keep(connectTcp({ host, port })));
  if (!isSecure && !proxy.protocol.startsWith("socks")) return socket;
  await tunnelTo(socket, proxy, target.host, target.port);
  return socket;
}

async function connected(socket: Socket): Promise<Socket> {
  await eventOf(socket, "connect");
  return socket;
}

/** Opens TLS, and checks the server's certificate by the rules of both this runtime and Go. */
async function secured(
  keep: <T extends Socket>(socket: T) => T,
  target: { readonly host: string; readonly port: number; readonly socket?: Socket },
  { server, trust, certificate, insecure = false }: SocketOptions,
): Promise<TLSSocket> {
  const { authorities, name } = trust;
  // rustls does not accept a server's certificate as its own authority, so it is compared below.
  const pins = "Deno" in globalThis ? authorities?.filter((authority) => authority.subjectAltName) ?? [] : [];
  const socket = keep(connectTls({
    ...target,
    // An authority may be an intermediate one, or the server's own certificate. Node 20 ignores NODE_EXTRA_CA_CERTS
    // with this option, so it must not be set without authorities.
    ...authorities && { ca: authorities.map(String), allowPartialTrustChain: true },
    ...certificate,
    // SNI takes names only, not addresses.
    servername: isIP(name) > 0 ? "" : name,
    ALPNProtocols: ["http/1.1"],
    rejectUnauthorized: !insecure && pins.length === 0,
    checkServerIdentity: () => undefined, // done below, before anything is sent
  }));
  const read = socket.getPeerCertificate.bind(socket) as (isDetailed?: boolean) => PeerCertificate;
  // Deno reads the certificate where an error about an odd one cannot be caught, and would end the process.
  Object.assign(socket, { getPeerCertificate: (isDetailed?: boolean) => attempt(() => read(isDetailed)) });
  await eventOf(socket, "secureConnect");
  if (insecure) return socket;
  const peer = attempt(() => socket.getPeerX509Certificate());
  const fault = faultOfServer(peer, trust);
  if (fault !== undefined) throw untrusted(server, fault);
  if (socket.authorized || pins.some(({ raw }) => peer?.raw.equals(raw))) return socket;
  throw new Error(`certificate: ${socket.authorizationError}`);
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** Returns the error for a server whose certificate is not trusted. */
export function untrusted(server: string, { fault, fix }: CertificateFault, cause?: unknown): ConnectionError {
  const message = `Cannot reach ${server}: its certificate is not trusted: it ${fault}`;
  return new ConnectionError(message, { kind: "certificate", fix, ...cause !== undefined && { cause } });
}

/** Wraps a socket in a JavaScript stream for TLS, because a failed handshake directly on it crashes Node. */
function bridged(socket: Socket): Socket {
  const bridge = new Duplex({
    read: () => socket.resume(),
    write: (chunk, _encoding, done) => void socket.write(chunk, done),
    final: (done) => void socket.end(done),
    destroy(error, done) {
      socket.destroy();
      done(error);
    },
  });
  socket.on("data", (chunk) => bridge.push(chunk) || socket.pause()).on("end", () => bridge.push(null));
  socket.on("close", () => bridge.destroy());
  return bridge as Socket;
}

function eventOf(socket: Socket, event: string): Promise<void> {
  return new Promise((resolve, reject) => {
    // Later errors belong to requests, which report them.
    socket.once(event, resolve).on("error", reject).once("close", () => reject(new Error("connection reset")));
  });
}
