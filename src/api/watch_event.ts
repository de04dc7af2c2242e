/** What happened to the object of a {@linkcode WatchEvent}. */
export type WatchEventType = "ADDED" | "MODIFIED" | "DELETED" | "BOOKMARK" | "ERROR";

/** One change, as a watch reports it: the item that flows through a broadcaster and over the wire. */
export interface WatchEvent<T> {
  /** What happened. */
  readonly type: WatchEventType;
  /** The object afterwards; for `"DELETED"` its last state, for `"ERROR"` a `Status`. */
  readonly object: T;
}
