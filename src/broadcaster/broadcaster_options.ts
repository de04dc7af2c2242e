import type { WhenFull } from "./watch_options.ts";

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
