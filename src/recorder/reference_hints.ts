import type { V1ObjectReference } from "../api/kubernetes_object.ts";

/** The built-in kinds whose objects live in namespaces, as far as events are recorded about them. */
const NAMESPACED_KINDS: ReadonlySet<string> = new Set([
  ..."ConfigMap Endpoints PersistentVolumeClaim Pod ReplicationController Secret Service ServiceAccount".split(" "),
  ..."CronJob DaemonSet Deployment EndpointSlice HorizontalPodAutoscaler Ingress Job Lease NetworkPolicy".split(" "),
  ..."PodDisruptionBudget ReplicaSet ResourceQuota Role RoleBinding StatefulSet".split(" "),
]);
/** The built-in API groups; a custom resource may have a kind of the same name, and no namespace. */
const BUILT_IN_GROUP = /^(v1|(apps|autoscaling|batch|policy|[\w.]+\.k8s\.io)\/\w+)$/;

/** A mistake in a reference that makes its events hard to find, and the key by which it is logged only once. */
export interface ReferenceHint {
  readonly key: string;
  readonly line: string;
}

/** Returns why the events about an object are hard to find, with the fix: `kubectl describe` asks for them by uid. */
export function referenceHints({ apiVersion, kind, namespace, name, uid }: V1ObjectReference): ReferenceHint[] {
  if (!name) {
    const line = `An object of the kind ${kind} has no name: kubectl describe will not find its events`;
    return [{ key: line, line }];
  }
  const hints: ReferenceHint[] = [];
  if (!uid) {
    const line = `${kind} ${namespace ? `${namespace}/` : ""}${name} has no uid: kubectl describe will not show its ` +
      "events, kubectl events will; record about the object as read from the API, which has its metadata.uid";
    hints.push({ key: "uid", line });
  }
  if (!namespace && NAMESPACED_KINDS.has(kind!) && BUILT_IN_GROUP.test(apiVersion ?? "v1")) {
    const line = `${kind} ${name} has no namespace: its events are written to the namespace default; set ` +
      "metadata.namespace";
    hints.push({ key: "namespace", line });
  }
  return hints;
}
