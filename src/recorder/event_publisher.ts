import type { Clock } from "../api/clock.ts";
import type { Logger } from "../api/logger.ts";

/** Why a recorder made no event of what it was told. */
export type RefusalReason = "invalid-object" | "invalid-type" | "invalid-timestamp" | "invalid-field";

/**
 * What a recorder is handed: the way out for the events it makes. The recorder knows nothing else of the broadcaster.
 *
 * None of the methods throws.
 */
export interface EventPublisher<E> {
  /** What time it is. */
  readonly clock: Clock;
  /** Takes an event, or accounts for it where it cannot. */
  publish(event: E, logger?: Logger): void;
  /** Accounts for an event that could not be made. */
  refuse(because: RefusalReason, message: string, logger?: Logger): void;
  /** Accounts for a field that was cut or replaced to make the event valid. */
  alter(field: string): void;
}
