import { type Agent as HttpAgent, type IncomingMessage, request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import type { Socket } from "node:net";
import { Readable } from "node:stream";

/** The open sockets of a connection, to be closed with it: Deno's `Agent.destroy()` does not close those in use. */
export class Sockets {
  readonly #open = new Set<Socket>();
  #isClosed = false;

  readonly add = (socket: Socket): void => {
    // The connection may have been closed while a proxy opened this socket.
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

/**
 * Sends a request by `node:https` or `node:http`; `headers` are added to the request's, replacing those of the same
 * name.
 */
export async function nodeFetch(
  { url, method, headers: own, signal }: Request,
  body: Uint8Array | undefined,
  { agent, headers, sockets, isForwarded }: {
    readonly agent: HttpAgent;
    readonly headers: Readonly<Record<string, string | string[]>>;
    readonly sockets: Sockets;
    /** Whether an HTTP proxy forwards the request, for which its line contains the whole URL. */
    readonly isForwarded?: boolean | undefined;
  },
): Promise<Response> {
  signal.throwIfAborted();
  // node:http sends the body of a DELETE without its length, so the server would parse it as the next request.
  const length = body && { "content-length": `${body.length}` };
  const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
    const request = url.startsWith("https:") ? httpsRequest : httpRequest;
    const outgoing = request(url, {
      agent,
      // Read by the agent if it has to open a socket.
      ...{ opening: signal },
      method,
      headers: { ...Object.fromEntries(own), ...length, ...headers },
      ...isForwarded && { path: url },
    });
    let aborted: { destroy(reason: Error): void } = outgoing;
    // Deno ignores the option `signal` until there is a response, and hides the signal's reason.
    signal.addEventListener("abort", () => {
      aborted.destroy(signal.reason);
      // A destroyed request emits no error while it waits for a socket.
      reject(signal.reason);
    });
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
