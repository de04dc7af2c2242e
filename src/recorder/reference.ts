import type { KubernetesObject } from "../api/kubernetes_object.ts";
import type { V1ObjectReference } from "../api/object_reference.ts";

/**
 * Finds the `apiVersion` and `kind` of an object that does not carry them, such as an item of a list; what the scheme is to
 * client-go. `undefined` where it does not know either.
 */
export type KindOf = (
  object: KubernetesObject,
) => { readonly apiVersion: string; readonly kind: string } | undefined;

/**
 * Makes the reference by which an event points at an object (client-go's `reference.GetReference`).
 *
 * A reference passes through as it is. Of an object it takes apiVersion, kind and metadata's name, namespace, uid and
 * resourceVersion; of a list, which has no name, only apiVersion, kind and resourceVersion.
 *
 * @param object The object, or a reference to it.
 * @param kindOf Asked where the object has no `kind` or no `apiVersion`.
 * @throws {TypeError} If `object` is no object, or nobody knows its kind.
 *
 * @example
 * ```ts
 * import { getReference } from "@kubecast/events";
 * import assert from "node:assert/strict";
 *
 * const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "web", namespace: "shop", uid: "1234" } };
 * assert.equal(getReference(pod).name, "web");
 * ```
 */
export function getReference(object: KubernetesObject | V1ObjectReference, kindOf?: KindOf): V1ObjectReference {
  if (typeof object !== "object" || object === null) {
    throw new TypeError(`Cannot make a reference: object must be a Kubernetes object, received ${String(object)}`);
  }
  const { metadata } = object as KubernetesObject;
  if (metadata === undefined && object.kind) return object as V1ObjectReference;
  let { apiVersion, kind } = object;
  if (!apiVersion || !kind) {
    const found = kindOf?.(object as KubernetesObject);
    apiVersion ||= found?.apiVersion;
    kind ||= found?.kind;
  }
  if (!kind || !apiVersion) {
    throw new TypeError(
      `Cannot make a reference: object ${metadata?.name ?? "without a name"} has no ${kind ? "apiVersion" : "kind"} ` +
        "(items of a list carry none: set it, or give the recorder a kindOf)",
    );
  }
  // A custom resource may have items of its own; a list has no name.
  if (metadata?.name === undefined && Array.isArray((object as { items?: unknown }).items)) {
    return { apiVersion, kind, resourceVersion: metadata?.resourceVersion };
  }
  return {
    apiVersion,
    kind,
    name: metadata?.name,
    namespace: metadata?.namespace,
    uid: metadata?.uid,
    resourceVersion: metadata?.resourceVersion,
  };
}

/**
 * Makes a reference to a part of an object, such as one container of a pod (client-go's `reference.GetPartialReference`).
 *
 * @param object The object, or a reference to it.
 * @param fieldPath The part, such as `"spec.containers{web}"`.
 * @throws {TypeError} As {@linkcode getReference}.
 */
export function getPartialReference(
  object: KubernetesObject | V1ObjectReference,
  fieldPath: string,
  kindOf?: KindOf,
): V1ObjectReference {
  return { ...getReference(object, kindOf), fieldPath };
}
