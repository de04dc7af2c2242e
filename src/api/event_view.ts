import type { CoreV1Event, EventsV1Event } from "./event.ts";
import type { V1ObjectReference } from "./kubernetes_object.ts";

/** An event of either API. */
export type AnyEvent = CoreV1Event | EventsV1Event;

/**
 * The names in events.k8s.io/v1 of core/v1's fields, where they differ (Kubernetes' `pkg/apis/events/v1/conversion.go`).
 */
export const EVENTS_V1_NAMES = {
  involvedObject: "regarding",
  message: "note",
  source: "deprecatedSource",
  reportingComponent: "reportingController",
  firstTimestamp: "deprecatedFirstTimestamp",
  lastTimestamp: "deprecatedLastTimestamp",
  count: "deprecatedCount",
} as const;

/** The fields of an event whose names differ between the APIs, by their core/v1 names. */
export type EventView = {
  readonly [Name in keyof typeof EVENTS_V1_NAMES]?: CoreV1Event[Name] | undefined;
};

/** Whether an event is of core/v1, not of events.k8s.io/v1. */
export function isCoreV1(event: AnyEvent): event is CoreV1Event {
  return "involvedObject" in event;
}

/** Returns the fields of an event whose names differ between the APIs. */
export function viewOf(event: AnyEvent): EventView {
  if (isCoreV1(event)) return event;
  return {
    involvedObject: event.regarding,
    message: event.note,
    source: event.deprecatedSource,
    reportingComponent: event.reportingController,
    firstTimestamp: event.deprecatedFirstTimestamp,
    lastTimestamp: event.deprecatedLastTimestamp,
    count: event.deprecatedCount,
  };
}

/** Returns the object that an event is about; `undefined` if the value is not an event, or names none. */
export function objectOf(event: unknown): V1ObjectReference | undefined {
  const { involvedObject, regarding }: Partial<CoreV1Event & EventsV1Event> = Object(event);
  return involvedObject ?? regarding;
}

export function objectNameOf(event: unknown): string {
  return objectOf(event)?.name ?? "";
}

/** Returns how often an event occurred, as its API counts; `undefined` if it has neither a count nor a series. */
export function countOf(event: unknown): number | undefined {
  const { count, deprecatedCount, series }: Partial<CoreV1Event & EventsV1Event> = Object(event);
  return positive(series?.count) ?? positive(count ?? deprecatedCount);
}

function positive(count: unknown): number | undefined {
  return typeof count === "number" && count > 0 ? count : undefined;
}

/** Returns the component or controller that reported an event; empty if it names none. */
export function componentOf({ source, reportingComponent }: EventView): string {
  return source?.component || reportingComponent || "";
}

/**
 * Returns the fields that identify the object of a reference and the part of it, such as one container of a pod; not
 * `resourceVersion`, which differs each time the object changes.
 *
 * This list defines which events are about the same object; every key of events derives from it.
 */
export function partFields(reference: V1ObjectReference | null | undefined): (string | null | undefined)[] {
  const { apiVersion, kind, namespace, name, uid, fieldPath } = reference ?? {};
  return [apiVersion, kind, namespace, name, uid, fieldPath];
}

/** Returns the fields that identify the object of a reference, ignoring the part of it: all but `fieldPath`. */
export function objectFields(reference: V1ObjectReference | null | undefined): (string | null | undefined)[] {
  const fields = partFields(reference);
  fields.pop();
  return fields;
}
