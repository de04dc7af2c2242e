import { type Completed, invalid, type OptionTable, readOptions } from "../../base/tools/check_options.ts";
import { type AnyEvent, API_VERSIONS, type ApiVersion, type EventOf } from "../../base/event/event.ts";
import type { Logger } from "../../base/tools/logger.ts";
import { type EventNamingOptions, eventNamingOptionTable, type StableNames } from "../../base/event/identity.ts";
import type { Clock } from "../../base/tools/time.ts";
import { apiVersionOf, checkCorrelator, type Correlator, uncorrelated } from "../correlator/correlator.ts";
import { EventCorrelator, type EventCorrelatorOptions } from "../correlator/event_correlator.ts";
import { EventSeriesCorrelator, type EventSeriesCorrelatorOptions } from "../correlator/event_series_correlator.ts";
import { checkApiVersion, checkSink } from "../sink/event_sink.ts";
import type { Outcome } from "./recording.ts";

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
   * Decides which events to write. Pass options of an `EventCorrelator` of `@kubecast/events/client-go` (in
   * events.k8s.io/v1, of an `EventSeriesCorrelator`), a correlator, or `false` to write every event unchanged. A
   * correlator may serve only one recording at a time, directly or wrapped in another.
   *
   * @default {a new correlator for the API, with its defaults}
   */
  readonly correlator?:
    | (V extends "v1" ? EventCorrelatorOptions : EventSeriesCorrelatorOptions)
    | Correlator<EventOf<V>>
    | false
    | undefined;
  /**
   * Whether events are written as they arrive. With `false`, only {@linkcode Recording.flush} and `stop` write. Use it
   * in runtimes that isolate requests from each other, such as Cloudflare Workers.
   *
   * Start one recording per isolate, in its first request if its sink needs that request's `env`, keep it at module
   * level, and pass the promise of a flush to `waitUntil` in each request. Between flushes, the recording has no
   * request or timer running. Flushes may overlap, and take over the writes in flight of a request that has ended
   * early. `onOutcome` and the `logger` are called in the request whose flush wrote the event, so they must not use I/O
   * of the request that recorded it. A sink's `token` function must not share a promise between requests, because a
   * promise never settles once its request has ended; cache the token itself.
   *
   * All requests of an isolate share the correlator, and so its spam filter, which accepts 25 events about one object
   * (`burst`), and then one every five minutes; `trailingWrites` counts the repeats among the rest. Use
   * `naming: "stable"` of the broadcaster to count across isolates. Events that no flush has written are lost with
   * their isolate. Record events only in requests, because at module level the clock of Cloudflare Workers stands at
   * 1970.
   *
   * @default {true}
   *
   * @example A worker: its `env` exists only in requests
   * ```ts
   * import { EventBroadcaster, FetchEventSink, type Recording } from "@kubecast/events";
   *
   * interface Env {
   *   readonly KUBE_API_URL: string;
   *   readonly KUBE_TOKEN: string;
   * }
   *
   * const page = { apiVersion: "example.com/v1", kind: "Page", name: "home", namespace: "default", uid: "home" };
   * const broadcaster = new EventBroadcaster({ logger: console });
   * const recorder = broadcaster.newRecorder({ component: "edge-worker" });
   * let recording: Recording | undefined; // one per isolate, started by its first request
   *
   * const worker = {
   *   fetch(_request: Request, env: Env, context: { waitUntil(promise: Promise<unknown>): void }): Response {
   *     recording ??= broadcaster.startRecordingToSink(
   *       new FetchEventSink({ server: env.KUBE_API_URL, token: env.KUBE_TOKEN }),
   *       { autoFlush: false },
   *     );
   *     recorder.event(page, "Normal", "Visited", "Someone asked for it");
   *     // For 25 of the 30 seconds that a worker has after its answer, with 40 of the 50 requests that it may make.
   *     context.waitUntil(recording.flush({ signal: AbortSignal.timeout(25_000), maxRequests: 40 }));
   *     return new Response("Noted.");
   *   },
   * };
   * // export default worker;
   * ```
   */
  readonly autoFlush?: boolean | undefined;
  /**
   * Maximum number of requests in flight, each for a different object: an integer of at least 1, or `Infinity`. With
   * `autoFlush: false`, each flush has its own limit. The events of one object are written one after another, in order.
   *
   * @default {8}
   */
  readonly concurrency?: number | undefined;
  /**
   * Maximum number of distinct events queued or in flight: an integer of at least 1, or `Infinity`. Repeats of a queued
   * event take no extra room. At the limit, each new event displaces one from the namespace with the most: an event of
   * an object whose writes fail, or else the newest event of the object with the most.
   *
   * A pending event takes about one kilobyte plus twice its message, because its key contains the message too: 65,536
   * events with short messages take 80 MB. Messages may have 32 KiB, so 4,096 of the longest take 280 MB. Set a lower
   * limit if such messages are frequent and memory is scarce.
   *
   * @default {65536, or 4096 with autoFlush: false, because an isolate has 128 MB}
   */
  readonly maxPending?: number | undefined;
  /**
   * Number of tries after which a write is abandoned if the event itself is at fault: an integer of at least 1, or
   * `Infinity`. Events that join a queued write share its tries.
   *
   * A try counts if it ends in a conflict with other writers (409), or in a 500, a time-out or an unknown error while
   * other events of the namespace are written. Trouble of the server or a limit never counts: 408, 429, 5xx except 500,
   * {@linkcode ConnectionError}, a 401 for credentials that were accepted before, or a webhook that cannot be called.
   * Unlike client-go, it keeps a lone event that always gets a 500 until the recording stops.
   *
   * @default {12}
   */
  readonly maxTries?: number | undefined;
  /**
   * Pause of an object between two tries, in milliseconds: plus or minus a quarter, and at most one hour. The first
   * pause is a random fraction of it. While a caller waits for a flush, or for the outcome of one of the object's
   * events, pauses begin with half a second to one second and double up to this delay; a pause under way is shortened
   * accordingly. A longer `Retry-After` from the server is honored, up to 75 seconds.
   *
   * All writes of a failing namespace, or to a failing server, pause together: at first for a tenth of this delay,
   * doubling each time up to three times the delay for a namespace, or the delay itself for the server.
   *
   * @default {10000}
   */
  readonly retryDelayMs?: number | undefined;
  /**
   * Returns the pauses of a failing object, namespace or server, in milliseconds; replaces `retryDelayMs`. Use
   * `exponentialBackoff` of `@kubecast/events/client-go`, or your own.
   *
   * `tries` is the number of consecutive pauses, including this one, so at least 1. `random` returns numbers from 0 up
   * to 1. Pauses are capped at one hour, or at one second once the recording is stopping; a negative result, `NaN` or
   * an error counts as the longest pause. Longer pauses that the server asks for are honored.
   *
   * @default {retryDelayMs, and a random fraction of it before the first retry}
   */
  readonly backoff?: ((tries: number, random: () => number) => number) | undefined;
  /**
   * Time without a response after which a request fails and is retried, in milliseconds; more than 0. If writes wait
   * because `concurrency` requests are in flight, and other requests are answered faster, the oldest request is
   * cancelled after a sixth of this time. This happens once per write, and does not count as a try.
   *
   * @default {30000}
   */
  readonly requestTimeoutMs?: number | undefined;
  /**
   * Whether timers keep the process alive, on Deno, Bun and Node, while events wait for their next try or an answer.
   * With `false`, a process that has nothing else to do exits and loses these events without an outcome, even while a
   * flush waits, so stop the recording before the end. Requests in flight keep the process alive for as long as their
   * connections do.
   *
   * @default {true}
   */
  readonly keepAlive?: boolean | undefined;
  /** Called with each outcome, synchronously, so keep it fast. Errors and rejections go to the `logger`. */
  readonly onOutcome?: ((outcome: Outcome<EventOf<V>>) => void) | undefined;
  /**
   * Receives one line per problem, not per event: for example when the server is unreachable or rejects writes.
   *
   * @default {the broadcaster's, if it has one}
   */
  readonly logger?: Logger | undefined;
  /**
   * Stops the recording when it aborts, like {@linkcode Recording.stop} with its default deadline. Throws a `TypeError`
   * with `autoFlush: false`, because other requests could not read it.
   */
  readonly signal?: AbortSignal | undefined;
  /**
   * Source of the time for log lines, for the unique name of an event whose stable name is taken, and for a correlator
   * created from options without a clock.
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

/** Defaults of `maxPending`: 80 MB with short messages, and 8 MB in an isolate, which has 128 MB. */
const MAX_PENDING = 65_536;
const MAX_PENDING_ON_DEMAND = 4096;

