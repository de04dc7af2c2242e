import type { ApiVersion } from "../api/api_version.ts";
import type { V1EventSource } from "../api/event_source.ts";

/** Who reports through a recorder of an API version: {@linkcode V1EventSource} or {@linkcode EventsV1Reporter}. */
export type ReporterOf<V extends ApiVersion> = V extends "v1" ? V1EventSource : EventsV1Reporter;

/**
 * Who reports events of events.k8s.io/v1.
 *
 * See {@link https://kubernetes.io/docs/reference/kubernetes-api/events/event-v1/ | Event} of the API reference.
 */
export interface EventsV1Reporter {
  /**
   * The controller, as a qualified name, `example.com/controller` or `controller`: at most 63 letters, digits, `-`, `_` and
   * `.`, behind a DNS-1123 subdomain and `/` if need be. Shown as From.
   */
  readonly reportingController: string;
  /**
   * The controller's instance; cut to 128 bytes.
   *
   * @default {the controller, `-`, and the broadcaster's `hostname`}
   */
  readonly reportingInstance?: string | undefined;
}
