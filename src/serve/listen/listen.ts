import { lookup } from "node:dns/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { invalid, lackedMethods, readOptions, showValue } from "../../base/tools/check_options.ts";
import { type Logger, reasonOf, tellLogger } from "../../base/tools/logger.ts";

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
  /** Receives the errors of the handler, which its clients do not see. */
  readonly logger?: Logger | undefined;
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
 * Serves an API over HTTP, on Deno, Bun and Node: for example an `EventsApiServer`, for kubectl, clients in any
 * language, and tests of a program whose client needs a socket.
 *
 * There is no authentication: any client that reaches the port may use the API. Responses are streamed. A request is
 * aborted when its client disconnects, or ends its side of the connection. Once a response is sent, reading the
 * request's body rejects. If `fetch` fails, the response is a 500 without the error, which goes to the logger; an error
 * with the `code` `"ECONNRESET"` breaks the connection instead, and so does an error of the response's body. On Bun, a
 * text response has no `content-type` unless one is given.
 *
 * @param api The handler that answers the requests.
 * @returns The listener, once it listens.
 * @throws {Error} Rejects if the port cannot be opened: with the `code` of the runtime's node:http, such as
 * `"EADDRINUSE"`, or on Deno for lack of permission. Rejects with a `TypeError` or `RangeError` if an argument is
 * invalid.
 *
 * @category Server
 */
export async function listen(
  api: { fetch(request: Request): Promise<Response> | Response },
  options: ListenOptions = {},
): Promise<Listener> {
  const { port, hostname, logger } = readOptions("listen", options, {
    port: ["an integer of at least 0", 0],
    hostname: ["a string", "127.0.0.1"],
    logger: ["a Logger"],
  });
  if (lackedMethods(api, "fetch").length > 0) {
    throw new TypeError(invalid("listen", "api", "have the method fetch", api));
  }
  if (port > 65_535) throw new RangeError(invalid("listen", "port", "be at most 65535", port));
  // An empty host name would listen on all addresses.
  if (hostname === "") throw new TypeError(invalid("listen", "hostname", "be a host name or an address", hostname));
  await checkPermission(hostname, port);
  // `last` resolves to whether the connection serves a further request.
  const turns = new WeakMap<Socket, { last: Promise<boolean>; waiting: number }>();
  const serveInTurn = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const { socket } = incoming;
    const turn = turns.get(socket) ?? { last: Promise.resolve(true), waiting: 0 };
    turns.set(socket, turn);
    const onError = (error: unknown): void => {
      // Logs only the path, because an absolute URL may contain a password.
      const path = incoming.url?.replace(/^[a-z]+:\/+[^/]*|\?.*/gi, "");
      tellLogger(logger, "error", `Cannot answer ${incoming.method} ${path}: ${reasonOf(error)}`);
    };
    // Closes the socket, because Deno would go on reading from a paused one.
    if (turn.waiting === MAX_PIPELINED) return void socket.destroy();
    turn.waiting++;
    // Pipelined requests are answered in order.
    turn.last = turn.last
      .then((isOpen) => isOpen && !socket.destroyed && respond(api, incoming, outgoing, onError))
      .catch((error) => {
        if (!socket.destroyed) onError(error);
        outgoing.destroy();
        return false;
      })
      .finally(() => turn.waiting--);
  };
  // There is no listener for CONNECT, so node:http closes its connection.
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

/** Checks Deno's permission first, because without it Deno's node:net would end the process. */
async function checkPermission(hostname: string, port: number): Promise<void> {
  const { Deno } = globalThis as {
    readonly Deno?: { permissions: { request(permission: object): Promise<{ readonly state: string }> } };
  };
  if (Deno === undefined) return;
  const { address, family } = await lookup(hostname);
  const host = `${family === 6 ? `[${address}]` : address}:${port}`;
  const { state } = await Deno.permissions.request({ name: "net", host });
  if (state !== "granted") throw new Error(`Cannot listen: it needs Deno's permission --allow-net=${host}`);
}

/** Maximum number of pipelined requests waiting for an earlier one, such as a watch; clients send far fewer. */
const MAX_PIPELINED = 1000;

/**
 * Headers may be large, because of long selectors. Idle connections stay open for 90 s, as in a cluster, because a
 * request fails if its connection is just being closed. Only the head of a request has a time limit, because a body may
 * be a stream. `Host` is optional: web pages, which the server must refuse, always send it.
 */
const SERVER_OPTIONS = {
  maxHeaderSize: 1024 * 1024,
  keepAliveTimeout: 90_000,
  headersTimeout: 60_000,
  requestTimeout: 0,
  requireHostHeader: false,
};

/**
 * Answers a request of node:http, which Deno and Bun also have, by the fetch handler; resolves to whether its
 * connection stays open.
 */
async function respond(
  api: Api,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  onError: (error: unknown) => void,
): Promise<boolean> {
  const { socket } = incoming;
  const abort = new AbortController();
  const request = toRequest(incoming, outgoing, abort.signal);
  const onClose = (): void => {
    // Keeps the request alive: in Node, the signal of a garbage-collected request never aborts.
    void request;
    abort.abort();
  };
  // Listens to the socket, because a pipelined response may not have one yet.
  socket.once("close", onClose);
  try {
    const response = await responseOf(api, request, onError);
    try {
      if (abort.signal.aborted) return false;
      const isRefused = !incoming.complete && response.status >= 400;
      await (isRefused ? refuse : send)(response, outgoing, abort.signal);
      return !isRefused && !isLast(response.headers, incoming.httpVersion);
    } finally {
      // Cancels a body that was not fully sent.
      response.body?.cancel().catch(() => {});
    }
  } finally {
    socket.off("close", onClose);
  }
}

