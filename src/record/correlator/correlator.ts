import { checkFunction, checkMethods, checkResult, lackedMethods } from "../../base/tools/check_options.ts";
import { type ApiVersion, checkEvent, type CoreV1Event } from "../../base/event/event.ts";
import type { JsonPatchOperation, V1ObjectMeta } from "../../base/event/kubernetes_object.ts";
import { eventKeyOf } from "../../base/event/identity.ts";

// This room decides which events are worth writing, and what each write contains:
//
//   Correlator              correlator.ts                the interface, and correlatorFor, which chooses one per event
//   EventCorrelator         event_correlator.ts          for core/v1: the three stages, one after the other
//   EventAggregator         event_aggregator.ts          stage 1 combines similar events
//   EventDeduplicator       event_deduplicator.ts        stage 2 counts repeats
//   EventSourceObject...    spam_filter.ts               stage 3 filters spam
//   getEventKey, ...        event_key.ts                 the keys that the stages look up
//   Records                 records.ts                   the cache of a stage, which evicts the least recently used
//   EventSeriesCorrelator   event_series_correlator.ts   for events.k8s.io/v1: repeats become series (event_series.ts)

/** The methods that every correlator has. */
const REQUIRED = ["correlate", "updateState"];

/**
 * Decides which events are worth writing. A recording calls it for every event, in order, synchronously.
 *
 * {@linkcode EventCorrelator} and {@linkcode EventSeriesCorrelator} are built in; {@linkcode correlatorFor} chooses
 * between several. Pass it as the option `correlator` of a recording; each recording needs its own.
 *
 * @typeParam E The event type, of core/v1 if not given.
 *
 * @example A custom correlator in front of a built-in one
 * ```ts
 * import { type Correlator, EventBroadcaster, FetchEventSink } from "@kubecast/events";
 * import { EventCorrelator } from "@kubecast/events/client-go";
 * import { EventsApiServer } from "@kubecast/events/server";
 * import assert from "node:assert/strict";
 *
 * const counting = new EventCorrelator();
 * const warningsOnly: Correlator = {
 *   correlate: (event) =>
 *     event.type === "Warning" ? counting.correlate(event) : { type: "skip", key: "", event, because: "spam" },
 *   updateState: (event, written) => counting.updateState(event, written),
 * };
 *
 * const api = new EventsApiServer();
 * const broadcaster = new EventBroadcaster();
 * const sink = new FetchEventSink({ fetch: api.fetch });
 * const recording = broadcaster.startRecordingToSink(sink, { correlator: warningsOnly });
 *
 * const recorder = broadcaster.newRecorder({ component: "kubelet" });
 * const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "web", namespace: "shop" } };
 * recorder.event(pod, "Normal", "Pulled", "Container image already present on machine");
 * recorder.event(pod, "Warning", "BackOff", "Back-off restarting failed container");
 *
 * await broadcaster.shutdown();
 * const { recorded, skipped } = recording.stats();
 * assert.deepEqual({ recorded, skipped }, { recorded: 1, skipped: 1 });
 * ```
 *
 * @category Correlator
 */
export interface Correlator<E = CoreV1Event> {
  /**
   * The API whose events the correlator accepts, both if omitted. A recording of the other API rejects the correlator.
   */
  readonly apiVersion?: ApiVersion | undefined;
  /**
   * Decides about the next event, without changing it. If it throws or returns no correlation, the recording drops the
   * event (`"correlator-error"`).
   */
  correlate(event: E): Correlation<E>;
  /**
   * Stores the server's answer to a write.
   *
   * @param event The event as the server has it now.
   * @param written The correlation that was written; the last one if several patches were coalesced. Callers that
   * correlate other events before the answer arrives, such as a recording, pass it.
   */
  updateState(event: E, written?: Correlation<E>): void;
  /**
   * The time until the next `sweep`, in milliseconds; undefined while there is nothing to sweep. Read after events and
   * sweeps.
   */
  readonly sweepAfterMs?: number | undefined;
  /** Returns the writes that have become due. */
  sweep?(): Correlation<E>[];
}

/**
 * A correlator's count of one event. A recording writes a count that is ahead at a flush, at the end, and with the next
 * write of the event.
 *
 * If you wrap another correlator and change its events, wrap its records too, because held-back counts are written
 * exactly as the record returns them.
 *
 * @typeParam E The event type, of core/v1 if not given.
 *
 * @category Correlator
 */
export interface CountRecord<E = CoreV1Event> {
  /** Name of the event on the server. */
  readonly name: string | undefined;
  /**
   * Whether the count is ahead of the latest write because a later repeat was skipped; it then gets a trailing write.
   */
  readonly isAhead: boolean;
  /** Returns the trailing write, which brings the count on the server up to date. Called only while `isAhead`. */
  write(): Correlation<E>;
  /**
   * Forgets the event, so that the next event with its key counts as new. Called if the event cannot be created because
   * a different event has its name; its repeats would otherwise patch that event.
   */
  forget(): void;
}

