import { callGuarded, counted, type Logger, reasonOf, tellLogger } from "../api/logger.ts";
import type { DropReason, Outcome } from "../sink/outcome.ts";

/** Options of {@linkcode EventAccounts}. */
interface EventAccountsOptions<E> {
  readonly logger: Logger | undefined;
  readonly onOutcome: ((outcome: Outcome<E>) => void) | undefined;
}

/** What an event broadcaster owes an account of: what no recorder could make or publish, and how all events ended. */
export class EventAccounts<E> {
  /** Calls of recorders from which no accepted event came, by reason. */
  readonly refused: Partial<Record<DropReason, number>> = {};
  /** Fields that were cut or replaced, by field. */
  readonly altered: Record<string, number> = {};
  readonly #logger: Logger | undefined;
  readonly #onOutcome: ((outcome: Outcome<E>) => void) | undefined;

  constructor({ logger, onOutcome }: EventAccountsOptions<E>) {
    this.#logger = logger;
    this.#onOutcome = onOutcome;
  }

  /** Counts a field that was cut or replaced. */
  alter(field: string): void {
    this.altered[field] = (this.altered[field] ?? 0) + 1;
  }

  /** Accounts for an event that nobody will see. Nothing that is thrown on the way reaches the caller. */
  refuse(because: DropReason, message: string, { logger, event }: { logger?: Logger | undefined; event?: E }): void {
    this.refused[because] = (this.refused[because] ?? 0) + 1;
    tellLogger(logger, "warn", message);
    this.tell({ type: "dropped", because, message, count: 1, event });
  }

  /** Logs that events are not recorded any more. */
  unrecorded(): void {
    tellLogger(this.#logger, "warn", "Events are not recorded any more: the recording has been stopped");
  }

  /** Says that nobody will see any event. */
  unheard(count: number): void {
    const events = counted(count, "event goes", "events go");
    tellLogger(this.#logger, "warn", `${events} nowhere: startRecordingToSink was not called, and nobody watched`);
  }

  /** Tells how events ended. */
  tell(outcome: Outcome<E>): void {
    callGuarded(this.#onOutcome, outcome, (error) => this.threw("onOutcome", error));
  }

  /** Says that a function of the user's threw. */
  threw(name: string, error: unknown): void {
    tellLogger(this.#logger, "error", `${name} threw: ${reasonOf(error)}`);
  }
}
