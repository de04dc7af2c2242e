import type { CoreV1Event, V1EventSource, V1ObjectReference } from "../../mod.ts";

const SOURCE: V1EventSource = { component: "kubelet", host: "node-1" };
const TIME = "2026-01-01T00:00:00Z";

/** A stream of events, the same every time it is started; nothing of an event but its source is shared. */
export interface Workload {
  readonly name: string;
  /** What happens to nearly all of it. */
  readonly decision: "create" | "patch" | "skip";
  /** Correlator options that the workload needs: a burst so large that nothing is filtered, where nothing should be. */
  readonly burst: number;
  next(index: number): CoreV1Event;
}

function references(count: number): V1ObjectReference[] {
  return Array.from({ length: count }, (_, i) => ({
    kind: "Pod",
    namespace: `namespace-${i % 20}`,
    name: `web-${i}-7d4b9c6f5d-x${(i * 7919) % 10_000}`,
    uid: `6f1f2c1e-2d1b-4c59-9d7a-${String(i).padStart(12, "0")}`,
    apiVersion: "v1",
    resourceVersion: String(100_000 + i),
  }));
}

/** An event as a recorder makes it: its own objects, and a message put together for it. */
function event(involvedObject: V1ObjectReference, reason: string, text: string, index: number): CoreV1Event {
  return {
    metadata: { name: `${involvedObject.name}.17979d04bb${index.toString(16)}`, namespace: involvedObject.namespace },
    involvedObject: { ...involvedObject },
    reason,
    message: `Back-off restarting failed container ${text} in pod`,
    source: SOURCE,
    firstTimestamp: TIME,
    lastTimestamp: TIME,
    count: 1,
    type: "Warning",
    eventTime: null,
    reportingComponent: "kubelet",
    reportingInstance: "node-1",
  };
}

/** The four workloads that a correlator meets: nothing repeats, everything repeats, similar events, spam. */
export function workloads(): Workload[] {
  const few = references(500);
  const many = references(16_384);
  return [
    {
      name: "repeats (500 events)",
      decision: "patch",
      burst: 1e9,
      next: (index) => event(few[index % 500]!, "BackOff", "web", index),
    },
    {
      name: "similar, combined (500 objects)",
      decision: "patch",
      burst: 1e9,
      next: (index) => event(few[index % 500]!, "BackOff", String(index), index),
    },
    {
      name: "filtered as spam (500 events)",
      decision: "skip",
      burst: 1,
      next: (index) => event(few[index % 500]!, "BackOff", "web", index),
    },
    {
      name: "all different (16384 objects)",
      decision: "create",
      burst: 1e9,
      next: (index) => event(many[index % 16_384]!, "BackOff", String(index), index),
    },
  ];
}
