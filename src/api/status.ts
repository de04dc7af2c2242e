/**
 * The response of an API server that returns no object: mostly an error.
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
  /** The object of the request, and the faults found in it. */
  readonly details?: {
    /** The name of the object. */
    readonly name?: string | undefined;
    /** The API group of the object, empty for core/v1. */
    readonly group?: string | undefined;
    /** The resource (`"events"`), or the kind (`"Event"`) when the reason is `"Invalid"`. */
    readonly kind?: string | undefined;
    /** The uid of the object. */
    readonly uid?: string | undefined;
    /** The faults of the request, one by one. */
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
    /** Seconds to wait before the next try. */
    readonly retryAfterSeconds?: number | undefined;
  } | undefined;
  /** The HTTP status code. */
  readonly code?: number | undefined;
}
