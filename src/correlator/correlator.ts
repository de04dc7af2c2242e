import type { CoreV1Event } from "../api/core_v1_event.ts";
import type { Correlation } from "./correlation.ts";

/**
 * Decides what of a stream of events is worth writing; what a recording asks about every event, in order, at once.
 *
 * @typeParam E The event type, of core/v1 if not given.
 */
export interface Correlator<E = CoreV1Event> {
  /** Decides about the next event; never changes it. */
  correlate(event: E): Correlation<E>;
  /**
   * Takes in the server's answer to a write.
   *
   * @param event The event as the server has it now.
   * @param written What was written, for callers that correlate other events before the answer arrives.
   */
  updateState(event: E, written?: Correlation<E>): void;
  /**
   * Hands over what is counted here but was not let through, at most once each: writes to make when it grows quiet, and
   * before the end.
   *
   * @param idleMs Leave out what was counted less than this many milliseconds ago; 0 if not given.
   */
  takeUnwritten?(idleMs?: number): Correlation<E>[];
  /** In how many milliseconds to call `sweep`; nothing while there is nothing to sweep. */
  readonly sweepAfterMs?: number | undefined;
  /** Hands over the writes that time has made due. */
  sweep?(): Correlation<E>[];
}
