import { listen } from "../../serve/listen/mod.ts";
import { EventsApiServer } from "../../serve/server/mod.ts";
import { counted, shellWord } from "../../base/tools/text.ts";
import { byTime } from "../../read/reader/by_time.ts";
import type { AnyEvent } from "../../base/event/event.ts";
import type { Occurrence } from "../../base/event/occurrence.ts";
import { type Arguments, type Command, UsageError } from "./command.ts";
import { EventFiles, FROM_FLAG, placesOf } from "./event_files.ts";
import { print, printError, signalled } from "./shell.ts";

/** `kubecast serve`: serves an Events API in memory. */
export const serveCommand: Command = {
  name: "serve",
  operands: "[FILE...]",
  summary: "Serve an Events API in memory: for kubectl, for tests, and to try these commands.",
  details: `Stores nothing but events: kubectl get events shows them, but kubectl describe needs a cluster. There is no
authentication, so anyone who reaches the port may read and write. Ctrl-C ends it, and its events are lost.

--from starts with the events of files, unchanged, so that kubectl and other tools can show an archive. It reads the
same forms as kubecast timeline. Those events do not expire unless --ttl is given.

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
    from: FROM_FLAG,
    ttl: { value: "DURATION", text: "How long an event lives after its last change (default: 1h)" },
  },
  examples: [
    "kubecast serve --port 8001 &",
    `kubecast record pod/web Pulled "Image pulled" --server http://127.0.0.1:8001`,
    "kubectl --server=http://127.0.0.1:8001 get events",
    "kubecast serve --from must-gather/",
  ],
  run: serve,
};

async function serve(args: Arguments): Promise<number> {
  const { places } = placesOf(args, 0);
  const port = args.port("port") ?? 8001;
  // An empty host would listen on all addresses.
  const host = args.text("host") || "127.0.0.1";
  const api = createApi(args, places.length > 0 ? await latestEvents(args) : undefined);
  const listener = await listen(api, { port, hostname: host }).catch((error) => {
    const isTaken = error.code === "EADDRINUSE";
    throw isTaken ? new Error(`port ${port} is in use: choose another, or --port 0 for a free one`) : error;
  });
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
function createApi(args: Arguments, events: readonly AnyEvent[] | undefined): EventsApiServer {
  try {
    const [allowedHosts, allowedOrigins] = [args.list("allow-host"), args.list("allow-origin")];
    const ttlMs = args.durationMs("ttl") ?? (events && Infinity);
    const maxEvents = events && Math.max(MAX_EVENTS, 2 * events.length);
    const api = new EventsApiServer({ ttlMs, maxEvents, allowedHosts, allowedOrigins, flushesHeaders: true });
    if (events !== undefined) restore(api, events);
    return api;
  } catch (error) {
    throw error instanceof TypeError ? new UsageError(error.message) : error;
  }
}

const MAX_EVENTS = 100_000;

function restore(api: EventsApiServer, events: readonly AnyEvent[]): void {
  let refused = "";
  let count = 0;
  for (const event of events) {
    try {
      api.restore(event);
    } catch (error) {
      refused ||= (error as Error).message;
      count++;
    }
  }
  if (count > 0) printError(`Skipped ${counted(count, "event")} that no server can have: ${refused}`);
}

/** Reads the last state of each event of the files, the oldest version first. */
async function latestEvents(args: Arguments): Promise<AnyEvent[]> {
  const latest = new Map<string, Occurrence>();
  for await (const occurrences of new EventFiles(args).read()) {
    for (const occurrence of occurrences) {
      const { namespace, name } = occurrence.event.metadata;
      const key = `${namespace}/${name}`;
      const known = latest.get(key);
      if (known === undefined || byTime(known, occurrence) <= 0 && known.count <= occurrence.count) {
        latest.set(key, occurrence);
      }
    }
  }
  const versionOf = ({ metadata }: AnyEvent): number => Number(metadata.resourceVersion) || Infinity;
  return Array.from(latest.values(), ({ event }) => event).sort((a, b) => versionOf(a) < versionOf(b) ? -1 : 1);
}
