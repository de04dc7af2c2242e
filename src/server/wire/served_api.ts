import type { ApiVersion } from "../../api/event.ts";
import { CORE_V1_EVENT, EVENTS_V1_EVENT, type ObjectSchema } from "./event_schema.ts";

/** One of the two APIs through which the same stored events are seen. */
export interface ServedApi {
  readonly apiVersion: ApiVersion;
  /** The API group; empty for core/v1. */
  readonly group: string;
  /** The version in the group. */
  readonly version: "v1";
  /** Where its paths begin. */
  readonly prefix: string;
  /** The resource, as messages name it. */
  readonly resource: string;
  /** How an event is written here. */
  readonly schema: ObjectSchema;
  /** Whether events must be complete when created and may not be rewritten. */
  readonly strict: boolean;
  /** What this API calls the reporting controller. */
  readonly reportingField: string;
  /** What this API calls the object that an event is about. */
  readonly regardingField: string;
  /** The label by which the component that an event is from selects; `undefined` where nothing does. */
  readonly sourceField: string | undefined;
}

/** core/v1: takes nearly anything. */
export const CORE_V1: ServedApi = {
  apiVersion: "v1",
  group: "",
  version: "v1",
  prefix: "/api/v1",
  resource: "events",
  schema: CORE_V1_EVENT,
  strict: false,
  reportingField: "reportingComponent",
  regardingField: "involvedObject",
  sourceField: "source",
};

/** events.k8s.io/v1: the strict one. */
export const EVENTS_V1: ServedApi = {
  apiVersion: "events.k8s.io/v1",
  group: "events.k8s.io",
  version: "v1",
  prefix: "/apis/events.k8s.io/v1",
  resource: "events.events.k8s.io",
  schema: EVENTS_V1_EVENT,
  strict: true,
  reportingField: "reportingController",
  regardingField: "regarding",
  sourceField: undefined,
};
