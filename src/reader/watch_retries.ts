import { delay } from "@std/async/delay";
import { type Logger, reasonOf, tellLogger } from "../api/logger.ts";
import type { Clock } from "../api/time.ts";
import { RequestConstructionError } from "../connection/connection_error.ts";
import { StatusError } from "../connection/status_error.ts";
import { LineTooLongError } from "./line_decoder.ts";

const MIN_DELAY_MS = 800;
const MAX_DELAY_MS = 30_000;
const MAX_RETRY_AFTER_MS = 60_000;
/** How long, and how often, a server that has answered before may refuse: one that restarts does, and tokens are rotated. */
const MAX_REFUSED_MS = 60_000;
const MAX_REFUSALS = 5;

/** What {@linkcode WatchRetries} go by. */
export interface WatchRetriesOptions {
  readonly logger: Logger | undefined;
  readonly clock: Clock;
  readonly random: () => number;
  readonly signal: AbortSignal;
}

/**
 * Decides which failures are final, and how long to wait after the others: 800 ms, twice as long after each further one up
 * to 30 s, half of it at random, or what the server asks for (client-go's reflector waits for 800 ms to 30 s).
 */
export class WatchRetries {
  readonly #options: WatchRetriesOptions;
  readonly #answered = new Set<"list" | "watch">();
  #failures = 0;
  #refusals = 0;
  #refusedSinceMs = 0;
  #downSinceMs: number | undefined;

  constructor(options: WatchRetriesOptions) {
    this.#options = options;
  }

  /** Called when the server has answered a request. */
  answered(verb: "list" | "watch"): void {
    this.#answered.add(verb);
    this.#refusals = 0;
    if (this.#downSinceMs === undefined || verb === "list") return;
    const seconds = Math.round((this.#options.clock.now() - this.#downSinceMs) / 1000);
    this.#downSinceMs = undefined;
    this.#warn(`Events are read again after ${seconds} s`);
  }

  /** Called when a watch has proved to work. */
  healthy(): void {
    this.#failures = 0;
  }

  /** Waits before the next try; rejects if there is none, or when the signal aborts. */
  async failed(error: unknown, verb: "list" | "watch"): Promise<void> {
    if (this.#isFinal(error, verb)) throw error;
    const failures = this.#failures++;
    if (isExpired(error) && failures === 0) return;
    // One cut connection is nothing to speak of.
    if (this.#downSinceMs === undefined && (failures > 0 || !this.#answered.has(verb))) {
      this.#downSinceMs = this.#options.clock.now();
      this.#warn(`${reasonOf(error)}; reading events is retried`);
    }
    const { random } = this.#options;
    const pauseMs = Math.min(MIN_DELAY_MS * 2 ** failures, MAX_DELAY_MS) * (1 + random()) / 2;
    const askedMs = error instanceof StatusError ? Math.min(error.retryAfterMs ?? 0, MAX_RETRY_AFTER_MS) : 0;
    await this.wait(Math.max(pauseMs, askedMs * (1 + random() / 4)));
  }

  /** Waits; rejects when the signal aborts. */
  async wait(ms: number): Promise<void> {
    if (ms > 0) await delay(ms, { signal: this.#options.signal });
  }

  #isFinal(error: unknown, verb: "list" | "watch"): boolean {
    if (error instanceof RequestConstructionError || error instanceof LineTooLongError) return true;
    // Without a code, it is not the server that said it.
    if (!(error instanceof StatusError) || error.isRetryable || isExpired(error) || error.code === 0) return false;
    if (!error.isUnauthorized && !error.isForbidden && !error.isNotFound) return true;
    const nowMs = this.#options.clock.now();
    if (this.#refusals++ === 0) this.#refusedSinceMs = nowMs;
    return !this.#answered.has(verb) ||
      this.#refusals > MAX_REFUSALS && nowMs - this.#refusedSinceMs > MAX_REFUSED_MS;
  }

  #warn(message: string): void {
    tellLogger(this.#options.logger, "warn", message);
  }
}

/** Whether the server no longer has a version: 410, as a response or in a watch. */
export function isExpired(error: unknown): boolean {
  return error instanceof StatusError &&
    (error.code === 410 || error.reason === "Expired" || error.reason === "Gone");
}
