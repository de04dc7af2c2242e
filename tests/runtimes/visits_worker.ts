import { type ApiVersion, EventBroadcaster, FetchEventSink, type Recording } from "../../mod.ts";

/** What the visits of a worker are like. */
export interface VisitOptions {
  readonly server: string;
  readonly apiVersion: ApiVersion;
  readonly naming: "unique" | "stable";
  /** Number of pages that are visited. */
  readonly pages: number;
  readonly maxRequests: number | undefined;
}

/** The context of a worker's request. */
interface Context {
  waitUntil(promise: Promise<unknown>): void;
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms));
}

/**
 * Makes a worker that records each visit of a page, with an `await` between any two steps. Call it at module level.
 *
 * A request for `/killed` answers in the middle of its flush, without `waitUntil`; one for `/flush` writes the rest, and
 * returns how often each page was visited.
 */
export function makeWorker({ server, apiVersion, naming, pages, maxRequests }: VisitOptions) {
  const broadcaster = new EventBroadcaster<ApiVersion>({ apiVersion, naming, logger: console });
  const sink = new FetchEventSink<ApiVersion>({ server, apiVersion });
  const recording: Recording = broadcaster.startRecordingToSink<FetchEventSink<ApiVersion>>(sink, {
    autoFlush: false,
    retryDelayMs: 1000,
    requestTimeoutMs: 5000,
    correlator: apiVersion === "v1" ? { burst: 1_000_000 } : {},
  });
  const reporter = apiVersion === "v1" ? { component: "edge" } : { reportingController: "example.com/edge" };
  const recorder = broadcaster.newRecorder(reporter as never) as unknown as {
    record(object: object, fields: object): void;
  };
  const told = new Map<string, number>();

  const visit = (): void => {
    const page = `page-${Math.floor(Math.random() * pages)}`;
    const object = { apiVersion: "example.com/v1", kind: "Page", namespace: "default", name: page, uid: page };
    recorder.record(object, { type: "Normal", reason: "Visited", action: "Visit", message: page, note: page });
    told.set(page, (told.get(page) ?? 0) + 1);
  };

  return {
    async fetch(request: Request, _env: unknown, context: Context): Promise<Response> {
      const { pathname } = new URL(request.url);
      if (pathname === "/flush") {
        const { pending } = await recording.flush({ signal: AbortSignal.timeout(30_000), maxRequests });
        return Response.json({ pending, told: [...told], stats: recording.stats() });
      }
      await sleep(Math.random() * 10);
      visit();
      await sleep(Math.random() * 10);
      const flushed = recording.flush({ signal: AbortSignal.timeout(25_000), maxRequests });
      if (pathname !== "/killed") context.waitUntil(flushed);
      await sleep(Math.random() * 40);
      return new Response("Noted.\n");
    },
  };
}

/** Makes a worker like that, whose visits are each a `fetch` and nothing else. */
export function makeBareWorker({ server, pages }: Pick<VisitOptions, "server" | "pages">) {
  const url = `${server}/api/v1/namespaces/default/events`;
  const write = async (signal: AbortSignal): Promise<void> => {
    const page = `page-${Math.floor(Math.random() * pages)}`;
    const body = JSON.stringify({
      metadata: { generateName: `${page}.` },
      involvedObject: { apiVersion: "example.com/v1", kind: "Page", namespace: "default", name: page, uid: page },
      type: "Normal",
      reason: "Visited",
      message: page,
    });
    try {
      const headers = { "content-type": "application/json" };
      await (await fetch(url, { method: "POST", headers, body, signal })).json();
    } catch { /* lost */ }
  };
  return {
    async fetch(request: Request, _env: unknown, context: Context): Promise<Response> {
      await sleep(Math.random() * 10);
      await sleep(Math.random() * 10);
      const written = write(AbortSignal.timeout(5000));
      if (!request.url.endsWith("/killed")) context.waitUntil(written);
      await sleep(Math.random() * 40);
      return new Response("Noted.\n");
    },
  };
}

// For scripts, which cannot import it.
Object.assign(globalThis, { visits: { makeWorker } });
