import { readOptions } from "../api/check_options.ts";
import { StatusError } from "../api/status_error.ts";

/** Returns the pause before a write is retried; see {@linkcode RecordingOptions.backoff}. */
export type Backoff = (tries: number, random: () => number) => number;

/**
 * Doubles the delay with each retry, up to `maxDelayMs`, and waits a random time between half and all of it.
 *
 * @param options `minDelayMs` is the upper bound of the first pause, in milliseconds, more than 0: 1000 by default.
 * `maxDelayMs` is the longest of all pauses: 60000 by default.
 * @throws {RangeError} If a delay is not a positive number.
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
 *
 * @category Sink
 */
export function exponentialBackoff(
  options: { readonly minDelayMs?: number | undefined; readonly maxDelayMs?: number | undefined } = {},
): (tries: number, random: () => number) => number {
  const { minDelayMs, maxDelayMs } = readOptions("back off exponentially", options, {
    minDelayMs: ["a positive number", 1000],
    maxDelayMs: ["a positive number", 60_000],
  });
  return (tries, random) => Math.min(minDelayMs * 2 ** (tries - 1), maxDelayMs) * (1 + random()) / 2;
}

/** Longest pause: kube-apiserver keeps events for an hour by default. */
const MAX_PAUSE_MS = 3_600_000;
/** Longest pause of a recording that is stopping: several tries fit into the ten seconds that it takes by default. */
const MAX_LAST_PAUSE_MS = 1000;
/** Longest `Retry-After` that is honored: kube-apiserver asks for 32 seconds at most. */
const MAX_RETRY_AFTER_MS = 60_000;
/** Shortest pause of the server: tries are not counted while it is unreachable, and a pause of 0 would be a busy loop. */
const MIN_SERVER_PAUSE_MS = 10;
/** Maximum number of doublings, beyond any maximum pause: with infinitely many, a delay of 0 would give NaN. */
const MAX_DOUBLINGS = 30;

/** Returns `random`, with a half in place of errors and of values out of range: pauses must not depend on them. */
export function guardRandom(random: () => number): () => number {
  return () => {
    try {
      const value = random();
      return value >= 0 && value <= 1 ? value : 0.5;
    } catch {
      return 0.5;
    }
  };
}

interface RetryPausesOptions {
  /** {@linkcode constant} of `retryDelayMs` if not given. */
  readonly backoff: Backoff | undefined;
  readonly retryDelayMs: number;
  readonly random: () => number;
}

/** Computes the pauses before retries. */
export class RetryPauses {
  readonly #backoff: Backoff;
  readonly #namespaceBackoff: Backoff;
  readonly #serverBackoff: Backoff;
  readonly #random: () => number;
  #maxPauseMs = MAX_PAUSE_MS;

  constructor({ backoff, retryDelayMs, random }: RetryPausesOptions) {
    this.#backoff = backoff ?? constant(retryDelayMs);
    // As documented at RecordingOptions.retryDelayMs.
    this.#namespaceBackoff = backoff ?? doubling(retryDelayMs / 10, 3 * retryDelayMs);
    this.#serverBackoff = backoff ?? doubling(retryDelayMs / 10, retryDelayMs);
    this.#random = random;
  }

  /** Caps further pauses at one second, except those that the server asks for. */
  cap(): void {
    this.#maxPauseMs = MAX_LAST_PAUSE_MS;
  }

  /** Pause of a write after `tries` tries. */
  pauseMs(tries: number): number {
    return this.#pauseMs(this.#backoff, tries);
  }

  /** Pause of a namespace whose circuit breaker has opened `trips` times in a row. */
  namespacePauseMs(trips: number): number {
    return this.#pauseMs(this.#namespaceBackoff, trips);
  }

  /** Pause of all writes after the server's circuit breaker has opened `trips` times in a row. */
  serverPauseMs(trips: number): number {
    return Math.max(this.#pauseMs(this.#serverBackoff, trips), MIN_SERVER_PAUSE_MS);
  }

  /**
   * Pause that the server asks for, or 0: at most a minute, plus a random quarter, so that clients with the same
   * `Retry-After` do not retry together.
   */
  requestedMs(error: unknown): number {
    const { retryAfterMs }: Partial<StatusError> = error instanceof StatusError ? error : {};
    // A sink may reject with its own errors.
    if (typeof retryAfterMs !== "number" || !(retryAfterMs > 0)) return 0;
    return Math.min(retryAfterMs, MAX_RETRY_AFTER_MS) * (1 + this.#random() / 4);
  }

  #pauseMs(backoff: Backoff, times: number): number {
    try {
      const ms = backoff(times, this.#random);
      return ms >= 0 ? Math.min(ms, this.#maxPauseMs) : this.#maxPauseMs;
    } catch {
      // If the user's backoff throws, the longest pause is the safe choice.
      return this.#maxPauseMs;
    }
  }
}

/**
 * Pauses for `delayMs`, and for a random fraction of it the first time, as client-go's `recordToSink` does, so that
 * recordings that failed together do not retry together
 * ({@link https://github.com/kubernetes/client-go/blob/master/tools/record/event.go | tools/record/event.go}).
 */
function constant(delayMs: number): Backoff {
  return (tries, random) => tries === 1 ? delayMs * random() : delayMs;
}

/** Doubles each time, up to `maxMs`, with a jitter of plus or minus a quarter. */
function doubling(minMs: number, maxMs: number): Backoff {
  return (times, random) => Math.min(minMs * 2 ** Math.min(times - 1, MAX_DOUBLINGS), maxMs) * (0.75 + random() / 2);
}
