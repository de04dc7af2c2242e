/**
 * A kind that discovery lists by name only, so that `kubectl events --for pod/web` can resolve `pod`. Its objects are
 * not served.
 *
 * @category Server
 */
export interface ServedKind {
  /** The API version, such as `"v1"` or `"apps/v1"`. */
  readonly apiVersion: string;
  /** The kind, such as `"Deployment"`. */
  readonly kind: string;
  /**
   * The resource name, lower-case and plural.
   *
   * @default {the kind in lower case, and an s}
   */
  readonly resource?: string | undefined;
  /**
   * Whether its objects are namespaced.
   *
   * @default {true}
   */
  readonly namespaced?: boolean | undefined;
  /** Short names that kubectl accepts, such as `"deploy"`. */
  readonly shortNames?: readonly string[] | undefined;
}

/**
 * The kinds that most events are about: the default of the option `kinds`.
 *
 * @example Add a kind of your own: `kubectl events --for backup/nightly`
 * ```ts
 * import { COMMON_KINDS, EventsApiServer } from "@kubecast/events/server";
 *
 * new EventsApiServer({ kinds: [...COMMON_KINDS, { apiVersion: "example.com/v1", kind: "Backup" }] });
 * ```
 *
 * @category Server
 */
export const COMMON_KINDS: readonly ServedKind[] = [
  { apiVersion: "v1", kind: "Pod", shortNames: ["po"] },
  { apiVersion: "v1", kind: "Service", shortNames: ["svc"] },
  { apiVersion: "v1", kind: "ConfigMap", shortNames: ["cm"] },
  { apiVersion: "v1", kind: "Secret" },
  { apiVersion: "v1", kind: "ServiceAccount", shortNames: ["sa"] },
  { apiVersion: "v1", kind: "PersistentVolumeClaim", shortNames: ["pvc"] },
  { apiVersion: "v1", kind: "PersistentVolume", namespaced: false, shortNames: ["pv"] },
  { apiVersion: "v1", kind: "Node", namespaced: false, shortNames: ["no"] },
  { apiVersion: "v1", kind: "Namespace", namespaced: false, shortNames: ["ns"] },
  { apiVersion: "apps/v1", kind: "Deployment", shortNames: ["deploy"] },
  { apiVersion: "apps/v1", kind: "ReplicaSet", shortNames: ["rs"] },
  { apiVersion: "apps/v1", kind: "StatefulSet", shortNames: ["sts"] },
  { apiVersion: "apps/v1", kind: "DaemonSet", shortNames: ["ds"] },
  { apiVersion: "batch/v1", kind: "Job" },
  { apiVersion: "batch/v1", kind: "CronJob", shortNames: ["cj"] },
  {
    apiVersion: "autoscaling/v2",
    kind: "HorizontalPodAutoscaler",
    shortNames: ["hpa"],
  },
];
