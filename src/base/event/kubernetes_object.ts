/**
 * The fields that all Kubernetes objects have. `null` counts as absent.
 *
 * `apiVersion` and `kind` are missing from the items of a list; the recorder's `kindOf` option supplies them.
 *
 * @category Events
 */
export interface KubernetesObject {
  /** The API version, such as `"v1"` or `"apps/v1"`. */
  readonly apiVersion?: string | null | undefined;
  /** The kind, such as `"Pod"`. */
  readonly kind?: string | null | undefined;
  /** Name, namespace, uid and so on. The times may have any type, because some clients parse them to dates. */
  readonly metadata?:
    | { readonly [Field in Exclude<keyof V1ObjectMeta, `${string}Timestamp`>]?: V1ObjectMeta[Field] | null }
      & { readonly creationTimestamp?: unknown; readonly deletionTimestamp?: unknown }
    | null
    | undefined;
}

/**
 * An object or a reference to one; recorders accept both. `null` counts as absent.
 *
 * @category Events
 */
export type ObjectOrReference =
  | KubernetesObject
  | { readonly [Field in keyof V1ObjectReference]: V1ObjectReference[Field] | null };

/**
 * The metadata of a Kubernetes object: the fields of `ObjectMeta` that events and their objects use.
 *
 * See {@link https://kubernetes.io/docs/reference/kubernetes-api/definitions/object-meta-v1-meta/ | ObjectMeta} in the
 * API reference.
 *
 * @category Events
 */
export interface V1ObjectMeta {
  /** The name, unique within the namespace. The name of an event is a DNS-1123 subdomain of at most 253 characters. */
  readonly name?: string | undefined;
  /** Prefix for a server-generated name, used if `name` is empty. */
  readonly generateName?: string | undefined;
  /** The namespace; empty for cluster-scoped objects. */
  readonly namespace?: string | undefined;
  /** An identifier that is unique in time and space, set by the server. */
  readonly uid?: string | undefined;
  /** An opaque version that changes with every write, set by the server. */
  readonly resourceVersion?: string | undefined;
  /** The owners of this object; the garbage collector deletes it once they are all gone. */
  readonly ownerReferences?: readonly V1OwnerReference[] | undefined;
  /** The time the object was created, RFC 3339 in whole seconds; set by the server. */
  readonly creationTimestamp?: string | null | undefined;
  /** The time at which the object will be deleted, RFC 3339 in whole seconds; set by the server. */
  readonly deletionTimestamp?: string | null | undefined;
  /** Labels, for selectors; a value has at most 63 characters. */
  readonly labels?: Readonly<Record<string, string>> | undefined;
  /** Annotations, at most 256 KiB of keys and values in total. */
  readonly annotations?: Readonly<Record<string, string>> | undefined;
}

/**
 * The owner of an object, in its namespace or cluster-scoped.
 *
 * See
 * {@link https://kubernetes.io/docs/concepts/overview/working-with-objects/owners-dependents/ | Owners and dependents}.
 *
 * @category Events
 */
export interface V1OwnerReference {
  /** The API version of the owner, such as `"apps/v1"`. */
  readonly apiVersion: string;
  /** The kind of the owner, such as `"Deployment"`. */
  readonly kind: string;
  /** The name of the owner. */
  readonly name: string;
  /** The uid of the owner. */
  readonly uid: string;
  /** Whether the owner is the managing controller. */
  readonly controller?: boolean | undefined;
  /** Whether a foreground deletion of the owner waits until this object is deleted. */
  readonly blockOwnerDeletion?: boolean | undefined;
}

/**
 * A reference to an object, as events contain it (`involvedObject`, `regarding`, `related`).
 *
 * `kubectl describe` finds an object's events by name, namespace, kind and uid. See
 * {@link https://kubernetes.io/docs/reference/kubernetes-api/definitions/object-reference-v1/ | ObjectReference} in the
 * API reference.
 *
 * @category Events
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
  /** The object's uid, which distinguishes a re-created object from its predecessor. */
  readonly uid?: string | undefined;
  /** The object's version at the time of the event. */
  readonly resourceVersion?: string | undefined;
  /** A part of the object, such as `"spec.containers{web}"`; shown by `kubectl get events -o wide` as Subobject. */
  readonly fieldPath?: string | undefined;
}

/**
 * A change reported by a watch. Watch events flow through broadcasters and over the wire.
 *
 * See {@link https://kubernetes.io/docs/reference/using-api/api-concepts/#efficient-detection-of-changes | watches} in
 * the concepts of the API.
 *
 * @typeParam T The object that changed.
 *
 * @category Events
 */
export interface WatchEvent<T> {
  /** The kind of change. */
  readonly type: "ADDED" | "MODIFIED" | "DELETED" | "BOOKMARK" | "ERROR";
  /**
   * The object afterwards; for `"DELETED"` its last state, for `"BOOKMARK"` nothing but a resource version, for
   * `"ERROR"` a {@linkcode V1Status}.
   */
  readonly object: T;
}

/**
 * One operation of a JSON Patch ({@link https://www.rfc-editor.org/rfc/rfc6902 | RFC 6902}), such as
 * `{ op: "replace", path: "/count", value: 3 }`; `path` and `from` are JSON Pointers.
 *
 * @category Events
 */
export type JsonPatchOperation =
  | { readonly op: "add" | "replace" | "test"; readonly path: string; readonly value: unknown }
  | { readonly op: "remove"; readonly path: string }
  | { readonly op: "move" | "copy"; readonly path: string; readonly from: string };

/**
 * The response of an API server that has no object to return, usually because of an error.
 *
 * See {@link https://kubernetes.io/docs/reference/kubernetes-api/definitions/status-v1-meta/ | Status} in the API
 * reference.
 *
 * @category Events
 */
export interface V1Status {
  /** Always `"v1"`. */
  readonly apiVersion?: string | undefined;
  /** Always `"Status"`. */
  readonly kind?: string | undefined;
  /** Empty, or the resource version of a list. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  /** `"Success"` or `"Failure"`. */
  readonly status?: string | undefined;
  /** Human-readable message. */
  readonly message?: string | undefined;
  /** Machine-readable reason, such as `"AlreadyExists"` or `"NotFound"`. */
  readonly reason?: string | undefined;
  /** The object of the request, and the errors found in it. */
  readonly details?: {
    /** The name of the object. */
    readonly name?: string | undefined;
    /** The API group of the object, empty for core/v1. */
    readonly group?: string | undefined;
    /** The resource (`"events"`), or the kind (`"Event"`) when the reason is `"Invalid"`. */
    readonly kind?: string | undefined;
    /** The uid of the object. */
    readonly uid?: string | undefined;
    /** The individual errors of the request. */
    readonly causes?:
      | readonly {
        /** Machine-readable reason, such as `"FieldValueInvalid"`. */
        readonly reason?: string | undefined;
        /** Human-readable message. */
        readonly message?: string | undefined;
        /** The field, such as `"metadata.name"`. */
        readonly field?: string | undefined;
      }[]
      | undefined;
    /** Number of seconds to wait before the next try. */
    readonly retryAfterSeconds?: number | undefined;
  } | undefined;
  /** The HTTP status code. */
  readonly code?: number | undefined;
}
