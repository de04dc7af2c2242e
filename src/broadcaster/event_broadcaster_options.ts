import type { OptionKinds } from "../api/check_options.ts";
import { API_VERSIONS, type ApiVersion, type EventOf } from "../api/event.ts";
import type { Logger } from "../api/logger.ts";
import type { Clock } from "../api/time.ts";
import type { DropReason, Outcome } from "../sink/outcome.ts";
import { BROADCASTER_OPTIONS, type BroadcasterOptions, type BroadcasterStats } from "./broadcaster_options.ts";

/**
 * Options of an {@linkcode EventBroadcaster}.
 *
 * @typeParam V The API that events are written for.
 */
export interface EventBroadcasterOptions<V extends ApiVersion = "v1"> extends BroadcasterOptions {
  /**
   * The API that the events are written for.
   *
   * @default {"v1"}
   */
  readonly apiVersion?: V | undefined;
  /**
   * The host that reports, for the `reportingInstance` of recorders that are not given one: `Deno.hostname()`, or
   * `hostname()` of `node:os`, in a cluster the pod's name. Only events.k8s.io/v1 has it.
   *
   * Unlike client-go, nobody is asked for it: not every platform has a name to tell.
   *
   * @default {eight random characters, the same for all recorders of the broadcaster}
   */
  readonly hostname?: string | undefined;
  /**
   * Where the events' times come from; recordings made here use it where they are given none.
   *
   * @default {Date}
   */
  readonly clock?: Clock | undefined;
  /**
   * Told what a person should know, among it what a watcher's handler threw, unless there is an `onError`. Recorders and
   * recordings made here use it where they are given none.
   */
  readonly logger?: Logger | undefined;
  /**
   * Told how each event ended: those that no recorder could make or publish, and those of every recording. It is called in
   * the middle of things: be quick. What it throws or rejects with goes to the `logger`.
   */
  readonly onOutcome?: ((outcome: Outcome<EventOf<V>>) => void) | undefined;
  /**
   * How many events are kept until the first recording starts, the latest ones; they are recorded then. An integer of at
   * least 0; with 0 none are kept.
   *
   * Unlike client-go, whose events from before `StartRecordingToSink` are not recorded.
   *
   * @default {1000}
   */
  readonly maxEarlyEvents?: number | undefined;
}

/** The kinds of {@linkcode EventBroadcasterOptions}. */
export const EVENT_BROADCASTER_OPTIONS: OptionKinds<EventBroadcasterOptions<ApiVersion>> = {
  ...BROADCASTER_OPTIONS,
  apiVersion: API_VERSIONS,
  hostname: "a string",
  clock: "a Clock",
  logger: "a Logger",
  onOutcome: "a function",
  maxEarlyEvents: "an integer of at least 0",
};

/**
 * What happened to an {@linkcode EventBroadcaster}'s events so far.
 *
 * The first of its `watchers` is its own, unless `maxEarlyEvents` is 0: it keeps events until a recording starts, and serves
 * that recording then.
 */
export interface EventBroadcasterStats extends BroadcasterStats {
  /** How many calls of recorders no accepted event came from, by reason. */
  readonly refused: Readonly<Partial<Record<DropReason, number>>>;
  /** How many fields were cut or replaced to make an event valid, by name, such as `message`. */
  readonly altered: Readonly<Record<string, number>>;
  /** How many events are kept for the first recording; at most `maxEarlyEvents`. */
  readonly early: number;
}
