/**
 * The permissions for recording: `create` and `patch` on `events` in the API groups `""` (core/v1) and `events.k8s.io`,
 * as the `rules` of a Role or ClusterRole (see
 * {@link https://kubernetes.io/docs/reference/access-authn-authz/rbac/ | Using RBAC Authorization}).
 *
 * Each API group covers only its own API; omit the one that you do not write to. Without these permissions the server
 * responds with 403, and events are rejected. For reading, see `readerRbacRules` of `@kubecast/events/reader`.
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
 *
 * @category Connection
 */
export const rbacRules: readonly {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
}[] = [
  { apiGroups: ["", "events.k8s.io"], resources: ["events"], verbs: ["create", "patch"] },
];

/**
 * The permissions for reading: `get`, `list` and `watch` on `events` in the API groups `""` (core/v1) and
 * `events.k8s.io`, as the `rules` of a Role or ClusterRole. `EventReader` of `@kubecast/events/reader` lists and
 * watches; `get` is for reading single events.
 *
 * @category Connection
 */
export const readerRbacRules: readonly {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
}[] = [
  { apiGroups: ["", "events.k8s.io"], resources: ["events"], verbs: ["get", "list", "watch"] },
];

export const RBAC = "rbac.authorization.k8s.io";

/** Returns a role and its binding to a subject, for `kubectl apply -f -`. */
export function grant(
  kind: "Role" | "ClusterRole",
  metadata: { readonly name: string; readonly namespace?: string },
  rules: readonly object[],
  subject: object,
): Readonly<Record<string, unknown>>[] {
  const [apiVersion, roleRef] = [`${RBAC}/v1`, { apiGroup: RBAC, kind, name: metadata.name }];
  return [
    { apiVersion, kind, metadata, rules },
    { apiVersion, kind: `${kind}Binding`, metadata, roleRef, subjects: [subject] },
  ];
}
