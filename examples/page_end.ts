// How do I record an event as a page closes? deno bundle --platform browser --output page_end.js examples/page_end.ts (and load it as a module)

import { EventBroadcaster, FetchEventSink } from "@kubecast/events";

/** Continues when the page is gone. A page may have 64 KiB in flight in all, or some 60 events. */
const fetchKept = (request: Request): Promise<Response> => fetch(request, { keepalive: true });

const broadcaster = new EventBroadcaster({ logger: console });
// A page that ends hears no answers, for which a ninth event would wait: all requests start at once.
broadcaster.startRecordingToSink(new FetchEventSink({ server: location.origin, fetch: fetchKept }), {
  concurrency: Infinity,
});
const recorder = broadcaster.newRecorder({ component: "page" });

addEventListener("pagehide", () => {
  for (const { name, duration } of performance.getEntriesByType("measure")) {
    const object = { apiVersion: "example.com/v1", kind: "Measure", name, namespace: "default" };
    recorder.eventf(object, "Normal", "Measured", "Took %d ms until the page was left", Math.round(duration));
  }
});
