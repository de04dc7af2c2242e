import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";

const directory = new URL("./certificates/", import.meta.url);

/** Serves `fetch` over TLS on a free port of 127.0.0.1, with a certificate of the tests' own authority. */
export async function serveTls(
  fetch: (request: Request) => Promise<Response>,
): Promise<{ readonly port: number; close(): Promise<void> }> {
  const options = {
    key: readFileSync(new URL("server.key", directory)),
    cert: readFileSync(new URL("server.crt", directory)),
  };
  const server = createServer(options, async (incoming, outgoing) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const body = chunks.length === 0 ? null : await new Blob(chunks as Uint8Array<ArrayBuffer>[]).arrayBuffer();
    const request = new Request(`https://127.0.0.1${incoming.url}`, {
      method: incoming.method!,
      headers: incoming.headers as Record<string, string>,
      body,
    });
    const response = await fetch(request);
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.end(new Uint8Array(await response.arrayBuffer()));
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
