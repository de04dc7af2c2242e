import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { invalid, lackedMethods, readOptions } from "../api/check_options.ts";

type Api = Parameters<typeof listen>[0];

/**
 * Options of {@linkcode listen}.
 *
 * @category Server
 */
export interface ListenOptions {
  /**
   * The port; 0 chooses a free one.
   *
   * @default {0}
   */
  readonly port?: number | undefined;
  /**
   * The host name or address to listen on.
   *
   * @default {"127.0.0.1"}
   */
  readonly hostname?: string | undefined;
}

/**
 * A listening socket.
 *
 * @category Server
 */
export interface Listener extends AsyncDisposable {
  /** The URL of the server, such as `"http://127.0.0.1:8001"`. */
  readonly url: string;
  /** The address it listens on. */
  readonly hostname: string;
  /** The port it listens on. */
  readonly port: number;
  /** Stops listening, and ends all connections, watches included. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Serves an API over HTTP, on Deno, Bun and Node: an `EventsApiServer` for kubectl, for clients of any language, and for
 * tests of a program whose client needs a socket.
 *
 * Without authentication: whoever reaches the port may use the API. Responses are streamed; a request whose client has
 * gone away is aborted.
 *
 * @param api Answers the requests.
 * @returns The listener, once it listens.
 * @throws {Error} Rejects if it cannot listen, with the `code` of node:http, such as `"EADDRINUSE"`; `TypeError` or
 * `RangeError` if an argument is invalid.
 *
 * @category Server
 */
export async function listen(
  api: { fetch(request: Request): Promise<Response> | Response },
  options: ListenOptions = {},
): Promise<Listener> {
  const { port, hostname } = readOptions("listen", options, {
    port: ["an integer of at least 0", 0],
    hostname: ["a string", "127.0.0.1"],
  });
  if (lackedMethods(api, "fetch").length > 0) {
    throw new TypeError(invalid("listen", "api", "have the method fetch", api));
  }
  if (port > 65_535) throw new RangeError(invalid("listen", "port", "be at most 65535", port));
  // An empty one would be all addresses.
  if (hostname === "") throw new TypeError(invalid("listen", "hostname", "be a host name or an address", hostname));
  const turns = new WeakMap<Socket, { last: Promise<void>; waiting: number }>();
  const serveInTurn = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const { socket } = incoming;
    const turn = turns.get(socket) ?? { last: Promise.resolve(), waiting: 0 };
    turns.set(socket, turn);
    if (turn.waiting === MAX_PIPELINED) return void socket.destroy();
    turn.waiting++;
    // Pipelined requests depend on those before them.
    turn.last = turn.last
      .then(() => socket.destroyed ? undefined : respond(api, incoming, outgoing))
      .catch(() => void outgoing.destroy())
      .finally(() => turn.waiting--);
  };
  // Without a listener for CONNECT, its connection is closed: one would have to end the socket itself.
  const server = createServer(SERVER_OPTIONS, serveInTurn);
  await new Promise<void>((resolve, reject) => {
    server.on("error", reject);
    server.listen(port, hostname, resolve);
  });
  const { address, port: bound, family } = server.address() as AddressInfo;
  return {
    url: `http://${family === "IPv6" ? `[${address}]` : address}:${bound}`,
    hostname: address,
    port: bound,
    [Symbol.asyncDispose]() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      return closed;
    },
  };
}

/** More than clients send before they read: behind a watch, requests would wait without limit. */
const MAX_PIPELINED = 100;

/**
 * Long selectors fit, and idle connections stay open for 90 s, as in a cluster: a request that meets the end of its
 * connection fails. Without a `Host` there is no page to refuse.
 */
const SERVER_OPTIONS = { maxHeaderSize: 1024 * 1024, keepAliveTimeout: 90_000, requireHostHeader: false };

