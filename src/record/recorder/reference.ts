import type {
  KubernetesObject,
  ObjectOrReference,
  V1ObjectReference,
  V1Status,
} from "../../base/event/kubernetes_object.ts";
import { checkFunction, invalid, showValue } from "../../base/tools/check_options.ts";
import type { EventRecorderOptions } from "./event_recorder.ts";

/**
 * Returns the reference to an object, for use in events (client-go's
 * {@link https://pkg.go.dev/k8s.io/client-go/tools/reference#GetReference | reference.GetReference}).
 *
 * A value with a kind but without metadata is a reference, and is returned unchanged, except that fields that are
 * `null` are removed. The reference to an object has its apiVersion and kind, and the name, namespace, uid and
 * resourceVersion of its metadata. The reference to a list, which has no name, has only apiVersion, kind and
 * resourceVersion.
 *
 * @param object The object, or a reference to it.
 * @param kindOf Called for an object without `kind` or `apiVersion`; see {@linkcode EventRecorderOptions.kindOf}.
 * @returns The reference, with the fields that the object has.
 * @throws {TypeError} If `object` is not an object, its kind or apiVersion is unknown, or it is a `Status`: the error
 * that an API server returned instead of an object.
 *
 * @example
 * ```ts
 * import { getReference } from "@kubecast/events/client-go";
 * import assert from "node:assert/strict";
 *
 * const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "web", namespace: "shop", uid: "1234" } };
 * const { kind, name, uid } = getReference(pod);
 * assert.deepEqual([kind, name, uid], ["Pod", "web", "1234"]);
 * ```
 *
 * @category Recorder
 */
export function getReference(object: ObjectOrReference, kindOf?: EventRecorderOptions["kindOf"]): V1ObjectReference {
  if (typeof object !== "object" || object === null || Array.isArray(object) || object instanceof Promise) {
    throw new TypeError(invalid("make a reference", "object", "be a Kubernetes object", object));
  }
  // Unlike in client-go, where an error has its own type, a Status here is an object like any other.
  if (object.kind === "Status" && (object.apiVersion ?? "v1") === "v1") {
    const shown = showValue((object as V1Status).message);
    throw new TypeError(`object is a Status, the error of a request: ${shown}; check response.ok`);
  }
  const metadata = (object as KubernetesObject).metadata ?? undefined;
  if (metadata !== undefined && typeof metadata !== "object") {
    throw new TypeError(invalid("make a reference", "metadata", "be an object", metadata));
  }
  // A custom resource may have `items` too, but unlike a list it has a name.
  const isList = !metadata?.name && Array.isArray((object as { items?: unknown }).items);
  if (metadata === undefined && object.kind && !isList) {
    return Object.values(object).includes(null) ? copyReference(object) : object as V1ObjectReference;
  }
  let { apiVersion, kind } = object;
  if (!apiVersion || !kind) {
    if (kindOf !== undefined) checkFunction("make a reference", "kindOf", kindOf);
    const found = kindOf?.(object as KubernetesObject);
    // An unhandled rejection would end the process.
    if (found instanceof Promise) found.catch(() => {});
    apiVersion ||= found?.apiVersion;
    kind ||= found?.kind;
  }
  if (!kind || !apiVersion) {
    const { name } = (metadata ?? object) as NullableReference;
    const missing = kind ? "apiVersion" : "kind";
    const hint = kindOf === undefined
      ? '(list items have none: set it, or pass the recorder kindOf: () => ({ apiVersion: "v1", kind: "Pod" }))'
      : '(kindOf returned none: set it, or return one, such as kindOf(object) ?? { apiVersion: "v1", kind: "Pod" })';
    throw new TypeError(`Cannot make a reference: object ${name ?? "without a name"} has no ${missing} ${hint}`);
  }
  const { name, namespace, uid, resourceVersion } = metadata ?? {};
  return copyReference(
    isList ? { apiVersion, kind, resourceVersion } : { apiVersion, kind, name, namespace, uid, resourceVersion },
  );
}

export type NullableReference = { readonly [Field in keyof V1ObjectReference]: V1ObjectReference[Field] | null };

/**
 * Copies only the fields of a reference, because any object with a kind and no metadata counts as one. Omits fields
 * that are `undefined` or `null`, so that equal references are `deepEqual`.
 */
export function copyReference(reference: NullableReference): V1ObjectReference {
  const { kind, namespace, name, uid, apiVersion, resourceVersion, fieldPath } = reference;
  const copy: { -readonly [Field in keyof V1ObjectReference]: V1ObjectReference[Field] } = {};
  if (kind !== undefined && kind !== null) copy.kind = kind;
  if (namespace !== undefined && namespace !== null) copy.namespace = namespace;
  if (name !== undefined && name !== null) copy.name = name;
  if (uid !== undefined && uid !== null) copy.uid = uid;
  if (apiVersion !== undefined && apiVersion !== null) copy.apiVersion = apiVersion;
  if (resourceVersion !== undefined && resourceVersion !== null) copy.resourceVersion = resourceVersion;
  if (fieldPath !== undefined && fieldPath !== null) copy.fieldPath = fieldPath;
  return copy;
}

