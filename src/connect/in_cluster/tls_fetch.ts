import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { Agent as HttpAgent, type IncomingMessage, request as httpRequest } from "node:http";
import { Agent, request as httpsRequest } from "node:https";
import type { Socket } from "node:net";
import { Readable } from "node:stream";
import type { Send } from "../connection/connection_fetch.ts";

/** Sends requests over its own connections. */
export interface TlsFetch {
  readonly send: Send;
  readonly close: () => void;
}

/** A client certificate with its chain, and its private key, in PEM. */
export interface ClientCertificate {
  readonly cert: string;
  readonly key: string;
}

/** TLS options; certificates and keys are PEM. */
export interface TlsOptions {
  /** The authorities to trust; defaults to the runtime's, which Deno trusts in any case. */
  readonly ca?: string | undefined;
  /** The client certificate. */
  readonly certificate?: ClientCertificate | undefined;
  /** The name for SNI and for checking the server's certificate, in place of the URL's host. */
  readonly serverName?: string | undefined;
  /** Whether to accept any certificate. */
  readonly insecure?: boolean | undefined;
  /** Whether all requests are of http URLs, for which only `proxyUrl` matters. */
  readonly plain?: boolean | undefined;
  /** The proxy to connect through. */
  readonly proxyUrl?: string | undefined;
  /** Headers with several values, which are sent one by one: `fetch` would join them. */
  readonly repeatedHeaders?: readonly (readonly [name: string, values: readonly string[]])[] | undefined;
}

/** The parts of Deno and Bun in use; Node has neither. */
interface Runtime {
  readonly Deno?: {
    createHttpClient(options: {
      caCerts?: string[];
      cert?: string;
      key?: string;
      proxy?: { url: string };
      http2: false;
    }): { close(): void };
  };
  readonly Bun?: unknown;
}

/**
 * Creates a `fetch` with TLS options. There is no portable API: uses each runtime's own, or else `node:https`, which
 * all three have.
 *
 * @throws {TypeError} If this runtime does not support an option; names it as in a kubeconfig.
 */
export function tlsFetch(options: TlsOptions): TlsFetch {
  const { Deno, Bun } = globalThis as Runtime;
  const { ca, certificate, serverName, insecure, plain, proxyUrl, repeatedHeaders = [] } = options;
  const repeats = repeatedHeaders.length > 0;
  if (Bun !== undefined && !repeats) {
    if (proxyUrl?.startsWith("socks")) throw new TypeError("proxy-url of socks5 is not supported on Bun");
    const tls = { ca, ...certificate, serverName, rejectUnauthorized: !insecure };
    // Bun's fetch has no means to close idle connections; its node:https takes three times the processor.
    return closable({ tls, proxy: proxyUrl }, () => {});
  }
  // Needs no client of its own, which Deno's tests report as a leak until it is closed.
  if (Deno !== undefined && plain && proxyUrl === undefined) return closable({}, () => {});
  if (Deno !== undefined && serverName === undefined && !insecure && !repeats) {
    const client = Deno.createHttpClient({
      ...ca !== undefined && { caCerts: [ca] },
      ...certificate,
      ...proxyUrl !== undefined && { proxy: { url: proxyUrl } },
      // A silently dead HTTP/2 connection outlives the requests that time out on it.
      http2: false,
    });
    return closable({ client }, () => client.close());
  }
  if (proxyUrl !== undefined) {
    const where = repeats
      ? "together with several as-groups or extras"
      : Deno === undefined
      ? "on Node"
      : "on Deno together with tls-server-name or insecure-skip-tls-verify";
    throw new TypeError(`proxy-url is not supported ${where}`);
  }
  return httpsFetch(options);
}

/** Sends by the runtime's `fetch`; not for Node, whose `AbortSignal.any()` leaks memory. */
function closable(init: object, close: () => void): TlsFetch {
  return {
    send: (request, closed) => fetch(request, { ...init, signal: AbortSignal.any([request.signal, closed]) }),
    close,
  };
}

