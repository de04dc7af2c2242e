import type { OptionKinds } from "../api/check_options.ts";
import type { WatchEvent } from "../api/watch_event.ts";

/**
 * What happens to an event for which a watcher has no room.
 *
 * - `"drop-newest"`: that watcher misses it, the others get it (apimachinery's `DropIfChannelFull`).
 * - `"drop-oldest"`: it takes the place of the oldest event that the watcher has queued.
 * - `"wait"`: distribution waits until the watcher has room or stops (apimachinery's `WaitIfChannelFull`): what is
 *   published meanwhile fills the incoming queue, `action` waits and `actionOrDrop` answers false once that is full.
 * - `"close"`: the watcher is closed; it can read what it has queued, and has lost that one event.
 */
export type WhenFull = "drop-newest" | "drop-oldest" | "wait" | "close";

/** All that {@linkcode WhenFull} may be. */
export const WHEN_FULL: readonly WhenFull[] = ["drop-newest", "drop-oldest", "wait", "close"];

/** What a watcher lost, as its `onDrop` is told. */
export interface WatcherLag {
  /** How many events it lost since the last time it was told, at least 1. */
  readonly missed: number;
  /** How many events it lost in all. */
  readonly total: number;
}

/** Options of {@linkcode Broadcaster.watch}. */
export interface WatchOptions<T> {
  /**
   * How many events the watcher queues at most, an integer of at least 0; at 0 it gets only what it is waiting for.
   *
   * @default {the broadcaster's}
   */
  readonly highWaterMark?: number | undefined;
  /**
   * What happens to an event for which there is no room.
   *
   * @default {the broadcaster's}
   */
  readonly whenFull?: WhenFull | undefined;
  /**
   * Which events the watcher wants: asked once per event, before the queue, so that what is not wanted takes no room.
   * What it throws is counted and told to the broadcaster's `onError`; the event passes by this watcher.
   */
  readonly filter?: ((event: WatchEvent<T>) => boolean) | undefined;
  /**
   * Called with every event, straight from the broadcaster, in place of reading the watcher (which is locked).
   *
   * A promise that it returns pauses this watcher alone: what follows queues up to the high-water mark. What it throws
   * or rejects with is counted and told to the broadcaster's `onError`; the next event comes all the same.
   */
  readonly handler?: ((event: WatchEvent<T>) => void | PromiseLike<void>) | undefined;
  /** Stops the watcher when it aborts, quietly: loops over it just end. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Told when the watcher begins to lose events: once, and again only after it had room in between. What it throws is
   * counted and told to the broadcaster's `onError`.
   */
  readonly onDrop?: ((lag: WatcherLag) => void) | undefined;
}

/** The kinds of {@linkcode WatchOptions}. */
export const WATCH_OPTIONS: OptionKinds<WatchOptions<never>> = {
  handler: "a function",
  filter: "a function",
  highWaterMark: "an integer of at least 0",
  whenFull: WHEN_FULL,
  signal: "an AbortSignal",
  onDrop: "a function",
};