/** Serves a request of node:http, which Deno and Bun have too, with the server's fetch handler. */
async function respond(api: Api, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { socket } = incoming;
  const abort = new AbortController();
  // Not the response's event: a pipelined response may not have the socket yet.
  const onClose = (): void => abort.abort();
  socket.once("close", onClose);
  try {
    const response = await api.fetch(toRequest(incoming, outgoing, abort.signal));
    if (abort.signal.aborted) await response.body?.cancel();
    else if (!incoming.complete && response.status >= 400) await refuse(response, outgoing);
    else await send(response, outgoing, abort.signal);
  } finally {
    socket.off("close", onClose);
  }
}

/** Sends a response as the client reads it; an aborted signal ends it. */
async function send(response: Response, outgoing: ServerResponse, signal: AbortSignal): Promise<void> {
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 1) outgoing.setHeader("set-cookie", cookies);
  const headers = [...response.headers].filter(([name]) => cookies.length < 2 || name !== "set-cookie");
  outgoing.writeHead(response.status, Object.fromEntries(headers));
  // A watch client waits for the headers; the first event may come much later.
  outgoing.flushHeaders();
  const reader = response.body?.getReader();
  let resume = (): void => {};
  outgoing.on("drain", () => resume());
  signal.addEventListener("abort", () => {
    reader?.cancel().catch(() => {});
    resume();
  });
  for (let chunk = await reader?.read(); chunk !== undefined && !chunk.done; chunk = await reader?.read()) {
    if (!outgoing.write(chunk.value) && !signal.aborted) await new Promise<void>((resolve) => resume = resolve);
  }
  outgoing.end();
}

/** How long a client that still sends its body has to read the response. */
const LINGER_MS = 1000;

/** Sends an error to a client that is still sending its body, and closes the connection without reading the rest. */
async function refuse(response: Response, outgoing: ServerResponse): Promise<void> {
  const body = new Uint8Array(await response.arrayBuffer());
  const headers = { ...Object.fromEntries(response.headers), "content-length": body.length, connection: "close" };
  outgoing.writeHead(response.status, headers).flushHeaders();
  outgoing.write(body);
  // Closing at once would reset the connection, and the client might lose the response.
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, LINGER_MS);
    outgoing.once("close", () => {
      clearTimeout(timer);
      resolve();
    });
  });
  outgoing.destroy();
}

/** Methods that no `Request` may have; like OPTIONS, the server allows them nowhere. */
const IMPOSSIBLE_METHODS = ["CONNECT", "TRACE", "TRACK"];

function toRequest(incoming: IncomingMessage, outgoing: ServerResponse, signal: AbortSignal): Request {
  const { method = "GET", url: target = "/", rawHeaders } = incoming;
  const headers = new Headers();
  for (let i = 0; i < rawHeaders.length; i += 2) headers.append(rawHeaders[i]!, rawHeaders[i + 1]!);
  // A path may begin with two slashes, which would make its first segment a host.
  // The user and password of an absolute URL, which no `Request` may have, count for nothing.
  const url = /^https?:/i.test(target)
    ? target.replace(/^([a-z]+:\/\/)[^/?#]*@/i, "$1")
    : `http://localhost${target.startsWith("/") ? "" : "/"}${target}`;
  const hasBody = method !== "GET" && method !== "HEAD" &&
    (headers.has("content-length") || headers.has("transfer-encoding"));
  return new Request(URL.canParse(url) ? url : "http://localhost/", {
    method: IMPOSSIBLE_METHODS.includes(method) ? "OPTIONS" : method,
    headers,
    body: hasBody ? bodyOf(incoming, outgoing) : null,
    signal,
    duplex: "half",
  } as RequestInit);
}

/** The body of a request, read from the socket only as the server reads it: it may refuse the request first. */
function bodyOf(incoming: IncomingMessage, outgoing: ServerResponse): ReadableStream<Uint8Array> {
  const chunks = incoming[Symbol.asyncIterator]();
  const skip = (): void => void chunks.next().then(({ done }) => done ? undefined : skip(), () => {});
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    // The next request of the connection comes after the rest; a refused request has none.
    cancel: () => void outgoing.once("finish", skip),
  }, { highWaterMark: 0 });
}
