import type { Clock } from "../api/clock.ts";
import type { Fault } from "./fault.ts";
import type { NamespacePhase } from "./namespace_phase.ts";
import type { ServedKind } from "./served_kind.ts";

/** Options of an `EventsApiServer`. */
export interface EventsApiServerOptions {
  /**
   * How long an event lives after its last change, in milliseconds; more than 0.
   *
   * @default {3600000}
   */
  readonly ttlMs?: number | undefined;
  /**
   * How many events are stored at most, an integer of at least 1; with one more, the one that was written longest ago goes.
   *
   * @default {100000}
   */
  readonly maxEvents?: number | undefined;
  /**
   * How many changes are remembered at least, an integer of at least 1: how far back a watch may start and the pages of a
   * list stay consistent (what is older is answered with 410), and how far behind a watch may fall before it is closed.
   *
   * @default {10000}
   */
  readonly maxHistory?: number | undefined;
  /**
   * Where the time comes from.
   *
   * @default {Date}
   */
  readonly clock?: Clock | undefined;
  /**
   * The kinds besides `Event` that discovery knows by name, for `kubectl events --for pod/web`.
   *
   * @default {COMMON_KINDS}
   */
  readonly kinds?: Iterable<ServedKind> | undefined;
  /**
   * What has become of a namespace.
   *
   * @default {every namespace is "Active"}
   */
  readonly namespacePhase?: ((namespace: string) => NamespacePhase) | undefined;
  /**
   * What goes wrong, for tests; `inject` adds more later.
   *
   * @default {nothing}
   */
  readonly faults?: Iterable<Fault> | undefined;
  /**
   * Decides whether a fault with a probability happens: a number from 0 up to 1.
   *
   * @default {Math.random}
   */
  readonly random?: (() => number) | undefined;
}
