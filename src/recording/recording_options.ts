import { checkOptions, invalid, type OptionKinds } from "../api/check_options.ts";
import { API_VERSIONS, type ApiVersion, type EventOf } from "../api/event.ts";
import type { Logger } from "../api/logger.ts";
import { checkNaming, EVENT_NAMING_OPTIONS, type EventNamingOptions, type StableNames } from "../api/stable_name.ts";
import type { Clock } from "../api/time.ts";
import { checkCorrelator, type Correlator, uncorrelated } from "../correlator/correlator.ts";
import {
  EVENT_CORRELATOR_OPTIONS,
  EventCorrelator,
  type EventCorrelatorOptions,
} from "../correlator/event_correlator.ts";
import {
  EVENT_SERIES_CORRELATOR_OPTIONS,
  EventSeriesCorrelator,
  type EventSeriesCorrelatorOptions,
} from "../correlator/event_series_correlator.ts";
import type { Outcome } from "./outcome.ts";

/**
 * Options of a {@linkcode Recording}.
 *
 * Starting a recording throws a `RangeError` for a number out of range. Durations are 0 to 2147483647 ms (24.8 days),
 * the limit of timers.
 *
 * @typeParam V The API version.
 *
 * @category Sink
 */
export interface RecordingOptions<V extends ApiVersion = "v1"> {
  /**
   * Decides which events to write: options of an {@linkcode EventCorrelator} (of an {@linkcode EventSeriesCorrelator}
   * for events.k8s.io/v1), a custom correlator, which can serve only one recording at a time, or `false` to write every
   * event unchanged.
   *
   * @default {that of the API with its own defaults}
   */
  readonly correlator?:
    | (V extends "v1" ? EventCorrelatorOptions : EventSeriesCorrelatorOptions)
    | Correlator<EventOf<V>>
    | false
    | undefined;
  /**
   * Maximum number of requests in flight, each for a different event: an integer of at least 1, or `Infinity`.
   *
   * @default {8}
   */
  readonly concurrency?: number | undefined;
  /**
   * Maximum number of distinct events queued or in flight: an integer of at least 1, or `Infinity`. Repeats of a queued
   * event take no extra room. At the limit, each new event drops one from the namespace with the most: one whose write
   * has failed, or else the newest.
   *
   * @default {4096}
   */
  readonly maxPending?: number | undefined;
  /**
   * Number of tries before a write is abandoned: an integer of at least 1, or `Infinity`. Events that join a queued
   * write share its tries. Tries are not counted while the server is unreachable ({@linkcode ConnectionError}).
   *
   * @default {12}
   */
  readonly maxTries?: number | undefined;
  /**
   * Pause between two tries, in milliseconds, capped at one hour; the first pause is a random fraction of it. A longer
   * `Retry-After` from the server is honored, up to 75 seconds.
   *
   * All writes of a failing namespace, or to a failing server, pause together: at first for a tenth of this delay,
   * doubling each time up to three times the delay for a namespace, or the delay itself for the server.
   *
   * @default {10000}
   */
  readonly retryDelayMs?: number | undefined;
  /**
   * Returns the pauses between tries, and of a failing namespace or server, in milliseconds; replaces `retryDelayMs`.
   * Use {@linkcode exponentialBackoff} or your own.
   *
   * `tries` is the number of tries so far, at least 1, or the number of consecutive pauses of the namespace or server.
   * `random` returns numbers from 0 up to 1. Pauses are capped at one hour, or at one second once the recording is
   * stopping; a negative result, `NaN` or an error counts as the longest pause. Longer pauses that the server asks for
   * are honored.
   *
   * @default {retryDelayMs, and a random fraction of it before the first retry}
   */
  readonly backoff?: ((tries: number, random: () => number) => number) | undefined;
  /**
   * Time without a response after which a request fails and is retried, in milliseconds; more than 0. When
   * `concurrency` is used up, other writes are queued and other requests are answered faster, the oldest request is
   * cancelled after a sixth of this time: once per write, and not counted as a try.
   *
   * @default {30000}
   */
  readonly requestTimeoutMs?: number | undefined;
  /**
   * Minimum time between two writes of one event, in milliseconds. Repeats in between are coalesced into one patch,
   * which saves writes even without a backlog. 0 writes as soon as possible.
   *
   * @default {0}
   */
  readonly patchIntervalMs?: number | undefined;
  /**
   * Called with each outcome, synchronously, so keep it fast. Errors and rejections go to the logger.
   */
  readonly onOutcome?: ((outcome: Outcome<EventOf<V>>) => void) | undefined;
  /**
   * Receives one line per problem, not per event: for example when the server is unreachable or rejects writes.
   *
   * @default {the broadcaster's, if it has one}
   */
  readonly logger?: Logger | undefined;
  /** Stops the recording when it aborts, as {@linkcode Recording.stop} with its default deadline. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Source of the time, for the log, `patchIntervalMs` and the state of namespaces, and for a correlator created from
   * options without a clock.
   *
   * @default {the broadcaster's, or else Date}
   */
  readonly clock?: Clock | undefined;
  /**
   * Returns random numbers from 0 up to 1, to spread pauses.
   *
   * @default {Math.random}
   */
  readonly random?: (() => number) | undefined;
}

