/** A rule of a Role or ClusterRole. */
export interface RbacRule {
  /** The API groups, `""` for core/v1. */
  readonly apiGroups: readonly string[];
  /** The resources. */
  readonly resources: readonly string[];
  /** What may be done with them. */
  readonly verbs: readonly string[];
}

/**
 * The permission that recording needs, for either API: paste it into a Role or ClusterRole.
 *
 * Each API group covers only its own API; leave out the one that you do not write to.
 */
export const rbacRules: readonly RbacRule[] = [
  { apiGroups: ["", "events.k8s.io"], resources: ["events"], verbs: ["create", "patch"] },
];
