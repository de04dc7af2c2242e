/** Keeps events with long messages, and prints the heap bytes of each. */

import { EventBroadcaster } from "../../../mod.ts";
import { heapUsed } from "../../heap_used.ts";

const EVENTS = 500;

/** A new string, concatenated at runtime. */
function text(index: number): string {
  return new TextDecoder().decode(new TextEncoder().encode(String(index).padStart(100_000, "container ")));
}

const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "web", namespace: "shop" } };
const broadcaster = new EventBroadcaster();
const recorder = broadcaster.newRecorder({ component: "kubelet" });
const bytes: Record<string, number> = {};
for (const verb of ["event", "eventf"] as const) {
  const before = heapUsed();
  for (let i = 0; i < EVENTS; i++) {
    if (verb === "event") recorder.event(pod, "Normal", "Pulled", text(i));
    else recorder.eventf(pod, "Normal", "Pulled", "%s", text(i));
  }
  await undefined; // distributes the batch, so that only the early events are retained
  bytes[verb] = (heapUsed() - before) / EVENTS;
}
console.log(JSON.stringify({ kept: broadcaster.stats().early, bytes }));
