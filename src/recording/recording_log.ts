import type { CoreV1Event, EventsV1Event } from "../api/event.ts";
import type { Clock } from "../api/time.ts";
import { counted, type Logger, reasonOf, tellLogger } from "../api/logger.ts";
import { StatusError } from "../connection/status_error.ts";
import type { WriteEnd } from "./write.ts";

/** Maximum number of logged lines to remember. */
const MAX_LOGGED = 1000;

/** What the log tells of a write. */
interface Written {
  readonly creates: boolean;
}

/** Options of {@linkcode RecordingLog}. */
interface RecordingLogOptions {
  readonly logger: Logger | undefined;
  readonly clock: Clock;
  readonly maxPending: number;
}

/** Logs each problem of a recording once, however many events it affects. */
export class RecordingLog {
  readonly #logger: Logger | undefined;
  readonly #clock: Clock;
  readonly #maxPending: number;
  readonly #logged = new Set<string>();
  #answered = false;
  #downSinceMs: number | undefined;

  constructor({ logger, clock, maxPending }: RecordingLogOptions) {
    this.#logger = logger;
    this.#clock = clock;
    this.#maxPending = maxPending;
  }

  /** Called when a write ended, with the number of pending events. */
  ended<E>({ creates }: Written, { end, pending }: { end: WriteEnd<E>; pending: number }): void {
    if (end.type === "written") this.#succeeded(pending);
    else if (end.type === "refused") this.#refused(end.error, creates ? "create" : "patch");
    else if (end.type === "full" || end.type === "pushed-out") this.#full();
    else if (end.type === "tries") {
      this.#once(
        "tries",
        "warn",
        `Events are abandoned after ${counted(end.failures, "try", "tries")}: ${reasonOf(end.error)}`,
      );
    }
  }

  /** Called when a write failed and will be retried; `outage` if the server itself appears to be down. */
  failed(
    { creates }: Written,
    { error, outage, pending }: { error: unknown; outage: boolean; pending: number },
  ): void {
    if (error instanceof StatusError && (error.isUnauthorized || error.isForbidden)) {
      this.#refused(error, creates ? "create" : "patch");
    }
    if (this.#downSinceMs !== undefined || (this.#answered && !outage)) return;
    this.#downSinceMs = this.#clock.now();
    this.#log("warn", `${reasonOf(error)}; retrying ${counted(pending, "event", "events")}`);
  }

  /** Called when the recording has ended with events unwritten. */
  unfinished({ pending, uncounted }: { pending: number; uncounted: number }): void {
    if (pending > 0) {
      const events = counted(pending, "event is", "events are");
      this.#log("warn", `${events} abandoned: the recording was stopped, and its deadline passed first`);
    }
    if (uncounted > 0) {
      const events = counted(uncounted, "skipped event is", "skipped events are");
      this.#once(
        "uncounted",
        "warn",
        `${events} not in the counts on the server: their write failed, or the deadline passed first`,
      );
    }
  }

  /** Called when an event is written under a unique name, as a different event has its stable one. */
  renamed({ metadata }: CoreV1Event | EventsV1Event, name: string): void {
    this.#once(
      `renamed ${metadata.name}`,
      "warn",
      `An event is written as ${name}: ${metadata.name} is the name of a different event`,
    );
  }

  /** Called when an event arrives after the recording has stopped. */
  stopped(): void {
    this.#once("stopped", "warn", "Events are dropped: the recording has been stopped");
  }

  /** Called when the spam filter skips an event; logs once per source and object. */
  spam(event: CoreV1Event | EventsV1Event): void {
    if (this.#logger === undefined) return;
    const { involvedObject, regarding = involvedObject, source, reportingController, reportingComponent } = event as
      & Partial<CoreV1Event>
      & Partial<EventsV1Event>;
    const reporter = source?.component || reportingController || reportingComponent || "one source";
    const object = [regarding?.namespace, regarding?.name].filter(Boolean).join("/");
    this.#once(
      `spam ${JSON.stringify([reporter, regarding?.kind, object])}`,
      "warn",
      `The spam filter skips events of ${reporter} about ${regarding?.kind} ${object}: ` +
        "set trailingWrites, reserve, burst or qps of the recording's option correlator",
    );
  }

  /** Called with the message of an invalid argument. */
  invalid(message: string): void {
    this.#once(message, "error", message);
  }

  /** Called when a user-supplied function threw. */
  threw(name: string, error: unknown): void {
    this.#once(`threw ${name}`, "error", `${name} threw: ${reasonOf(error)}`);
  }

  #full(): void {
    this.#once(
      "full",
      "warn",
      `Events are dropped: the limit maxPending of ${this.#maxPending} is reached`,
    );
  }

  #succeeded(pending: number): void {
    this.#answered = true;
    if (this.#downSinceMs === undefined) return;
    const seconds = Math.max(0, Math.round((this.#clock.now() - this.#downSinceMs) / 1000));
    this.#downSinceMs = undefined;
    this.#logged.delete("tries");
    this.#log("warn", `Writing events resumed after ${seconds} s; ${pending} pending`);
  }

  #refused(error: unknown, verb: "create" | "patch"): void {
    this.#answered = true;
    if (!(error instanceof StatusError)) {
      return this.#once("request", "error", `Cannot write events: ${reasonOf(error)}`);
    }
    if (error.isNamespaceTerminating) return;
    if (error.isUnauthorized) {
      return this.#once(
        "401",
        "error",
        `Cannot write events: the server does not accept the credentials (HTTP 401): ${reasonOf(error)}`,
      );
    }
    if (error.isForbidden) {
      const group = JSON.stringify(error.status.details?.group ?? "");
      // From an admission controller, or from a proxy in front of the API server.
      if (!error.isAccessDenied) return this.#once("403", "error", `Cannot ${verb} events: ${reasonOf(error)}`);
      return this.#once(
        `403 ${verb} ${group}`,
        "error",
        `Cannot ${verb} events: ${reasonOf(error)}; ` +
          `the role needs the rule { apiGroups: [${group}], resources: ["events"], verbs: ["create", "patch"] }`,
      );
    }
    this.#once(`${error.code} ${error.reason}`, "warn", `The server rejected an event: ${reasonOf(error)}`);
  }

  #once(key: string, level: "warn" | "error", message: string): void {
    if (this.#logged.has(key)) return;
    const [oldest] = this.#logged;
    if (this.#logged.size >= MAX_LOGGED) this.#logged.delete(oldest!);
    this.#logged.add(key);
    this.#log(level, message);
  }

  #log(level: "warn" | "error", message: string): void {
    tellLogger(this.#logger, level, message);
  }
}
