import { callGuarded, counted, type Logger, reasonOf, tellLogger } from "../api/logger.ts";
import type { Outcome } from "../recording/recording.ts";

/** Waits for the outcome of an event, which a publisher sets. */
export interface EventWaiter<E> {
  event: E | undefined;
  readonly end: (outcome: Outcome<E>) => void;
}

/**
 * Counts and reports the events that a recorder could not create or publish, and those that no recording received;
 * reports the outcome of all events.
 */
export class EventAccounts<E> {
  /** Recorder calls that led to no accepted event, by reason. */
  readonly refused: Partial<Record<(Outcome & { type: "dropped" })["because"], number>> = {};
  /** Number of truncated or replaced fields, by name. */
  readonly altered: Record<string, number> = {};
  /** Number of accepted events that no recording received. */
  unrecorded = 0;
  /** Those who wait for the outcomes of events that are being distributed. */
  readonly waiters = new Map<E, EventWaiter<E>>();
  readonly #logger: Logger | undefined;
  readonly #onOutcome: ((outcome: Outcome<E>) => void) | undefined;

  constructor(logger: Logger | undefined, onOutcome: ((outcome: Outcome<E>) => void) | undefined) {
    this.#logger = logger;
    this.#onOutcome = onOutcome;
  }

  alter(field: string): void {
    this.altered[field] = (this.altered[field] ?? 0) + 1;
  }

  /** Counts and reports a refused event. Never throws. */
  refuse(
    because: (Outcome & { type: "dropped" })["because"],
    message: string,
    { logger, event, waiter }: { logger?: Logger | undefined; event?: E; waiter?: EventWaiter<E> | undefined },
  ): void {
    this.refused[because] = (this.refused[because] ?? 0) + 1;
    tellLogger(logger, "warn", message);
    const outcome: Outcome<E> = { type: "dropped", because, message, count: 1, event };
    this.report(outcome);
    waiter?.end(outcome);
  }

  /** Returns the callback of one who waits for the outcome of an event, for the recording that accepts it. */
  takeWaiter(event: E): EventWaiter<E>["end"] | undefined {
    if (this.waiters.size === 0) return undefined;
    const waiter = this.waiters.get(event);
    this.waiters.delete(event);
    return waiter?.end;
  }

  /** Returns a function that counts and reports the events after the last recording, and logs the first. */
  afterLastRecording(): (event: E) => void {
    const message = "the last recording has been stopped";
    let isFirst = true;
    return (event) => {
      this.unrecorded++;
      if (isFirst) tellLogger(this.#logger, "warn", `Events are dropped: ${message}`);
      isFirst = false;
      const outcome: Outcome<E> = {
        type: "dropped",
        because: "stopped",
        message: `Cannot record: ${message}`,
        count: 1,
        event,
      };
      this.report(outcome);
      this.takeWaiter(event)?.(outcome);
    };
  }

  /** Counts, reports and logs events that a shutdown discards. */
  discarded(count: number): void {
    const message = `${counted(count, "event was", "events were")} discarded: no recording or watcher was started`;
    this.unrecorded += count;
    tellLogger(this.#logger, "warn", message);
    this.report({ type: "dropped", because: "stopped", message, count });
  }

  /** Logs the number of events that came after the last recording. */
  ended(): void {
    if (this.unrecorded === 0) return;
    const events = counted(this.unrecorded, "event was", "events were");
    tellLogger(this.#logger, "warn", `${events} dropped: the last recording had been stopped`);
  }

  /** Returns a function that reports an outcome here and to `onOutcome`; `undefined` if neither has a callback. */
  reportingBoth(onOutcome: ((outcome: Outcome<E>) => void) | undefined): ((outcome: Outcome<E>) => void) | undefined {
    if (this.#onOutcome === undefined) return onOutcome;
    return (outcome) => {
      this.report(outcome); // never throws, so both callbacks are always called
      return onOutcome?.(outcome);
    };
  }

  report(outcome: Outcome<E>): void {
    callGuarded(this.#onOutcome, outcome, (error) => this.threw("onOutcome", error));
  }

  threw(name: string, error: unknown): void {
    tellLogger(this.#logger, "error", `${name} threw: ${reasonOf(error)}`);
  }
}