/** Node's own `fetch` accepts TLS options only through a copy of undici. */
function httpsFetch({ ca, certificate, serverName, insecure, plain, repeatedHeaders = [] }: TlsOptions): TlsFetch {
  const agent = plain ? new HttpAgent({ keepAlive: true }) : new Agent({
    ca,
    ...certificate,
    ...serverName !== undefined && { servername: serverName },
    rejectUnauthorized: !insecure,
    keepAlive: true,
  });
  const repeated = Object.fromEntries(repeatedHeaders.map(([name, values]) => [name, [...values]]));
  const sockets = new Sockets();
  return {
    async send(request, closed) {
      const body = await bytesOf(request);
      closed.throwIfAborted();
      return await nodeFetch(request, body, { agent, headers: repeated, sockets });
    },
    close: () => sockets.close(),
  };
}

/** The open sockets of a connection, to end them with it: `Agent.destroy()` of Deno spares those in use. */
export class Sockets {
  readonly #open = new Set<Socket>();
  #isClosed = false;

  readonly add = (socket: Socket): void => {
    // A proxy may have opened it meanwhile.
    if (this.#isClosed) socket.destroy();
    else if (!this.#open.has(socket)) this.#open.add(socket.once("close", () => this.#open.delete(socket)));
  };

  close(): void {
    this.#isClosed = true;
    for (const socket of this.#open) socket.destroy();
  }
}

/** Reads the body of a request. */
export async function bytesOf(request: Request): Promise<Uint8Array | undefined> {
  return request.body === null ? undefined : new Uint8Array(await request.arrayBuffer());
}

/** Sends a request by `node:https` or `node:http`; `headers` are added to the request's own, or replace them. */
export async function nodeFetch(
  { url, method, headers: own, signal }: Request,
  body: Uint8Array | undefined,
  { agent, headers, sockets }: {
    readonly agent: HttpAgent;
    readonly headers: Readonly<Record<string, string | string[]>>;
    readonly sockets: Sockets;
  },
): Promise<Response> {
  signal.throwIfAborted();
  // Of a DELETE, node:http would send the body without its length: as the next request.
  const length = body && { "content-length": `${body.length}` };
  const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
    const request = url.startsWith("https:") ? httpsRequest : httpRequest;
    const outgoing = request(url, { agent, method, headers: { ...Object.fromEntries(own), ...length, ...headers } });
    let aborted: { destroy(reason: Error): void } = outgoing;
    // Not the option `signal`: Deno ignores it until there is a response, and it hides the reason.
    signal.addEventListener("abort", () => aborted.destroy(signal.reason));
    outgoing.on("socket", sockets.add);
    outgoing.on("response", (incoming) => resolve(aborted = incoming));
    outgoing.on("error", reject);
    outgoing.end(body);
  });
  try {
    return toResponse(incoming);
  } catch (error) {
    // For example a status of 999, which Response does not allow.
    incoming.destroy();
    throw error;
  }
}

function toResponse(incoming: IncomingMessage): Response {
  const { statusCode: status = 0, statusMessage: statusText = "", rawHeaders } = incoming;
  const headers = new Headers();
  for (let i = 0; i < rawHeaders.length; i += 2) headers.append(rawHeaders[i]!, rawHeaders[i + 1]!);
  const bodyless = status === 204 || status === 205 || status === 304;
  if (bodyless) incoming.resume();
  return new Response(bodyless ? null : Readable.toWeb(incoming) as ReadableStream<Uint8Array>, {
    status,
    statusText,
    headers,
  });
}

/** Returns the valid certificates of a bundle, without the comments around them. */
export function certificatesIn(pem: string): string[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [];
  return blocks.filter((block) => {
    try {
      return new X509Certificate(block);
    } catch {
      return false;
    }
  });
}

/**
 * Checks a client certificate and its key up front: runtimes fail mid-request, and Deno ends the process if they do not
 * match.
 *
 * @throws {TypeError} If they are invalid or do not match; the message contains neither.
 */
export function clientCertificate(cert: string, key: string): ClientCertificate {
  const [leaf] = certificatesIn(cert);
  if (leaf === undefined) throw new TypeError("the client certificate is not a PEM certificate");
  let privateKey: KeyObject;
  try {
    privateKey = createPrivateKey(key);
  } catch {
    throw new TypeError("the client key is not an unencrypted PEM private key");
  }
  if (!new X509Certificate(leaf).checkPrivateKey(privateKey)) {
    throw new TypeError("the client key does not belong to the client certificate");
  }
  return { cert, key };
}
