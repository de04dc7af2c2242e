import type { CoreV1Event, EventsV1Event } from "../api/event.ts";
import type { V1ObjectReference } from "../api/kubernetes_object.ts";
import type { Attributes } from "./meter.ts";
import { parseTraceparent } from "./trace_context.ts";

/**
 * An event to export, as `forward` of `@kubecast/events/reader` delivers it.
 *
 * @category OpenTelemetry
 */
export interface EventDelivery {
  /** Identifies this state of the event: the same whenever it is delivered. */
  readonly key: string;
  /** The event, with its counts. */
  readonly occurrence: {
    /** The object that the event is about. */
    readonly regarding: V1ObjectReference;
    /** `"Normal"` or `"Warning"`; core/v1 servers store any string. */
    readonly type: string;
    /** Machine-readable reason. */
    readonly reason: string;
    /** Human-readable message. */
    readonly message: string;
    /** Action that was taken or failed. */
    readonly action?: string | undefined;
    /** Last time it occurred. */
    readonly last: Date;
    /** Number of occurrences. */
    readonly count: number;
    /** Number of occurrences since the previous delivery of the event. */
    readonly delta: number;
    /** Whether `delta` is a guess, as the earlier count is unknown. */
    readonly estimated?: boolean | undefined;
    /** The event itself. */
    readonly event: CoreV1Event | EventsV1Event;
  };
}

/** The severities of the Collector's `k8s_events` receiver, by the type of the event in lower case. */
const SEVERITIES: Readonly<Record<string, number>> = { normal: 9, warning: 13, error: 17, critical: 21 };

/** A `LogRecord` of OTLP in JSON, with the `Resource` that it belongs to. */
interface ResourceLogRecord {
  readonly resource: object;
  readonly record: object;
}

/** Converts an occurrence to a log record; see {@linkcode otlpLogs}. */
export function logRecord(
  key: string,
  { regarding, type, reason, message, action, last, count, delta, estimated, event }: EventDelivery["occurrence"],
  { observedMs, resource }: { readonly observedMs: number; readonly resource: Attributes | undefined },
): ResourceLogRecord {
  const { metadata } = event;
  const { source, deprecatedSource, reportingComponent, reportingController, reportingInstance } = event as Partial<
    CoreV1Event & EventsV1Event
  >;
  const trace = parseTraceparent(metadata.annotations?.["traceparent"]);
  return {
    resource: {
      attributes: keyValues({
        ...resource,
        "k8s.node.name": (source ?? deprecatedSource)?.host,
        "k8s.object.kind": regarding.kind,
        "k8s.object.name": regarding.name,
        "k8s.object.uid": regarding.uid,
        "k8s.object.fieldpath": regarding.fieldPath,
        "k8s.object.api_version": regarding.apiVersion,
        "k8s.object.resource_version": regarding.resourceVersion,
      }),
    },
    record: {
      timeUnixNano: unixNano(last.getTime()),
      observedTimeUnixNano: unixNano(observedMs),
      ...(Object.hasOwn(SEVERITIES, type.toLowerCase()) && {
        severityNumber: SEVERITIES[type.toLowerCase()],
        severityText: type,
      }),
      eventName: "k8s.event",
      body: { stringValue: message },
      attributes: keyValues({
        "k8s.event.reason": reason,
        "k8s.event.action": action,
        "k8s.event.start_time": goTime(metadata.creationTimestamp),
        "k8s.event.name": metadata.name,
        "k8s.event.uid": metadata.uid,
        "k8s.namespace.name": regarding.namespace,
        "k8s.event.reporting_controller": reportingController ?? reportingComponent,
        "k8s.event.reporting_instance": reportingInstance,
        "k8s.event.count": count,
        "kubecast.event.delta": delta,
        ...(estimated && { "kubecast.event.estimated": true }),
        "log.record.uid": key,
      }),
      ...trace,
    },
  };
}

/** Returns a time in nanoseconds, which JSON has as text; "0", for unknown, if it is invalid. */
function unixNano(ms: number): string {
  return ms > 0 ? `${Math.floor(ms)}000000` : "0";
}

/** Formats a time as Go prints it; its zero time if there is none. */
function goTime(time: string | null | undefined): string {
  const ms = Date.parse(time ?? "");
  const text = Number.isNaN(ms) ? "0001-01-01T00:00:00Z" : new Date(ms).toISOString();
  return `${text.slice(0, 10)} ${text.slice(11, 19)} +0000 UTC`;
}

/** Encodes attributes as OTLP's JSON, in which integers are text; absent values are empty strings. */
function keyValues(attributes: Readonly<Record<string, string | number | boolean | undefined>>): object[] {
  return Object.entries(attributes).map(([key, value = ""]) => {
    if (typeof value === "string") return { key, value: { stringValue: value } };
    if (typeof value === "boolean") return { key, value: { boolValue: value } };
    return { key, value: Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value } };
  });
}
