import type { CoreV1Event } from "../../../mod.ts";

/** An event of that name about the pod `pod`: with the same pod and message, the correlator takes it for a repeat. */
export function makeEvent(
  name: string,
  { pod = name, message = "It happened", namespace = "default" } = {},
): CoreV1Event {
  return {
    metadata: { name, namespace },
    involvedObject: { apiVersion: "v1", kind: "Pod", namespace, name: pod, uid: `uid-of-${pod}` },
    type: "Normal",
    reason: "Happened",
    message,
    source: { component: "test" },
    firstTimestamp: "2026-01-01T00:00:00Z",
    lastTimestamp: "2026-01-01T00:00:00Z",
    count: 1,
    reportingComponent: "test",
    reportingInstance: "",
  };
}
