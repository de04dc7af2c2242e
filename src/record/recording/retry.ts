import { readOptions } from "../../base/tools/check_options.ts";
import {
  ConnectionError,
  RequestConstructionError,
  requestedPause,
  RequestLimitError,
  retryPause,
  StatusError,
} from "../../base/event/status_error.ts";

/** The consequences of a failed write for its event, its namespace and the server. */
export interface Verdict {
  /**
   * Whether the write is retried, and whether this try counts towards `maxTries`:
   *
   * - `"cut short"`: not counted, and its next request uses the full timeout.
   * - `"counted while others succeed"`: not counted while the server is suspended.
   * - `"briefly"`: {@linkcode DENIED_TRIES} tries at most, with the shorter pauses of a namespace between them.
   * - `"later"`: no write is retried before the next flush, or the next event of a recording that writes on its own.
   */
  readonly retry: "no" | "briefly" | "counted" | "cut short" | "counted while others succeed" | "later";
  /** The evidence about namespace and server: that they work, none, or that they fail. */
  readonly health: "works" | "unknown" | "fails";
  /** Number of distinct events that must fail in a row to suspend the namespace; by default its breaker's. */
  readonly namespaceAfter?: number;
  /** Number of distinct namespaces that must fail in a row to suspend the server; by default its breaker's. */
  readonly serverAfter?: number;
  /** The same once every namespace in use is suspended; by default, suspended namespaces do not count. */
  readonly serverAfterIfAllSuspended?: number;
}

/**
 * Tries of a write that the server denies before it has allowed one. A restarting kube-apiserver denies all requests for
 * some seconds, until its authorizer has loaded the roles; a missing role is a problem that stays.
 */
export const DENIED_TRIES = 5;

/** The verdicts by kind of failure. */
export const VERDICTS = {
  /** No request could be built from the event. */
  unbuildable: { retry: "no", health: "unknown" },
  /** The server rejects this event. */
  refused: { retry: "no", health: "works" },
  /** The namespace is being deleted: its other creates are refused too. */
  terminating: { retry: "no", health: "works" },
  /** No role allows the request, or the server has not loaded the role yet. */
  denied: { retry: "briefly", health: "works" },
  /** A server that does not respond at all affects more than this event. */
  silence: { retry: "counted", health: "fails", namespaceAfter: 1 },
  /** No response, while the namespace wrote other events. */
  timeout: { retry: "counted", health: "fails" },
  /** Cut short in favor of queued writes, with no response to the namespace meanwhile. */
  cutShortInSilence: { retry: "cut short", health: "fails", namespaceAfter: 1 },
  /** Cut short in favor of queued writes, while the namespace wrote other events. */
  cutShort: { retry: "cut short", health: "fails" },
  /** The server cannot be reached: three events or namespaces are enough evidence. */
  unreachable: {
    retry: "counted while others succeed",
    health: "fails",
    namespaceAfter: 3,
    serverAfter: 3,
    serverAfterIfAllSuspended: 1,
  },
  /** The runtime refuses to make requests: a worker has made all that one of its invocations may make. */
  limited: { retry: "later", health: "unknown" },
  /** 408, 409, 429, 5xx, a permission that was lost, and errors that are not responses. */
  failed: { retry: "counted", health: "fails" },
} as const satisfies Record<string, Verdict>;

/** A request timed out. */
export class NoAnswerError extends DOMException {
  /** Whether it was cut short: cancelled before its time, in favor of queued writes. */
  readonly isCutShort: boolean;

  constructor(ms: number, { isCutShort }: { isCutShort: boolean }) {
    super(`No response within ${Math.round(ms)} ms`, "TimeoutError");
    this.isCutShort = isCutShort;
  }
}

/**
 * Judges the failure of a write.
 *
 * @param circumstances `isSilent` if the server has written nothing of the namespace since the request was made;
 * `permission` as learned from earlier requests of this kind.
 */
export function verdict(
  error: unknown,
  { isSilent, permission }: { isSilent: boolean; permission: Permission },
): keyof typeof VERDICTS {
  if (error instanceof RequestConstructionError) return "unbuildable";
  if (error instanceof NoAnswerError) {
    if (error.isCutShort) return isSilent ? "cutShortInSilence" : "cutShort";
    return isSilent ? "silence" : "timeout";
  }
  if (error instanceof RequestLimitError) return "limited";
  if (error instanceof ConnectionError) return "unreachable";
  if (!(error instanceof StatusError) || error.isRetryable) return "failed";
  if (error.isNamespaceTerminating) return "terminating";
  if (!error.isUnauthorized && !error.isAccessDenied) return "refused";
  if (permission === "granted") return "failed";
  return permission === "unknown" && error.isAccessDenied ? "denied" : "refused";
}

