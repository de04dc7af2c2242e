import type { OptionTable } from "../../base/tools/check_options.ts";
import type { Clock } from "../../base/tools/time.ts";
import type { Fault } from "./fault.ts";
import type { NamespacePhase } from "./store/event_writer.ts";
import { COMMON_KINDS, type ServedKind } from "./discovery/discovery.ts";

/**
 * Options of an {@linkcode EventsApiServer}.
 *
 * @category Server
 */
export interface EventsApiServerOptions {
  /**
   * How long an event is kept after its last change, in milliseconds: more than 0, `Infinity` for no limit. An hour is
   * the default of a cluster's `--event-ttl`
   * ({@link https://kubernetes.io/docs/reference/command-line-tools-reference/kube-apiserver/ | kube-apiserver}).
   *
   * @default {3600000}
   */
  readonly ttlMs?: number | undefined;
  /**
   * Maximum number of stored events, an integer of at least 1. Beyond it, the least recently written event is deleted.
   *
   * @default {100000}
   */
  readonly maxEvents?: number | undefined;
  /**
   * Maximum size of the stored events and the change history together, in bytes of JSON, an integer of at least 1.
   * Beyond it, the oldest changes are discarded until the history takes a quarter of it, then the least recently
   * written events are deleted. Actual memory use is about three times as much.
   *
   * @default {268435456}
   */
  readonly maxBytes?: number | undefined;
  /**
   * Maximum number of changes in the history, an integer of at least 1: limits how far back a watch may start, how far
   * its client may fall behind, and how long the pages of a list stay consistent. Older versions are answered with 410.
   *
   * @default {10000}
   */
  readonly maxHistory?: number | undefined;
  /**
   * Host names, besides loopback names and IP addresses, under which clients may reach the server, without port; `"*"`
   * for all. Requests with another `Host` are answered with 403: otherwise any web page could make its own host name
   * resolve to the server (DNS rebinding), then read and write events.
   *
   * @default {[]}
   */
  readonly allowedHosts?: readonly string[] | undefined;
  /**
   * Origins, besides the server's own, whose pages may use the server, such as `"http://localhost:5173"`; `"*"` for
   * all. Their requests get CORS headers; those of other origins, including preflights, are answered with 403.
   *
   * @default {[]}
   */
  readonly allowedOrigins?: readonly string[] | undefined;
  /**
   * Whether the HTTP server sends a response's headers before the first byte of its body. All servers but `Bun.serve`
   * do; set it for another server on Bun, such as `node:http`. If false, a quiet watch begins with a space.
   *
   * @default {true, but false on Bun}
   */
  readonly flushesHeaders?: boolean | undefined;
  /**
   * The clock for creation timestamps, ages in tables, and expiry.
   *
   * @default {Date}
   */
  readonly clock?: Clock | undefined;
  /**
   * Kinds besides `Event` that discovery lists, for `kubectl events --for pod/web`; add yours to
   * {@linkcode COMMON_KINDS}.
   *
   * @default {COMMON_KINDS}
   */
  readonly kinds?: Iterable<ServedKind> | undefined;
  /**
   * Returns the phase of a namespace; called when an event is to be created in it. If it throws, or returns
   * anything but a phase, such as a Promise, the response is a 500.
   *
   * @default {every namespace is "Active"}
   */
  readonly namespacePhase?: ((namespace: string) => NamespacePhase) | undefined;
  /**
   * Faults to inject, for tests; `inject` adds more later, and `clearFaults` removes all.
   *
   * @default {nothing}
   */
  readonly faults?: Iterable<Fault> | undefined;
  /**
   * Returns numbers from 0 up to 1, exclusive, which decide whether a fault with a `probability` applies. Use
   * {@linkcode seededRandom} for a repeatable sequence.
   *
   * @default {Math.random}
   */
  readonly random?: (() => number) | undefined;
}

export const eventsApiServerOptionTable = () => ({
  ttlMs: ["a positive number", 3_600_000],
  maxEvents: ["a positive integer", 100_000],
  maxBytes: ["a positive integer", 268_435_456],
  maxHistory: ["a positive integer", 10_000],
  allowedHosts: ["anything", []],
  allowedOrigins: ["anything", []],
  flushesHeaders: ["a boolean", !globalThis.navigator?.userAgent?.startsWith("Bun/")],
  clock: ["a Clock", Date],
  kinds: ["anything", COMMON_KINDS],
  namespacePhase: ["a function", (): NamespacePhase => "Active"],
  faults: ["anything", []],
  random: ["a function", Math.random],
} as const satisfies OptionTable<EventsApiServerOptions>);
