/** The letters and digits of generated names, chosen so that they form no words (Kubernetes' `util/rand`). */
const SAFE = "[bcdfghjklmnpqrstvwxz2456789]";
const POD = new RegExp(`(-${SAFE}{6,10})?-${SAFE}{5}$`);
const REPLICA_SET = new RegExp(`-${SAFE}{6,10}$`);
const CRON_JOB_RUN = /-\d{8,}$/;
const ORDINAL = /-\d{1,4}$/;

/**
 * Guesses the name of the workload that an object belongs to: its name without the parts that controllers generate.
 *
 * The guess is based on the name only, and meant for grouping rows: a pod that a person named `web-bcdfg` becomes
 * `web`. Pods lose the suffixes of ReplicaSets, DaemonSets, Jobs and StatefulSets; ReplicaSets and Jobs lose their own.
 * Objects of other kinds keep their names.
 *
 * @example
 * ```ts
 * import { workloadOf } from "@kubecast/events/timeline";
 * import assert from "node:assert/strict";
 *
 * assert.equal(workloadOf("Pod", "web-5d8f7c9b6d-q2x8z"), "web");
 * assert.equal(workloadOf("Pod", "ledger-0"), "ledger");
 * assert.equal(workloadOf("Node", "node-3"), "node-3");
 * ```
 *
 * @category Timeline
 */
export function workloadOf(kind: string, name: string): string {
  if (kind === "ReplicaSet") return name.replace(REPLICA_SET, "");
  if (kind === "Job") return name.replace(CRON_JOB_RUN, "");
  if (kind !== "Pod") return name;
  const owner = name.replace(POD, "");
  return owner === name ? name.replace(ORDINAL, "") : owner.replace(CRON_JOB_RUN, "");
}
