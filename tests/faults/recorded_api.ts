import type { ApiVersion, Clock, Correlator, EventOf, EventsV1Event } from "../../mod.ts";
import { EventCorrelator, EventSeriesCorrelator } from "../../src/client_go/mod.ts";
import { makeEvent } from "../record/recording/make_event.ts";

/** An API version to record in. */
export interface RecordedApi<V extends ApiVersion> {
  readonly apiVersion: V;
  /** An event of that name about the pod `pod`. */
  makeEvent(name: string, about: { pod: string; message: string; namespace: string }): EventOf<V>;
  correlator(options: { clock: Clock; cacheSize: number }): Correlator<EventOf<V>>;
  messageOf(event: EventOf<V>): string;
  countOf(event: EventOf<V>): number;
}

/** core/v1, with some spam filtered. */
export const coreV1Api: RecordedApi<"v1"> = {
  apiVersion: "v1",
  makeEvent,
  correlator: (options) => new EventCorrelator({ burst: 20, qps: 1, ...options }),
  messageOf: ({ message = "" }) => message,
  countOf: ({ count = 0 }) => count,
};

/** events.k8s.io/v1. */
export const eventsV1Api: RecordedApi<"events.k8s.io/v1"> = {
  apiVersion: "events.k8s.io/v1",
  makeEvent: (name, { pod, message, namespace }): EventsV1Event => ({
    metadata: { name, namespace },
    eventTime: "2026-01-01T00:00:00.000000Z",
    regarding: { apiVersion: "v1", kind: "Pod", namespace, name: pod, uid: `uid-of-${pod}` },
    type: "Normal",
    reason: "Happened",
    action: "Happen",
    note: message,
    reportingController: "test",
    reportingInstance: "test-1",
  }),
  correlator: (options) => new EventSeriesCorrelator(options),
  messageOf: ({ note = "" }) => note,
  countOf: ({ series }) => series?.count ?? 1,
};