/** The checks and defaults of {@linkcode RecordingOptions}. */
export const recordingOptionTable = () => ({
  correlator: ["anything", {}],
  autoFlush: ["a boolean", true],
  concurrency: ["a positive integer or Infinity", 8],
  maxPending: ["a positive integer or Infinity"],
  maxTries: ["a positive integer or Infinity", 12],
  retryDelayMs: ["between 0 and 2147483647", 10_000],
  backoff: ["a function"],
  requestTimeoutMs: ["more than 0 and at most 2147483647", 30_000],
  keepAlive: ["a boolean", true],
  onOutcome: ["a function"],
  logger: ["a Logger"],
  signal: ["an AbortSignal"],
  clock: ["a Clock", Date],
  random: ["a function", Math.random],
} as const satisfies OptionTable<RecordingOptions<ApiVersion>>);

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
   * @default {the `apiVersion` of the sink, or else of the correlator, or else `"v1"`}
   */
  readonly apiVersion?: V | undefined;
  /**
   * Called once when the recording begins to stop. Hand over the remaining events before it returns, because later
   * events are dropped. Errors and rejections go to the `logger`.
   */
  readonly onStop?: (() => void) | undefined;
  /** Called once when the recording has finished. Errors and rejections go to the `logger`. */
  readonly onFinished?: (() => void) | undefined;
}

