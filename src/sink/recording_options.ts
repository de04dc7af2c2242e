import type { Clock } from "../api/clock.ts";
import type { CoreV1Event } from "../api/core_v1_event.ts";
import type { Logger } from "../api/logger.ts";
import type { Correlator } from "../correlator/correlator.ts";
import type { EventCorrelatorOptions } from "../correlator/event_correlator.ts";
import type { EventSeriesCorrelatorOptions } from "../correlator/event_series_correlator.ts";
import type { Backoff } from "./backoff.ts";
import type { Outcome } from "./outcome.ts";

/** The options of the correlator of an event type: of {@linkcode EventCorrelator} or {@linkcode EventSeriesCorrelator}. */
export type CorrelatorOptions<E> = E extends CoreV1Event ? EventCorrelatorOptions : EventSeriesCorrelatorOptions;

/**
 * Options of a {@linkcode Recording}.
 *
 * @typeParam E The event type.
 */
export interface RecordingOptions<E> {
  /**
   * What decides which events are worth a write: options of an {@linkcode EventCorrelator} (of an
   * {@linkcode EventSeriesCorrelator} for events.k8s.io/v1), a correlator of your own, or `false` to write every event as
   * it is.
   *
   * @default {{}}
   */
  readonly correlator?: CorrelatorOptions<E> | Correlator<E> | false | undefined;
  /**
   * How many requests may be under way at once, of different events.
   *
   * @default {8}
   */
  readonly concurrency?: number | undefined;
  /**
   * How many different events may wait; events beyond are dropped, repeats of those that wait are not.
   *
   * @default {4096}
   */
  readonly maxPending?: number | undefined;
  /**
   * How often a write is tried before it is abandoned. Events that join a waiting write share its tries.
   *
   * @default {12}
   */
  readonly maxTries?: number | undefined;
  /**
   * The pause between two tries, in milliseconds; the first is a random part of it.
   *
   * @default {10000}
   */
  readonly retryDelayMs?: number | undefined;
  /**
   * The pauses between tries, where `retryDelayMs` is not enough to say.
   *
   * @default {constantBackoff(retryDelayMs)}
   */
  readonly backoff?: Backoff | undefined;
  /**
   * After how many milliseconds without an answer a request counts as failed.
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
  /** Told how events end. It is called in the middle of things: be quick. What it throws goes to the logger. */
  readonly onOutcome?: ((outcome: Outcome<E>) => void) | undefined;
  /** Told what a person should know: once when the server is out of reach, or refuses us, not once per event. */
  readonly logger?: Logger | undefined;
  /** Stops the recording, as {@linkcode Recording.stop} does. */
  readonly signal?: AbortSignal | undefined;
  /**
   * The time, for the log and for what is remembered about namespaces; also given to the correlator's options.
   *
   * @default {Date}
   */
  readonly clock?: Clock | undefined;
  /**
   * Random numbers from 0 up to 1, for pauses.
   *
   * @default {Math.random}
   */
  readonly random?: (() => number) | undefined;
}
