import type { CoreV1Event } from "../api/core_v1_event.ts";
import { type FieldError, invalidValue, required } from "./field_error.ts";
import { qualifiedNameErrors, subdomainErrors } from "./qualified_name.ts";
import type { ServedApi } from "./served_api.ts";

const encoder = new TextEncoder();

/** The fields that must be short once `eventTime` is set, in the order of the check; all but the last must be there. */
const LIMITED = [
  ["reportingInstance", 128],
  ["action", 128],
  ["reason", 128],
  ["message", 1024],
] as const;

/**
 * The rules of both APIs, on create and update (`legacyValidateEvent` in Kubernetes' `pkg/apis/core/validation/events.go`).
 *
 * Without `eventTime` only the namespaces must agree; with it the new-style fields must be there and short. Limits count
 * bytes of UTF-8, as Go's `len` does, whatever the message says; and names are those of core/v1 for either API, but for the
 * reporting controller.
 */
export function validateEvent(api: ServedApi, event: CoreV1Event): FieldError[] {
  const errors = event.eventTime ? newStyleErrors(api, event) : namespaceErrors(event, ["", "default"], true);
  const namespace = event.metadata.namespace ?? "";
  return [...errors, ...subdomainErrors(namespace).map((detail) => invalidValue("namespace", namespace, detail))];
}

/** An event about an object without namespace must be in one of `homes`; any other in the object's, if `mustAgree`. */
function namespaceErrors(event: CoreV1Event, homes: readonly string[], mustAgree: boolean): FieldError[] {
  const namespace = event.metadata.namespace ?? "";
  const involved = event.involvedObject.namespace ?? "";
  const agrees = involved === "" ? homes.includes(namespace) : !mustAgree || involved === namespace;
  return agrees ? [] : [invalidValue("involvedObject.namespace", involved, "does not match event.namespace")];
}

function newStyleErrors(api: ServedApi, event: CoreV1Event): FieldError[] {
  const errors = namespaceErrors(event, ["default", "kube-system"], false);
  const controller = event.reportingComponent ?? "";
  if (controller === "") errors.push(required(api.reportingField));
  for (const detail of qualifiedNameErrors(controller)) {
    errors.push(invalidValue(api.reportingField, controller, detail));
  }
  for (const [field, maxBytes] of LIMITED) {
    const value = event[field] ?? "";
    if (value === "" && field !== "message") errors.push(required(field));
    if (value.length * 3 > maxBytes && encoder.encode(value).length > maxBytes) {
      errors.push(invalidValue(field, "", `can have at most ${maxBytes} characters`));
    }
  }
  return errors;
}
