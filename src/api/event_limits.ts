/**
 * What the server takes of an event's texts, in bytes of UTF-8, once it has an `eventTime`; events here keep to it always.
 *
 * See `legacyValidateEvent` in Kubernetes' `pkg/apis/core/validation/events.go`.
 */
export const EVENT_LIMITS = {
  /** Of `message` and `note`. */
  messageBytes: 1024,
  /** Of `reason`, `action` and `reportingInstance`. */
  fieldBytes: 128,
} as const;
