import type { CoreV1Event } from "../api/core_v1_event.ts";
import type { Correlator } from "./correlator.ts";

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
