import type { Clock } from "../api/clock.ts";
import type { EventsV1Event } from "../api/events_v1_event.ts";

/** Options of {@linkcode EventSeriesCorrelator}. */
export interface EventSeriesCorrelatorOptions {
  /**
   * How many events to keep count of, seen once or in a series; the one untouched for longest makes room, and a count
   * that is ahead of what was written is written first.
   *
   * @default {4096}
   */
  readonly cacheSize?: number | undefined;
  /**
   * How many different notes of a `seriesKey` have an event of their own at a time; the others share one combined event.
   *
   * @default {10}
   */
  readonly maxNotes?: number | undefined;
  /**
   * For how long a series must not repeat, in milliseconds, to be over: then its last count is written, and the next
   * event of its key begins anew.
   *
   * @default {360000}
   */
  readonly finishAfterMs?: number | undefined;
  /**
   * How often a series that goes on is written, in milliseconds.
   *
   * Keep it below the time for which the server keeps an event after its last write, or the event expires in between: an
   * hour, unless its flag `--event-ttl` says otherwise
   * (see {@link https://kubernetes.io/docs/reference/command-line-tools-reference/kube-apiserver/ | kube-apiserver}).
   *
   * @default {1800000}
   */
  readonly refreshAfterMs?: number | undefined;
  /**
   * What belongs to one series, as long as the note is the same.
   *
   * @default {getSeriesKey}
   *
   * @example One series, whatever the second object is
   * ```ts
   * import { EventSeriesCorrelator, getSeriesKey } from "@kubecast/events";
   * import assert from "node:assert/strict";
   *
   * const correlator = new EventSeriesCorrelator({
   *   seriesKey: (event) => getSeriesKey({ ...event, related: undefined }),
   * });
   * const event = { metadata: {}, reason: "SuccessfulCreate", regarding: { kind: "ReplicaSet", name: "web" } };
   * assert.equal(correlator.correlate({ ...event, related: { kind: "Pod", name: "web-1" } }).type, "create");
   * assert.equal(correlator.correlate({ ...event, related: { kind: "Pod", name: "web-2" } }).type, "patch");
   * ```
   */
  readonly seriesKey?: ((event: EventsV1Event) => string) | undefined;
  /**
   * Tells the time.
   *
   * @default {Date}
   */
  readonly clock?: Clock | undefined;
}

/** How an {@linkcode EventSeriesCorrelator} does. */
export interface EventSeriesCorrelatorStats {
  /** How many events are counted now, seen once or in a series; at most `cacheSize`. */
  readonly size: number;
  /** How many of them have a count that is ahead of what was written. */
  readonly unwritten: number;
  /** How many had to make room for others; many mean that `cacheSize` is too small. */
  readonly evictions: number;
}
