import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createServer as createTlsServer, type TLSSocket } from "node:tls";

const directory = new URL("./certificates/", import.meta.url);

/** A file beside, as text. */
export function readCertificate(name: string): string {
  return readFileSync(new URL(name, directory), "utf8");
}

/** What a request tells the server about its client. */
export interface TlsPeer {
  /** The common name of the client's certificate, if the tests' authority has signed it. */
  readonly clientName: string | undefined;
  /** The common name of the certificate that the client has sent, whoever signed it. */
  readonly sentName: string | undefined;
  /** The name that the client asked for. */
  readonly serverName: string | undefined;
}

/**
 * Serves `fetch` over TLS on a free port of 127.0.0.1, with a certificate of the tests' own authority, and asks clients for one.
 */
export async function serveTls(
  fetch: (request: Request, peer: TlsPeer) => Promise<Response>,
  certificate = "server",
): Promise<{ readonly port: number; readonly sockets: ReadonlySet<TLSSocket>; close(): Promise<void> }> {
  const options = {
    key: readCertificate(`${certificate}.key`),
    cert: readCertificate(`${certificate}.crt`),
    ca: readCertificate("ca.crt"),
    requestCert: true,
    rejectUnauthorized: false,
  };
  const sockets = new Set<TLSSocket>();
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const socket = incoming.socket as TLSSocket & { readonly servername?: string | false | null };
    const sentName = socket.getPeerCertificate()?.subject?.CN as string | undefined;
    const peer = {
      clientName: socket.authorized ? sentName : undefined,
      sentName,
      serverName: socket.servername || undefined,
    };
    const chunks: Uint8Array[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const body = chunks.length === 0 ? null : await new Blob(chunks as Uint8Array<ArrayBuffer>[]).arrayBuffer();
    const request = new Request(`https://127.0.0.1${incoming.url}`, {
      method: incoming.method!,
      headers: incoming.headers as Record<string, string>,
      body,
    });
    const response = await fetch(request, peer);
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    if (response.body === null) return void outgoing.end();
    outgoing.flushHeaders();
    const reader = response.body.getReader();
    outgoing.on("close", () => void reader.cancel().catch(() => {}));
    for (let part = await reader.read(); !part.done; part = await reader.read()) outgoing.write(part.value);
    outgoing.end();
  };
  // Longer than a machine stalls, as a client fails that writes to a connection while it ends.
  const http = createServer({ keepAliveTimeout: 180_000 }, (incoming, outgoing) => {
    // A client may give up while its request is read.
    answer(incoming, outgoing).catch(() => outgoing.destroy());
  });
  // Not node:https, whose sockets do not show the client's certificate on Bun.
  const server = createTlsServer(options, (socket) => {
    sockets.add(socket.on("close", () => sockets.delete(socket)));
    http.emit("connection", socket);
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    sockets,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
