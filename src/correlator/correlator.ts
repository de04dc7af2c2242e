import type { CoreV1Event } from "../api/event.ts";
import type { JsonPatchOperation } from "../api/json_patch_operation.ts";

/**
 * Decides what of a stream of events is worth writing; what a recording asks about every event, in order, at once.
 *
 * {@linkcode EventCorrelator}, {@linkcode EventSeriesCorrelator} and {@linkcode uncorrelated} are ready-made;
 * {@linkcode correlatorFor} chooses between several. Give each recording one of its own, as its option `correlator`.
 *
 * @typeParam E The event type, of core/v1 if not given.
 *
 * @example One of your own, in front of a ready-made one
 * ```ts
 * import { type Correlator, EventBroadcaster, EventCorrelator, FetchEventSink } from "@kubecast/events";
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
 */
export interface Correlator<E = CoreV1Event> {
  /** Decides about the next event; never changes it. If it throws, the recording drops the event (`"correlator-error"`). */
  correlate(event: E): Correlation<E>;
  /**
   * Takes in the server's answer to a write.
   *
   * @param event The event as the server has it now.
   * @param written What was written: of several patches made one, the last. For callers that correlate other events before
   * the answer arrives, as a recording does.
   */
  updateState(event: E, written?: Correlation<E>): void;
  /**
   * Hands over what is counted here but was not let through, at most once each: writes to make when it grows quiet, and
   * before the end.
   *
   * @param idleMs Leave out what was counted less than this many milliseconds ago; 0 if not given.
   */
  takeUnwritten?(idleMs?: number): Correlation<E>[];
  /** In how many milliseconds to call `sweep`; undefined while there is nothing to sweep. Asked after events and sweeps. */
  readonly sweepAfterMs?: number | undefined;
  /** Hands over the writes that time has made due. */
  sweep?(): Correlation<E>[];
}

/**
 * What a correlator decided about an event.
 *
 * - `"create"`: `event` is new; write it.
 * - `"patch"`: `event` was seen before; `patch` brings the one on the server up to date, which then is like `event`. Counts
 *   are absolute: of several patches of one event that wait to be written, only the last is needed.
 * - `"skip"`: nothing is to be written, because the source reports too much about the object (`"spam"`), or because the
 *   series that the event joined is written later (`"series"`). `event` is the one that came in.
 *
 * `key` is what the event was counted under: two correlations with the same key are repeats of one event. `evicted` is a
 * write of another event, which had to make room for this one and was counted further than it was written; it is to be
 * written too.
 *
 * @typeParam E The event type, of core/v1 if not given.
 */
export type Correlation<E = CoreV1Event> =
  & { readonly key: string; readonly event: E; readonly evicted?: Correlation<E> | undefined }
  & (
    | { readonly type: "create" }
    | { readonly type: "patch"; readonly patch: readonly JsonPatchOperation[] }
    | { readonly type: "skip"; readonly because: "spam" | "series" }
  );

/**
 * Gives each event the correlator that `choose` names for it: other limits for one recorder, none for another.
 *
 * `choose` sees what came in and what the server answers, and must name the same correlator for both: go by `source`,
 * `involvedObject`, `type` or `reason`, which are never changed. What it throws, `correlate` throws.
 *
 * @typeParam E The event type, of core/v1 if not given.
 *
 * @example
 * ```ts
 * import { correlatorFor, EventCorrelator, uncorrelated } from "@kubecast/events";
 * import assert from "node:assert/strict";
 *
 * const strict = new EventCorrelator({ burst: 1 });
 * const correlator = correlatorFor((event) => event.source?.component === "audit" ? uncorrelated : strict);
 * const event = { metadata: { name: "web-1.17b2" }, involvedObject: { kind: "Pod", name: "web-1" }, count: 1 };
 * assert.equal(correlator.correlate(event).type, "create");
 * assert.equal(correlator.correlate(event).type, "skip");
 * assert.equal(correlator.correlate({ ...event, source: { component: "audit" } }).type, "create");
 * ```
 */
export function correlatorFor<E = CoreV1Event>(choose: (event: E) => Correlator<E>): Correlator<E> {
  const chosen = new Set<Correlator<E>>();
  return {
    correlate(event) {
      const correlator = choose(event);
      chosen.add(correlator);
      return correlator.correlate(event);
    },
    updateState(event, written) {
      choose(event).updateState(event, written);
    },
    takeUnwritten(idleMs) {
      return [...chosen].flatMap((correlator) => correlator.takeUnwritten?.(idleMs) ?? []);
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

/**
 * Correlation switched off, in core/v1: every event is created as it is, none is combined, counted or kept back.
 *
 * It is there for {@linkcode correlatorFor}; for a whole recording, in either API, say `correlator: false` in its
 * {@linkcode RecordingOptions}.
 *
 * @example
 * ```ts
 * import { uncorrelated } from "@kubecast/events";
 * import assert from "node:assert/strict";
 *
 * const event = { metadata: { name: "web-1.17b2" }, involvedObject: { kind: "Pod", name: "web-1" }, count: 1 };
 * assert.equal(uncorrelated.correlate(event).type, "create");
 * assert.equal(uncorrelated.correlate(event).type, "create");
 * ```
 */
export const uncorrelated: Correlator<CoreV1Event> = {
  correlate: (event) => ({ type: "create", key: event.metadata.name ?? "", event }),
  updateState: () => {},
};

/** `correlation` with the write of the event, if any, that had to make room for its own. */
export function evicting<E = CoreV1Event>(
  correlation: Correlation<E>,
  evicted: Correlation<E> | undefined,
): Correlation<E> {
  return evicted === undefined ? correlation : { ...correlation, evicted };
}
