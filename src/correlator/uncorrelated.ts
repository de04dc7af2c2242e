import type { CoreV1Event } from "../api/core_v1_event.ts";
import type { Correlator } from "./correlator.ts";

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
