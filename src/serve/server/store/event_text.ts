import type { CoreV1Event } from "../../../base/event/event.ts";
import { humanDuration } from "../../../base/tools/time.ts";
import { wrongMetadata } from "../wire/api_error.ts";
import { listResponse } from "../wire/json_response.ts";
import type { EventForm } from "../wire/negotiate.ts";
import { timeMs } from "../wire/decode_object.ts";
import type { StoredEvent } from "./stored_event.ts";

/** The columns; those of priority 1 are in wide output only (`printers.go` of Kubernetes' `pkg/printers`). */
const COLUMNS: readonly (readonly [name: string, priority: 0 | 1, description: string])[] = [
  ["Last Seen", 0, "The time at which the most recent occurrence of this event was recorded."],
  ["Type", 0, "Type of this event (Normal, Warning), new types could be added in the future"],
  [
    "Reason",
    0,
    "This should be a short, machine understandable string that gives the reason for the transition into the object's " +
    "current status.",
  ],
  ["Object", 0, "The object that this event is about."],
  [
    "Subobject",
    1,
    "If referring to a piece of an object instead of an entire object, this string should contain a valid JSON/Go field " +
    "access statement, such as desiredState.manifest.containers[2]. For example, if the object reference is to a " +
    'container within a pod, this would take on a value like: "spec.containers{name}" (where "name" refers to the name ' +
    'of the container that triggered the event) or if no container name is specified "spec.containers[2]" (container ' +
    "with index 2 in this pod). This syntax is chosen only to have some well-defined way of referencing a part of an " +
    "object.",
  ],
  ["Source", 1, "The component reporting this event. Should be a short machine understandable string."],
  ["Message", 0, "A human-readable description of the status of this operation."],
  ["First Seen", 1, "The time at which the event was first recorded. (Time of server receipt is in TypeMeta.)"],
  ["Count", 1, "The number of times this event has occurred."],
  [
    "Name",
    1,
    "Name must be unique within a namespace. Is required when creating resources, although some resources may allow a " +
    "client to request the generation of an appropriate name automatically. Name is primarily intended for creation " +
    "idempotence and configuration definition. Cannot be updated. More info: " +
    "https://kubernetes.io/docs/concepts/overview/working-with-objects/names#names",
  ],
];

/** The `columnDefinitions` of every table of events. */
const COLUMN_DEFINITIONS: readonly unknown[] = COLUMNS.map(([name, priority, description]) => ({
  name,
  type: "string",
  format: name === "Name" ? "name" : "",
  description,
  priority,
}));

function since(time: string | null | undefined, nowMs: number): string {
  const ms = timeMs(time);
  return ms === undefined ? "<unknown>" : humanDuration(nowMs - ms);
}

function cellsOf(event: CoreV1Event, nowMs: number): readonly unknown[] {
  const { involvedObject, source, series } = event;
  const kind = (involvedObject.kind ?? "").toLowerCase();
  const firstSeen = since(event.firstTimestamp ?? event.eventTime, nowMs);
  const lastSeen = series
    ? since(series.lastObservedTime, nowMs)
    : event.lastTimestamp
    ? since(event.lastTimestamp, nowMs)
    : firstSeen;
  const component = source?.component || event.reportingComponent || "";
  const host = source?.host || event.reportingInstance || "";
  return [
    lastSeen,
    event.type ?? "",
    event.reason ?? "",
    involvedObject.name ? `${kind}/${involvedObject.name}` : kind,
    involvedObject.fieldPath ?? "",
    host === "" ? component : `${component}, ${host}`,
    (event.message ?? "").trim(),
    firstSeen,
    series ? series.count ?? 0 : event.count ?? 1,
    // A bookmark has no name.
    event.metadata.name ?? "",
  ];
}

function includedObject(stored: StoredEvent, { api, includeObject }: EventForm): string {
  if (includeObject === "None") return "null";
  return includeObject === "Object" ? stored.objectText(api) : metadataText(stored);
}

function metadataText({ event: { metadata } }: StoredEvent): string {
  return `{"kind":"PartialObjectMetadata","apiVersion":"meta.k8s.io/v1","metadata":${JSON.stringify(metadata)}}`;
}

function tableRow(stored: StoredEvent, form: EventForm): string {
  return `{"cells":${JSON.stringify(cellsOf(stored.event, form.nowMs))},"object":${includedObject(stored, form)}}`;
}

/**
 * The JSON text of a table up to its rows, to be closed with `]}`; a watch defines the columns only in its first table.
 */
function tableHead(metadata: unknown, { defineColumns = true }: { defineColumns?: boolean } = {}): string {
  const columns = defineColumns ? JSON.stringify(COLUMN_DEFINITIONS) : "null";
  return `{"kind":"Table","apiVersion":"meta.k8s.io/v1","metadata":${
    JSON.stringify(metadata)
  },"columnDefinitions":${columns},"rows":[`;
}

/** The JSON text of one event; `defineColumns` is for a table, true by default. */
export function eventText(stored: StoredEvent, form: EventForm, options: { defineColumns?: boolean } = {}): string {
  if (form.as === "object") return stored.objectText(form.api);
  if (form.as !== "table") return metadataText(stored);
  const { resourceVersion } = stored.event.metadata;
  return `${tableHead({ resourceVersion }, options)}${tableRow(stored, form)}]}`;
}

export function eventListResponse(items: readonly StoredEvent[], metadata: unknown, form: EventForm): Response {
  const { api, as } = form;
  if (as === "metadata") throw wrongMetadata({ list: true });
  if (as === "table") return listResponse(tableHead(metadata), items, (stored) => tableRow(stored, form));
  const [kind, apiVersion] = as === "object"
    ? ["EventList", api.apiVersion]
    : ["PartialObjectMetadataList", "meta.k8s.io/v1"];
  return listResponse(
    `{"kind":"${kind}","apiVersion":"${apiVersion}","metadata":${JSON.stringify(metadata)},"items":[`,
    items,
    (stored) => as === "object" ? stored.itemText(api) : metadataText(stored),
  );
}
