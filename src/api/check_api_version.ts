import { showValue } from "./show_value.ts";

/** Throws unless `value` is an `ApiVersion`. */
export function checkApiVersion(verb: string, value: unknown): void {
  if (value === "v1" || value === "events.k8s.io/v1") return;
  throw new TypeError(`Cannot ${verb}: apiVersion must be "v1" or "events.k8s.io/v1", received ${showValue(value)}`);
}