const eventRecordingOptionTable = () => ({
  ...recordingOptionTable(),
  ...eventNamingOptionTable(),
  apiVersion: [API_VERSIONS],
  onStop: ["a function"],
  onFinished: ["a function"],
} as const satisfies OptionTable<EventRecordingOptions<ApiVersion>>);

/** The options of a recording, checked and with their defaults. */
export type ReadOptions =
  & Completed<EventRecordingOptions<ApiVersion>, ReturnType<typeof eventRecordingOptionTable>>
  & { readonly apiVersion: ApiVersion; readonly maxPending: number };

/**
 * Checks a sink and the options of an `EventRecording`, and returns the options with their defaults.
 *
 * @throws {TypeError | RangeError} If one is invalid.
 */
export function readRecordingOptions(
  sink: { readonly apiVersion?: ApiVersion | undefined },
  options: EventRecordingOptions<ApiVersion>,
): ReadOptions {
  checkSink(sink);
  const read = readOptions("record", options, eventRecordingOptionTable());
  if (!read.autoFlush && read.signal !== undefined) {
    throw new TypeError("Cannot record: signal must not be given with autoFlush: false, call stop instead");
  }
  const { apiVersion = sink.apiVersion ?? apiVersionOf(read.correlator) ?? "v1" } = read;
  checkApiVersion(sink, apiVersion);
  const { maxPending = read.autoFlush ? MAX_PENDING : MAX_PENDING_ON_DEMAND } = read;
  return { ...read, apiVersion, maxPending };
}

/** The custom correlators in use by a recording. */
const serving = new WeakSet<object>();

/** Called when a recording has finished, so that its correlator may serve another. */
export function releaseCorrelator(correlator: object): void {
  serving.delete(correlator);
}

/**
 * Returns the correlator for an option and the events' API.
 *
 * @throws {TypeError} If the option is neither options nor a correlator of the API nor `false`, or if the correlator
 * serves another recording.
 */
export function createCorrelator(
  option: NonNullable<RecordingOptions<ApiVersion>["correlator"]>,
  { apiVersion, clock, naming, identities }: {
    readonly apiVersion: ApiVersion;
    readonly clock: Clock;
    readonly naming: "unique" | "stable";
    /** Undefined if repeats are counted by the correlator's own keys. */
    readonly identities: StableNames<AnyEvent> | undefined;
  },
): Correlator<AnyEvent> {
  const identity = identities && ((event: AnyEvent) => identities.identityOf(event));
  if (option === false) return uncorrelated(identity);
  if (typeof option !== "object" || option === null || Array.isArray(option) || option instanceof Promise) {
    throw new TypeError(invalid("record", "correlator", "be options, a correlator or false", option));
  }
  if ("correlate" in option || "updateState" in option) {
    checkCorrelator(option, apiVersion);
    const correlator = option as Correlator<AnyEvent>;
    if (serving.has(correlator)) {
      throw new TypeError(
        "Cannot record: correlator must not serve two recordings at a time: each would write the counts of the other",
      );
    }
    serving.add(correlator);
    return correlator;
  }
  // By default, with stable names, the total on the server includes the repeats that the spam filter stopped.
  const trailing = naming === "stable" && { trailingWrites: true };
  const options = { ...identity && { identity, naming }, ...option, clock: option.clock ?? clock };
  const correlator = apiVersion === "v1"
    ? new EventCorrelator({ ...trailing, ...options } as EventCorrelatorOptions)
    : new EventSeriesCorrelator(options as EventSeriesCorrelatorOptions);
  return correlator as unknown as Correlator<AnyEvent>;
}
