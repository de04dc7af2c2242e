import { type AnyEvent, componentOf, viewOf } from "../../base/event/event.ts";
import { callGuarded, ProblemLog, reasonOf, tellLogger } from "../../base/tools/logger.ts";
import { counted } from "../../base/tools/text.ts";
import type { RequestConstructionError } from "../../base/event/connection_error.ts";
import { StatusError } from "../../base/event/status_error.ts";
import { Fifo } from "../../base/tools/fifo.ts";
import type { Entry, WriteResult } from "./entry.ts";
import type { Outcome } from "./recording.ts";
import type { ReadOptions } from "./recording_options.ts";

type ReportsOptions = Pick<ReadOptions, "onOutcome" | "logger" | "clock" | "maxPending">;

/**
 * The outcomes and log lines of a recording, in order. They are held back until its state has settled, because
 * `onOutcome` and the logger may record again. Logs each problem once, even if it affects many events.
 */
export class Reports {
  readonly #options: ReportsOptions;
  readonly #due = new Fifo<() => void>();
  /** Problems of the recording and its server, which are few. */
  readonly #problems = new ProblemLog((level, line) => this.#log(level, line));
  /** Problems of single objects, or in the words of a server; there may be so many that only the first are logged. */
  readonly #details = new ProblemLog((level, line) => this.#log(level, line));
  /** Whether the server has answered a write. */
  #answered = false;
  /** The trouble whose end is to be logged: of one namespace, which refuses its events for now, or of all. */
  #outage: { readonly sinceMs: number; readonly namespace: string | undefined } | undefined;

  constructor(options: ReportsOptions) {
    this.#options = options;
  }