/** Whether the server allows a kind of request, judging by its responses. */
export type Permission = "granted" | "unknown" | "refused";

/**
 * Distinguishes lost permissions from those never granted, by the requests that the server has allowed before: a role or
 * a service account may be deleted and created again. Unlike client-go, for which a denial is final.
 */
export class Permissions {
  readonly #known: { create?: Permission; patch?: Permission } = {};

  /** Called when the server has allowed a request. */
  allowed(verb: "create" | "patch"): void {
    this.#known[verb] = "granted";
  }

  /** Called when the server has denied a request for good. */
  denied(verb: "create" | "patch"): void {
    this.#known[verb] ??= "refused";
  }

  /** `"unknown"` until a request of this verb has succeeded or was denied for good; credentials serve both verbs. */
  of(error: unknown, verb: "create" | "patch"): Permission {
    const { create, patch, [verb]: known = "unknown" } = this.#known;
    if (!(error instanceof StatusError && error.isUnauthorized)) return known;
    return create === "granted" || patch === "granted" ? "granted" : "refused";
  }
}

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
 * import { exponentialBackoff } from "@kubecast/events/client-go";
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
  return (tries, random) => retryPause(tries, { minMs: minDelayMs, maxMs: maxDelayMs, random });
}

/** Longest pause: kube-apiserver keeps events for an hour by default. */
const MAX_PAUSE_MS = 3_600_000;
/** Longest first pause of a write that somebody waits for. */
const AWAITED_DELAY_MS = 1000;
/** Longest pause of a recording that is stopping: several tries fit into the ten seconds that it takes by default. */
const MAX_LAST_PAUSE_MS = 1000;
/** Shortest pause of the server: tries are not counted while it is unreachable, and a pause of 0 would be a busy loop. */
const MIN_SERVER_PAUSE_MS = 10;
/** Maximum number of doublings, beyond any maximum pause: with infinitely many, a delay of 0 would give NaN. */
const MAX_DOUBLINGS = 30;

interface RetryPausesOptions {
  /** {@linkcode constant} of `retryDelayMs` if not given. */
  readonly backoff: Backoff | undefined;
  readonly retryDelayMs: number;
  readonly random: () => number;
}

/** Computes the pauses before retries. */
export class RetryPauses {
  /** Whether the user's `backoff` returns the pauses, which are the same whether or not somebody waits. */
  readonly isCustom: boolean;
  readonly #backoff: Backoff;
  readonly #awaitedBackoff: Backoff;
  readonly #namespaceBackoff: Backoff;
  readonly #serverBackoff: Backoff;
  readonly #random: () => number;
  #maxPauseMs = MAX_PAUSE_MS;

  constructor({ backoff, retryDelayMs, random }: RetryPausesOptions) {
    this.isCustom = backoff !== undefined;
    this.#backoff = backoff ?? constant(retryDelayMs);
    this.#awaitedBackoff = backoff ??
      ((tries, random) => retryPause(tries, { minMs: AWAITED_DELAY_MS, maxMs: retryDelayMs, random }));
    // As documented at RecordingOptions.retryDelayMs.
    this.#namespaceBackoff = backoff ?? doubling(retryDelayMs / 10, 3 * retryDelayMs);
    this.#serverBackoff = backoff ?? doubling(retryDelayMs / 10, retryDelayMs);
    this.#random = random;
  }

  /** Caps further pauses at one second, except those that the server asks for. */
  cap(): void {
    this.#maxPauseMs = MAX_LAST_PAUSE_MS;
  }

  /** Pause of a write after `tries` tries; a shorter one at first if somebody waits for it. */
  pauseMs(tries: number, isAwaited = false): number {
    return this.#pauseMs(isAwaited ? this.#awaitedBackoff : this.#backoff, tries);
  }

  /** Pause of a namespace whose circuit breaker has opened `trips` times in a row. */
  namespacePauseMs(trips: number): number {
    return this.#pauseMs(this.#namespaceBackoff, trips);
  }

  /** Pause of all writes after the server's circuit breaker has opened `trips` times in a row. */
  serverPauseMs(trips: number): number {
    return Math.max(this.#pauseMs(this.#serverBackoff, trips), MIN_SERVER_PAUSE_MS);
  }

  /** Pause that the server asks for, or 0. */
  requestedMs(error: unknown): number {
    return requestedPause(error, this.#random);
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
