import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate } from "node:timers/promises";

/** A server on 127.0.0.1. */
export interface HttpServer {
  readonly url: string;
  /** Stops listening and cuts every connection. */
  close(): Promise<void>;
}

type Fetch = (request: Request) => Promise<Response>;

/**
 * Serves a fetch handler with node:http, which Deno, Bun and Node all have, on a free port. Idle connections stay open for
 * longer than a machine stalls, as a client fails that writes to one while it ends.
 */
export async function serveHttp(fetch: Fetch): Promise<HttpServer> {
  const server = createServer({ keepAliveTimeout: 180_000 }, (incoming, outgoing) => {
    // A rejection of a handler breaks the connection, as an injected reset should.
    answer(fetch, incoming, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async close(): Promise<void> {
      const closed = new Promise<void>((done) => server.close(() => done()));
      server.closeAllConnections();
      await closed;
      // Node's fetch starts a timer after a response: not in a later test, whose time may be fake.
      await setImmediate();
    },
  };
}

async function answer(fetch: Fetch, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const abort = new AbortController();
  outgoing.on("close", () => abort.abort());
  const chunks: Uint8Array[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const hasBody = chunks.length > 0 && incoming.method !== "GET";
  const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]);
  const response = await fetch(
    new Request(`http://${incoming.headers.host}${incoming.url}`, {
      method: incoming.method ?? "GET",
      headers,
      signal: abort.signal,
      ...(hasBody && { body: new Blob(chunks as BlobPart[]) }),
    }),
  );
  outgoing.writeHead(response.status, [...response.headers].flat());
  outgoing.flushHeaders();
  const reader = response.body?.getReader();
  abort.signal.addEventListener("abort", () => reader?.cancel().catch(() => {}));
  for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader!.read()) {
    outgoing.write(chunk.value);
  }
  outgoing.end();
}
