import type { RequestVerb } from "./request_verb.ts";

/**
 * What a fault does instead of answering.
 *
 * - `401`, `403` (RBAC), `429` (EventRateLimit admission), `500`, `503`, `504`: a `Status`, as a cluster words it.
 * - `"overloaded"`: the 429 of API Priority and Fairness: plain text, with `Retry-After: 1`.
 * - `"server-timeout"`: the 500 of an API server whose etcd is away: a `Status` with `Retry-After: 2`.
 * - `"reset"`: `fetch` rejects with a TypeError, as it does when the connection breaks. Behind `Deno.serve` and `Bun.serve` that
 *   becomes their own answer to a handler that fails, a 500 in plain text.
 * - `"hang"`: there is no answer; `fetch` rejects when the request's signal aborts.
 * - a function: its own answer.
 */
export type FaultAnswer =
  | 401
  | 403
  | 429
  | 500
  | 503
  | 504
  | "overloaded"
  | "server-timeout"
  | "reset"
  | "hang"
  | ((request: Request) => Response | Promise<Response>);

/**
 * Something that goes wrong with requests for events, for the tests of whoever makes them.
 *
 * Of the faults of a server, the first that fits a request happens to it: a list of faults with `times` is a script, one with
 * a `probability` bad weather.
 */
export interface Fault {
  /**
   * What happens; without it the request is answered as ever, after `delayMs`.
   */
  readonly answer?: FaultAnswer | undefined;
  /** Only requests of this verb, or of one of these. */
  readonly verb?: RequestVerb | readonly RequestVerb[] | undefined;
  /** Only requests in this namespace. */
  readonly namespace?: string | undefined;
  /** Only requests for which this is true; one that throws fits none. Leave the body alone. */
  readonly when?: ((request: Request) => boolean) | undefined;
  /**
   * To how many of those it happens, by chance: from 0 to 1.
   *
   * @default {1}
   */
  readonly probability?: number | undefined;
  /**
   * How many times it happens at most.
   *
   * @default {Infinity}
   */
  readonly times?: number | undefined;
  /**
   * How long the request waits first, in milliseconds.
   *
   * @default {0}
   */
  readonly delayMs?: number | undefined;
  /**
   * Whether the request takes effect all the same and only its answer is lost, as when a connection breaks too late.
   *
   * @default {false}
   */
  readonly applied?: boolean | undefined;
  /** `Retry-After` of an answer that is a `Status`, in seconds. */
  readonly retryAfterSeconds?: number | undefined;
}
