import type { ApiVersion } from "../../base/event/event.ts";
import type { Logger, ProblemLog } from "../../base/tools/logger.ts";
import type { StableNames } from "../../base/event/identity.ts";
import type { Clock } from "../../base/tools/time.ts";

/** Why a call produced no event. */
export type RefusalReason = "invalid-object" | "invalid-type" | "invalid-timestamp" | "invalid-field";

/**
 * Receives the events of a recorder. It is the only part of a broadcaster that recorders depend on.
 *
 * None of the methods throws.
 */
export interface EventPublisher<E extends object> {
  readonly apiVersion: ApiVersion;
  /** The logger of recorders without one of their own. */
  readonly logger?: Logger | undefined;
  readonly clock: Clock;
  /** Creates stable names; undefined for unique names. */
  readonly stableNames?: StableNames<E> | undefined;
  /**
   * Returns the reporting host. Called with the first event, because some edge runtimes forbid random values earlier.
   */
  hostname(): string;
  /** Accepts an event, or counts it as dropped and logs why; `waiter` receives its outcome. */
  publish(event: E, problems: ProblemLog, waiter?: unknown): void;
  /** Counts a call that produced no event; `waiter` receives its outcome. */
  refuse(because: RefusalReason, message: string, waiter?: unknown): void;
  /** Counts a field that was truncated or replaced to make the event valid. */
  alter(field: string): void;
}

/** Thrown to abort building an event. */
export class Refusal extends TypeError {
  override readonly name = "Refusal";
  readonly because: RefusalReason;

  constructor(because: RefusalReason, message: string) {
    super(message);
    this.because = because;
  }
}
