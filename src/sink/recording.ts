import type { AbandonReason, DropReason, SkipReason } from "./outcome.ts";

/** What a {@linkcode Recording} has done so far. */
export interface RecordingStats {
  /**
   * Events that came in: at every instant the sum of `recorded`, `coalesced`, `skipped`, `dropped`, `rejected`, `abandoned`
   * and `pending`.
   */
  readonly accepted: number;
  /** Events that the server has, one for each write. */
  readonly recorded: number;
  /** Events that the server has in the count of another's write. */
  readonly coalesced: number;
  /** Events that were counted, and not worth a write. */
  readonly skipped: number;
  /** Events that were lost before a write was tried. */
  readonly dropped: number;
  /** Events that the server refused for good, or that were never fit for a request. */
  readonly rejected: number;
  /** Events that were given up, after tries that failed or at a deadline. */
  readonly abandoned: number;
  /** Events that have not ended yet. */
  readonly pending: number;
  /**
   * Skipped events whose count a later write is to bring to the server: a series, or what `trailingWrites` keeps. A write
   * that fails for good leaves them owed, and the next flush tries again.
   */
  readonly owed: number;
  /** Skipped events whose count did not reach the server, and will not. */
  readonly uncounted: number;
  /** How many were skipped, dropped and abandoned, by reason; a reason that never was is missing. */
  readonly because: Readonly<Partial<Record<SkipReason | DropReason | AbandonReason, number>>>;
  /** How many different events wait or are under way: at most `maxPending`, and beside them those that only a count waits for. */
  readonly lanes: number;
  /** How many requests were made of the sink. */
  readonly requests: number;
  /** How many writes failed and were put off. */
  readonly retries: number;
}

/** What a flush came to: the numbers at its end, with `pending` as the flush sees it. */
export interface FlushReport extends RecordingStats {
  /**
   * Events accepted before the flush that are still to be written, as its deadline came first, and those that have joined
   * their writes; 0 means that all are on the server or accounted for. What else came during the flush is not in it.
   */
  readonly pending: number;
}

/** Options of {@linkcode Recording.flush} and {@linkcode Recording.stop}. */
export interface FlushOptions {
  /** The deadline, such as `AbortSignal.timeout(5000)`; a flush has none, and a stop ten seconds, if you give none. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Events on their way to a sink: what `startRecordingToSink` of an {@linkcode EventBroadcaster} gives.
 *
 * @example
 * ```ts
 * import { EventBroadcaster, FetchEventSink } from "@kubecast/events";
 * import { EventsApiServer } from "@kubecast/events/server";
 * import assert from "node:assert/strict";
 *
 * await using broadcaster = new EventBroadcaster();
 * const recording = broadcaster.startRecordingToSink(new FetchEventSink({ fetch: new EventsApiServer().fetch }));
 * const recorder = broadcaster.newRecorder({ component: "example-controller" });
 * recorder.event({ kind: "Pod", name: "web" }, "Normal", "Pulled", "Container image already present on machine");
 *
 * const { recorded, pending } = await recording.flush({ signal: AbortSignal.timeout(5000) });
 * assert.deepEqual({ recorded, pending }, { recorded: 1, pending: 0 });
 * ```
 */
export interface Recording extends AsyncDisposable {
  /** Resolves once the recording has been stopped, with all events accounted for; never rejects. */
  readonly finished: Promise<void>;
  /**
   * Waits until all that was accepted so far is written or accounted for.
   *
   * In Cloudflare Workers, start a recording for each request and give {@linkcode stop} of it to `waitUntil`, with a correlator
   * that they share: a request's fetches and timers end with it, so a recording that several requests share stalls for good when
   * the request that began a write is over, flushed or not.
   *
   * What fails is tried again as ever; what is held back by `patchIntervalMs` or by the correlator is written at once. It
   * does not reject: at the deadline it resolves, and the report says what is left, which goes on being written. Without a
   * deadline it lasts as long as the tries do, and as long as the server cannot be reached. Only a `signal` that is no AbortSignal is a TypeError.
   */
  flush(options?: FlushOptions): Promise<FlushReport>;
  /**
   * Accepts no more, writes what is left, and abandons what is not written by the deadline: in ten seconds, if you give
   * none.
   *
   * From then on it pauses for a second at most, unless the server asks for more. Does not reject, but with a TypeError for
   * a `signal` that is no AbortSignal. May be called again, also with an earlier deadline.
   */
  stop(options?: FlushOptions): Promise<void>;
  /** What was done so far. */
  stats(): RecordingStats;
  /** The same as `stop()`. */
  [Symbol.asyncDispose](): Promise<void>;
}
