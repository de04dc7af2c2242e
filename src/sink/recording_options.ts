import { type OptionKinds, showValue } from "../api/check_options.ts";
import { API_VERSIONS, type ApiVersion, type EventOf } from "../api/event.ts";
import type { Logger } from "../api/logger.ts";
import type { Clock } from "../api/time.ts";
import { type Correlator, uncorrelated } from "../correlator/correlator.ts";
import { EventCorrelator, type EventCorrelatorOptions } from "../correlator/event_correlator.ts";
import { EventSeriesCorrelator, type EventSeriesCorrelatorOptions } from "../correlator/event_series_correlator.ts";
import type { Backoff } from "./backoff.ts";
import type { Outcome } from "./outcome.ts";

/**
 * The options of the correlator of an API: of {@linkcode EventCorrelator} or {@linkcode EventSeriesCorrelator}.
 *
 * @typeParam V The API version.
 */
export type CorrelatorOptions<V extends ApiVersion = "v1"> = V extends "v1" ? EventCorrelatorOptions
  : EventSeriesCorrelatorOptions;

/**
 * Options of a {@linkcode Recording}.
 *
 * A number out of its range is a `RangeError` when the recording starts. Durations are from 0 to 2147483647 ms (24.8 days),
 * as timers take no more.
 *
 * @typeParam V The API version.
 */
export interface RecordingOptions<V extends ApiVersion = "v1"> {
  /**
   * What decides which events are worth a write: options of an {@linkcode EventCorrelator} (of an
   * {@linkcode EventSeriesCorrelator} for events.k8s.io/v1), a correlator of your own, which serves one recording
   * at a time, or `false` to write every event as it is.
   *
   * @default {that of the API with its own defaults}
   */
  readonly correlator?: CorrelatorOptions<V> | Correlator<EventOf<V>> | false | undefined;
  /**
   * How many requests may be under way at once, of different events; an integer of at least 1, or `Infinity`.
   *
   * @default {8}
   */
  readonly concurrency?: number | undefined;
  /**
   * How many different events may wait or be under way. Where one more comes, the namespace that has most of them loses one:
   * one that failed, or else its newest. Repeats of those that wait take no place. An integer of at least 1, or `Infinity`.
   *
   * @default {4096}
   */
  readonly maxPending?: number | undefined;
  /**
   * How often a write is tried before it is abandoned: an integer of at least 1, or `Infinity`. Events that join a waiting
   * write share its tries. Tries are not counted while the server cannot be reached ({@linkcode ConnectionError}).
   *
   * @default {12}
   */
  readonly maxTries?: number | undefined;
  /**
   * The pause between two tries, in milliseconds, more than an hour counting as one; the first is a random part of it.
   * Where the server asks for a longer one with `Retry-After`, it gets it, up to a minute and a quarter.
   *
   * A namespace or a server in trouble pauses as a whole: for a tenth of it at first, twice as long each time, up to three
   * times as long (a server: as long).
   *
   * @default {10000}
   */
  readonly retryDelayMs?: number | undefined;
  /**
   * The pauses between tries, and those of a namespace or a server in trouble, in place of those that `retryDelayMs` makes;
   * {@linkcode exponentialBackoff} makes one.
   *
   * @default {constantBackoff(retryDelayMs)}
   */
  readonly backoff?: Backoff | undefined;
  /**
   * After how many milliseconds without an answer a request counts as failed, and is tried again; more than 0. Where all
   * requests are taken and others wait, the oldest makes way after a sixth of it, once for each write, which is no try.
   *
   * @default {30000}
   */
  readonly requestTimeoutMs?: number | undefined;
  /**
   * The shortest time between two writes of one event, in milliseconds. What repeats meanwhile is one patch afterwards:
   * fewer writes where there is no backlog to save them. 0 to write as soon as possible.
   *
   * @default {0}
   */
  readonly patchIntervalMs?: number | undefined;
  /**
   * Told how events ended. It is called in the middle of things: be quick. What it throws or rejects with goes to the
   * logger.
   */
  readonly onOutcome?: ((outcome: Outcome<EventOf<V>>) => void) | undefined;
  /**
   * Told what a person should know: once when the server is out of reach, or refuses us, not once per event.
   *
   * @default {the broadcaster's, if it has one}
   */
  readonly logger?: Logger | undefined;
  /** Stops the recording when it aborts, as {@linkcode Recording.stop} does without a deadline of yours. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Where the time comes from, for the log, for `patchIntervalMs` and for what is remembered about namespaces; the
   * correlator that is made of options takes it too, where they name no clock.
   *
   * @default {the broadcaster's, or else Date}
   */
  readonly clock?: Clock | undefined;
  /**
   * Random numbers from 0 up to 1, for pauses.
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
 */
export interface EventRecordingOptions<V extends ApiVersion = "v1"> extends RecordingOptions<V> {
  /**
   * The API of the events, which decides what their correlator is.
   *
   * @default {the sink's `apiVersion`, or `"v1"` where it has none}
   */
  readonly apiVersion?: V | undefined;
  /**
   * Called once when the recording begins to stop: hand over what is still on its way here, and send nothing more, as what
   * comes later is dropped. What it throws or rejects with goes to the logger.
   */
  readonly onStop?: (() => void) | undefined;
}

/** The kinds of {@linkcode EventRecordingOptions}. */
export const EVENT_RECORDING_OPTIONS: OptionKinds<EventRecordingOptions<ApiVersion>> = {
  ...RECORDING_OPTIONS,
  apiVersion: API_VERSIONS,
  onStop: "a function",
};

/**
 * Options of `lose` of an {@linkcode EventRecording}: which events were lost.
 *
 * @typeParam E The event type.
 */
export interface LostEvents<E> {
  /**
   * How many, an integer of at least 1.
   *
   * @default {1}
   */
  readonly count?: number | undefined;
  /**
   * A sentence for people.
   *
   * @default {the reason}
   */
  readonly message?: string | undefined;
  /** The event, where there is one. */
  readonly event?: E | undefined;
}

/**
 * The correlator that an option asks for, of the events' API.
 *
 * @throws {TypeError} If it is neither options nor a correlator nor `false`.
 */
export function createCorrelator<V extends ApiVersion>(
  option: NonNullable<RecordingOptions<V>["correlator"]>,
  { apiVersion, clock }: { apiVersion: V; clock: Clock },
): Correlator<EventOf<V>> {
  // It looks at names only, which both APIs have.
  if (option === false) return uncorrelated();
  if (typeof option !== "object" || option === null) {
    throw new TypeError(
      `Cannot record: correlator must be options, a correlator or false, received ${showValue(option)}`,
    );
  }
  if ("correlate" in option) return option;
  const options: EventCorrelatorOptions | EventSeriesCorrelatorOptions = { ...option, clock: option.clock ?? clock };
  const correlator = apiVersion === "v1" ? new EventCorrelator(options) : new EventSeriesCorrelator(options);
  return correlator as unknown as Correlator<EventOf<V>>;
}
