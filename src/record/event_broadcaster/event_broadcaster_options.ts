import type { OptionTable } from "../../base/tools/check_options.ts";
import { API_VERSIONS, type ApiVersion, type EventOf } from "../../base/event/event.ts";
import type { Logger } from "../../base/tools/logger.ts";
import { type EventNamingOptions, eventNamingOptionTable } from "../../base/event/identity.ts";
import type { Clock } from "../../base/tools/time.ts";
import type { Outcome } from "../recording/recording.ts";
import {
  type BroadcasterOptions,
  broadcasterOptionTable,
  type BroadcasterStats,
} from "../broadcaster/broadcaster_options.ts";

/**
 * Options of an {@linkcode EventBroadcaster}.
 *
 * @typeParam V The API of the events.
 *
 * @category Broadcaster
 */
export interface EventBroadcasterOptions<V extends ApiVersion = "v1">
  extends BroadcasterOptions, EventNamingOptions<V> {
  /**
   * The API of the events.
   *
   * @default {"v1"}
   */
  readonly apiVersion?: V | undefined;
  /**
   * The host name that recorders without a `reportingInstance` put into theirs, in events.k8s.io/v1 only. Pass
   * `Deno.hostname()` or `hostname()` of `node:os`, which in a cluster is the pod's name.
   *
   * Unlike client-go, the broadcaster does not look it up, because not every platform exposes a host name.
   *
   * @default {eight random characters, the same for all recorders of the broadcaster}
   */
  readonly hostname?: string | undefined;
  /**
   * Source of the events' timestamps; recordings started here use it by default.
   *
   * @default {Date}
   */
  readonly clock?: Clock | undefined;
  /**
   * Receives one line per problem, including the errors of watchers' handlers unless `onError` is given. Recorders and
   * recordings created here use it by default; without a logger, nothing is printed.
   */
  readonly logger?: Logger | undefined;
  /**
   * Called with the outcome of each event, including events that a recorder could not create or publish and events that
   * no recording received. Called mid-operation, so keep it fast. Errors and rejections go to the `logger`.
   */
  readonly onOutcome?: ((outcome: Outcome<EventOf<V>>) => void) | undefined;
  /**
   * Maximum number of early events: those kept until the first recording starts, which then records them. Beyond it,
   * the oldest are evicted. An integer of at least 0; 0 keeps none.
   *
   * Unlike client-go, it does not lose the events from before `StartRecordingToSink`.
   *
   * @default {1000}
   */
  readonly maxEarlyEvents?: number | undefined;
}

export const eventBroadcasterOptionTable = () => ({
  ...broadcasterOptionTable(),
  ...eventNamingOptionTable(),
  apiVersion: [API_VERSIONS, "v1"],
  hostname: ["a string"],
  clock: ["a Clock", Date],
  logger: ["a Logger"],
  onOutcome: ["a function"],
  maxEarlyEvents: ["an integer of at least 0", 1000],
} as const satisfies OptionTable<EventBroadcasterOptions<ApiVersion>>);

/**
 * The counters of an {@linkcode EventBroadcaster}.
 *
 * Each running recording has one of the `watchers`. Unless `maxEarlyEvents` is 0, a watcher exists from the start; it
 * keeps events until a recording starts, and then feeds that recording. The watcher of the last recording to stop
 * remains, and counts events as `unrecorded` until another recording starts, which it then feeds.
 *
 * @category Broadcaster
 */
export interface EventBroadcasterStats extends BroadcasterStats {
  /** Number of recorder calls without an accepted event, by reason. */
  readonly refused: Readonly<Partial<Record<(Outcome & { type: "dropped" })["because"], number>>>;
  /** Number of fields truncated or replaced to make an event valid, by name, such as `message`. */
  readonly altered: Readonly<Record<string, number>>;
  /** Number of events kept for the first recording; at most `maxEarlyEvents`. */
  readonly early: number;
  /**
   * Number of accepted events dropped because no recording received them: the events after the last recording was
   * stopped and, at shutdown, all events if no recording or watcher was ever started. Their outcome is `"dropped"`
   * (`"stopped"`).
   */
  readonly unrecorded: number;
}
