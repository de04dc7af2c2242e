import { invalid, lackedMethods } from "../../base/tools/check_options.ts";

/**
 * The part of OpenTelemetry's `trace` that is used here; `@opentelemetry/api` has had it since 1.0.
 *
 * @category OpenTelemetry
 */
export interface TraceApi {
  /** Returns the span of the active context, if it has one. */
  getActiveSpan(): {
    /** Returns the ids of the span: 32 and 16 digits of hex. */
    spanContext(): { readonly traceId: string; readonly spanId: string; readonly traceFlags: number };
  } | undefined;
}

/**
 * Returns an `annotate` for a recorder: it adds the active span to each event, as the annotation `traceparent` in the
 * format of the {@link https://www.w3.org/TR/trace-context/#traceparent-header | W3C trace context}.
 *
 * {@linkcode otlpLogs} copies these ids to the log record of the event, so that it is shown with its trace. Events
 * recorded without an active span get no annotation. Annotations are not part of an event's identity, so a repeat keeps
 * the trace of the first event. `tracestate` is not kept, because a log record has no field for it.
 *
 * @param trace The `trace` of `@opentelemetry/api`. Without a registered SDK it has no active span.
 * @throws {TypeError} If `trace` has no `getActiveSpan`.
 *
 * @example
 * ```ts
 * import { EventBroadcaster } from "@kubecast/events";
 * import { traceContext } from "@kubecast/events/opentelemetry";
 * import assert from "node:assert/strict";
 *
 * // import { trace } from "@opentelemetry/api";
 * const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
 * const trace = { getActiveSpan: () => ({ spanContext: () => ({ traceId, spanId: "00f067aa0ba902b7", traceFlags: 1 }) }) };
 *
 * const broadcaster = new EventBroadcaster();
 * const recorder = broadcaster.newRecorder({ component: "example-controller" }, { annotate: traceContext(trace) });
 * broadcaster.startEventWatcher(({ metadata }) =>
 *   assert.equal(metadata.annotations?.traceparent, `00-${traceId}-00f067aa0ba902b7-01`)
 * );
 * const pod = { apiVersion: "v1", kind: "Pod", name: "web" };
 * recorder.event(pod, "Normal", "Pulled", "Container image already present on machine");
 * await broadcaster.shutdown();
 * ```
 *
 * @category OpenTelemetry
 */
export function traceContext(trace: TraceApi): () => { readonly traceparent: string } | undefined {
  if (lackedMethods(trace, "getActiveSpan").length > 0) {
    throw new TypeError(invalid("annotate with the trace context", "trace", "be that of @opentelemetry/api", trace));
  }
  return () => {
    const span = trace.getActiveSpan()?.spanContext();
    if (span === undefined) return undefined;
    const flags = (span.traceFlags & 0xff).toString(16).padStart(2, "0");
    const traceparent = `00-${span.traceId}-${span.spanId}-${flags}`;
    return parseTraceparent(traceparent) && { traceparent };
  };
}

/** A valid `traceparent`: its ids are not all zeros, and versions after 00 may append fields. */
const TRACEPARENT = /^(?!ff|00.{54})[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(-.*)?$/;

/** Parses a `traceparent`; returns `undefined` if it is invalid or not a string. */
export function parseTraceparent(
  text: unknown,
): { readonly traceId: string; readonly spanId: string; readonly flags: number } | undefined {
  const [, traceId, spanId, flags] = typeof text === "string" ? TRACEPARENT.exec(text) ?? [] : [];
  return flags === undefined ? undefined : { traceId: traceId!, spanId: spanId!, flags: parseInt(flags, 16) };
}
