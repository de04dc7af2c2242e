import { callGuarded, counted, type Logger, reasonOf, tellLogger } from "../api/logger.ts";
import type { Outcome } from "../sink/outcome.ts";

/** Options of {@linkcode EventAccounts}. */
interface EventAccountsOptions<E> {
  readonly logger: Logger | undefined;
  readonly onOutcome: ((outcome: Outcome<E>) => void) | undefined;
}

/** Counts and reports the events that a recorder could not create or publish, and reports the outcome of all events. */
export class EventAccounts<E> {
  /** Recorder calls that led to no accepted event, by reason. */
  readonly refused: Partial<Record<(Outcome & { type: "dropped" })["because"], number>> = {};
  /** How many fields were truncated or replaced, by field. */
  readonly altered: Record<string, number> = {};
  readonly #logger: Logger | undefined;
  readonly #onOutcome: ((outcome: Outcome<E>) => void) | undefined;

  constructor({ logger, onOutcome }: EventAccountsOptions<E>) {
    this.#logger = logger;
    this.#onOutcome = onOutcome;
  }

  /** Counts a truncated or replaced field. */
  alter(field: string): void {
    this.altered[field] = (this.altered[field] ?? 0) + 1;
  }

  /** Counts and reports a refused event. Never throws. */
  refuse(
    because: (Outcome & { type: "dropped" })["because"],
    message: string,
    { logger, event }: { logger?: Logger | undefined; event?: E },
  ): void {
    this.refused[because] = (this.refused[because] ?? 0) + 1;
    tellLogger(logger, "warn", message);
    this.report({ type: "dropped", because, message, count: 1, event });
  }

  /** Logs that events are no longer recorded. */
  lastRecordingStopped(): void {
    tellLogger(this.#logger, "warn", "Events are dropped: the last recording has been stopped");
  }

  /** Logs that events are discarded. */
  discarded(count: number): void {
    const events = counted(count, "event was", "events were");
    tellLogger(this.#logger, "warn", `${events} discarded: no recording or watcher was started`);
  }

  /** Returns a function that reports an outcome here and to `onOutcome`; `undefined` if neither has a callback. */
  reportingBoth(onOutcome: ((outcome: Outcome<E>) => void) | undefined): ((outcome: Outcome<E>) => void) | undefined {
    if (this.#onOutcome === undefined) return onOutcome;
    return (outcome) => {
      this.report(outcome); // never throws, so both callbacks are always called
      return onOutcome?.(outcome);
    };
  }

  /** Reports the outcome of events to `onOutcome`. */
  report(outcome: Outcome<E>): void {
    callGuarded(this.#onOutcome, outcome, (error) => this.threw("onOutcome", error));
  }

  /** Logs the error of a user callback. */
  threw(name: string, error: unknown): void {
    tellLogger(this.#logger, "error", `${name} threw: ${reasonOf(error)}`);
  }
}
