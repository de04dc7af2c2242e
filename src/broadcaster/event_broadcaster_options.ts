import type { ApiVersion, EventOf } from "../api/api_version.ts";
import type { Clock } from "../api/clock.ts";
import type { V1EventSource } from "../api/event_source.ts";
import type { Logger } from "../api/logger.ts";
import type { Outcome } from "../sink/outcome.ts";
import type { BroadcasterOptions } from "./broadcaster_options.ts";

/** Options of an {@linkcode EventBroadcaster}. */
export interface EventBroadcasterOptions<V extends ApiVersion = "v1"> extends BroadcasterOptions {
  /** The API that the events are written for. @default {"v1"} */
  readonly apiVersion?: V | undefined;
  /**
   * The host that reports, for the `reportingInstance` of recorders that are not given one: `Deno.hostname()`, or
   * `hostname()` of `node:os`, in a cluster the pod's name. Only events.k8s.io/v1 has it.
   *
   * @default {eight random characters, the same for all recorders of the broadcaster}
   */
  readonly hostname?: string | undefined;
  /** Where the events' times come from. @default {Date} */
  readonly clock?: Clock | undefined;
  /** Hears of what a person should know; recorders and recordings made here use it where they are given none. */
  readonly logger?: Logger | undefined;
  /** Hears how each event ended: those that no recorder could make or publish, and those of every recording. */
  readonly onOutcome?: ((outcome: Outcome<EventOf<V>>) => void) | undefined;
  /**
   * How many events are kept until the first recording starts, the latest ones; they are recorded then.
   *
   * @default {1000}
   */
  readonly maxEarlyEvents?: number | undefined;
}

/** Who reports through a recorder of an API version. */
export type ReporterOf<V extends ApiVersion> = V extends "v1" ? V1EventSource : EventsV1Reporter;

/** Who reports events of events.k8s.io/v1. */
export interface EventsV1Reporter {
  /** The controller: a qualified name, `example.com/controller` or `controller`; shown as From. */
  readonly reportingController: string;
  /**
   * Which instance of it; cut to 128 bytes.
   *
   * @default {the controller, `-`, and the broadcaster's `hostname`}
   */
  readonly reportingInstance?: string | undefined;
}
