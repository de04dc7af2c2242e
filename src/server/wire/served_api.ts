import type { ApiVersion } from "../../api/event.ts";
import { CORE_V1_EVENT, EVENTS_V1_EVENT, type ObjectSchema } from "./event_schema.ts";

/** One of the two APIs that serve the same stored events. */
export interface ServedApi {
  readonly apiVersion: ApiVersion;
  /** The API group; empty for core/v1. */
  readonly group: string;
  readonly version: "v1";
  /** The prefix of its paths. */
  readonly prefix: string;
  /** The resource, as named in messages. */
  readonly resource: string;
  /** The schema of an event in this API. */
  readonly schema: ObjectSchema;
  /** The name of the field for the reporting controller. */
  readonly reportingField: string;
  /** The name of the field for the object that an event is about. */
  readonly regardingField: string;
  /** The field label that selects by source component; `undefined` if there is none. */
  readonly sourceField: string | undefined;
}

/** core/v1: accepts nearly anything; the form in which events are stored. */
export const CORE_V1: ServedApi = {
  apiVersion: "v1",
  group: "",
  version: "v1",
  prefix: "/api/v1",
  resource: "events",
  schema: CORE_V1_EVENT,
  reportingField: "reportingComponent",
  regardingField: "involvedObject",
  sourceField: "source",
};

/** events.k8s.io/v1: events must be complete when created; later only series, labels and annotations may change. */
export const EVENTS_V1: ServedApi = {
  apiVersion: "events.k8s.io/v1",
  group: "events.k8s.io",
  version: "v1",
  prefix: "/apis/events.k8s.io/v1",
  resource: "events.events.k8s.io",
  schema: EVENTS_V1_EVENT,
  reportingField: "reportingController",
  regardingField: "regarding",
  sourceField: undefined,
};
