/**
 * OpenTelemetry for events: the counters of this package as metrics, the trace of a request on the events that it caused,
 * and the events of a cluster as log records. Needs no SDK and no package: all arguments have structural types.
 *
 * @example
 * ```ts ignore
 * import { metrics, trace } from "@opentelemetry/api";
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
 * @module
 */

export { countOutcomes } from "./count_outcomes.ts";
export { measureFetch } from "./measure_fetch.ts";
export { observe } from "./observe.ts";
export { otlpLogs } from "./otlp_logs.ts";
export { traceContext } from "./trace_context.ts";

export type { EventDelivery } from "./log_record.ts";
export type { Attributes, InstrumentOptions, Meter, ObservableResult } from "./meter.ts";
export type { Observed } from "./observe.ts";
export type { OtlpLogs, OtlpLogsOptions } from "./otlp_logs.ts";
export type { TraceApi } from "./trace_context.ts";
