import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { EventsApiServer } from "../server/mod.ts";
import { type Arguments, type Command, UsageError } from "./command.ts";
import { onEndSignals, print, printError } from "./shell.ts";

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
  const api = new EventsApiServer({ ttlMs: args.durationMs("ttl") });
  const server = createServer((incoming, outgoing) => {
    respond(api, incoming, outgoing).catch(() => outgoing.destroy());
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
    const signals = onEndSignals(() => {
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

/** Serves a request of node:http, which Deno and Bun have too, with the server's fetch handler. */
async function respond(api: EventsApiServer, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const abort = new AbortController();
  outgoing.on("close", () => abort.abort());
  const chunks: BlobPart[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const headers = new Headers();
  for (let i = 0; i < incoming.rawHeaders.length; i += 2) {
    headers.append(incoming.rawHeaders[i]!, incoming.rawHeaders[i + 1]!);
  }
  const request = new Request(new URL(incoming.url!, "http://localhost"), {
    method: incoming.method!,
    headers,
    body: chunks.length === 0 || incoming.method === "GET" || incoming.method === "HEAD" ? null : new Blob(chunks),
    signal: abort.signal,
  });
  const response = await api.fetch(request);
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