  /**
   * Makes the calls held back so far. If one of them records an event, that call makes the remaining ones before it
   * returns.
   */
  send(): void {
    for (let report = this.#due.shift(); report !== undefined; report = this.#due.shift()) report();
  }

  /** Reports an outcome, to `onOutcome` of the recording by default. */
  outcome(outcome: Outcome<AnyEvent>, onOutcome = this.#options.onOutcome): void {
    if (onOutcome !== undefined) this.#due.push(() => callGuarded(onOutcome, outcome, this.callbackThrew("onOutcome")));
  }

  /** Called when a write of an event has its result, with the number of pending events. */
  ended(event: Pick<Entry, "creates" | "namespace">, result: WriteResult, pending: number): void {
    if (result.type === "written") this.#succeeded(event.namespace, pending);
    else if (result.type === "refused") this.#refused(event, result.error);
    else if (result.type === "full") {
      this.#problems.tell("warn", `Events are dropped: the limit maxPending of ${this.#options.maxPending} is reached`);
    } else if (result.type === "tries") {
      const tries = counted(result.failures, "try", "tries");
      this.#problems.tell("warn", `Events are abandoned after ${tries}: ${reasonOf(result.error)}`, "tries");
    }
  }

  /**
   * Called when a try of a write has failed, even its last one; `isOutage` if nothing can be written at present,
   * `isRefusal` if its namespace refuses it for now.
   */
  failed(
    { creates, namespace }: Pick<Entry, "creates" | "namespace">,
    { error, isOutage, isRefusal, pending }: {
      readonly error: unknown;
      readonly isOutage: boolean;
      readonly isRefusal: boolean;
      readonly pending: number;
    },
  ): void {
    const isKnown = this.#outage !== undefined && (isRefusal || this.#outage.namespace === undefined);
    // Until the server has answered once, any failure counts as an outage.
    if (isKnown || !isRefusal && !isOutage && this.#answered) return;
    this.#outage = { sinceMs: this.#options.clock.now(), namespace: isRefusal ? namespace : undefined };
    this.#log("warn", `${problemOf(error, creates)}; retrying ${counted(pending, "event", "events")}`);
  }

  /** Called when the runtime refuses to make more requests. */
  limited(error: Error): void {
    const line = `${error.message}; the next flush writes the rest (see maxRequests of flush)`;
    this.#problems.tell("warn", line, "refused");
  }

  /** Called when the recording has ended, with the numbers of events that it has not written. */
  unfinished({ pending, uncounted }: { pending: number; uncounted: number }): void {
    if (pending > 0) {
      const events = counted(pending, "event is", "events are");
      this.#log("warn", `${events} abandoned: the recording was stopped, and its deadline passed first`);
    }
    if (uncounted > 0) {
      const events = counted(uncounted, "skipped event is", "skipped events are");
      const line = `${events} not in the counts on the server: their write failed, or the deadline passed first`;
      this.#problems.tell("warn", line, "uncounted");
    }
  }

  /** Called when an event is written under a unique name, because a different event has its stable name. */
  renamed({ metadata }: AnyEvent, name: string): void {
    const line = `An event is written as ${name}: ${metadata.name} is the name of a different event`;
    this.#details.tell("warn", line, `renamed ${metadata.name}`);
  }

  /** Called when an event arrives after the recording has stopped. */
  stopped(): void {
    this.#problems.tell("warn", "Events are dropped: the recording has been stopped");
  }

  /** Called if the spam filter skips an event whose count no later write delivers; logs once per source and object. */
  spam(event: AnyEvent): void {
    if (this.#options.logger === undefined) return;
    const view = viewOf(event);
    const reporter = componentOf(view) || "one source";
    const { kind, namespace, name } = view.involvedObject ?? {};
    const object = [kind, [namespace, name].filter(Boolean).join("/")].filter(Boolean).join(" ") || "no object";
    this.#details.tell(
      "warn",
      `The spam filter skips events of ${reporter} about ${object}: ` +
        "set reserve, burst or qps of the option correlator to let more pass, or trailingWrites to count the repeats",
    );
  }

  invalid(message: string): void {
    this.#problems.tell("error", message);
  }

  threw(name: string, error: unknown): void {
    this.#problems.tell("error", `${name} threw: ${reasonOf(error)}`, `threw ${name}`);
  }

  /**
   * Returns a function that logs the error of a callback at once, because a rejection may come after all other reports.
   */
  callbackThrew(name: string): (error: unknown) => void {
    return (error) => {
      this.threw(name, error);
      this.send();
    };
  }

  #succeeded(namespace: string, pending: number): void {
    this.#answered = true;
    if (this.#outage === undefined || namespace !== (this.#outage.namespace ?? namespace)) return;
    const seconds = Math.max(0, Math.round((this.#options.clock.now() - this.#outage.sinceMs) / 1000));
    this.#outage = undefined;
    // Log the end of tries again in the next outage.
    this.#problems.forget("tries");
    this.#log("warn", `Writing events resumed after ${seconds} s; ${pending} pending`);
  }

  #refused({ creates }: Pick<Entry, "creates">, error: StatusError | RequestConstructionError): void {
    this.#answered = true;
    const line = problemOf(error, creates);
    if (!(error instanceof StatusError)) {
      return this.#problems.tell("error", `Cannot write an event: ${line}`, "request");
    }
    if (error.isNamespaceTerminating) return;
    if (error.isUnauthorized || error.isAccessDenied) {
      return this.#problems.tell("error", line, `${error.code} ${creates} ${error.status.details?.group}`);
    }
    this.#details.tell("warn", `The server rejected an event: ${line}`, `${error.code} ${error.reason}`);
  }

  #log(level: "warn" | "error", message: string): void {
    const { logger } = this.#options;
    if (logger !== undefined) this.#due.push(() => tellLogger(logger, level, message));
  }
}

/** Returns why a write failed, and the remedy if the server does not let this client write. */
function problemOf(error: unknown, creates: boolean): string {
  const reason = reasonOf(error);
  if (!(error instanceof StatusError)) return reason;
  if (error.isUnauthorized) {
    return `Cannot write events: the server does not accept the credentials (HTTP 401): ${reason}`;
  }
  if (!error.isAccessDenied) return reason;
  const group = JSON.stringify(error.status.details?.group ?? "");
  const rule = `{ apiGroups: [${group}], resources: ["events"], verbs: ["create", "patch"] }`;
  return `Cannot ${creates ? "create" : "patch"} events: ${reason}; the role needs the rule ${rule}`;
}
