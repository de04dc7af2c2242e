import { viewOf } from "../../base/event/event.ts";
import type { Delivery, Occurrence } from "../../base/event/occurrence.ts";
import type { Attributes } from "./meter.ts";
import { parseTraceparent } from "./trace_context.ts";

/** The severities of the Collector's `k8s_events` receiver, by the type of the event in lower case. */
const SEVERITIES = new Map([["normal", 9], ["warning", 13], ["error", 17], ["critical", 21]]);

/** Converts a delivery to `ResourceLogs` of OTLP in JSON, with one record; see {@linkcode otlpLogs}. */
export function resourceLogs(
  { key, occurrence }: Delivery,
  resource: Attributes | undefined,
): object {
  const { regarding, type, reason, message, action, reporter, last, count, delta, estimated, event } = occurrence;
  const { metadata } = event;
  const { firstTimestamp, lastTimestamp } = viewOf(event);
  const { eventTime, series } = event;
  const severityNumber = SEVERITIES.get(type.toLowerCase());
  const attributes = keyValues({
    ...resource,
    ...nodeOf(occurrence),
    "k8s.object.kind": regarding.kind,
    "k8s.object.name": regarding.name,
    "k8s.object.uid": regarding.uid,
    "k8s.object.fieldpath": regarding.fieldPath,
    "k8s.object.api_version": regarding.apiVersion,
    "k8s.object.resource_version": regarding.resourceVersion,
  });
  const record = {
    timeUnixNano: unixNano(
      last?.getTime() ?? NaN,
      microsOf(last, [series?.lastObservedTime, lastTimestamp, eventTime, firstTimestamp]),
    ),
    observedTimeUnixNano: unixNano(Date.now()),
    ...(severityNumber !== undefined && { severityNumber, severityText: type }),
    eventName: "k8s.event",
    body: { stringValue: message },
    attributes: keyValues({
      "k8s.event.reason": reason,
      "k8s.event.action": action,
      "k8s.event.start_time": goTime(metadata.creationTimestamp),
      "k8s.event.name": metadata.name,
      "k8s.event.uid": metadata.uid,
      "k8s.namespace.name": regarding.namespace,
      "k8s.event.reporting_controller": reporter.component,
      "k8s.event.reporting_instance": reporter.instance,
      "k8s.event.count": count,
      "kubecast.event.delta": delta,
      ...(estimated && { "kubecast.event.estimated": true }),
      "log.record.uid": key,
    }),
    ...parseTraceparent(metadata.annotations?.["traceparent"]),
  };
  return { resource: { attributes }, scopeLogs: [{ scope: { name: "@kubecast/events" }, logRecords: [record] }] };
}

/**
 * Returns the node of the object that an event is about, if the event names it: the object itself if it is a Node, or
 * the node of the reporting kubelet. Other reporters may run on another node.
 */
function nodeOf({ regarding, reporter }: Occurrence): { readonly "k8s.node.name"?: string } {
  const node = regarding.kind === "Node" ? regarding.name : reporter.component === "kubelet" ? reporter.instance : "";
  return node ? { "k8s.node.name": node } : {};
}

/** Returns the digits of a time below the millisecond, which a `Date` lacks, from the text of that time. */
function microsOf(time: Date | undefined, texts: readonly unknown[]): string {
  for (const text of texts) {
    if (typeof text !== "string" || Date.parse(text) !== time?.getTime()) continue;
    const [, digits] = /\.\d{3}(\d{1,6})/.exec(text) ?? [];
    if (digits !== undefined) return digits.padEnd(6, "0");
  }
  return "000000";
}

/** Returns a time in nanoseconds, as OTLP's JSON writes it; "0", for unknown, if it is invalid or exceeds 64 bits. */
function unixNano(ms: number, belowMs = "000000"): string {
  return ms > 0 && ms < 2 ** 64 / 1e6 ? `${Math.floor(ms)}${belowMs}` : "0";
}

/** Formats a time as Go prints it; without a time, Go's zero time. */
function goTime(time: unknown): string {
  const ms = typeof time === "string" ? Date.parse(time) : NaN;
  return Number.isNaN(ms)
    ? "0001-01-01 00:00:00 +0000 UTC"
    : new Date(ms).toISOString().replace(/T(.*)\..*/, " $1 +0000 UTC");
}

/**
 * Encodes attributes as OTLP's JSON, in which integers are text. Absent values become empty strings, as do lists and
 * objects from a server that does not check types, because an endpoint would reject the record.
 */
function keyValues(attributes: Readonly<Record<string, unknown>>): object[] {
  return Object.entries(attributes).map(([key, value]) => {
    if (typeof value === "boolean") return { key, value: { boolValue: value } };
    if (typeof value !== "number") return { key, value: { stringValue: typeof value === "string" ? value : "" } };
    return { key, value: Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value } };
  });
}
