import { readOptions } from "../../base/tools/check_options.ts";
import { ConnectionError, RequestConstructionError, RequestLimitError } from "../../base/event/connection_error.ts";
import { doubled, requestedPause, retryPause } from "../../base/event/retry_pauses.ts";
import { StatusError } from "../../base/event/status_error.ts";
import type { ReadOptions } from "./recording_options.ts";

/** The consequences of a write's result for its event, and for the gates on its way. */
export interface Verdict {
  /**
   * Whether the write is retried, and whether this try counts towards `maxTries`:
   *
   * - `"briefly"`: until the gate that it blames is refused {@linkcode REFUSALS} times in a row, or `maxTries` if less.
   * - `"counted"`: the event itself is at fault.
   * - `"counted while others succeed"`: the event may be at fault; counted if others of the namespace have been written
   *   since its previous try (of any namespace, if it blames the namespace).
   * - `"uncounted"`: the event is not at fault.
   * - `"later"`: no write is retried before the next flush, or the next event of a recording that writes on its own.
   */
  readonly retry: "no" | "briefly" | "counted" | "counted while others succeed" | "uncounted" | "later";
  /**
   * The part that fails, judging by the response; `"all"` if it may be any of the three. The gates around that part
   * work, so that for them, a rejected event is as good as a stored one.
   */
  readonly blames: "nothing" | "event" | "namespace" | "server" | "all";
  /** Whether one such failure shuts the namespace, unless others of it were written since the request was made. */
  readonly isUnanswered?: boolean;
}

/**
 * How often in a row the server may refuse all requests of a namespace, or all requests, before that is final. A
 * restarting kube-apiserver denies all requests for some seconds, until its authorizer has loaded the roles, and a
 * namespace or a service account may be created a moment later. If one is still missing then, the problem is permanent.
 */
export const REFUSALS = 5;

/** The verdicts by kind of failure. */
export const VERDICTS = {
  /** No request could be built from the event. */
  unbuildable: { retry: "no", blames: "nothing" },
  /** The server, or a webhook of it, rejects this event. */
  refused: { retry: "no", blames: "event" },
  /** The namespace is being deleted, so that its other creates are refused too. */
  terminating: { retry: "no", blames: "event" },
  /** Every attempt of the try conflicted with other writers. */
  contended: { retry: "counted", blames: "event" },
  /** The namespace does not exist yet, or its quota is exceeded or not known yet. */
  unready: { retry: "briefly", blames: "namespace" },
  /** No role allows the request, or the server has not loaded the role yet. */
  denied: { retry: "briefly", blames: "namespace" },
  /** A role that allowed such requests is gone, or covers only other namespaces. */
  lost: { retry: "counted while others succeed", blames: "namespace" },
  /** The server does not know the credentials, or not yet. */
  unauthorized: { retry: "briefly", blames: "server" },
  /** Credentials that the server accepted before have expired. */
  expired: { retry: "uncounted", blames: "server" },
  /** The server cannot be reached. */
  unreachable: { retry: "uncounted", blames: "server" },
  /** 408, 429, any 5xx except 500, a webhook that cannot be called, or a server that has just started: try again later. */
  busy: { retry: "uncounted", blames: "all" },
  /**
   * A 500, an intermediary's page, or an error that is not a response: the server is in trouble, or the event causes
   * it.
   */
  failed: { retry: "counted while others succeed", blames: "all" },
  /** No response; a server that does not respond at all affects more than this event. */
  timeout: { retry: "counted while others succeed", blames: "all", isUnanswered: true },
  /** No response yet, because the request was cut short in favor of queued writes. */
  cutShort: { retry: "uncounted", blames: "all", isUnanswered: true },
  /** The runtime refuses to make requests, because an invocation of a worker has used up its limit. */
  limited: { retry: "later", blames: "nothing" },
} as const satisfies Record<string, Verdict>;

/** Matches the message of a webhook that has rejected the event, with any code. */
const WEBHOOK_DENIED = /^admission webhook ".*" denied the request/;
/** Matches the message about a webhook that could not be called, with which the server responds as a 500. */
const WEBHOOK_FAILED = /failed calling webhook "/;
/** Matches the message about a quota that is exceeded, or whose usage is not known yet. */
const QUOTA = / is forbidden: (exceeded quota|status unknown for quota): /;
/** Matches the message of an API server that has just started, and does not know the namespaces or quotas yet. */
const NOT_READY = / is forbidden: not yet ready to handle request$/;

/** Other writers were first each time, or the event was deleted each time; another try may succeed. */
export class ContendedError extends Error {
  override readonly name = "ContendedError";
}

/** A request timed out. */
export class NoAnswerError extends DOMException {
  /** Whether the request was cut short: cancelled before its timeout, in favor of queued writes. */
  readonly isCutShort: boolean;

  constructor(ms: number, { isCutShort }: { isCutShort: boolean }) {
    super(`No response within ${Math.round(ms)} ms`, "TimeoutError");
    this.isCutShort = isCutShort;
  }
}

