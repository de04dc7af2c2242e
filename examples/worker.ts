// How do I record in an edge worker, and stream events to browsers? npx wrangler dev --compatibility-date 2026-01-01 examples/worker.ts   (after npm ci)

import { EventBroadcaster, FetchEventSink, type Recording } from "@kubecast/events";
import { EventsApiServer } from "@kubecast/events/server";

/** The context of a worker's request. */
interface Context {
  waitUntil(promise: Promise<unknown>): void;
}

/**
 * The worker's variables and secrets: the API server of a cluster, if there is one. Its certificate must be publicly
 * trusted, for example that of a tunnel or an ingress, because workers accept no other.
 */
interface Env {
  readonly KUBE_API_URL?: string;
  readonly KUBE_TOKEN?: string;
}

// A server in memory, without KUBE_API_URL; any number of requests may watch it: kubectl --server=URL get events -w
const api = new EventsApiServer();
const broadcaster = new EventBroadcaster({ logger: console });
// One recording for all requests of this isolate, started by the first, because `env` exists only in requests.
let recording: Recording | undefined;
const recorder = broadcaster.newRecorder({ component: "edge-worker" });
const page = { apiVersion: "example.com/v1", kind: "Page", name: "home", namespace: "default", uid: "home" };

/**
 * Starts the recording, which counts the events of all requests together, and writes only in `flush`. Its spam filter passes
 * 25 events about a page, then one every five minutes; `trailingWrites` counts the repeats among the others.
 */
function startRecording({ KUBE_API_URL: server, KUBE_TOKEN: token }: Env): Recording {
  const sink = new FetchEventSink(server === undefined ? { fetch: api.fetch } : { server, token });
  return broadcaster.startRecordingToSink(sink, {
    autoFlush: false,
    requestTimeoutMs: 5000,
    correlator: { trailingWrites: true },
  });
}

/** The watchers of streams, and when each was last alive, because a worker is not notified when a client disconnects. */
const watchers = new Map<{ stop(): void }, number>();

/** Server-sent events, for `new EventSource("/events")`; the heartbeat keeps the request alive between events. */
function stream(): Response {
  for (const [watcher, seenMs] of watchers) {
    if (Date.now() - seenMs > 15_000 && watchers.delete(watcher)) watcher.stop();
  }
  const watcher = broadcaster.watch({ whenFull: "drop-oldest", highWaterMark: 100 });
  const beat = (text: string): Uint8Array => {
    watchers.set(watcher, Date.now());
    return encoder.encode(text);
  };
  const encoder = new TextEncoder();
  let heartbeat: ReturnType<typeof setInterval>;
  const lines = new TransformStream<unknown, Uint8Array>({
    start(controller) {
      controller.enqueue(beat(": hello\n\n"));
      heartbeat = setInterval(() => controller.enqueue(beat(":\n\n")), 5000);
    },
    transform: (event, controller) => controller.enqueue(encoder.encode(`data: ${JSON.stringify(event)}\n\n`)),
    flush: () => clearInterval(heartbeat),
  });
  // pipeTo would write in the request that records, but a stream belongs to the request that created it.
  const writer = lines.writable.getWriter();
  const forward = async (): Promise<void> => {
    for await (const event of watcher) await writer.write(event);
    await writer.close();
  };
  forward().catch(() => {}); // the browser is gone
  writer.closed.catch(() => {}).finally(() => {
    clearInterval(heartbeat);
    watchers.delete(watcher);
    watcher.stop();
  });
  return new Response(lines.readable, {
    headers: { "content-type": "text/event-stream", "cache-control": "no-store" },
  });
}

export default {
  fetch(request: Request, env: Env, context: Context): Response | Promise<Response> {
    const { pathname } = new URL(request.url);
    if (pathname === "/events") return stream();
    if (pathname.startsWith("/api")) return api.fetch(request);
    recording ??= startRecording(env);
    recorder.eventf(page, "Normal", "Visited", "%s asked for %s", request.method, pathname);
    // Writes after the response, with at most 40 of the 50 requests that a worker may send per incoming request.
    context.waitUntil(recording.flush({ signal: AbortSignal.timeout(25_000), maxRequests: 40 }));
    return new Response("Noted.\n");
  },
};
