/**
 * A pointer to an object, as events carry it (`involvedObject`, `regarding`, `related`).
 *
 * `kubectl describe` finds an object's events by name, namespace, kind and uid. See
 * {@link https://kubernetes.io/docs/reference/kubernetes-api/definitions/object-reference-v1/ | ObjectReference} in the
 * API reference.
 */
export interface V1ObjectReference {
  /** The API version of the object, such as `"v1"` or `"apps/v1"`. */
  readonly apiVersion?: string | undefined;
  /** The kind of the object, such as `"Pod"`. */
  readonly kind?: string | undefined;
  /** The object's name. */
  readonly name?: string | undefined;
  /** The object's namespace; empty for cluster-scoped objects, whose events live in `default`. */
  readonly namespace?: string | undefined;
  /** The object's uid: tells a re-created object from its predecessor. */
  readonly uid?: string | undefined;
  /** The version of the object that the event saw. */
  readonly resourceVersion?: string | undefined;
  /** A part of the object, such as `"spec.containers{web}"`; shown by `kubectl get events -o wide` as Subobject. */
  readonly fieldPath?: string | undefined;
}
