import { delay } from "@std/async/delay";
import { type Logger, reasonOf, tellLogger } from "../../base/tools/logger.ts";
import type { Clock } from "../../base/tools/time.ts";
import { RequestConstructionError } from "../../base/event/connection_error.ts";
import { requestedPause, retryPause } from "../../base/event/retry_pauses.ts";
import { StatusError } from "../../base/event/status_error.ts";
import { LineTooLongError } from "./line_decoder.ts";

/** The shortest and the longest pause, as in client-go's reflector. */
const MIN_DELAY_MS = 800;
const MAX_DELAY_MS = 30_000;
/**
 * The number and the duration of refusals that must both be exceeded for a refusal to be final, because the server may
 * be restarting, or tokens rotating. The limits are lower for a server that has never granted the request, which may be
 * starting and refuse everything until it has read its roles.
 */
const KNOWN_LIMITS = { refusals: 5, ms: 60_000 };
const UNKNOWN_LIMITS = { refusals: 3, ms: 4000 };

export interface WatchRetriesOptions {
  readonly logger: Logger | undefined;
  readonly clock: Clock;
  readonly random: () => number;
  readonly signal: AbortSignal;
}

/**
 * Decides which failures are final, and how long to pause after the others: 800 ms, doubling with each failure up to 30
 * s, half of it random, or the pause that the server asks for (client-go's reflector waits for 800 ms to 30 s).
 */
export class WatchRetries {
  readonly #options: WatchRetriesOptions;
  readonly #answered = new Set<"list" | "watch">();
  #failures = 0;
  /** The refusals since the last success, by verb, because permission to list does not imply permission to watch. */
  readonly #refused = { list: { count: 0, sinceMs: 0 }, watch: { count: 0, sinceMs: 0 } };
  #downSinceMs: number | undefined;
  /** The reason of the last failure during an outage; `undefined` outside of one. */
  trouble: string | undefined;
  /** The error of the last request; `undefined` if the server has responded since. */
  failure: unknown;
  /** The end of the pause after a failure; `undefined` if there is none. */
  retryAtMs: number | undefined;

  constructor(options: WatchRetriesOptions) {
    this.#options = options;
  }

  /** Whether the server has responded to a request. */
  get hasAnswered(): boolean {
    return this.#answered.size > 0;
  }

  /** Called when the server has responded to a request. */
  answered(verb: "list" | "watch"): void {
    this.#answered.add(verb);
    this.#refused[verb].count = 0;
    this.failure = undefined;
  }

  /** Called when a watch that was opened at this time has not ended at once, which ends an outage. */
  resumed(openedMs: number): void {
    if (this.#downSinceMs === undefined) return;
    const seconds = Math.max(0, Math.round((openedMs - this.#downSinceMs) / 1000));
    this.#downSinceMs = this.trouble = undefined;
    this.#warn(`Reading events resumed after ${seconds} s`);
  }

  /** Called when a watch evidently works. */
  healthy(): void {
    this.#failures = 0;
  }

  /** Waits before the next try; rejects if the failure is final, or when the signal aborts. */
  async failed(error: unknown, verb: "list" | "watch"): Promise<void> {
    if (this.#isFinal(error, verb)) throw error;
    this.failure = error;
    const failures = this.#failures++;
    if (isExpired(error) && failures === 0) return;
    // A single broken connection is not worth a log line.
    if (failures > 0 || this.#downSinceMs !== undefined || !this.#answered.has(verb)) {
      this.trouble = reasonOf(error);
      if (this.#downSinceMs === undefined) this.#warn(`${this.trouble}; retrying to read events`);
      this.#downSinceMs ??= this.#options.clock.now();
    }
    const { random } = this.#options;
    const pauseMs = retryPause(this.#failures, { minMs: MIN_DELAY_MS, maxMs: MAX_DELAY_MS, random });
    const waitMs = Math.max(pauseMs, requestedPause(error, random));
    this.retryAtMs = this.#options.clock.now() + waitMs;
    await this.wait(waitMs);
    this.retryAtMs = undefined;
  }

  /** Waits; rejects when the signal aborts. */
  async wait(ms: number): Promise<void> {
    if (ms > 0) await delay(ms, { signal: this.#options.signal });
  }

  #isFinal(error: unknown, verb: "list" | "watch"): boolean {
    if (error instanceof RequestConstructionError || error instanceof LineTooLongError) return true;
    // An error without a code is not from the server.
    if (!(error instanceof StatusError) || error.isRetryable || isExpired(error) || error.code === 0) return false;
    // An error without a reason comes from a proxy, which may be reloading.
    const isOfProxy = error.reason === "" && this.hasAnswered;
    if (!error.isUnauthorized && !error.isForbidden && !error.isNotFound && !isOfProxy) return true;
    const nowMs = this.#options.clock.now();
    const refused = this.#refused[verb];
    if (refused.count++ === 0) refused.sinceMs = nowMs;
    // A token is valid for both verbs or for neither.
    const isKnown = error.isUnauthorized ? this.hasAnswered : this.#answered.has(verb);
    if (!isKnown && error.isNotFound) return true;
    const { refusals, ms } = isKnown ? KNOWN_LIMITS : UNKNOWN_LIMITS;
    return refused.count > refusals && nowMs - refused.sinceMs > ms;
  }

  #warn(message: string): void {
    tellLogger(this.#options.logger, "warn", message);
  }
}

/** Whether the server has not reached the version, which therefore belongs to another history. */
export function isFuture(error: unknown): boolean {
  return error instanceof StatusError && error.code === 504 && /Too large resource version/.test(error.message);
}

/** Whether the server no longer has the version: 410, as a response or in a watch. */
export function isExpired(error: unknown): boolean {
  return error instanceof StatusError &&
    (error.code === 410 || error.reason === "Expired" || error.reason === "Gone");
}
