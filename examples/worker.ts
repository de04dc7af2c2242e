// How do I record in an edge worker, and stream events to browsers? npx wrangler dev --compatibility-date 2026-01-01 examples/worker.ts

import { EventBroadcaster, EventCorrelator, FetchEventSink } from "@kubecast/events";
import { EventsApiServer } from "@kubecast/events/server";

/** The context of a worker's request. */
interface Context {
  waitUntil(promise: Promise<unknown>): void;
}

// For a cluster: new FetchEventSink({ server: env.KUBE_API_URL, token: env.KUBE_TOKEN }).
const api = new EventsApiServer();
const broadcaster = new EventBroadcaster({ logger: console });
const correlator = new EventCorrelator(); // shared by all requests of this isolate, to count repeats across them
const recorder = broadcaster.newRecorder({ component: "edge-worker" });
const page = { apiVersion: "example.com/v1", kind: "Page", metadata: { name: "home", namespace: "default" } };

/** Server-sent events, for `new EventSource("/events")`; the heartbeat keeps the request alive between events. */
function stream(): Response {
  const watcher = broadcaster.watch({ whenFull: "drop-oldest", highWaterMark: 100 });
  const encoder = new TextEncoder();
  let heartbeat: ReturnType<typeof setInterval>;
  const lines = new TransformStream<unknown, Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode(": hello\n\n"));
      heartbeat = setInterval(() => controller.enqueue(encoder.encode(":\n\n")), 5000);
    },
    transform: (event, controller) => controller.enqueue(encoder.encode(`data: ${JSON.stringify(event)}\n\n`)),
    flush: () => clearInterval(heartbeat),
  });
  // A loop and not pipeTo, which would write in the request that records: a stream belongs to the request that made it.
  const writer = lines.writable.getWriter();
  const forward = async (): Promise<void> => {
    for await (const event of watcher) await writer.write(event);
    await writer.close();
  };
  forward().catch(() => {}); // the browser is gone
  writer.closed.catch(() => {}).finally(() => {
    clearInterval(heartbeat);
    watcher.stop();
  });
  return new Response(lines.readable, {
    headers: { "content-type": "text/event-stream", "cache-control": "no-store" },
  });
}

export default {
  fetch(request: Request, _env: unknown, context: Context): Response | Promise<Response> {
    const { pathname } = new URL(request.url);
    if (pathname === "/events") return stream();
    if (pathname.startsWith("/api")) return api.fetch(request);
    // One recording per request, as a worker may only use connections and timers of the request at hand. Until it is stopped
    // it also gets events of other requests: do not await anything in between.
    const recording = broadcaster.startRecordingToSink(new FetchEventSink({ fetch: api.fetch }), { correlator });
    recorder.eventf(page, "Normal", "Visited", "%s asked for %s", request.method, pathname);
    context.waitUntil(recording.stop()); // goes on writing after the response
    return new Response("Noted.\n");
  },
};