/** Throws a `TypeError` if a field of a reference is not a string. */
export function checkReference(reference: V1ObjectReference): void {
  for (const field in reference) {
    const value: unknown = reference[field as keyof V1ObjectReference];
    if (value !== undefined && typeof value !== "string") {
      throw new TypeError(invalid("make a reference", field, "be a string", value));
    }
  }
}

/** Returns whether an object still has the fields of a reference to it. */
export function isUnchanged(known: V1ObjectReference, object: KubernetesObject & NullableReference): boolean {
  const from = object.metadata ?? object;
  return isSame(from.name, known.name) && isSame(from.namespace, known.namespace) && isSame(from.uid, known.uid) &&
    isSame(from.resourceVersion, known.resourceVersion) && isSame(object.fieldPath, known.fieldPath) &&
    (object.kind || known.kind) === known.kind && (object.apiVersion || known.apiVersion) === known.apiVersion;
}

function isSame(value: string | null | undefined, known: string | undefined): boolean {
  return value === known || (value === null && known === undefined);
}

/**
 * Returns a reference to a part of an object, such as a container of a pod (client-go's
 * `reference.GetPartialReference`).
 *
 * @param object The object, or a reference to it.
 * @param fieldPath The part, such as `"spec.containers{web}"`; shown by `kubectl get events -o wide` as Subobject.
 * @param kindOf The same as for {@linkcode getReference}.
 * @returns The reference, to pass to a recorder as the object.
 * @throws {TypeError} As {@linkcode getReference} does.
 *
 * @example
 * ```ts
 * import { getPartialReference } from "@kubecast/events/client-go";
 * import { FakeRecorder } from "@kubecast/events/testing";
 * import assert from "node:assert/strict";
 *
 * const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "web", namespace: "shop" } };
 * const container = getPartialReference(pod, "spec.containers{nginx}");
 *
 * const recorder = new FakeRecorder();
 * recorder.event(container, "Normal", "Started", "Started container nginx");
 * assert.equal(recorder.events[0]?.involvedObject.fieldPath, "spec.containers{nginx}");
 * ```
 *
 * @category Recorder
 */
export function getPartialReference(
  object: ObjectOrReference,
  fieldPath: string,
  kindOf?: EventRecorderOptions["kindOf"],
): V1ObjectReference {
  return { ...getReference(object, kindOf), fieldPath };
}

/** The namespaced built-in kinds that events are recorded about. */
const NAMESPACED_KINDS = " ConfigMap Endpoints PersistentVolumeClaim Pod ReplicationController Secret Service " +
  "ServiceAccount CronJob DaemonSet Deployment EndpointSlice HorizontalPodAutoscaler Ingress Job Lease NetworkPolicy " +
  "PodDisruptionBudget ReplicaSet ResourceQuota Role RoleBinding StatefulSet ";
/** The built-in API groups; a custom resource of the same kind may be cluster-scoped. */
const BUILT_IN_GROUP = /^(v1|(apps|autoscaling|batch|policy|[\w.]+\.k8s\.io)\/\w+)$/;

/** A flaw in a reference that makes its events hard to find; logged once per key. */
interface ReferenceHint {
  readonly key: string;
  readonly line: string;
}

/**
 * Returns the reasons why events about an object are hard to find, with the fix. `kubectl describe` selects events by
 * uid and kind, `kubectl events --for` by apiVersion, kind and name.
 */
export function referenceHints({ apiVersion, kind, namespace, name, uid }: V1ObjectReference): ReferenceHint[] {
  if (!name) {
    const fix = kind?.endsWith("List") ? "; record about its items" : "";
    const line = `${kind} has no name: kubectl describe will not show its events${fix}`;
    return [{ key: line, line }];
  }
  const hints: ReferenceHint[] = [];
  const hint = (key: string, fault: string): void => {
    hints.push({ key, line: `${kind} ${namespace ? `${namespace}/` : ""}${name} has ${fault}` });
  };
  const isBuiltIn = BUILT_IN_GROUP.test(apiVersion || "v1");
  if (!uid) {
    hint("uid", "no uid: kubectl describe will not show its events; record about the object as read from the API");
  }
  if (!apiVersion) {
    hint("apiVersion", "no apiVersion: kubectl events --for will not show its events; set it, such as v1");
  }
  if (isBuiltIn && /^[a-z]/.test(kind ?? "")) {
    hint(
      "kind",
      "a lower-case kind: kubectl describe will not show its events; write it as in a manifest, such as Pod",
    );
  }
  if (isBuiltIn && !namespace && NAMESPACED_KINDS.includes(` ${kind} `)) {
    hint("namespace", "no namespace: its events go to the namespace default; set metadata.namespace");
  }
  return hints;
}
