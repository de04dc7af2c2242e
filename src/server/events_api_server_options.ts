import type { OptionKinds } from "../api/check_options.ts";
import type { Clock } from "../api/time.ts";
import type { Fault } from "./fault.ts";
import type { NamespacePhase } from "./store/event_writer.ts";
import type { UpgradeWebSocket } from "./watch/watch_socket.ts";
import type { ServedKind } from "./discovery/served_kind.ts";

/** Options of an {@linkcode EventsApiServer}. */
export interface EventsApiServerOptions {
  /**
   * How long an event lives after its last change, in milliseconds: more than 0, `Infinity` for ever. An hour is what a
   * cluster's `--event-ttl` is by default
   * ({@link https://kubernetes.io/docs/reference/command-line-tools-reference/kube-apiserver/ | kube-apiserver}).
   *
   * @default {3600000}
   */
  readonly ttlMs?: number | undefined;
  /**
   * How many events are stored at most, an integer of at least 1; with one more, the one that was written longest ago is
   * deleted.
   *
   * @default {100000}
   */
  readonly maxEvents?: number | undefined;
  /**
   * How many bytes of JSON the events and the remembered changes may have together, an integer of at least 1. Beyond it,
   * changes are forgotten until they take a quarter of it, then the events that were written longest ago are deleted. The
   * memory in use is some three times as much.
   *
   * @default {268435456}
   */
  readonly maxBytes?: number | undefined;
  /**
   * How many changes are remembered at most, an integer of at least 1: how far back a watch may start, how far its client may
   * fall behind, and how long the pages of a list stay consistent. Older versions are answered with 410.
   *
   * @default {10000}
   */
  readonly maxHistory?: number | undefined;
  /**
   * The host names, besides loopback names and IP addresses, under which clients may reach the server, without port; `"*"` for
   * all. Requests with another `Host` are answered with 403: without this check any web page could have a name of its own
   * resolve to the server (DNS rebinding), and then read and write events.
   *
   * @default {[]}
   */
  readonly allowedHosts?: readonly string[] | undefined;
  /**
   * The origins, besides the server's own, whose pages may use the server, such as `"http://localhost:5173"`; `"*"` for all.
   * Requests of other origins, preflights included, are answered with 403; those of these get CORS headers.
   *
   * @default {[]}
   */
  readonly allowedOrigins?: readonly string[] | undefined;
  /**
   * Turns the connection of a request into a WebSocket, through which a client may watch: `Deno.upgradeWebSocket`, or for
   * another runtime a function of its shape. With `Bun.serve(api)` it needs none. Without one, clients that ask for a
   * WebSocket are made to watch without.
   *
   * @default {nothing}
   */
  readonly upgradeWebSocket?: UpgradeWebSocket | undefined;
  /**
   * Where the time comes from: when events were created, how old they are in tables, when they expire.
   *
   * @default {Date}
   */
  readonly clock?: Clock | undefined;
  /**
   * The kinds besides `Event` that discovery knows by name, for `kubectl events --for pod/web`; add yours to
   * {@linkcode COMMON_KINDS}.
   *
   * @default {COMMON_KINDS}
   */
  readonly kinds?: Iterable<ServedKind> | undefined;
  /**
   * Says what has become of a namespace; asked when an event is to be created in it. What it throws is a 500.
   *
   * @default {every namespace is "Active"}
   */
  readonly namespacePhase?: ((namespace: string) => NamespacePhase) | undefined;
  /**
   * What goes wrong, for tests; `inject` adds more later, and `clearFaults` ends it.
   *
   * @default {nothing}
   */
  readonly faults?: Iterable<Fault> | undefined;
  /**
   * Gives numbers from 0 up to 1, which decide whether a fault with a probability happens; {@linkcode seededRandom} makes one
   * that repeats itself.
   *
   * @default {Math.random}
   */
  readonly random?: (() => number) | undefined;
}

/** The kinds of {@linkcode EventsApiServerOptions}. */
export const EVENTS_API_SERVER_OPTIONS: OptionKinds<EventsApiServerOptions> = {
  ttlMs: "a positive number",
  maxEvents: "a positive integer",
  maxBytes: "a positive integer",
  maxHistory: "a positive integer",
  allowedHosts: "anything",
  allowedOrigins: "anything",
  upgradeWebSocket: "a function",
  clock: "a Clock",
  kinds: "anything",
  namespacePhase: "a function",
  faults: "anything",
  random: "a function",
};
