/**
 * How an event is meant: `"Normal"` informs, `"Warning"` says that something went wrong or may do so.
 *
 * The API server of events.k8s.io/v1 accepts these two and no others. That of core/v1 takes any text, but recorders, as
 * client-go's do, refuse others for it too.
 */
export type EventType = "Normal" | "Warning";

/** Whether a value is an {@linkcode EventType}. */
export function isEventType(value: unknown): value is EventType {
  return value === "Normal" || value === "Warning";
}
