/**
 * A change as a watch reports it: the item that flows through a broadcaster and over the wire.
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
