import { ConnectionError, RequestConstructionError, RequestLimitError } from "../api/connection_error.ts";
import { StatusError } from "../api/status_error.ts";
import { NoAnswerError } from "./requests_in_flight.ts";

/** The consequences of a failed write for its event, its namespace and the server. */
export interface Verdict {
  /**
   * Whether the write is retried, and whether this try counts towards `maxTries`:
   *
   * - `"uncounted"`: its request was cancelled early, for the next one to use the full timeout.
   * - `"counted while others succeed"`: not counted while the server is suspended.
   * - `"briefly"`: {@linkcode DENIED_TRIES} tries at most, with the shorter pauses of a namespace between them.
   * - `"later"`: no write is retried before the next flush, or the next event of a recording that writes on its own.
   */
  readonly retry: "no" | "briefly" | "counted" | "uncounted" | "counted while others succeed" | "later";
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
  /** Cancelled early in favor of queued writes, with no response to the namespace meanwhile. */
  earlySilence: { retry: "uncounted", health: "fails", namespaceAfter: 1 },
  /** Cancelled early in favor of queued writes, while the namespace wrote other events. */
  earlyTimeout: { retry: "uncounted", health: "fails" },
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
    if (error.isEarly) return isSilent ? "earlySilence" : "earlyTimeout";
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
  #create = false;
  #patch = false;
  #isDenied = false;

  /** Called when the server has allowed a write. */
  allowed({ creates }: { readonly creates: boolean }): void {
    if (creates) this.#create = true;
    else this.#patch = true;
  }

  /** Called when a write was denied for good. */
  denied(): void {
    this.#isDenied = true;
  }

  /**
   * `"granted"` if such a request succeeded before; `"unknown"` until any request succeeded or was denied for good; else
   * `"refused"`.
   */
  of(error: unknown, { creates }: { readonly creates: boolean }): Permission {
    const isAnyGranted = this.#create || this.#patch;
    const isUnauthorized = error instanceof StatusError && error.isUnauthorized;
    if (isUnauthorized ? isAnyGranted : creates ? this.#create : this.#patch) return "granted";
    return isAnyGranted || this.#isDenied ? "refused" : "unknown";
  }
}
