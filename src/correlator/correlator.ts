import type { CoreV1Event } from "../api/core_v1_event.ts";
import type { Correlation } from "./correlation.ts";

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
