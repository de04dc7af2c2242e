/**
 * A rule of a Role or ClusterRole (see
 * {@link https://kubernetes.io/docs/reference/access-authn-authz/rbac/ | Using RBAC Authorization}).
 */
export interface RbacRule {
  /** The API groups, `""` for that of core/v1. */
  readonly apiGroups: readonly string[];
  /** The resources, such as `"events"`. */
  readonly resources: readonly string[];
  /** What may be done with them, such as `"create"`. */
  readonly verbs: readonly string[];
}

/**
 * The permission that recording needs, for either API: the `rules` of a Role or ClusterRole.
 *
 * Each API group covers only its own API; leave out the one that you do not write to. Without it the server answers 403, and
 * the events are rejected.
 *
 * @example Print a role for `kubectl apply -f -`
 * ```ts
 * import { rbacRules } from "@kubecast/events";
 *
 * const role = {
 *   apiVersion: "rbac.authorization.k8s.io/v1",
 *   kind: "ClusterRole",
 *   metadata: { name: "event-recorder" },
 *   rules: rbacRules,
 * };
 * console.log(JSON.stringify(role));
 * ```
 */
export const rbacRules: readonly RbacRule[] = [
  { apiGroups: ["", "events.k8s.io"], resources: ["events"], verbs: ["create", "patch"] },
];

/**
 * The permission that reading needs, for either API: the `rules` of a Role or ClusterRole for `EventReader` of
 * `@kubecast/events/reader`, which lists and watches; `get` is for those who look at one event.
 *
 * @example A role that records and reads
 * ```ts
 * import { rbacRules } from "@kubecast/events";
 * import { readerRbacRules } from "@kubecast/events/reader";
 * import assert from "node:assert/strict";
 *
 * const rules = [...rbacRules, ...readerRbacRules];
 * assert.deepEqual(rules[1]?.verbs, ["get", "list", "watch"]);
 * ```
 */
export const readerRbacRules: readonly RbacRule[] = [
  { apiGroups: ["", "events.k8s.io"], resources: ["events"], verbs: ["get", "list", "watch"] },
];
