import type { OptionKinds } from "../api/check_options.ts";
import { WHEN_FULL, type WhenFull } from "./watch_options.ts";

/**
 * Options of a {@linkcode Broadcaster}.
 *
 * @category Broadcaster
 */
export interface BroadcasterOptions {
  /**
   * Maximum number of events queued per watcher, unless the watcher sets its own: an integer of at least 0.
   *
   * @default {1000}
   */
  readonly highWaterMark?: number | undefined;
  /**
   * How a watcher handles an event when full, unless the watcher sets its own mode.
   *
   * @default {"drop-newest"}
   */
  readonly whenFull?: WhenFull | undefined;
  /**
   * Maximum number of accepted events waiting for distribution, an integer of at least 1. That many are distributed
   * synchronously, fewer in the next microtask.
   *
   * The queue stays full only while distribution waits for a full `"wait"` watcher, or when a watcher's handler
   * publishes that many events itself.
   *
   * @default {1000}
   */
  readonly incomingHighWaterMark?: number | undefined;
  /** Called with errors of a watcher's `handler`, `filter` or `onDrop`; its own errors are ignored. */
  readonly onError?: ((error: unknown) => void) | undefined;
  /** Shuts the broadcaster down when it aborts; if already aborted, the broadcaster is shut down from the start. */
  readonly signal?: AbortSignal | undefined;
}

/** The kinds of {@linkcode BroadcasterOptions}. */
export const BROADCASTER_OPTIONS: OptionKinds<BroadcasterOptions> = {
  highWaterMark: "an integer of at least 0",
  whenFull: WHEN_FULL,
  incomingHighWaterMark: "a positive integer",
  onError: "a function",
  signal: "an AbortSignal",
};

/**
 * The counters of a broadcaster; see {@linkcode Broadcaster.stats}.
 *
 * @category Broadcaster
 */
export interface BroadcasterStats {
  /** How many events were accepted. */
  readonly accepted: number;
  /** How many events were dropped, by reason. */
  readonly dropped: {
    /** `actionOrDrop` was called while the incoming queue was full. */
    readonly incomingFull: number;
  };
  /** How many accepted events are not distributed yet; at most `incomingHighWaterMark`. */
  readonly queued: number;
  /** The current watchers, in the order they started; stopped and closed ones are left out. */
  readonly watchers: readonly {
    /** How many events are waiting to be read. */
    readonly queued: number;
    /** How many events its reader or handler received. */
    readonly delivered: number;
    /** How many events it lost because it was full. */
    readonly dropped: number;
    /** How many errors its `handler`, `filter` or `onDrop` caused, each passed to the broadcaster's `onError`. */
    readonly errors: number;
  }[];
}
