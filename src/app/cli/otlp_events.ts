import type { CoreV1Event } from "../../base/event/event.ts";

type KeyValues = readonly { readonly key: string; readonly value: unknown }[];

/** The fields of OTLP's `LogRecord` in JSON that are used here. */
interface LogRecord {
  readonly attributes?: KeyValues;
  readonly body?: unknown;
  readonly severityText?: string;
  readonly timeUnixNano?: string;
}

/** Returns the value of OTLP's `AnyValue`, as the k8sobjects receiver of the OpenTelemetry Collector wraps objects. */
export function fromAnyValue(value: unknown): unknown {
  const { kvlistValue, arrayValue, intValue, ...other } = Object(value) as {
    readonly kvlistValue?: { readonly values?: KeyValues };
    readonly arrayValue?: { readonly values?: readonly unknown[] };
    readonly intValue?: string | number;
  };
  if (kvlistValue) return fromKeyValues(kvlistValue.values);
  if (arrayValue) return (arrayValue.values ?? []).map(fromAnyValue);
  return intValue === undefined ? Object.values(other)[0] : Number(intValue);
}

function fromKeyValues(values: KeyValues = []): Readonly<Record<string, unknown>> {
  return Object.fromEntries(values.map(({ key, value }) => [key, fromAnyValue(value)]));
}

/**
 * Returns the records of OTLP's `ResourceLogs`. Records with the attributes of the Collector's k8s_events receiver,
 * which `forward --to otlp=URL` writes too, are converted to events.
 */
export function recordsOf({ resource, scopeLogs = [] }: {
  readonly resource?: { readonly attributes?: KeyValues };
  readonly scopeLogs?: readonly { readonly logRecords?: readonly LogRecord[] }[];
}): readonly unknown[] {
  const shared = fromKeyValues(resource?.attributes);
  return scopeLogs.flatMap(({ logRecords = [] }) => logRecords).map((record) => {
    const values = { ...shared, ...fromKeyValues(record.attributes) };
    return values["k8s.event.reason"] === undefined
      ? record
      : eventOf(record, (name) => values[`k8s.${name}`] as string);
  });
}

function eventOf({ body, severityText, timeUnixNano }: LogRecord, field: (name: string) => string): CoreV1Event {
  const [namespace, start] = [field("namespace.name"), field("event.start_time")];
  const object = { apiVersion: field("object.api_version"), kind: field("object.kind"), name: field("object.name") };
  return {
    metadata: { namespace, name: field("event.name"), uid: field("event.uid"), creationTimestamp: start },
    involvedObject: { ...object, namespace, uid: field("object.uid"), fieldPath: field("object.fieldpath") },
    type: severityText ?? "Normal",
    reason: field("event.reason"),
    message: fromAnyValue(body) as string,
    count: Number(field("event.count") ?? 1),
    lastTimestamp: new Date(Number(timeUnixNano) / 1e6).toISOString(),
    source: { component: field("event.reporting_controller"), host: field("node.name") },
  };
}
