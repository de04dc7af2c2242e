import { ConnectionError, RequestConstructionError } from "../connection/connection_error.ts";
import { StatusError } from "../connection/status_error.ts";
import { NoAnswerError } from "./requests_in_flight.ts";

/** How a failed write is judged: what follows for its event, its namespace and the server. */
export interface Verdict {
  /** Whether the write is tried again, and whether this try counts towards `maxTries`. */
  readonly retry: "no" | "counted" | "uncounted" | "counted while others succeed";
  /** What it tells of the health of namespace and server: that they work, nothing, or that they fail. */
  readonly health: "works" | "unknown" | "fails";
  /** Number of distinct events that must fail in a row to suspend the namespace; `Infinity` is its breaker's own. */
  readonly namespaceAfter: number;
  /** Number of distinct namespaces that must fail in a row to suspend the server. */
  readonly serverAfter: number;
  /** The same if every namespace in use is suspended already. */
  readonly serverAfterIfAllFail: number;
  /** Maximum number of tries, if fewer than `maxTries`. */
  readonly maxTries: number;
  /** Which pauses precede its tries: those between tries, or the shorter ones of a failing namespace. */
  readonly pause: "event" | "namespace";
}

const ANY = Infinity;

/**
 * Tries of a write that the server denies before it has allowed one. A restarting kube-apiserver denies all requests for
 * some seconds, until its authorizer has loaded the roles; a missing role is a problem that stays.
 */
const DENIED_TRIES = 5;

/** The verdicts by kind of failure. */
export const VERDICTS = {
  /** No request could be built from the event. */
  unbuildable: row("no", "unknown"),
  /** The server rejects this event. */
  refused: row("no", "works"),
  /** The namespace is being deleted: its other creates are refused too. */
  terminating: row("no", "works"),
  /** No role allows the request, or the server has not loaded the role yet. */
  denied: row("counted", "works", { maxTries: DENIED_TRIES, pause: "namespace" }),
  /** A server that does not respond at all affects more than this event. */
  silence: row("counted", "fails", { namespaceAfter: 1 }),
  /** No response, while the namespace wrote other events. */
  timeout: row("counted", "fails"),
  /** Cut in favor of queued writes. */
  earlySilence: row("uncounted", "fails", { namespaceAfter: 1 }),
  earlyTimeout: row("uncounted", "fails"),
  /** The server cannot be reached, so nothing can: three events or namespaces tell as much as more of them. */
  unreachable: row("counted while others succeed", "fails", {
    namespaceAfter: 3,
    serverAfter: 3,
    serverAfterIfAllFail: 1,
  }),
  /** 408, 409, 429, 5xx, a permission that was lost, and errors that are not responses. */
  failed: row("counted", "fails"),
} as const satisfies Record<string, Verdict>;

function row(retry: Verdict["retry"], health: Verdict["health"], rest: Partial<Verdict> = {}): Verdict {
  const judged = { namespaceAfter: ANY, serverAfter: ANY, serverAfterIfAllFail: ANY, maxTries: ANY, pause: "event" };
  return { retry, health, ...judged as Omit<Verdict, "retry" | "health">, ...rest };
}

/**
 * Judges the failure of a write.
 *
 * @param circumstances `isSilent` if the server has written nothing of the namespace since the request was made;
 * `permission` as far as earlier requests of this kind tell.
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
  if (error instanceof ConnectionError) return "unreachable";
  if (!(error instanceof StatusError) || error.isRetryable) return "failed";
  if (error.isNamespaceTerminating) return "terminating";
  if (!error.isUnauthorized && !error.isAccessDenied) return "refused";
  if (permission === "granted") return "failed";
  return permission === "unknown" && error.isAccessDenied ? "denied" : "refused";
}

/** Whether the server allows a kind of request, as far as its answers tell. */
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
