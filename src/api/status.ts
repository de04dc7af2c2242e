/** One thing that is wrong with a request, as {@linkcode V1StatusDetails} list it. */
export interface V1StatusCause {
  /** A machine's word, such as `"FieldValueInvalid"`. */
  readonly reason?: string | undefined;
  /** A sentence for people. */
  readonly message?: string | undefined;
  /** The field, such as `"metadata.name"`. */
  readonly field?: string | undefined;
}

/** What a {@linkcode V1Status} is about. */
export interface V1StatusDetails {
  /** The name of the object. */
  readonly name?: string | undefined;
  /** The API group of the object, empty for core/v1. */
  readonly group?: string | undefined;
  /** The resource (`"events"`), or the kind (`"Event"`) when the reason is `"Invalid"`. */
  readonly kind?: string | undefined;
  /** The uid of the object. */
  readonly uid?: string | undefined;
  /** What is wrong, one by one. */
  readonly causes?: readonly V1StatusCause[] | undefined;
  /** How many seconds to wait before the next try. */
  readonly retryAfterSeconds?: number | undefined;
}

/**
 * The answer of an API server that is not an object: mostly an error.
 *
 * See {@link https://kubernetes.io/docs/reference/kubernetes-api/definitions/status-v1-meta/ | Status} in the API
 * reference.
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
  /** A sentence for people. */
  readonly message?: string | undefined;
  /** A machine's word, such as `"AlreadyExists"` or `"NotFound"`. */
  readonly reason?: string | undefined;
  /** What it is about. */
  readonly details?: V1StatusDetails | undefined;
  /** The HTTP status code. */
  readonly code?: number | undefined;
}
