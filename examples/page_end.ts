// How do I record an event as a page closes? deno bundle --platform browser --output page_end.js examples/page_end.ts (and load it as a module)

import { EventBroadcaster, FetchEventSink } from "@kubecast/events";

/**
 * Sends requests that continue when the page is gone. The browser rejects requests beyond 64 KiB in flight: about 60 events
 * with short messages, or 45 with messages of 1,000 characters.
 */ const fetchKept = (request: Request): Promise<Response> => fetch(request, { keepalive: true });

const broadcaster = new EventBroadcaster({ logger: console });
// All requests start at once: with the default of eight, the others would wait for responses, which a closed page never gets.
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
