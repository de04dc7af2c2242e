import { shellWord } from "../../base/tools/text.ts";
import { listen, type Listener } from "../../serve/listen/mod.ts";
import { EventsApiServer } from "../../serve/server/mod.ts";
import { type Arguments, type Command, UsageError } from "./command.ts";
import { print, printError, signalled } from "./shell.ts";

/** `kubecast serve`: serves an Events API in memory. */
export const serveCommand: Command = {
  name: "serve",
  operands: "",
  summary: "Serve an Events API in memory: for kubectl, for tests, and for trying this.",
  details:
    `It stores events alone: kubectl get events shows them, while kubectl describe works in clusters only. It has no
authentication: anyone who reaches the port may read and write. Ctrl-C ends it, and its events are lost.

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
  const port = args.port("port") ?? 8001;
  // An empty host would listen on all addresses.
  const host = args.text("host") || "127.0.0.1";
  const api = createApi(args);
  let listener: Listener;
  try {
    listener = await listen(api, { port, hostname: host });
  } catch (error) {
    const isTaken = (error as { code?: unknown }).code === "EADDRINUSE";
    printError(
      isTaken ? `port ${port} is in use: choose another, or --port 0 for a free one` : (error as Error).message,
    );
    return 1;
  }
  const { url, hostname } = listener;
  if (!/^(127\.|::1$)/.test(hostname)) {
    printError(`no authentication: anyone who reaches ${url} may read and write events`);
  }
  const ended = signalled();
  await print(`Serving events at ${url} (kubectl --server=${shellWord(url)} get events --all-namespaces)\n`);
  await ended;
  await listener[Symbol.asyncDispose]();
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
