import type { Occurrence } from "../../base/event/occurrence.ts";

/**
 * Reasons that Kubernetes records as Normal although they are bad news, each with a pattern of such messages. Sources:
 * kubelet's `nodestatus/setters.go`, `image_manager.go` and `kuberuntime_container.go`, the node lifecycle and taint
 * eviction controllers, the scheduler's preemption, `pv_controller.go`, and cluster-autoscaler's
 * `eventing_scale_up_processor.go`.
 */
const BAD_NEWS: Readonly<Record<string, RegExp>> = {
  __proto__: null!,
  NodeNotReady: /^/,
  NodeHasDiskPressure: /^/,
  NodeHasInsufficientMemory: /^/,
  NodeHasInsufficientPID: /^/,
  BackOff: /^/,
  Preempted: /^/,
  FailedBinding: /^/,
  NotTriggerScaleUp: /^/,
  TaintManagerEviction: /^Marking /,
  Killing: /failed \w+ probe|is unhealthy/,
};

/** The message of node-problem-detector about a condition, which older releases record as Normal. */
const CONDITION = /^Node condition (\S+) is now: (\w+)/;

/** The condition of a node that a reason begins or ends. */
const CONDITIONS: Readonly<Record<string, string>> = {
  __proto__: null!,
  NodeNotReady: "Ready",
  NodeReady: "Ready",
  NodeHasDiskPressure: "DiskPressure",
  NodeHasNoDiskPressure: "DiskPressure",
  NodeHasInsufficientMemory: "MemoryPressure",
  NodeHasSufficientMemory: "MemoryPressure",
  NodeHasInsufficientPID: "PIDPressure",
  NodeHasSufficientPID: "PIDPressure",
};

/**
 * Whether an event reports trouble: its type is neither empty nor Normal, in any case, or its reason is one that
 * Kubernetes records as Normal although it is bad news, such as `NodeNotReady` of a node, `BackOff` of a pull, or
 * `Killing` after failed probes.
 *
 * @example
 * ```ts
 * import { isTrouble } from "@kubecast/events/timeline";
 * import assert from "node:assert/strict";
 *
 * assert.ok(isTrouble({ type: "Error", reason: "Failed", message: "" }));
 * assert.ok(isTrouble({ type: "Normal", reason: "NodeNotReady", message: "Node node-3 status is now: NodeNotReady" }));
 * assert.ok(!isTrouble({ type: "Normal", reason: "Killing", message: "Stopping container web" }));
 * ```
 *
 * @category Timeline
 */
export function isTrouble({ type, reason, message }: Pick<Occurrence, "type" | "reason" | "message">): boolean {
  if (!isNormal(type)) return true;
  return BAD_NEWS[reason]?.test(message) || CONDITION.exec(message)?.[2] === "True";
}

export function isNormal(type: string): boolean {
  return type === "" || type.toLowerCase() === "normal";
}

/** Whether an event decides whether an object still fails, because it is trouble, or ends trouble. */
export function isVerdict(occurrence: Occurrence): boolean {
  const { regarding: { kind = "" } } = occurrence;
  return isTrouble(occurrence) || conditionsOf({ ...occurrence, kind }).length > 0;
}

/** The conditions that an event about an object begins or ends; the removal of a node ends all of its conditions. */
export function conditionsOf(
  { kind, reason, message }: Pick<Occurrence, "reason" | "message"> & { readonly kind: string },
): readonly string[] {
  if (kind === "Job") return ["Complete"];
  if (kind === "Pod") return /^(?:FailedScheduling|Scheduled)$/.test(reason) ? ["PodScheduled"] : [];
  if (kind !== "Node") return [];
  if (reason === "RemovingNode") return Object.values(CONDITIONS);
  const condition = CONDITIONS[reason] ?? CONDITION.exec(message)?.[1];
  return condition === undefined ? [] : [condition];
}