/** Returns whether node:http closes the connection after a response. */
function isLast(headers: Headers, httpVersion: string): boolean {
  return /\bclose\b/i.test(headers.get("connection") ?? "") || httpVersion === "1.0" && !headers.has("content-length");
}

/** Returns the response of the handler; if that fails, a 500 without the error, which may contain secrets. */
async function responseOf(api: Api, request: Request, onError: (error: unknown) => void): Promise<Response> {
  try {
    const response = await api.fetch(request);
    // `Response.error()` has the status 0.
    if (!(response?.status >= 200)) {
      throw new TypeError(`fetch must return a response with a status, received ${showValue(response)}`);
    }
    if (response.bodyUsed || response.body?.locked) throw new TypeError("The response has already been sent");
    return response;
  } catch (error) {
    if (request.signal.aborted || (error as { code?: unknown } | null)?.code === "ECONNRESET") throw error;
    onError(error);
    return new Response("The handler failed", { status: 500, headers: { "content-type": "text/plain" } });
  }
}

/** Sends a response as the client reads it; rejects once the signal is aborted. */
async function send(response: Response, outgoing: ServerResponse, signal: AbortSignal): Promise<void> {
  writeHead(response, response.headers, outgoing);
  let resume = (): void => {};
  signal.addEventListener("abort", () => resume());
  const write = (chunk: Uint8Array): Promise<void> =>
    new Promise((resolve) => {
      resume = resolve;
      // Waits until the chunk is written, so that it arrives even if the body fails next and the connection is cut.
      if (signal.aborted) resolve();
      else outgoing.write(chunk, () => resolve());
    });
  if (outgoing.req.method !== "HEAD") await response.body?.pipeTo(new WritableStream({ write }), { signal });
  outgoing.end();
}

/** How long a client may take to read a refusal while it still sends its body, in milliseconds. */
const LINGER_MS = 1000;

/** Sends an error to a client that is still sending its body, and closes the connection without reading the rest. */
async function refuse(response: Response, outgoing: ServerResponse, signal: AbortSignal): Promise<void> {
  const whole = new Response(response.body?.pipeThrough(new TransformStream(), { signal }));
  const body = new Uint8Array(await whole.arrayBuffer());
  const headers = new Headers(response.headers);
  headers.delete("transfer-encoding");
  headers.set("content-length", String(body.length));
  headers.set("connection", "close");
  writeHead(response, headers, outgoing);
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

function writeHead({ status, statusText }: Response, headers: Headers, outgoing: ServerResponse): void {
  const cookies = headers.getSetCookie();
  // Only printable ASCII: Bun allows line breaks in a status text, and Deno sends other characters in UTF-8.
  const reason = /^[\x20-\x7e]+$/.test(statusText) ? statusText : undefined;
  outgoing.writeHead(status, reason, {
    ...Object.fromEntries(headers),
    ...cookies.length && { "set-cookie": cookies },
  });
  // A watch client waits for the headers; the first event may come much later.
  outgoing.flushHeaders();
}

/** Methods that `Request` does not support; like OPTIONS, the server allows them nowhere. */
const IMPOSSIBLE_METHODS = ["CONNECT", "TRACE", "TRACK"];

function toRequest(incoming: IncomingMessage, outgoing: ServerResponse, signal: AbortSignal): Request {
  const { method = "GET", url: target = "/", rawHeaders } = incoming;
  const headers = new Headers();
  for (let i = 0; i < rawHeaders.length; i += 2) headers.append(rawHeaders[i]!, rawHeaders[i + 1]!);
  // Adds a host, because the first segment of a path that begins with two slashes would be read as one.
  // Drops the user and password of an absolute URL, which `Request` does not support.
  const url = /^https?:/i.test(target)
    ? target.replace(/^([a-z]+:\/{2,})[^/?#]*@/i, "$1")
    : `http://localhost${target.startsWith("/") ? "" : "/"}${target}`;
  const hasBody = headers.has("content-length") || headers.has("transfer-encoding");
  // A `Request` with the method GET cannot have a body, but the body must be skipped to reach the next request.
  const body = hasBody ? bodyOf(incoming, outgoing) : null;
  return new Request(URL.canParse(url) ? url : "http://localhost/", {
    method: IMPOSSIBLE_METHODS.includes(method) ? "OPTIONS" : method,
    headers,
    body: method === "GET" || method === "HEAD" ? null : body,
    signal,
    duplex: "half",
  } as RequestInit);
}

/**
 * Returns the body of a request, which is read from the socket only on demand, because the server may refuse it unread.
 *
 * Once the response is sent, reads reject, and the rest is skipped to reach the next request of the connection.
 */
function bodyOf(incoming: IncomingMessage, outgoing: ServerResponse): ReadableStream<Uint8Array> {
  const chunks = incoming[Symbol.asyncIterator]();
  const skip = (): void => void chunks.next().then(({ done }) => done ? undefined : skip(), () => {});
  let isSent = false;
  outgoing.once("finish", () => {
    isSent = true;
    skip();
  });
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { done, value } = await chunks.next();
      if (isSent) throw new TypeError("The response to this request has already been sent");
      if (done) controller.close();
      else controller.enqueue(value);
    },
  }, { highWaterMark: 0 });
}
