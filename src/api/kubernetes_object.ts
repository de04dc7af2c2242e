import type { V1ObjectMeta } from "./object_meta.ts";

/**
 * Any Kubernetes object: what every one of them has in common.
 *
 * `apiVersion` and `kind` are missing from the items of a list; the recorder's `kindOf` option supplies them.
 */
export interface KubernetesObject {
  /** The API version, such as `"v1"` or `"apps/v1"`. */
  readonly apiVersion?: string | undefined;
  /** The kind, such as `"Pod"`. */
  readonly kind?: string | undefined;
  /** The object's name, namespace, uid and the rest; its times are not looked at, and some clients keep them as dates. */
  readonly metadata?:
    | Omit<V1ObjectMeta, "creationTimestamp" | "deletionTimestamp"> & {
      readonly creationTimestamp?: unknown;
      readonly deletionTimestamp?: unknown;
    }
    | undefined;
}
