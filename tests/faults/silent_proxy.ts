import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from "node:http2";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { readCertificate } from "../connect/in_cluster/tls_server.ts";

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

/** Serves `fetch` over TLS, with HTTP/2 for clients that offer it, on a free port of 127.0.0.1. */
export async function serveHttp2(fetch: (request: Request) => Promise<Response>): Promise<number> {
  const certificate = { key: readCertificate("server.key"), cert: readCertificate("server.crt") };
  const serve = async (incoming: Http2ServerRequest, outgoing: Http2ServerResponse): Promise<void> => {
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const request = new Request(`https://127.0.0.1${incoming.url}`, {
      method: incoming.method,
      headers: { "content-type": incoming.headers["content-type"] ?? "application/json" },
      body: await new Blob(chunks).arrayBuffer(),
    });
    const response = await fetch(request);
    outgoing.writeHead(response.status, { "content-type": "application/json" });
    outgoing.end(await response.text());
  };
  // On a busy machine, a client may give up while its request is read.
  const server = createSecureServer({ ...certificate, allowHTTP1: true }, (...exchange) => {
    serve(...exchange).catch(() => {});
  });
  return await listen(server);
}

/**
 * Forwards connections to a port of 127.0.0.1 until silenced: it then reads all data of the open
 * connections and forwards nothing, as a firewall that has dropped their state.
 */
export class SilentProxy {
  readonly #pairs = new Set<readonly [Socket, Socket]>();

  /** Starts listening, and returns the port. */
  async listen(target: number): Promise<number> {
    return await listen(createServer((client) => {
      const server = connect(target, "127.0.0.1");
      const pair = [client, server] as const;
      for (const socket of pair) socket.on("error", () => {});
      client.pipe(server);
      server.pipe(client);
      this.#pairs.add(pair);
    }));
  }

  /** Silences the open connections, and returns their number; later ones are forwarded. */
  silence(): number {
    const count = this.#pairs.size;
    for (const [client, server] of this.#pairs) {
      client.unpipe(server);
      server.unpipe(client);
      client.resume();
      server.resume();
    }
    this.#pairs.clear();
    return count;
  }
}