/** The kinds of {@linkcode RecordingOptions}. */
export const RECORDING_OPTIONS: OptionKinds<RecordingOptions<ApiVersion>> = {
  correlator: "anything",
  concurrency: "a positive integer or Infinity",
  maxPending: "a positive integer or Infinity",
  maxTries: "a positive integer or Infinity",
  retryDelayMs: "between 0 and 2147483647",
  backoff: "a function",
  requestTimeoutMs: "more than 0 and at most 2147483647",
  patchIntervalMs: "between 0 and 2147483647",
  onOutcome: "a function",
  logger: "a Logger",
  signal: "an AbortSignal",
  clock: "a Clock",
  random: "a function",
};

/**
 * Options of {@linkcode EventRecording}.
 *
 * @typeParam V The API version.
 *
 * @category Sink
 */
export interface EventRecordingOptions<V extends ApiVersion = "v1"> extends RecordingOptions<V>, EventNamingOptions<V> {
  /**
   * The API version of the events, which determines their correlator.
   *
   * @default {the `apiVersion` of the sink, or of the correlator, or `"v1"` where neither has one}
   */
  readonly apiVersion?: V | undefined;
  /**
   * Called once when the recording begins to stop: hand over the remaining events before it returns, as later ones are
   * dropped. Errors and rejections go to the logger.
   */
  readonly onStop?: (() => void) | undefined;
}

const EVENT_RECORDING_OPTIONS: OptionKinds<EventRecordingOptions<ApiVersion>> = {
  ...RECORDING_OPTIONS,
  ...EVENT_NAMING_OPTIONS,
  apiVersion: API_VERSIONS,
  onStop: "a function",
};

/** The same with the correlators' options, one of which is a mistake beside a `correlator` that is left out. */
const WITH_CORRELATOR_OPTIONS: OptionKinds<EventRecordingOptions<ApiVersion>> = {
  ...EVENT_RECORDING_OPTIONS,
  correlator: { ...EVENT_CORRELATOR_OPTIONS, ...EVENT_SERIES_CORRELATOR_OPTIONS },
};

/** Throws a `TypeError` or `RangeError` for invalid options of an `EventRecording`. */
export function checkRecordingOptions(options: EventRecordingOptions<ApiVersion>): void {
  const isLeftOut = Object(options).correlator === undefined;
  checkOptions("record", options, isLeftOut ? WITH_CORRELATOR_OPTIONS : EVENT_RECORDING_OPTIONS);
  checkNaming("record", options);
}

/**
 * Returns the correlator for an option and the events' API.
 *
 * @throws {TypeError} If the option is neither options nor a correlator of the API nor `false`.
 */
export function createCorrelator<V extends ApiVersion>(
  option: NonNullable<RecordingOptions<V>["correlator"]>,
  { apiVersion, clock, names }: { apiVersion: V; clock: Clock; names: StableNames<EventOf<V>> | undefined },
): Correlator<EventOf<V>> {
  const identity = names && ((event: EventOf<V>) => names.identityOf(event));
  // It reads only the metadata, which both APIs have.
  if (option === false) return uncorrelated(identity);
  if (typeof option !== "object" || option === null || Array.isArray(option) || option instanceof Promise) {
    throw new TypeError(invalid("record", "correlator", "be options, a correlator or false", option));
  }
  if ("correlate" in option || "updateState" in option) {
    checkCorrelator(option, apiVersion);
    return option as Correlator<EventOf<V>>;
  }
  // With stable names, the total on the server includes the repeats that the spam filter stopped.
  const stable = identity && { identity, trailingWrites: true };
  const options = { ...stable, ...option, clock: option.clock ?? clock };
  const correlator = apiVersion === "v1"
    ? new EventCorrelator(options as EventCorrelatorOptions)
    : new EventSeriesCorrelator(options as EventSeriesCorrelatorOptions);
  return correlator as unknown as Correlator<EventOf<V>>;
}
