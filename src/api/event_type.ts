/**
 * What kind of event it is; the API server of events.k8s.io/v1 accepts these two and no others, and client-go's recorder
 * refuses any other for core/v1 too.
 */
export type EventType = "Normal" | "Warning";

/** Whether a value is an {@linkcode EventType}. */
export function isEventType(value: unknown): value is EventType {
  return value === "Normal" || value === "Warning";
}
