import type { OptionTable } from "../../base/tools/check_options.ts";
import type { WatchEvent } from "../../base/event/kubernetes_object.ts";

/**
 * How a full watcher handles the next event.
 *
 * - `"drop-newest"`: drops the event for this watcher only (apimachinery's `DropIfChannelFull`).
 * - `"drop-oldest"`: drops the oldest event in the watcher's queue to make room.
 * - `"wait"`: distribution waits until the watcher has room or stops (apimachinery's `WaitIfChannelFull`). Events
 *   published meanwhile fill the incoming queue; once it is full, `action` waits and `actionOrDrop` returns false.
 * - `"close"`: closes the watcher, which loses that one event; queued events can still be read.
 *
 * @category Broadcaster
 */
export type WhenFull = "drop-newest" | "drop-oldest" | "wait" | "close";

/** All values of {@linkcode WhenFull}. */
const WHEN_FULL: readonly WhenFull[] = ["drop-newest", "drop-oldest", "wait", "close"];

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
   * What a full watcher does with the next event, unless the watcher sets its own mode.
   *
   * @default {"drop-newest"}
   */
  readonly whenFull?: WhenFull | undefined;
  /**
   * Maximum number of accepted events waiting for distribution, an integer of at least 1. A full queue is distributed
   * synchronously, any other in the next microtask.
   *
   * The queue stays full only while distribution waits for a full `"wait"` watcher, or if a watcher's handler itself
   * publishes that many events.
   *
   * @default {1000}
   */
  readonly incomingHighWaterMark?: number | undefined;
  /** Called with the errors of a watcher's `handler`, `filter` or `onDrop`. Its own errors are ignored. */
  readonly onError?: ((error: unknown) => void) | undefined;
  /** Shuts the broadcaster down when it aborts; if it has already aborted, the broadcaster is created shut down. */
  readonly signal?: AbortSignal | undefined;
}

export const broadcasterOptionTable = () => ({
  highWaterMark: ["an integer of at least 0", 1000],
  whenFull: [WHEN_FULL, "drop-newest"],
  incomingHighWaterMark: ["a positive integer", 1000],
  onError: ["a function"],
  signal: ["an AbortSignal"],
} as const satisfies OptionTable<BroadcasterOptions>);

/** The options of a broadcaster, checked and with their defaults. */
export interface ReadBroadcasterOptions extends BroadcasterOptions {
  readonly highWaterMark: number;
  readonly whenFull: WhenFull;
  readonly incomingHighWaterMark: number;
}

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
  /** The counters of each current watcher, in the order in which they started, excluding stopped and closed ones. */
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

/**
 * Options of {@linkcode Broadcaster.watch}.
 *
 * @category Broadcaster
 */
export interface WatchOptions<T> {
  /**
   * Maximum number of queued events, an integer of at least 0; at 0 the watcher gets only events that it is waiting
   * for.
   *
   * @default {the broadcaster's}
   */
  readonly highWaterMark?: number | undefined;
  /**
   * What the watcher does with the next event when it is full.
   *
   * @default {the broadcaster's}
   */
  readonly whenFull?: WhenFull | undefined;
  /**
   * Selects the watcher's events. Called once per event, before the queue, so that unwanted events take no room. If it
   * throws or returns a Promise, the watcher skips the event; the error is counted and passed to the broadcaster's
   * `onError`.
   */
  readonly filter?: ((event: WatchEvent<T>) => boolean) | undefined;
  /**
   * Called with every event, straight from the broadcaster. The watcher is then locked, so nothing else can read it.
   *
   * A promise that it returns pauses this watcher alone: further events queue up to the high-water mark. Errors and
   * rejections are counted and passed to the broadcaster's `onError`; the next event follows regardless.
   */
  readonly handler?: ((event: WatchEvent<T>) => unknown) | undefined;
  /** Stops the watcher when it aborts, without an error: loops over the watcher end normally. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Called when the watcher begins to lose events, and again only after it has had room in between. Also called when
   * the watcher stops or closes, if it has lost more since the last call. Errors are counted and passed to the
   * broadcaster's `onError`.
   *
   * `missed` is the number of events lost since the last call, at least 1; in the end these numbers add up to
   * `dropped`. `total` is the number of all events lost so far.
   */
  readonly onDrop?: ((lag: { readonly missed: number; readonly total: number }) => void) | undefined;
}

/**
 * Returns the checks and defaults of {@linkcode WatchOptions}; the options of a broadcaster set two of the defaults.
 */
export const watchOptionTable = ({ highWaterMark = 1000, whenFull = "drop-newest" }: BroadcasterOptions = {}) => ({
  handler: ["a function"],
  filter: ["a function"],
  highWaterMark: ["an integer of at least 0", highWaterMark],
  whenFull: [WHEN_FULL, whenFull],
  signal: ["an AbortSignal"],
  onDrop: ["a function"],
} as const satisfies OptionTable<WatchOptions<never>>);

/** The options of a watcher, checked and with their defaults. */
export interface ReadWatchOptions<T> extends WatchOptions<T> {
  readonly highWaterMark: number;
  readonly whenFull: WhenFull;
}
