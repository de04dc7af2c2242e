import type { V1ObjectReference } from "../api/kubernetes_object.ts";

/** The namespaced built-in kinds that events are recorded about. */
const NAMESPACED_KINDS = " ConfigMap Endpoints PersistentVolumeClaim Pod ReplicationController Secret Service " +
  "ServiceAccount CronJob DaemonSet Deployment EndpointSlice HorizontalPodAutoscaler Ingress Job Lease NetworkPolicy " +
  "PodDisruptionBudget ReplicaSet ResourceQuota Role RoleBinding StatefulSet ";
/** The built-in API groups; a custom resource of the same kind may be cluster-scoped. */
const BUILT_IN_GROUP = /^(v1|(apps|autoscaling|batch|policy|[\w.]+\.k8s\.io)\/\w+)$/;

/** A mistake in a reference that makes its events hard to find; logged once per key. */
export interface ReferenceHint {
  readonly key: string;
  readonly line: string;
}

/**
 * Returns the reasons why events about an object are hard to find, with the fix: `kubectl describe` selects them by
 * uid and kind.
 */
export function referenceHints({ apiVersion, kind, namespace, name, uid }: V1ObjectReference): ReferenceHint[] {
  if (!name) {
    const fix = kind?.endsWith("List") ? "; record about its items" : "";
    const line = `An object of the kind ${kind} has no name: kubectl describe will not find its events${fix}`;
    return [{ key: line, line }];
  }
  const hints: ReferenceHint[] = [];
  if (!uid) {
    const line = `${kind} ${namespace ? `${namespace}/` : ""}${name} has no uid: kubectl describe will not show its ` +
      "events, kubectl events will; record about the object as read from the API, which has its metadata.uid";
    hints.push({ key: "uid", line });
  }
  if (/^[a-z]/.test(kind ?? "") && BUILT_IN_GROUP.test(apiVersion ?? "v1")) {
    const line = `The kind ${kind} of ${name} begins with a small letter: kubectl describe will not show its events; ` +
      "write it as in a manifest, such as Pod";
    hints.push({ key: "kind", line });
  }
  if (!namespace && NAMESPACED_KINDS.includes(` ${kind} `) && BUILT_IN_GROUP.test(apiVersion ?? "v1")) {
    const line = `${kind} ${name} has no namespace: its events are written to the namespace default; set ` +
      "metadata.namespace";
    hints.push({ key: "namespace", line });
  }
  return hints;
}
