import type { ApiVersion, EventOf } from "../../base/event/event.ts";
import { callGuarded, type Logger, type ProblemLog, reasonOf, tellLogger } from "../../base/tools/logger.ts";
import { counted } from "../../base/tools/text.ts";
import type { StableNames } from "../../base/event/identity.ts";
import type { Clock } from "../../base/tools/time.ts";
import type { Broadcaster } from "../broadcaster/broadcaster.ts";
import type { EventPublisher } from "../recorder/event_publisher.ts";
import type { Outcome } from "../recording/recording.ts";

type DropReason = (Outcome & { type: "dropped" })["because"];

/** Waits for the outcome of an event, which a publisher sets. */
export interface EventWaiter<E> {
  event: E | undefined;
  readonly end: (outcome: Outcome<E>) => void;
}

interface PublisherOptions<V extends ApiVersion> {
  readonly apiVersion: V;
  readonly hostname: string | undefined;
  readonly clock: Clock;
  readonly logger: Logger | undefined;
  readonly stableNames: StableNames<EventOf<V>> | undefined;
  readonly onOutcome: ((outcome: Outcome<EventOf<V>>) => void) | undefined;
}

/**
 * Publishes the events of a broadcaster's recorders, and reports the outcome of every event. Counts and logs the events
 * that it could not publish, and those that no recording received.
 */
export class Publisher<V extends ApiVersion> implements EventPublisher<EventOf<V>> {
  readonly apiVersion: V;
  readonly clock: Clock;
  readonly logger: Logger | undefined;
  readonly stableNames: StableNames<EventOf<V>> | undefined;
  /** Number of recorder calls without an accepted event, by reason. */
  readonly refused: Partial<Record<DropReason, number>> = {};
  /** Number of truncated or replaced fields, by name. */
  readonly altered: Record<string, number> = {};
  /** Number of accepted events that no recording received. */
  unrecorded = 0;
  readonly #broadcaster: Broadcaster<EventOf<V>>;
  readonly #onOutcome: PublisherOptions<V>["onOutcome"];
  #hostname: string | undefined;
  /** The waiters for the outcomes of events that are being distributed. */
  readonly #waiters = new Map<EventOf<V>, EventWaiter<EventOf<V>>>();

  constructor(broadcaster: Broadcaster<EventOf<V>>, options: PublisherOptions<V>) {
    this.apiVersion = options.apiVersion;
    this.clock = options.clock;
    this.logger = options.logger;
    this.stableNames = options.stableNames;
    this.#broadcaster = broadcaster;
    this.#onOutcome = options.onOutcome;
    this.#hostname = options.hostname;
  }

  hostname(): string {
    return this.#hostname ||= crypto.randomUUID().slice(0, 8);
  }

  publish(event: EventOf<V>, problems: ProblemLog, waiting?: unknown): void {
    const waiter = waiting as EventWaiter<EventOf<V>> | undefined;
    if (waiter !== undefined) this.#waiters.set(waiter.event = event, waiter);
    try {
      if (this.#broadcaster.actionOrDrop("ADDED", event)) return;
      this.#refuseEvent("queue-full", "the incoming queue is full", event, problems);
    } catch {
      this.#refuseEvent("stopped", "the broadcaster has been shut down", event, problems);
    }
  }

  #refuseEvent(because: DropReason, fault: string, event: EventOf<V>, problems: ProblemLog): void {
    const message = `Cannot record ${event.reason}: ${fault}`;
    problems.tell("warn", message, because);
    this.refuse(because, message, this.takeWaiter(event), event);
  }

  refuse(because: DropReason, message: string, waiting?: unknown, event?: EventOf<V>): void {
    this.refused[because] = (this.refused[because] ?? 0) + 1;
    this.#reportDrop(because, message, waiting, event);
  }

  alter(field: string): void {
    this.altered[field] = (this.altered[field] ?? 0) + 1;
  }

  /** Removes and returns the waiter for the outcome of an event, for the recording that accepts the event. */
  takeWaiter(event: EventOf<V>): EventWaiter<EventOf<V>> | undefined {
    if (this.#waiters.size === 0) return undefined;
    const waiter = this.#waiters.get(event);
    this.#waiters.delete(event);
    return waiter;
  }

  /** Returns a function that counts and reports events after the last recording has stopped, and logs the first. */
  afterLastRecording(): (event: EventOf<V>) => void {
    const fault = "the last recording has been stopped";
    let isFirst = true;
    return (event) => {
      this.unrecorded++;
      if (isFirst) tellLogger(this.logger, "warn", `Events are dropped: ${fault}`);
      isFirst = false;
      this.#reportDrop("stopped", `Cannot record: ${fault}`, this.takeWaiter(event), event);
    };
  }

  /** Counts, reports and logs events that a shutdown discards. */
  discarded(count: number): void {
    const message = `${counted(count, "event was", "events were")} discarded: no recording or watcher was started`;
    this.unrecorded += count;
    tellLogger(this.logger, "warn", message);
    this.#report({ type: "dropped", because: "stopped", message, count });
  }

  /** Logs the number of events that arrived after the last recording had stopped. */
  ended(): void {
    if (this.unrecorded === 0) return;
    const events = counted(this.unrecorded, "event was", "events were");
    tellLogger(this.logger, "warn", `${events} dropped: the last recording had been stopped`);
  }

  /** Returns a function that reports an outcome here and to `onOutcome`; `undefined` if neither has a callback. */
  reportingBoth(onOutcome: PublisherOptions<V>["onOutcome"]): PublisherOptions<V>["onOutcome"] {
    if (this.#onOutcome === undefined) return onOutcome;
    return (outcome) => {
      this.#report(outcome); // never throws, so both callbacks are always called
      return onOutcome?.(outcome);
    };
  }

  #reportDrop(because: DropReason, message: string, waiting: unknown, event: EventOf<V> | undefined): void {
    const outcome: Outcome<EventOf<V>> = { type: "dropped", because, message, count: 1, event };
    this.#report(outcome);
    (waiting as EventWaiter<EventOf<V>> | undefined)?.end(outcome);
  }

  #report(outcome: Outcome<EventOf<V>>): void {
    callGuarded(this.#onOutcome, outcome, (error) => {
      tellLogger(this.logger, "error", `onOutcome threw: ${reasonOf(error)}`);
    });
  }
}
