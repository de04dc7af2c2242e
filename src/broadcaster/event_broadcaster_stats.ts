import type { DropReason } from "../sink/outcome.ts";
import type { BroadcasterStats } from "./broadcaster_stats.ts";

/**
 * What happened to an {@linkcode EventBroadcaster}'s events so far.
 *
 * The first of its `watchers` is its own, unless `maxEarlyEvents` is 0: it keeps events until a recording starts, and serves
 * that recording then.
 */
export interface EventBroadcasterStats extends BroadcasterStats {
  /** How many calls of recorders no accepted event came from, by reason. */
  readonly refused: Readonly<Partial<Record<DropReason, number>>>;
  /** How many fields were cut or replaced to make an event valid, by name, such as `message`. */
  readonly altered: Readonly<Record<string, number>>;
  /** How many events are kept for the first recording; at most `maxEarlyEvents`. */
  readonly early: number;
}
