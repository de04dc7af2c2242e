import { badRequest } from "../wire/api_error.ts";

/**
 * The part of a `WebSocket` that a watch uses.
 *
 * @category Server
 */
export interface WatchSocket {
  /** 1 while messages can be sent. */
  readonly readyState: number;
  /** The number of queued bytes that are not on the network yet. */
  readonly bufferedAmount: number;
  /** Sends a message. */
  send(text: string): void;
  /** Closes the connection. */
  close(): void;
  /** Adds a listener, called when the socket opens, closes or fails. */
  addEventListener(type: "open" | "close" | "error", listener: () => void): void;
}

/**
 * Upgrades a request to a WebSocket, as `Deno.upgradeWebSocket` does.
 *
 * @category Server
 */
export type UpgradeWebSocket = (request: Request) => { readonly socket: WatchSocket; readonly response: Response };

/**
 * The handlers of `Bun.serve` for its WebSockets.
 *
 * @category Server
 */
export interface BunSocketHandlers {
  /** Called when the handshake is complete. */
  open(socket: BunServerSocket): void;
  /** Called with a message from the client, which a watch ignores. */
  message(socket: BunServerSocket, message: unknown): void;
  /** Called when the connection is closed. */
  close(socket: BunServerSocket): void;
}

/**
 * The part of Bun's `ServerWebSocket` that a watch uses.
 *
 * @category Server
 */
export interface BunServerSocket {
  /** The data passed to `server.upgrade`. */
  readonly data: unknown;
  /** 1 while messages can be sent. */
  readonly readyState: number;
  /** Returns the number of queued bytes that are not on the network yet. */
  getBufferedAmount(): number;
  /** Sends a message. */
  send(text: string): unknown;
  /** Closes the connection. */
  close(): void;
}

const OPEN = 1; // readyState
/** Bounds the memory of a client that does not read; sixteen chunks of a watch. */
const MAX_BUFFERED_BYTES = 1024 * 1024;
/** How often a socket under backpressure is polled: a web `WebSocket` has no drain event. */
const DRAIN_POLL_MS = 20;

/** Whether a request asks for a WebSocket upgrade. */
export function wantsSocket({ headers }: Request): boolean {
  return headers.get("upgrade")?.toLowerCase() === "websocket";
}

/**
 * Answers a watch through a WebSocket: one message per line, as in a cluster.
 *
 * Without `upgrade` the response is empty, so that clients such as fabric8's fall back to HTTP; a response that does
 * not end would leave them waiting.
 *
 * @param watch The response to the same request without a WebSocket.
 * @throws {ApiError} 400 if the request cannot be upgraded.
 */
export function answerSocket(request: Request, watch: Response, upgrade: UpgradeWebSocket | undefined): Response {
  if (watch.status !== 200) return watch;
  if (upgrade === undefined) {
    watch.body?.cancel().catch(() => {});
    return new Response("", { headers: watch.headers });
  }
  const { socket, response } = upgraded(request, upgrade);
  const reader = watch.body!.pipeThrough(new TextDecoderStream()).getReader();
  const cancel = (): void => void reader.cancel().catch(() => {});
  socket.addEventListener("close", cancel);
  socket.addEventListener("error", cancel);
  if (socket.readyState === OPEN) void sendLines(reader, socket);
  else socket.addEventListener("open", () => void sendLines(reader, socket));
  return response;
}

function upgraded(request: Request, upgrade: UpgradeWebSocket): ReturnType<UpgradeWebSocket> {
  try {
    return upgrade(request);
  } catch (error) {
    throw badRequest(`the connection cannot become a WebSocket: ${(error as Error).message}`);
  }
}

async function sendLines(reader: ReadableStreamDefaultReader<string>, socket: WatchSocket): Promise<void> {
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      const lines = (rest + value).split("\n");
      rest = lines.pop()!;
      for (const line of lines) socket.send(line.trim());
      while (socket.readyState === OPEN && socket.bufferedAmount > MAX_BUFFERED_BYTES) {
        await new Promise((resolve) => setTimeout(resolve, DRAIN_POLL_MS));
      }
    }
  } catch {
    // The watch was cut: close the socket too.
  }
  socket.close();
}

/** A WebSocket of Bun's server, whose events come from the server-wide handlers. */
class BunSocket extends EventTarget implements WatchSocket {
  #socket: BunServerSocket | undefined;

  get readyState(): number {
    return this.#socket?.readyState ?? 0;
  }

  get bufferedAmount(): number {
    return this.#socket!.getBufferedAmount();
  }

  send(text: string): void {
    this.#socket!.send(text);
  }

  close(): void {
    this.#socket!.close();
  }

  /** Must be called when the handshake is complete. */
  opened(socket: BunServerSocket): void {
    this.#socket = socket;
    this.dispatchEvent(new Event("open"));
  }
}

/** The handlers for `Bun.serve`, which watches through WebSockets need. */
export const BUN_SOCKET_HANDLERS: BunSocketHandlers = {
  open(socket) {
    (socket.data as BunSocket).opened(socket);
  },
  message() {},
  close(socket) {
    (socket.data as BunSocket).dispatchEvent(new Event("close"));
  },
};

/**
 * Returns a function that upgrades requests with Bun's server, the second argument of its fetch handler; `undefined`
 * for any other argument.
 */
export function bunUpgrade(context: unknown): UpgradeWebSocket | undefined {
  const server = context as { upgrade?: (request: Request, options: { data: unknown }) => boolean } | undefined;
  if (typeof server?.upgrade !== "function") return undefined;
  return (request) => {
    const socket = new BunSocket();
    const isUpgraded = server.upgrade!(request, { data: socket });
    // Bun ignores the response to an upgraded request.
    return { socket, response: new Response(null, { status: isUpgraded ? 200 : 400 }) };
  };
}
