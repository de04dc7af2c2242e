import type { Logger } from "../api/logger.ts";
import type { StableNames } from "../api/stable_name.ts";
import type { Clock } from "../api/time.ts";

/** Why a recorder could not make an event of a call. */
type RefusalReason = "invalid-object" | "invalid-type" | "invalid-timestamp" | "invalid-field";

/**
 * Receives the events that a recorder makes. A recorder depends on nothing else of the broadcaster.
 *
 * None of the methods throws.
 */
export interface EventPublisher<E> {
  /** The source of the time. */
  readonly clock: Clock;
  /** Names events by their identity; undefined for unique names. */
  readonly stableNames?: StableNames<E> | undefined;
  /** Accepts an event, or accounts for it. */
  publish(event: E, logger?: Logger): void;
  /** Accounts for an event that could not be made. */
  refuse(because: RefusalReason, message: string, logger?: Logger): void;
  /** Accounts for a field that was cut or replaced to make the event valid. */
  alter(field: string): void;
}

/** Why no event can be made; thrown and caught within the recorder. */
export class Refusal extends TypeError {
  override readonly name = "Refusal";
  readonly because: RefusalReason;

  constructor(because: RefusalReason, message: string) {
    super(message);
    this.because = because;
  }
}
