import { createServer, type IncomingMessage } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from "node:net";
import type { Scope } from "./folder.ts";
import { readCertificate } from "../in_cluster/tls_server.ts";

/** A proxy of a test. */
export interface TestProxy {
  readonly port: number;
  /** What it was asked for: `CONNECT host:port`, `GET url` or `SOCKS host:port`, with the credentials if there were any. */
  readonly seen: readonly string[];
}

function listening(server: { listen(port: number, host: string, ready: () => void): unknown; address(): unknown }) {
  return new Promise<number>((resolve) =>
    void server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port))
  );
}

/** Pipes two sockets, and ends both with one of them. */
function join(a: Socket, b: Socket, sockets: Set<Socket>): void {
  for (const socket of [a, b]) sockets.add(socket.on("error", () => {}));
  a.on("close", () => b.destroy()).pipe(b);
  b.on("close", () => a.destroy()).pipe(a);
}

/** An HTTP proxy, over TLS if need be, that tunnels and forwards; with `status`, it refuses. */
export async function httpProxy(
  { keep }: Scope,
  { status, isSecure = false }: { readonly status?: number; readonly isSecure?: boolean } = {},
): Promise<TestProxy> {
  const seen: string[] = [];
  const sockets = new Set<Socket>();
  const note = (method: string, { url, headers }: IncomingMessage): void => {
    const credentials = headers["proxy-authorization"]?.replace(/^Basic /, "");
    seen.push(`${method} ${url}${credentials === undefined ? "" : ` as ${atob(credentials)}`}`);
  };
  const options = isSecure ? { key: readCertificate("server.key"), cert: readCertificate("server.crt") } : {};
  const server = isSecure ? createTlsServer(options) : createServer();
  server.on("request", (request, response) => {
    note(request.method!, request);
    response.end("forwarded");
  });
  server.on(
    isSecure ? "secureConnection" : "connection",
    (socket: Socket) => sockets.add(socket.on("error", () => {})),
  );
  server.on("connect", (request: IncomingMessage, client: Socket) => {
    note("CONNECT", request);
    sockets.add(client.on("error", () => {}));
    if (status !== undefined) return void client.end(`HTTP/1.1 ${status} No\r\n\r\n`);
    const { hostname, port } = new URL(`http://${request.url}`);
    const upstream = connect(Number(port), hostname.replace(/^\[|\]$/g, ""), () => {
      client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      join(upstream, client, sockets);
    });
    sockets.add(upstream.on("error", () => client.destroy()));
  });
  const port = await listening(server);
  keep({
    [Symbol.asyncDispose]: () => {
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  });
  return { port, seen };
}

/** A SOCKS5 proxy, with a name and a password if `password` is given. */
export async function socksProxy({ keep }: Scope, password?: string): Promise<TestProxy> {
  const seen: string[] = [];
  const sockets = new Set<Socket>();
  const server = createTcpServer((client) => {
    sockets.add(client.on("error", () => {}));
    let step = 0;
    const read = (bytes: Buffer): void => {
      step++;
      if (step === 1) return void client.write(Buffer.of(5, password === undefined ? 0 : 2));
      if (step === 2 && password !== undefined) {
        const given = bytes.subarray(2 + bytes[1]! + 1).toString();
        return void client.write(Buffer.of(1, given === password ? 0 : 1));
      }
      client.off("data", read);
      const port = bytes.readUInt16BE(bytes.length - 2);
      const host = bytes[3] === 1
        ? bytes.subarray(4, 8).join(".")
        : bytes[3] === 4
        ? bytes.subarray(4, 20).toString("hex").match(/.{4}/g)!.join(":")
        : bytes.subarray(5, 5 + bytes[4]!).toString();
      seen.push(`SOCKS ${host}:${port}`);
      const upstream = connect(port, host, () => {
        // In two parts, as over a slow network.
        client.write(Buffer.of(5, 0, 0));
        setTimeout(() => {
          client.write(Buffer.of(1, 127, 0, 0, 1, 0, 0));
          join(upstream, client, sockets);
        }, 5);
      });
      sockets.add(upstream.on("error", () => client.end(Buffer.of(5, 5, 0, 1, 0, 0, 0, 0, 0, 0))));
    };
    client.on("data", read);
  });
  const port = await listening(server);
  keep({
    [Symbol.asyncDispose]: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  });
  return { port, seen };
}

/** A server that reads and says nothing; calls back with the socket of the first bytes. */
export async function silentServer({ keep }: Scope, onData: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((client) => {
    sockets.add(client.on("error", () => {}).once("data", () => onData(client)).resume());
  });
  const port = await listening(server);
  keep({
    [Symbol.asyncDispose]: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  });
  return port;
}