/** Judges the failure of a write; `permission` is known from earlier requests of this kind. */
export function verdict(error: unknown, permission: Permission): keyof typeof VERDICTS {
  if (error instanceof RequestConstructionError) return "unbuildable";
  if (error instanceof NoAnswerError) return error.isCutShort ? "cutShort" : "timeout";
  if (error instanceof RequestLimitError) return "limited";
  if (error instanceof ConnectionError) return "unreachable";
  if (error instanceof ContendedError) return "contended";
  if (!(error instanceof StatusError)) return "failed";
  if (error.isNamespaceTerminating) return "terminating";
  if (WEBHOOK_DENIED.test(error.message)) return "refused";
  if (error.isRetryable && !error.isConflict) {
    return error.code === 500 && !WEBHOOK_FAILED.test(error.message) ? "failed" : "busy";
  }
  if (error.isForbidden && NOT_READY.test(error.message)) return "busy";
  if (isPage(error)) return "failed";
  if (error.isConflict) return "contended";
  if (permission === "refused") return "refused";
  if (error.isUnauthorized) return permission === "granted" ? "expired" : "unauthorized";
  if (error.isAccessDenied) return permission === "granted" ? "lost" : "denied";
  return isUnready(error) ? "unready" : "refused";
}

/**
 * Whether an intermediary responded instead of an API server, whose errors have a `Status`. While the server restarts,
 * its load balancer may respond with a page of any code; once a session has ended, a proxy may redirect to its login.
 * Regardless of who responds, a 413 is about the event, and a 401 about the credentials.
 */
function isPage({ code, reason, status: { message } }: StatusError): boolean {
  if (code >= 300 && code < 400) return true;
  return code !== 413 && code !== 401 && reason === "" && typeof message === "string" &&
    /(^|: )HTTP \d{3}\b/.test(message);
}

/** Whether the namespace does not exist or its quota is exceeded, which may be temporary. */
export function isUnready(error: unknown): boolean {
  if (!(error instanceof StatusError)) return false;
  return error.isNotFound && error.status.details?.kind === "namespaces" ||
    error.isForbidden && QUOTA.test(error.message);
}

/** Whether the server allows a kind of request, judging by its responses. */
export type Permission = "granted" | "unknown" | "refused";

/**
 * Distinguishes lost permissions from permissions never granted, by the requests that the server has allowed before. A
 * lost permission may come back, because a role or a service account may be deleted and created again. Unlike
 * client-go, it does not take every denial as final.
 */
export class Permissions {
  readonly #known: { create?: Permission; patch?: Permission; credentials?: Permission } = {};

  /** Called when the server has allowed a request. */
  allowed(verb: "create" | "patch"): void {
    this.#known[verb] = this.#known.credentials = "granted";
  }

  /** Called when the server has denied a request permanently. */
  denied(error: unknown, verb: "create" | "patch"): void {
    this.#known[subjectOf(error, verb)] ??= "refused";
  }

  /**
   * Returns the permission that an error concerns: `"unknown"` until a request of this verb has succeeded or was denied
   * permanently. Credentials serve both verbs.
   */
  of(error: unknown, verb: "create" | "patch"): Permission {
    return this.#known[subjectOf(error, verb)] ?? "unknown";
  }
}

/** Returns what an error denies: the verb, or the credentials. */
function subjectOf(error: unknown, verb: "create" | "patch"): "create" | "patch" | "credentials" {
  return error instanceof StatusError && error.isUnauthorized ? "credentials" : verb;
}

/** Returns the pause before a write is retried; see {@linkcode RecordingOptions.backoff}. */
export type Backoff = (tries: number, random: () => number) => number;

/**
 * Returns a `backoff` that doubles the delay with each retry, up to `maxDelayMs`, and waits for a random time between
 * half of the delay and all of it.
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

/** Longest pause, because kube-apiserver keeps events for an hour by default. */
const MAX_PAUSE_MS = 3_600_000;
/** Longest first pause of a write for which someone waits. */
const AWAITED_DELAY_MS = 1000;
/**
 * Longest pause of a recording that is stopping, so that several tries fit into its default deadline of ten seconds.
 */
const MAX_LAST_PAUSE_MS = 1000;
/**
 * Shortest pause of the server, because tries are not counted while it is unreachable, and a pause of 0 would be a busy
 * loop.
 */
const MIN_SERVER_PAUSE_MS = 10;

/** Computes the pauses before retries. */
export class RetryPauses {
  /** Whether the pauses come from the user's `backoff`; they are then the same whether or not someone waits. */
  readonly isCustom: boolean;
  readonly #backoff: Backoff;
  readonly #awaitedBackoff: Backoff;
  readonly #namespaceBackoff: Backoff;
  readonly #serverBackoff: Backoff;
  readonly #random: () => number;
  #maxPauseMs = MAX_PAUSE_MS;

  constructor({ backoff, retryDelayMs, random }: Pick<ReadOptions, "backoff" | "retryDelayMs" | "random">) {
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

  /**
   * Pause of a lane that is shut for the `trips`th time in a row; at first a shorter one if someone waits for the lane.
   */
  pauseMs(trips: number, isAwaited = false): number {
    return this.#pauseMs(isAwaited ? this.#awaitedBackoff : this.#backoff, trips);
  }

  /** Pause of a namespace that is shut for the `trips`th time in a row. */
  namespacePauseMs(trips: number): number {
    return this.#pauseMs(this.#namespaceBackoff, trips);
  }

  /** Pause of all writes once the server is shut for the `trips`th time in a row. */
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
 * ({@link https://github.com/kubernetes/client-go/blob/master/tools/record/event.go | tools/record/event.go}). Unlike
 * client-go, adds a jitter of plus or minus a quarter, because retries could otherwise keep in step with a server that
 * flaps.
 */
function constant(delayMs: number): Backoff {
  const jittered = doubling(delayMs, delayMs);
  return (trips, random) => trips === 1 ? delayMs * random() : jittered(trips, random);
}

/** Doubles each time, up to `maxMs`, with a jitter of plus or minus a quarter. */
function doubling(minMs: number, maxMs: number): Backoff {
  return (times, random) => doubled(times, minMs, maxMs) * (0.75 + random() / 2);
}
