import { checkWord, type Completed, type OptionTable, readOptions } from "../../base/tools/check_options.ts";
import { REQUEST_VERBS, type RequestVerb } from "./wire/route.ts";

/**
 * How a fault replaces the normal response.
 *
 * - `401`, `403` (RBAC), `410` (an expired version), `429` (EventRateLimit admission), `500`, `503`, `504`: a response
 *   with this HTTP status, and a `Status` worded as in a cluster.
 * - `"overloaded"`: the 429 of
 *   {@link https://kubernetes.io/docs/concepts/cluster-administration/flow-control/ | API Priority and Fairness}: plain
 *   text, with `Retry-After: 1`.
 * - `"server-timeout"`: the 500 of an API server that cannot reach etcd: a `Status` with `Retry-After: 2`.
 * - `"reset"`: `fetch` rejects with a TypeError, as if the connection broke, and `listen()` breaks the connection.
 *   `Deno.serve` and `Bun.serve` respond as for a failing handler, with a 500 in plain text.
 * - `"hang"`: no response; `fetch` rejects with the signal's reason when the request's signal aborts.
 * - `"expire"`: discards all versions before the current one (see {@linkcode EventsApiServer.expire}), then answers the
 *   request: with 410 if it asks for a discarded version; for a watch, as a line of type `ERROR` in the body.
 * - `"silent-close"`: a watch ends cleanly and without an error after `afterEvents` events.
 * - `"cut"`: the connection breaks after `afterEvents` events, in the middle of the next line if there is one: reading
 *   the body fails with a TypeError.
 * - a function: returns the response; if it throws, `fetch` rejects with that error.
 *
 * @category Faults
 */
export type FaultAnswer =
  | (401 | 403 | 410 | 429 | 500 | 503 | 504)
  | ("overloaded" | "server-timeout" | "reset" | "hang" | "expire" | "silent-close" | "cut")
  | ((request: Request) => Response | Promise<Response>);

/**
 * A failure injected into requests for events, to test clients.
 *
 * The first fault that matches a request applies to it. Faults with `times` script a sequence of failures; faults with
 * a `probability` simulate an unreliable server. Only requests for events are affected; others, such as discovery, are
 * not. The constructor and `inject` throw a `RangeError` for a number out of range.
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
 *
 * @category Faults
 */
export interface Fault {
  /** How the request fails; if omitted, it is answered normally after `delayMs`. */
  readonly answer?: FaultAnswer | undefined;
  /** Matches only requests with this verb, or one of these. */
  readonly verb?: RequestVerb | readonly RequestVerb[] | undefined;
  /** Matches only requests in this namespace; `""` matches those across all namespaces. */
  readonly namespace?: string | undefined;
  /**
   * Matches only requests for which it returns true; must not read the body. If it throws, `fetch` rejects with the
   * error.
   */
  readonly when?: ((request: Request) => boolean) | undefined;
  /**
   * Probability that the fault applies to a matching request, from 0 to 1.
   *
   * @default {1}
   */
  readonly probability?: number | undefined;
  /**
   * Maximum number of times the fault applies, 0 or more.
   *
   * @default {Infinity}
   */
  readonly times?: number | undefined;
  /**
   * Delay before the fault or response, in milliseconds, from 0 to 2147483647; `fetch` rejects if its signal aborts
   * meanwhile.
   *
   * @default {0}
   */
  readonly delayMs?: number | undefined;
  /**
   * Whether the request still takes effect and only its response is lost, as when a connection breaks late; ignored
   * without `answer`.
   *
   * @default {false}
   */
  readonly applied?: boolean | undefined;
  /**
   * Number of watch events delivered before `"silent-close"` or `"cut"`, an integer of at least 0.
   *
   * @default {0}
   */
  readonly afterEvents?: number | undefined;
  /**
   * `Retry-After` of a `Status` or `"overloaded"` response, in seconds.
   *
   * @default {none, but 1 for "overloaded" and 2 for "server-timeout"}
   */
  readonly retryAfterSeconds?: number | undefined;
}

const ANSWERS: readonly FaultAnswer[] = [
  ...[401, 403, 410, 429, 500, 503, 504] as const,
  ...["overloaded", "server-timeout", "reset", "hang", "expire", "silent-close", "cut"] as const,
];

const faultTable = () => ({
  answer: ["anything"],
  verb: ["anything", REQUEST_VERBS],
  namespace: ["a string"],
  when: ["a function"],
  probability: ["between 0 and 1", 1],
  times: ["a number of at least 0", Infinity],
  delayMs: ["between 0 and 2147483647", 0],
  afterEvents: ["an integer of at least 0", 0],
  applied: ["a boolean", false],
  retryAfterSeconds: ["anything"],
} as const satisfies OptionTable<Fault>);

/** A fault with its defaults. */
export type CompleteFault = Completed<Fault, ReturnType<typeof faultTable>>;

/** Returns a fault with its defaults; throws if it is invalid, because it would never apply. */
export function readFault(fault: Fault): CompleteFault {
  const read = readOptions("inject a fault", fault, faultTable(), "fault");
  const { answer, verb } = read;
  for (const one of [verb].flat()) checkWord("inject a fault", "fault.verb", one, REQUEST_VERBS);
  if (answer !== undefined && typeof answer !== "function") {
    checkWord<FaultAnswer>("inject a fault", "fault.answer", answer, ANSWERS);
  }
  return read;
}

/**
 * Creates a `Math.random` that repeats its sequence for the same seed, for reproducible tests (mulberry32; not for
 * secrets).
 *
 * @param seed An integer; its lowest 32 bits are used.
 * @returns A function that returns a number from 0 up to 1, exclusive, at each call.
 *
 * @example
 * ```ts
 * import { seededRandom } from "@kubecast/events/server";
 * import assert from "node:assert/strict";
 *
 * assert.equal(seededRandom(7)(), seededRandom(7)());
 * ```
 *
 * @category Faults
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
