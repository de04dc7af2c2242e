/**
 * The part of every Kubernetes object that names it: the fields of `ObjectMeta` that events and their objects use.
 *
 * See {@link https://kubernetes.io/docs/reference/kubernetes-api/definitions/object-meta-v1-meta/ | ObjectMeta} in the
 * API reference.
 */
export interface V1ObjectMeta {
  /** Unique within the namespace. Of an event: at most 253 characters, a DNS-1123 subdomain. */
  readonly name?: string | undefined;
  /** A prefix from which the server makes a name when `name` is empty. */
  readonly generateName?: string | undefined;
  /** The namespace; empty for cluster-scoped objects. */
  readonly namespace?: string | undefined;
  /** Unique in time and space, set by the server. */
  readonly uid?: string | undefined;
  /** An opaque version that changes with every write, set by the server. */
  readonly resourceVersion?: string | undefined;
  /** When the server stored the object, RFC 3339 in whole seconds; set by the server. */
  readonly creationTimestamp?: string | null | undefined;
  /** When the object is to go, RFC 3339 in whole seconds; set by the server. */
  readonly deletionTimestamp?: string | null | undefined;
  /** Labels, which selectors can ask for; a value has at most 63 characters. */
  readonly labels?: Readonly<Record<string, string>> | undefined;
  /** Annotations, at most 256 KiB of keys and values in all. */
  readonly annotations?: Readonly<Record<string, string>> | undefined;
}
