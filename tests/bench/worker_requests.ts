import { EventBroadcaster, FetchEventSink } from "../../mod.ts";

/** The context of a worker's request. */
interface Context {
  waitUntil(promise: Promise<unknown>): void;
}

/** Makes a worker whose requests record an event, or do by hand what that comes to. Call it at module level. */
export function makeWorker({ server }: { readonly server: string }) {
  const broadcaster = new EventBroadcaster();
  const recording = broadcaster.startRecordingToSink(new FetchEventSink({ server }), {
    autoFlush: false,
    correlator: { burst: 1e9, maxEvents: 1e9 },
  });
  const recorder = broadcaster.newRecorder({ component: "edge" });
  const url = `${server}/api/v1/namespaces/default/events`;
  const headers = { "content-type": "application/json", accept: "application/json" };
  let pages = 0;

  const record = (name: string): Promise<unknown> => {
    const page = { apiVersion: "example.com/v1", kind: "Page", name, namespace: "default", uid: name };
    recorder.eventf(page, "Normal", "Visited", "%s was visited", name);
    return recording.flush({ signal: AbortSignal.timeout(25_000) });
  };

  /** The event that a recording would create. */
  const body = (name: string): string => {
    const now = new Date().toISOString();
    return JSON.stringify({
      metadata: { name: `${name}.${crypto.randomUUID()}`, namespace: "default" },
      involvedObject: { apiVersion: "example.com/v1", kind: "Page", name, namespace: "default", uid: name },
      reason: "Visited",
      message: `${name} was visited`,
      source: { component: "edge" },
      firstTimestamp: now,
      lastTimestamp: now,
      count: 1,
      type: "Normal",
      reportingComponent: "edge",
      apiVersion: "v1",
      kind: "Event",
    });
  };

  const does: Record<string, () => Promise<unknown> | undefined> = {
    "/nothing": () => undefined,
    "/fetch": async () => await (await fetch(url, { method: "POST", headers, body: body(`page-${pages++}`) })).text(),
    "/fetch-in-time": async () => {
      const controller = new AbortController();
      const timer = setTimeout(() => controller.abort(), 25_000);
      try {
        const { signal } = controller;
        const init: RequestInit = {
          method: "POST",
          headers,
          body: body(`page-${pages++}`),
          signal,
          redirect: "manual",
        };
        const response = await fetch(url, init);
        if (response.ok) await response.json();
      } finally {
        clearTimeout(timer);
      }
    },
    "/written": () => record(`page-${pages++}`),
    "/counted": () => record("home"),
  };

  return {
    fetch(request: Request, _env: unknown, context: Context): Response {
      const done = does[new URL(request.url).pathname]!();
      if (done !== undefined) context.waitUntil(done);
      return new Response("Noted.\n");
    },
  };
}
