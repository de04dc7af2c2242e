import { createServer, type IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { EventsApiServer } from "../server/mod.ts";
import { type Arguments, type Command, UsageError } from "./command.ts";
import { onSignals, print, printError } from "./shell.ts";

/** `kubecast serve`: serves an Events API in memory. */
export const serveCommand: Command = {
  name: "serve",
  operands: "",
  summary: "Serve an Events API in memory: for kubectl, for tests, and for trying this.",
  details:
    `It has no authentication: anyone who reaches the port may read and write. Ctrl-C ends it, and its events are lost.

Exit code: 0 when ended by a signal, 1 if it cannot listen, 2 for wrong usage.`,
  flags: {
    port: { short: "p", value: "PORT", text: "The port (default: 8001; 0 chooses a free one)" },
    host: { value: "ADDRESS", text: "The address to listen on (default: 127.0.0.1)" },
    "allow-host": {
      value: "NAME",
      multiple: true,
      text: 'A host name, besides loopback names and addresses, that clients may use; "*" for all',
    },
    "allow-origin": {
      value: "ORIGIN",
      multiple: true,
      text: 'An origin, such as http://localhost:5173, whose web pages may use the server; "*" for all',
    },
    ttl: { value: "DURATION", text: "How long an event lives after its last change (default: 1h)" },
  },
  examples: [
    "kubecast serve --port 8001 &",
    `kubecast record pod/web Pulled "Image pulled" --server http://127.0.0.1:8001`,
    "kubectl --server=http://127.0.0.1:8001 get events",
  ],
  run: serve,
};

async function serve(args: Arguments): Promise<number> {
  if (args.operands.length > 0) throw new UsageError(`Unknown argument ${args.operands[0]}`);
  const port = args.text("port") ?? "8001";
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    throw new UsageError(`--port must be a number from 0 to 65535, received ${JSON.stringify(port)}`);
  }
  // An empty host would listen on all addresses.
  const host = args.text("host") || "127.0.0.1";
  const api = createApi(args);
  const turns = new WeakMap<Socket, { last: Promise<void>; waiting: number }>();
  const serveInTurn = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const turn = turns.get(incoming.socket) ?? { last: Promise.resolve(), waiting: 0 };
    turns.set(incoming.socket, turn);
    if (turn.waiting === MAX_PIPELINED) return void incoming.socket.destroy();
    turn.waiting++;
    // Pipelined requests depend on those before them.
    turn.last = turn.last
      .then(() => outgoing.destroyed ? undefined : respond(api, incoming, outgoing))
      .catch(() => void outgoing.destroy())
      .finally(() => turn.waiting--);
  };
  const server = createServer(SERVER_OPTIONS, serveInTurn);
  server.on("connect", (incoming: IncomingMessage, socket: Socket) => {
    // The server leaves the socket to its listener: without one, an error would end the process.
    socket.on("error", () => socket.destroy());
    const outgoing = new ServerResponse(incoming);
    outgoing.assignSocket(socket);
    outgoing.once("finish", () => socket.end());
    serveInTurn(incoming, outgoing);
  });
  try {
    await new Promise<void>((resolve, reject) => {
      server.on("error", reject);
      server.listen(Number(port), host, resolve);
    });
  } catch (error) {
    const isTaken = (error as { code?: unknown }).code === "EADDRINUSE";
    printError(
      isTaken ? `port ${port} is in use: choose another, or --port 0 for a free one` : (error as Error).message,
    );
    return 1;
  }
  const { address, port: bound, family } = server.address() as AddressInfo;
  const url = `http://${family === "IPv6" ? `[${address}]` : address}:${bound}`;
  if (!/^(127\.|::1$)/.test(address)) {
    printError(`no authentication: anyone who reaches ${url} may read and write events`);
  }
  const ended = new Promise<void>((resolve) => {
    const signals = onSignals(() => {
      signals[Symbol.dispose]();
      resolve();
    });
  });
  await print(`Serving events at ${url} (kubectl --server=${url} get events --all-namespaces)\n`);
  await ended;
  server.close();
  server.closeAllConnections();
  return 0;
}

/** @throws {UsageError} If an allowed host or origin is malformed. */
function createApi(args: Arguments): EventsApiServer {
  try {
    const [allowedHosts, allowedOrigins] = [args.list("allow-host"), args.list("allow-origin")];
    const ttlMs = args.durationMs("ttl");
    return new EventsApiServer({ ttlMs, allowedHosts, allowedOrigins, flushesHeaders: true });
  } catch (error) {
    throw error instanceof TypeError ? new UsageError(error.message) : error;
  }
}

/** More than clients send before they read: behind a watch, requests would wait without limit. */
const MAX_PIPELINED = 100;

/**
 * Long selectors fit, and idle connections stay open for 90 s, as in a cluster: a request that meets the end of its
 * connection fails. Without a `Host` there is no page to refuse.
 */
const SERVER_OPTIONS = { maxHeaderSize: 1024 * 1024, keepAliveTimeout: 90_000, requireHostHeader: false };

/** Serves a request of node:http, which Deno and Bun have too, with the server's fetch handler. */
async function respond(api: EventsApiServer, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const abort = new AbortController();
  outgoing.on("close", () => abort.abort());
  const response = await api.fetch(toRequest(incoming, abort.signal));
  if (!incoming.complete && response.status >= 400) return await refuse(response, outgoing);
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  // A watch client waits for the headers; the first event may come much later.
  outgoing.flushHeaders();
  const reader = response.body?.getReader();
  abort.signal.addEventListener("abort", () => void reader?.cancel().catch(() => {}));
  for (let chunk = await reader?.read(); chunk !== undefined && !chunk.done; chunk = await reader?.read()) {
    if (!outgoing.write(chunk.value) && !abort.signal.aborted) {
      await new Promise<void>((resolve) => {
        outgoing.once("drain", resolve);
        outgoing.once("close", resolve);
      });
    }
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

function toRequest(incoming: IncomingMessage, signal: AbortSignal): Request {
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
    body: hasBody ? bodyOf(incoming) : null,
    signal,
    duplex: "half",
  } as RequestInit);
}

/** The body of a request, read from the socket only as the server reads it: it may refuse the request first. */
function bodyOf(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  const chunks = incoming[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  }, { highWaterMark: 0 });
}
