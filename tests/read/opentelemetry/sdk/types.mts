// What OpenTelemetry's own types must fit: checked by tsc, never run.
import { metrics, trace } from "@opentelemetry/api";
import { MeterProvider } from "@opentelemetry/sdk-metrics";
import {
  countOutcomes,
  measureFetch,
  type Meter,
  observe,
  type TraceApi,
  traceContext,
} from "../../../../src/read/opentelemetry/mod.ts";

export const meters: readonly Meter[] = [metrics.getMeter("api"), new MeterProvider().getMeter("sdk")];
export const api: TraceApi = trace;
export const annotate: () => Readonly<Record<string, string>> | undefined = traceContext(trace);

const meter = new MeterProvider().getMeter("sdk");
export const stop: () => void = observe({ stats: () => ({ recorded: 1 }) }, meter);
countOutcomes(meter, { by: ["namespace"] })({ type: "recorded", count: 1 });
measureFetch(meter);

// @ts-expect-error: a provider is not a meter
countOutcomes(new MeterProvider(), { by: [] });
// @ts-expect-error: a tracer is not the trace API
traceContext(trace.getTracer("api"));