/**
 * A correlator's decision about an event.
 *
 * - `"create"`: `event` is new; create it.
 * - `"patch"`: `event` was seen before; `patch` makes the event on the server equal to it. Counts are absolute, so only
 *   the latest pending patch of an event matters.
 * - `"skip"`: write nothing now, because the source reports too much about the object (`"spam"`), or because the event
 *   joined a series that is written later (`"series"`). `event` is the incoming event.
 *
 * The other fields:
 *
 * - `key` is the key that the event was counted under: correlations with the same key are repeats of one event.
 * - `record` counts the event. A skipped event is owed while its record is ahead: the recording delivers its count with
 *   a later write. Without a `record`, skipped events are never owed.
 * - `added` is the number of repeats since the correlator's previous write of the event. A recording with stable names
 *   adds it to the count on the server; if it is omitted, or not an integer of at least 0, the recording adds the
 *   number of accepted events that the write carries.
 * - `evicted` is the trailing write of another event, which was evicted to make room for this one; write it too.
 *
 * @typeParam E The event type, of core/v1 if not given.
 *
 * @category Correlator
 */
export type Correlation<E = CoreV1Event> =
  & {
    readonly key: string;
    readonly event: E;
    readonly record?: CountRecord<E> | undefined;
    readonly evicted?: Correlation<E> | undefined;
  }
  & (
    | { readonly type: "create" }
    | {
      readonly type: "patch";
      readonly patch: readonly JsonPatchOperation[];
      readonly added?: number | undefined;
    }
    | { readonly type: "skip"; readonly because: "spam" | "series" }
  );

/**
 * Returns a correlator that chooses another one for each event: for example, one with other limits for one recorder,
 * and none for another.
 *
 * `choose` is called with incoming events and the server's answers, and must return the same correlator for both, so
 * decide by `source`, `involvedObject`, `type` or `reason`, which never change. If it returns `false`, the event is
 * written unchanged. `correlate` rethrows the errors of `choose`.
 *
 * @typeParam E The event type, of core/v1 if not given.
 *
 * @example
 * ```ts
 * import { correlatorFor, EventCorrelator } from "@kubecast/events/client-go";
 * import assert from "node:assert/strict";
 *
 * const strict = new EventCorrelator({ burst: 1 });
 * const correlator = correlatorFor((event) => event.source?.component !== "audit" && strict);
 * const event = { metadata: { name: "web-1.17b2" }, involvedObject: { kind: "Pod", name: "web-1" }, count: 1 };
 * assert.equal(correlator.correlate(event).type, "create");
 * assert.equal(correlator.correlate(event).type, "skip");
 * assert.equal(correlator.correlate({ ...event, source: { component: "audit" } }).type, "create");
 * ```
 *
 * @category Correlator
 */
export function correlatorFor<E extends { readonly metadata: V1ObjectMeta } = CoreV1Event>(
  choose: (event: E) => Correlator<E> | false,
): Correlator<E> {
  checkFunction("choose a correlator", "choose", choose);
  const chosen = new Set<Correlator<E>>();
  function chooseFor(event: E): Correlator<E> | false {
    const correlator = choose(event);
    const isValid = !correlator ||
      lackedMethods(correlator, ...REQUIRED).length === 0 &&
        ["function", "undefined"].includes(typeof correlator.sweep);
    return checkResult("choose", "a correlator or false", correlator, isValid);
  }
  return {
    correlate(event) {
      checkEvent("correlate", event, "metadata");
      const correlator = chooseFor(event) || uncorrelated<E>();
      chosen.add(correlator);
      return correlator.correlate(event);
    },
    updateState(event, written) {
      const correlator = chooseFor(event);
      if (correlator) correlator.updateState(event, written);
    },
    get sweepAfterMs() {
      let soonestMs: number | undefined;
      for (const { sweepAfterMs = Infinity } of chosen) {
        if (sweepAfterMs < (soonestMs ?? Infinity)) soonestMs = sweepAfterMs;
      }
      return soonestMs;
    },
    sweep() {
      return [...chosen].flatMap((correlator) => correlator.sweep?.() ?? []);
    },
  };
}

/** Throws a `TypeError` unless `correlator` has the methods of a `Correlator`, for events of `apiVersion`. */
export function checkCorrelator(correlator: object, apiVersion: ApiVersion): void {
  checkMethods("record", "correlator", correlator, REQUIRED, "sweep");
  const { apiVersion: own = apiVersion } = correlator as Correlator;
  if (own !== apiVersion) {
    throw new TypeError(`Cannot record: correlator must be for ${apiVersion}, received one for ${own}`);
  }
}

/** Returns the API of a correlator; undefined if it supports both, or is not a correlator. */
export function apiVersionOf(correlator: unknown): ApiVersion | undefined {
  const { correlate, apiVersion }: Partial<Correlator> = Object(correlator);
  return correlate && apiVersion;
}

/** Returns a correlator that writes every event unchanged. */
export function uncorrelated<E extends { readonly metadata: V1ObjectMeta }>(
  identity: (event: E) => string = ({ metadata }) => metadata.name ?? "",
): Correlator<E> {
  return {
    correlate: (event) => ({ type: "create", key: eventKeyOf(event, identity, identity), event }),
    updateState: () => {},
  };
}
