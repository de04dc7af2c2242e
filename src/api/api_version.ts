import type { CoreV1Event } from "./core_v1_event.ts";
import type { EventsV1Event } from "./events_v1_event.ts";

/**
 * The API that an event is written for: `"v1"` (core/v1, the one `kubectl describe` sorts best) or
 * `"events.k8s.io/v1"`.
 */
export type ApiVersion = "v1" | "events.k8s.io/v1";

/** All that {@linkcode ApiVersion} may be. */
export const API_VERSIONS: readonly ApiVersion[] = ["v1", "events.k8s.io/v1"];

/**
 * The type of an API's events: {@linkcode CoreV1Event} of `"v1"`, {@linkcode EventsV1Event} of `"events.k8s.io/v1"`.
 *
 * @typeParam V The API version.
 */
export type EventOf<V extends ApiVersion> = V extends "v1" ? CoreV1Event : EventsV1Event;
