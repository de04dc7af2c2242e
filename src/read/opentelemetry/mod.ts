/**
 * OpenTelemetry for events: the counters of this package as metrics, the trace of a request on the events that it
 * caused, and the events of a cluster as log records. Imports neither an SDK nor a package, because all arguments have
 * structural types.
 *
 * Start the SDK first; until then, `metrics.getMeter()` returns a meter that never measures. Deno's own OpenTelemetry
 * (`OTEL_DENO=true`) needs no SDK.
 *
 * **To count events, and annotate them with the active trace**:
 *
 * ```ts ignore
 * import { metrics, trace } from "@opentelemetry/api"; // 1.3 or later
 * import { EventBroadcaster, FetchEventSink } from "@kubecast/events";
 * import { measureFetch, observe, traceContext } from "@kubecast/events/opentelemetry";
 *
 * const meter = metrics.getMeter("@kubecast/events");
 * const broadcaster = new EventBroadcaster();
 * const recording = broadcaster.startRecordingToSink(new FetchEventSink({ fetch: measureFetch(meter) }));
 * const recorder = broadcaster.newRecorder({ component: "example-controller" }, { annotate: traceContext(trace) });
 * observe(broadcaster, meter);
 * observe(recording, meter);
 * ```
 *
 * | to                                                         | call                         |
 * | ---------------------------------------------------------- | ---------------------------- |
 * | count outcomes, requests, retries and pending events       | {@linkcode observe}          |
 * | count outcomes by namespace, reason, type or kind          | {@linkcode countOutcomes}    |
 * | measure requests                                           | {@linkcode measureFetch}     |
 * | find the trace of a request by an event that it caused     | {@linkcode traceContext}     |
 * | export the events of a cluster as log records              | {@linkcode otlpLogs}         |
 * | do the same from a shell                                   | `kubecast forward --to otlp` |
 *
 * @example Export a cluster's events to a Collector
 * ```ts
 * import { createEventRecorder } from "@kubecast/events";
 * import { otlpLogs } from "@kubecast/events/opentelemetry";
 * import { EventReader, forward } from "@kubecast/events/reader";
 * import { EventsApiServer } from "@kubecast/events/server";
 *
 * const { fetch } = new EventsApiServer(); // for a cluster: new EventReader(await inClusterConfig())
 * const recorder = createEventRecorder({ component: "example-controller", fetch });
 * const pod = { apiVersion: "v1", kind: "Pod", name: "web", uid: "1234" };
 * recorder.event(pod, "Warning", "BackOff", "Back-off restarting container");
 * await recorder.shutdown();
 *
 * const collector = async (request: Request) => { // in place of a Collector, for this example
 *   const { resourceLogs } = await request.json();
 *   console.log(resourceLogs[0].scopeLogs[0].logRecords[0].body.stringValue); // Back-off restarting container
 *   return Response.json({});
 * };
 * const deliver = otlpLogs({ url: "http://localhost:4318", fetch: collector, logger: console });
 * const forwarding = forward(new EventReader({ fetch }), { deliver, maxDelayMs: 10, logger: console });
 * while (deliver.stats().exported === 0) await new Promise((resolve) => setTimeout(resolve, 10)); // for as long as you run
 * await forwarding.stop();
 * ```
 *
 * @module
 */

export { countOutcomes } from "./count_outcomes.ts";
export { measureFetch } from "./measure_fetch.ts";
export { observe } from "./observe.ts";
export { otlpLogs } from "./otlp_logs.ts";
export { traceContext } from "./trace_context.ts";

export type { Attributes, InstrumentOptions, Meter, ObservableResult } from "./meter.ts";
export type { OtlpLogs, OtlpLogsOptions } from "./otlp_logs.ts";
export type { TraceApi } from "./trace_context.ts";
