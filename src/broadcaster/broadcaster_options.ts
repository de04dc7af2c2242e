import type { OptionTable } from "../api/check_options.ts";
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

/** The checks and defaults of {@linkcode BroadcasterOptions}. */
export const broadcasterOptionTable = () => ({
  highWaterMark: ["an integer of at least 0", 1000],
  whenFull: [WHEN_FULL, "drop-newest"],
  incomingHighWaterMark: ["a positive integer", 1000],
  onError: ["a function"],
  signal: ["an AbortSignal"],
} as const satisfies OptionTable<BroadcasterOptions>);

/**
 * The counters of a broadcaster; see {@linkcode Broadcaster.stats}.
 *
 * @category Broadcaster
 */
export interface BroadcasterStats {
  /** Number of accepted events. */
  readonly accepted: number;
  /** Number of dropped events, by reason. */
  readonly dropped: {
    /** `actionOrDrop` was called while the incoming queue was full. */
    readonly incomingFull: number;
  };
  /** Number of accepted events not yet distributed; at most `incomingHighWaterMark`. */
  readonly queued: number;
  /** The current watchers in the order they started, excluding stopped and closed ones. */
  readonly watchers: readonly {
    /** Number of queued events. */
    readonly queued: number;
    /** Number of events received by its reader or handler. */
    readonly delivered: number;
    /** Number of events lost because it was full. */
    readonly dropped: number;
    /** Number of errors of its `handler`, `filter` or `onDrop`, each passed to the broadcaster's `onError`. */
    readonly errors: number;
  }[];
}
