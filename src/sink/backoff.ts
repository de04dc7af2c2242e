import { checkNumbers, checkOptions } from "../api/check_options.ts";
import { StatusError } from "../connection/status_error.ts";

/**
 * Says how many milliseconds to wait before a write is tried again: the `backoff` of {@linkcode RecordingOptions}.
 *
 * `tries` is how often it has been tried, at least 1; or how often in a row its namespace, or all writes, have paused. `random` gives
 * numbers from 0 up to 1.
 *
 * A recording pauses for an hour at most, and for a second at most once it is being stopped; what is negative or `NaN`, or
 * throws, counts as the longest pause. Where the server asks for a longer one, it makes that.
 */
export type Backoff = (tries: number, random: () => number) => number;

/**
 * Waits `delayMs` before every further try, but a random part of it before the first of them, so that recordings that
 * failed together do not come back together.
 *
 * These are the pauses of client-go's `recordToSink`
 * ({@link https://github.com/kubernetes/client-go/blob/master/tools/record/event.go | tools/record/event.go}).
 *
 * @param delayMs In milliseconds; 0 to try again at once.
 * @throws {RangeError} If `delayMs` is no number of at least 0.
 *
 * @example
 * ```ts
 * import { constantBackoff } from "@kubecast/events";
 * import assert from "node:assert/strict";
 *
 * const backoff = constantBackoff(10_000);
 * assert.equal(backoff(1, () => 0.25), 2500);
 * assert.equal(backoff(2, () => 0.25), 10_000);
 * ```
 */
export function constantBackoff(delayMs: number): Backoff {
  checkNumbers("back off constantly", { delayMs }, "a number of at least 0");
  return (tries, random) => tries === 1 ? delayMs * random() : delayMs;
}

/** Options of {@linkcode exponentialBackoff}. */
export interface ExponentialBackoffOptions {
  /**
   * The first pause at its longest, in milliseconds, more than 0; doubled with every further try.
   *
   * @default {1000}
   */
  readonly minDelayMs?: number | undefined;
  /**
   * The longest of all pauses, in milliseconds, more than 0.
   *
   * @default {60000}
   */
  readonly maxDelayMs?: number | undefined;
}

/**
 * Waits twice as long before every further try, up to `maxDelayMs`; each time between the half and the whole of that, at
 * random.
 *
 * @throws {RangeError} If a delay is no positive number.
 *
 * @example
 * ```ts
 * import { exponentialBackoff } from "@kubecast/events";
 * import assert from "node:assert/strict";
 *
 * const backoff = exponentialBackoff({ minDelayMs: 100, maxDelayMs: 1000 }); // for startRecordingToSink(sink, { backoff })
 * assert.equal(backoff(1, () => 0), 50);
 * assert.equal(backoff(3, () => 0.5), 300);
 * assert.equal(backoff(9, () => 0.5), 750);
 * ```
 */
export function exponentialBackoff(options: ExponentialBackoffOptions = {}): Backoff {
  checkOptions("back off exponentially", options, { minDelayMs: "a positive number", maxDelayMs: "a positive number" });
  const { minDelayMs = 1000, maxDelayMs = 60_000 } = options;
  return (tries, random) => Math.min(minDelayMs * 2 ** (tries - 1), maxDelayMs) * (1 + random()) / 2;
}

const MAX_PAUSE_MS = 3_600_000;
const MAX_LAST_PAUSE_MS = 1000;
const MAX_RETRY_AFTER_MS = 60_000;
const MIN_SERVER_PAUSE_MS = 10;

/** Options of {@linkcode RetrySchedule}. */
interface RetryScheduleOptions {
  /** {@linkcode constantBackoff} of `retryDelayMs` if not given. */
  readonly backoff: Backoff | undefined;
  readonly retryDelayMs: number;
  readonly random: () => number;
}

/** How long to wait before another try. */
export class RetrySchedule {
  readonly #backoff: Backoff;
  readonly #namespaceBackoff: Backoff;
  readonly #serverBackoff: Backoff;
  readonly #random: () => number;
  #maxPauseMs = MAX_PAUSE_MS;

  constructor({ backoff, retryDelayMs, random }: RetryScheduleOptions) {
    this.#backoff = backoff ?? constantBackoff(retryDelayMs);
    this.#namespaceBackoff = backoff ?? doubling(retryDelayMs / 10, 3 * retryDelayMs);
    this.#serverBackoff = backoff ?? doubling(retryDelayMs / 10, retryDelayMs);
    this.#random = random;
  }

  /** From now on makes no pause of more than a second, unless the server asks for it. */
  hurry(): void {
    this.#maxPauseMs = MAX_LAST_PAUSE_MS;
  }

  /** The pause of a write after so many tries. */
  pauseMs(tries: number): number {
    return this.#pauseMs(this.#backoff, tries);
  }

  /** The pause of a namespace after its circuit breaker has opened so many times in a row. */
  namespacePauseMs(trips: number): number {
    return this.#pauseMs(this.#namespaceBackoff, trips);
  }

  /** The pause of all writes after that of the server has. */
  serverPauseMs(trips: number): number {
    // A server that is out of reach uses up no tries: it is not asked without a pause.
    return Math.max(this.#pauseMs(this.#serverBackoff, trips), MIN_SERVER_PAUSE_MS);
  }

  /**
   * The pause that the server asks for, if it does: a minute at most, and up to a quarter more, so that not all who were
   * told the same come back at once.
   */
  requestedMs(error: unknown): number {
    const ms = error instanceof StatusError ? Math.min(error.retryAfterMs ?? 0, MAX_RETRY_AFTER_MS) : 0;
    if (!(ms > 0)) return 0;
    try {
      return ms * (1 + this.#random() / 4);
    } catch {
      return ms;
    }
  }

  #pauseMs(backoff: Backoff, times: number): number {
    try {
      const ms = backoff(times, this.#random);
      return ms >= 0 ? Math.min(ms, this.#maxPauseMs) : this.#maxPauseMs;
    } catch {
      // A schedule that fails is none: the longest pause does no harm.
      return this.#maxPauseMs;
    }
  }
}

/** Twice as long each time, up to `maxMs`, give or take a quarter. */
function doubling(minMs: number, maxMs: number): Backoff {
  return (times, random) => Math.min(minMs * 2 ** Math.min(times - 1, 30), maxMs) * (0.75 + random() / 2);
}
