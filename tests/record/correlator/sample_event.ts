import type { CoreV1Event } from "../../../mod.ts";

let made = 0;

/** An event about a pod, with a unique name. */
export function sampleEvent(fields: Partial<CoreV1Event> = {}): CoreV1Event {
  return {
    metadata: { name: `web-1.${made++}`, namespace: "default" },
    involvedObject: { apiVersion: "v1", kind: "Pod", namespace: "default", name: "web-1", uid: "uid-1" },
    type: "Normal",
    reason: "Pulled",
    message: "Container image already present",
    source: { component: "kubelet", host: "node-1" },
    firstTimestamp: "2026-01-01T00:00:00Z",
    lastTimestamp: "2026-01-01T00:00:00Z",
    count: 1,
    ...fields,
  };
}
