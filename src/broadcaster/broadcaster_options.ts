import type { OptionKinds } from "../api/check_options.ts";
import { WHEN_FULL, type WhenFull } from "./watch_options.ts";

/** Options of a {@linkcode Broadcaster}. */
export interface BroadcasterOptions {
  /**
   * How many events a watcher queues at most, unless it says otherwise: an integer of at least 0.
   *
   * @default {1000}
   */
  readonly highWaterMark?: number | undefined;
  /**
   * What happens to an event for which a watcher has no room, unless the watcher says otherwise.
   *
   * @default {"drop-newest"}
   */
  readonly whenFull?: WhenFull | undefined;
  /**
   * How many accepted events wait to be distributed at most, an integer of at least 1. That many are distributed on the
   * spot, fewer in the next microtask.
   *
   * Events stay until the queue is full only while a full `"wait"` watcher is waited for, or where a watcher's handler
   * publishes so many itself.
   *
   * @default {1000}
   */
  readonly incomingHighWaterMark?: number | undefined;
  /** Told what a watcher's handler, `filter` or `onDrop` threw; what it throws itself is ignored. */
  readonly onError?: ((error: unknown) => void) | undefined;
  /** Shuts the broadcaster down when it aborts; one that has aborted makes a broadcaster that was shut down. */
  readonly signal?: AbortSignal | undefined;
}

/** Options of {@linkcode Broadcaster.shutdown}. */
export interface ShutdownOptions {
  /** The deadline, such as `AbortSignal.timeout(5000)`. */
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

/** What happened to one watcher's events so far. */
export interface WatcherStats {
  /** How many events are waiting to be read. */
  readonly queued: number;
  /** How many events its reader or handler was given. */
  readonly delivered: number;
  /** How many events it lost, because it was full when they came. */
  readonly dropped: number;
  /** How many times its handler, `filter` or `onDrop` threw; each time `onError` of the broadcaster was told. */
  readonly errors: number;
}

/** What happened to a broadcaster's events so far; see {@linkcode Broadcaster.stats}. */
export interface BroadcasterStats {
  /** How many events were accepted. */
  readonly accepted: number;
  /** How many events were refused, by reason: `incomingFull`, as `actionOrDrop` found the incoming queue full. */
  readonly dropped: {
    /** `actionOrDrop` found the incoming queue full. */
    readonly incomingFull: number;
  };
  /** How many events were accepted and are not distributed yet; at most `incomingHighWaterMark`. */
  readonly queued: number;
  /** The watchers of this moment, in the order in which they came; those that stopped or were closed are gone. */
  readonly watchers: readonly WatcherStats[];
}
