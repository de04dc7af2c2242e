import { checkOptions, checkWord } from "../api/check_options.ts";
import type { RequestVerb } from "./route.ts";

/**
 * What a fault does in place of the proper answer.
 *
 * - `401`, `403` (RBAC), `410` (an expired version, as HTTP status), `429` (EventRateLimit admission), `500`, `503`, `504`: a
 *   `Status`, as a cluster words it.
 * - `"overloaded"`: the 429 of
 *   {@link https://kubernetes.io/docs/concepts/cluster-administration/flow-control/ | API Priority and Fairness}: plain text,
 *   with `Retry-After: 1`.
 * - `"server-timeout"`: the 500 of an API server whose etcd is away: a `Status` with `Retry-After: 2`.
 * - `"reset"`: `fetch` rejects with a TypeError, as it does when the connection breaks. Behind `Deno.serve` and `Bun.serve` that
 *   becomes their own answer to a handler that fails, a 500 in plain text.
 * - `"hang"`: there is no answer; `fetch` rejects when the request's signal aborts, with its reason.
 * - `"expire"`: all versions before the present one are forgotten first (see {@linkcode EventsApiServer.expire}), then the
 *   request is answered: with 410 if it asks for one of them, in the body of a watch as a line of type `ERROR`.
 * - `"silent-close"`: a watch ends cleanly and without an error after `afterEvents` events.
 * - `"cut"`: the connection breaks after `afterEvents` events, in the middle of the next line if there is one: reading the
 *   body fails with a TypeError.
 * - a function: its own answer; `fetch` rejects with what it throws.
 */
export type FaultAnswer =
  | 401
  | 403
  | 410
  | 429
  | 500
  | 503
  | 504
  | "overloaded"
  | "server-timeout"
  | "reset"
  | "hang"
  | "expire"
  | "silent-close"
  | "cut"
  | ((request: Request) => Response | Promise<Response>);

/**
 * Something that goes wrong with requests for events, for the tests of whoever makes them.
 *
 * Of the faults of a server, the first that fits a request happens to it: a list of faults with `times` is a script, one with
 * a `probability` bad weather. Requests for anything but events, such as discovery, are spared. A number out of its range is
 * a `RangeError` of the constructor or of `inject`.
 *
 * @example
 * ```ts
 * import { EventsApiServer } from "@kubecast/events/server";
 * import assert from "node:assert/strict";
 *
 * const api = new EventsApiServer({ faults: [{ verb: "list", times: 1, answer: 503, retryAfterSeconds: 5 }] });
 * const list = (): Promise<Response> => api.fetch("/api/v1/events");
 * const refused = await list();
 * assert.equal(refused.status, 503);
 * assert.equal(refused.headers.get("retry-after"), "5");
 * assert.equal((await list()).status, 200);
 * ```
 */
export interface Fault {
  /** What happens; without it the request is answered as ever, after `delayMs`. */
  readonly answer?: FaultAnswer | undefined;
  /** Only requests of this verb, or of one of these. */
  readonly verb?: RequestVerb | readonly RequestVerb[] | undefined;
  /** Only requests in this namespace; `""` for those of all namespaces at once. */
  readonly namespace?: string | undefined;
  /** Only requests for which this is true; it must not read the body. If it throws, `fetch` rejects with what it threw. */
  readonly when?: ((request: Request) => boolean) | undefined;
  /**
   * To what part of those requests it happens, by chance: from 0 to 1, which is to all.
   *
   * @default {1}
   */
  readonly probability?: number | undefined;
  /**
   * How many times it happens at most, 0 or more.
   *
   * @default {Infinity}
   */
  readonly times?: number | undefined;
  /**
   * How long the request waits first, in milliseconds, from 0 to 2147483647; `fetch` rejects when its signal aborts before.
   *
   * @default {0}
   */
  readonly delayMs?: number | undefined;
  /**
   * Whether the request takes effect all the same and only its answer is lost, as when a connection breaks too late; of no
   * effect without `answer`.
   *
   * @default {false}
   */
  readonly applied?: boolean | undefined;
  /**
   * How many events of a watch arrive before `"silent-close"` or `"cut"`, an integer of at least 0.
   *
   * @default {0}
   */
  readonly afterEvents?: number | undefined;
  /**
   * `Retry-After` of an answer that is a `Status` or `"overloaded"`, in seconds.
   *
   * @default {none, but 1 for "overloaded" and 2 for "server-timeout"}
   */
  readonly retryAfterSeconds?: number | undefined;
}

const VERBS: readonly RequestVerb[] = [
  "get",
  "list",
  "watch",
  "create",
  "update",
  "patch",
  "delete",
  "deletecollection",
];
const ANSWERS: readonly FaultAnswer[] = [
  401,
  403,
  410,
  429,
  500,
  503,
  504,
  "overloaded",
  "server-timeout",
  "reset",
  "hang",
  "expire",
  "silent-close",
  "cut",
];

/** Throws unless a fault is one that can happen: a test that waits for another would wait for nothing. */
export function checkFault(fault: Fault): void {
  checkOptions("inject a fault", fault, {
    answer: "anything",
    verb: "anything",
    namespace: "a string",
    when: "a function",
    probability: "between 0 and 1",
    times: "a number of at least 0",
    delayMs: "between 0 and 2147483647",
    afterEvents: "an integer of at least 0",
    applied: "a boolean",
    retryAfterSeconds: "anything",
  });
  const { answer, verb = [] } = fault;
  for (const one of [verb].flat()) checkWord("inject a fault", "verb", one, VERBS);
  if (answer !== undefined && typeof answer !== "function") checkWord("inject a fault", "answer", answer, ANSWERS);
}

/**
 * A `Math.random` that gives the same numbers for the same seed, so that a test with chance in it can be repeated
 * (mulberry32; not for secrets).
 *
 * @param seed An integer, of which the lowest 32 bits count.
 * @returns Gives a number from 0 up to 1 at each call.
 *
 * @example
 * ```ts
 * import { seededRandom } from "@kubecast/events/server";
 * import assert from "node:assert/strict";
 *
 * assert.equal(seededRandom(7)(), seededRandom(7)());
 * ```
 */
export function seededRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
